// Longo's sheet is drawn like that of Qwixx.

export { card } from "../qwixx/card";

// Its sheet is drawn as that of Qwixx.

export { card } from "../qwixx/card";

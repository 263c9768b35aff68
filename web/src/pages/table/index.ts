// The pages of a table: on a device with seats, and on the big screen.

export { TablePage } from "./TablePage";

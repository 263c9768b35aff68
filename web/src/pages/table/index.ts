// The pages of a table: on a device with seats, and on the big screen.

export { Screen } from "./Screen";
export { TablePage } from "./TablePage";

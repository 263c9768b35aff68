// The pages of a table: on the own device, and on the big screen.

export { Screen } from "./Screen";
export { TablePage } from "./TablePage";

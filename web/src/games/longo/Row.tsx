// Longo's rows are those of Qwixx, four cells longer and with two goals.

export { QwixxRow as LongoRow } from "../qwixx/Row";

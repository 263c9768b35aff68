import { render } from "preact";
import "./styles/index.css";
import { Wordmark } from "./view/Icon";

render(<Wordmark />, document.getElementById("app") ?? document.body);

// Starts the page: theme and language first, then the drawing.

import { render } from "preact";
import { applyTheme, loadTexts, makeApp } from "./app";
import { loadSettings } from "./kept";
import "./styles/index.css";
import { AppView } from "./view/App";

const root = document.getElementById("app") ?? document.body;
const settings = loadSettings();
applyTheme(settings);
await loadTexts(settings);
makeApp((app) => render(<AppView app={app} />, root));
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");

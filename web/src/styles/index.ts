// All styles, in the order of the cascade: what comes later has the last word.

import "./tokens.css";
import "./base.css";
import "./colors.css";
import "./button.css";
import "./form.css";
import "./hand.css";
import "./thumbnail.css";
import "./sheet.css";
import "../games/styles";
import "./dice.css";
import "./seats.css";
import "./dock.css";
import "./match.css";
import "./page.css";
import "./people.css";
import "./home.css";
import "./lobby.css";
import "./result.css";
import "./dialog.css";
import "./overlays.css";
import "./replay.css";
import "./learn.css";
import "./lists.css";
import "./tablet.css";
import "./screen.css";
import "./motion.css";

// The English texts, by the page that shows them, but for those of lessons, which come with
// a lesson. A translation is another object of the same shape: what it lacks does not compile.
import account from "../account/text/en.ts";
import analyse from "../analyse/text/en.ts";
import app from "./en/app.ts";
import board from "../board/text/en.ts";
import boards from "../boards/text/en.ts";
import catalog from "./en/catalog.ts";
import classes from "../classes/text/en.ts";
import coach from "./en/coach.ts";
import common from "./en/common.ts";
import courses from "./en/courses.ts";
import draw from "../draw/text/en.ts";
import embed from "../embed/text/en.ts";
import games from "./en/games.ts";
import home from "../home/text/en.ts";
import learn from "../learn/text/en.ts";
import library from "../library/text/en.ts";
import mistakes from "./en/mistakes.ts";
import moderate from "../moderate/text/en.ts";
import newgame from "../play/newgame/text/en.ts";
import parts from "./en/parts.ts";
import people from "../people/text/en.ts";
import play from "../play/text/en.ts";
import reasons from "./en/reasons.ts";
import refusals from "./en/refusals.ts";
import review from "./en/review.ts";
import sentences from "./en/sentences.ts";
import simuls from "../simuls/text/en.ts";
import solve from "../solve/text/en.ts";
import study from "../analyse/study/text/en.ts";
import terms from "./en/terms.ts";
import teams from "../teams/text/en.ts";
import ladders from "../ladders/text/en.ts";
import tournaments from "../tournaments/text/en.ts";
import train from "../train/text/en.ts";

export default {
  account,
  analyse,
  app,
  board,
  boards,
  catalog,
  classes,
  coach,
  common,
  courses,
  draw,
  embed,
  games,
  home,
  learn,
  library,
  mistakes,
  moderate,
  newgame,
  parts,
  people,
  play,
  reasons,
  refusals,
  review,
  sentences,
  simuls,
  solve,
  study,
  terms,
  teams,
  ladders,
  tournaments,
  train,
} as const;

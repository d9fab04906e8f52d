// The English texts, by the page that shows them, but for those of lessons, which come with
// a lesson. A translation is another object of the same shape: what it lacks does not compile.
import account from "./en/account.ts";
import analyse from "./en/analyse.ts";
import app from "./en/app.ts";
import board from "./en/board.ts";
import boards from "./en/boards.ts";
import catalog from "./en/catalog.ts";
import classes from "./en/classes.ts";
import coach from "./en/coach.ts";
import common from "./en/common.ts";
import courses from "./en/courses.ts";
import draw from "./en/draw.ts";
import embed from "./en/embed.ts";
import games from "./en/games.ts";
import home from "./en/home.ts";
import learn from "./en/learn.ts";
import library from "./en/library.ts";
import mistakes from "./en/mistakes.ts";
import moderate from "./en/moderate.ts";
import newgame from "./en/newgame.ts";
import parts from "./en/parts.ts";
import people from "./en/people.ts";
import play from "./en/play.ts";
import reasons from "./en/reasons.ts";
import refusals from "./en/refusals.ts";
import review from "./en/review.ts";
import sentences from "./en/sentences.ts";
import simuls from "./en/simuls.ts";
import solve from "./en/solve.ts";
import study from "./en/study.ts";
import terms from "./en/terms.ts";
import teams from "./en/teams.ts";
import ladders from "./en/ladders.ts";
import tournaments from "./en/tournaments.ts";
import train from "./en/train.ts";

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

// The English texts, by the page that shows them. A translation is another object of the
// same shape: what it lacks does not compile.
import account from "./en/account.ts";
import analyse from "./en/analyse.ts";
import app from "./en/app.ts";
import board from "./en/board.ts";
import boards from "./en/boards.ts";
import coach from "./en/coach.ts";
import common from "./en/common.ts";
import games from "./en/games.ts";
import home from "./en/home.ts";
import learn from "./en/learn.ts";
import lessons from "./en/lessons.ts";
import moderate from "./en/moderate.ts";
import newgame from "./en/newgame.ts";
import parts from "./en/parts.ts";
import people from "./en/people.ts";
import play from "./en/play.ts";
import reasons from "./en/reasons.ts";
import solve from "./en/solve.ts";
import terms from "./en/terms.ts";
import train from "./en/train.ts";

export default {
  account,
  analyse,
  app,
  board,
  boards,
  coach,
  common,
  games,
  home,
  learn,
  lessons,
  moderate,
  newgame,
  parts,
  people,
  play,
  reasons,
  solve,
  terms,
  train,
} as const;

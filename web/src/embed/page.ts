// The page that other sites show in a frame: a board with a game to replay or watch live, or a problem or puzzle to
// try. It has no user, stores nothing and loads no more than this.
import "./page.css";
import { lettered, shownName, shownText, type LetteredBoard } from "../board/letters.ts";
import { EMPTY } from "../board/state.ts";
import type { Embed, EmbedAnswer } from "../wire.ts";
import { frameAt, onPoint, Trying, type Frame } from "./line.ts";
import { poll } from "./poll.ts";
import { View } from "./view.ts";
import { t } from "./words.ts";

/** The rotation of a solid board per key press, in radians. */
const TURN = 0.35;

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  fields: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), fields);
  element.append(...children);
  return element;
}

const button = (sign: string, label: string, onclick: () => void): HTMLButtonElement => {
  const made = make("button", { type: "button", onclick }, sign);
  made.setAttribute("aria-label", label);
  made.title = label;
  return made;
};

/** The page for a found item. */
class Page {
  #shown: Embed;
  readonly #board: LetteredBoard;
  readonly #trying: Trying | null;
  readonly #view: View;
  /** the number of steps shown */
  #at: number;
  #busy = false;
  /** a message in place of the position */
  #problem = "";

  readonly #about = make("p", { className: "about" });
  readonly #title = make("h1");
  readonly #live = make("span", { className: "live" }, t("embed.live"));
  readonly #status = make("p", { className: "status" });
  readonly #buttons: Record<"first" | "back" | "next" | "last" | "again", HTMLButtonElement>;

  constructor(shown: Embed) {
    this.#shown = shown;
    this.#board = lettered(shown.board!, shown.letters);
    this.#trying = shown.try ? new Trying(shown) : null;
    this.#at = shown.steps.length;
    this.#buttons = {
      first: button("«", t("embed.first"), () => this.#go(0)),
      back: button("‹", t("embed.back"), () => this.#go(this.#at - 1)),
      next: button("›", t("embed.next"), () => this.#go(this.#at + 1)),
      last: button("»", t("embed.last"), () => this.#go(this.#length)),
      again: button("↺", t("embed.again"), () => this.#restart()),
    };
    const canvas = make("canvas");
    const square = make("div", { className: "moyo-board" }, canvas);
    this.#lay(square);
    this.#view = new View(canvas, this.#board, shown);
    this.#listen(square);
    this.#show();
  }

  /** Builds the page. */
  #lay(square: HTMLElement): void {
    const { link } = this.#shown;
    const { first, back, next, last, again } = this.#buttons;
    this.#status.setAttribute("role", "status");
    square.classList.toggle("turns", !this.#board.flat);
    document.body.classList.toggle("trying", this.#trying !== null);
    const turns = this.#board.flat
      ? []
      : [
          button("↶", t("embed.turnLeft"), () => this.#view.turn(-TURN)),
          button("↷", t("embed.turnRight"), () => this.#view.turn(TURN)),
        ];
    for (const one of turns) one.className = "turn";
    const controls = this.#trying ? [back, next, again] : [first, back, next, last];
    document.body.replaceChildren(
      make("header", {}, this.#title, this.#live, this.#about),
      make("div", { className: "room" }, square),
      make(
        "footer",
        {},
        this.#status,
        make("a", { href: link, target: "_blank", rel: "noopener" }, t("embed.open")),
        make("div", { className: "controls" }, ...controls, ...turns),
      ),
    );
  }

  #listen(square: HTMLElement): void {
    const { canvas } = this.#view;
    canvas.setAttribute("role", this.#trying ? "application" : "img");
    if (this.#trying) canvas.tabIndex = 0;
    canvas.addEventListener("click", (e) => {
      if (!this.#view.wasDragged()) void this.#choose(this.#view.pointAt(e.clientX, e.clientY));
    });
    document.addEventListener("keydown", (e) => this.#press(e));
    new ResizeObserver(() => this.#view.paint()).observe(square);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const colour = () => {
      const theme = document.documentElement.dataset["theme"] ?? (dark.matches ? "dark" : "light");
      square.dataset["theme"] = theme;
      this.#view.recolour();
    };
    dark.addEventListener("change", colour);
    colour();
    if (this.#shown.live) void poll(location.pathname + ".json", (next) => this.#follow(next));
  }

  get #length(): number {
    return this.#trying ? this.#trying.length : this.#shown.steps.length;
  }

  get #frame(): Frame {
    return this.#trying ? this.#trying.frame(this.#at) : frameAt(this.#shown, this.#at);
  }

  #go(to: number): void {
    this.#at = Math.max(0, Math.min(to, this.#length));
    this.#problem = "";
    this.#show();
  }

  /** The game has advanced; a viewer at its end sees the new position. Returns whether more may follow. */
  #follow(next: Embed): boolean {
    const atEnd = this.#at >= this.#shown.steps.length;
    this.#shown = next;
    this.#go(atEnd ? next.steps.length : this.#at);
    return next.live;
  }

  #restart(): void {
    this.#trying?.restart();
    this.#go(0);
  }

  #press(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const onBoard = this.#trying !== null && e.target === this.#view.canvas;
    if (onBoard && this.#view.walk(e.key)) this.#say();
    else if (onBoard && (e.key === "Enter" || e.key === " ")) void this.#choose(this.#view.cursor);
    else if (e.key === "ArrowLeft") this.#go(this.#at - 1);
    else if (e.key === "ArrowRight") this.#go(this.#at + 1);
    else if (e.key === "Home") this.#go(0);
    else if (e.key === "End") this.#go(this.#length);
    else return;
    e.preventDefault();
  }

  /** Handles a chosen point: a move of an attempt. */
  async #choose(point: number): Promise<void> {
    const trying = this.#trying;
    const move = this.#board.names[point];
    if (!trying || move === undefined || this.#busy || !trying.open) return;
    this.#go(this.#length);
    if (this.#frame.stones[point] !== EMPTY) {
      this.#problem = t("embed.taken");
      this.#show();
      return;
    }
    [this.#busy, this.#problem] = [true, t("embed.asking")];
    this.#show();
    try {
      const from = this.#length;
      const answer = await fetch(trying.address(move));
      if (!answer.ok) throw new Error(((await answer.json()) as { detail?: string }).detail ?? "");
      trying.take(move, (await answer.json()) as EmbedAnswer);
      // After a wrong move only the first answer is shown; the user can step through the rest.
      this.#at = Math.min(this.#length, from + 2);
      this.#problem = "";
    } catch (error) {
      this.#problem =
        (error instanceof TypeError ? "" : String((error as Error).message)) || t("embed.unreachable");
    }
    this.#busy = false;
    this.#show();
  }

  #show(): void {
    const { first, back, next, last, again } = this.#buttons;
    first.disabled = back.disabled = this.#at === 0;
    next.disabled = last.disabled = this.#at >= this.#length;
    again.disabled = this.#length === 0;
    this.#title.textContent = this.#title.title = document.title = this.#shown.title; // a player may take a seat meanwhile
    this.#about.textContent = this.#about.title = shownText(this.#board, this.#shown.text);
    this.#live.hidden = !this.#shown.live;
    this.#view.cursor = -1;
    this.#view.show(this.#frame, this.#at >= this.#length && !this.#trying ? this.#shown.figure : []);
    this.#say();
  }

  /** Describes the current position. */
  #say(): void {
    const { cursor, canvas } = this.#view;
    const verdict = this.#trying?.answer?.verdict ?? "";
    this.#status.className = `status ${this.#problem ? "" : verdict}`;
    this.#status.textContent =
      cursor >= 0
        ? t("embed.point", {
            point: shownName(this.#board, cursor),
            what: t(`embed.${onPoint(this.#frame.stones[cursor])}`),
          })
        : this.#problem || shownText(this.#board, this.#words());
    canvas.setAttribute("aria-label", `${t("embed.board")}. ${this.#status.textContent}`);
  }

  #words(): string {
    const answer = this.#trying?.answer;
    if (answer) return answer.text;
    const { toPlay, steps } = this.#shown;
    const { move } = this.#frame;
    if (this.#at > 0) {
      const name = move === "pass" ? t("embed.pass") : move;
      return t("embed.move", { number: this.#at, all: this.#length, move: name });
    }
    const side = steps[0]?.color ?? toPlay;
    return side === "black"
      ? t("embed.toPlayBlack")
      : side === "white"
        ? t("embed.toPlayWhite")
        : t("embed.start");
  }
}

/** The message if there is nothing to show. */
function none(shown: Embed): void {
  document.body.replaceChildren(
    make("p", { className: "nothing" }, shown.text),
    make("footer", {}, make("a", { href: shown.link, target: "_blank", rel: "noopener" }, t("embed.open"))),
  );
}

const theme = new URLSearchParams(location.search).get("theme") ?? "";
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
const shown = JSON.parse(document.getElementById("shown")?.textContent ?? "{}") as Embed;
if (shown.board) new Page(shown);
else none(shown);

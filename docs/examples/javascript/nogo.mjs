// A bot that plays NoGo at random: node nogo.mjs SERVER, with the access token in MOYO_TOKEN.
// It takes every challenge to NoGo and declines the others. See docs/bots.md.
import { randomUUID } from "node:crypto";

const server = process.argv[2].replace(/\/$/, "");
const headers = { Authorization: `Bearer ${process.env.MOYO_TOKEN}`, "Content-Type": "application/json" };
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** Asks the server; with a body it is a POST. */
const ask = (path, body) =>
  fetch(server + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });

/** The lines of an answer that goes on, as values. */
async function* lines(path) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(await answer.text());
  let rest = "";
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const line of parts) yield JSON.parse(line);
  }
}

/** Gives a command; says whether it was taken. A lost answer is asked for again. */
async function give(game, command) {
  const body = { ...command, id: randomUUID() };
  for (const pause of [1, 2, 4, 8]) {
    const answer = await ask(`/api/games/${game}/commands`, body).catch(() => null);
    if (answer && answer.status !== 429 && answer.status !== 503) return answer.ok;
    await sleep(pause);
  }
  return false;
}

/** Plays a game to its end, over as many connections as that takes. */
async function play(game) {
  while (!(await follow(game).catch(() => false))) await sleep(2);
}

/** Plays random points, and another one where that is illegal; says whether it is over. */
async function follow(game) {
  let stones, names, you;
  for await (const message of lines(`/api/games/${game}/stream`)) {
    const now = message.snapshot ?? message.event;
    if (message.snapshot) {
      ({ you } = now);
      stones = [...now.stones];
      names = (await (await ask("/api/boards?spec=" + encodeURIComponent(now.game.board))).json()).names;
    } else if (message.event) {
      for (const { point, color } of now.set) stones[point] = color[0];
      for (const point of now.clear) stones[point] = ".";
    } else continue;
    const { phase, turn, ply, forbidden, result } = now.state;
    if (phase === "finished") {
      console.log(game, result);
      return true;
    }
    if (phase !== "playing" || turn !== you) continue;
    const barred = new Set(forbidden.map((f) => f.point));
    const free = [...stones.keys()].filter((p) => stones[p] === "." && !barred.has(p));
    for (free.sort(() => Math.random() - 0.5); free.length; )
      if (await give(game, { type: "play", ply, move: names[free.pop()] })) break;
  }
  return false;
}

for (;;) {
  try {
    for await (const { type, game } of lines("/api/me/stream")) {
      if (type === "challenge")
        await give(game.id, { type: game.rules.split(":")[0] === "nogo" ? "join" : "decline" });
      else if (type === "game") void play(game.id);
    }
  } catch (e) {
    console.log("lost the connection:", e.message);
  }
  await sleep(2);
}

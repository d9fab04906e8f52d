// What clubs have, put up by the server's interface: a ladder, two teams with a match, an exhibition.
import type { Ladder, Simul, Team, TeamMatch } from "../../src/wire.ts";
import { insist } from "../crowd.ts";
import type { Server } from "../server.ts";
import type { Person } from "./person.ts";

/** Who is there. */
export interface Club {
  me: Person;
  server: Server;
  guest: () => Promise<Person>;
}

/** The names of those who come to me, Ada. */
const others = ["Bo", "Cy", "Maximiliane_Hohenzol"] as const;

/** People with accounts: Ada, who has the page, and the others. */
async function gather({ me, server, guest }: Club): Promise<Person[]> {
  await me.arrive();
  await me.signIn(server, "Ada");
  const all = [me];
  for (const name of others) {
    const person = await guest();
    await person.signIn(server, name);
    all.push(person);
  }
  return all;
}

/** A ladder on which Ada stands third, and is challenged by the last. */
export async function ladder(club: Club): Promise<string> {
  const [ada, bo, cy, last] = (await gather(club)) as [Person, Person, Person, Person];
  const { head } = await insist<Ladder>(bo, "/api/ladders", {
    title: "Club of the river",
    board: "grid:9",
    rules: "weiqi",
    clock: "correspondence=3d",
    reach: 2,
    out: 2,
    in: 2,
    days: 3,
    pause: 7,
    most: 20,
  });
  const acts = `/api/ladders/${head.id}/acts`;
  for (const person of [bo, cy, ada, last]) await insist(person, acts, { do: "join" });
  await insist(last, acts, { do: "challenge", player: "Ada" });
  return head.id;
}

/** A team of Ada and Bo, which meets another at two boards; the ids of both the team and the match. */
export async function teams(club: Club): Promise<{ team: string; match: string }> {
  const [ada, bo, cy, last] = (await gather(club)) as [Person, Person, Person, Person];
  const make = async (captain: Person, mate: Person, name: string): Promise<string> => {
    const made = await insist<Team>(captain, "/api/teams", {
      name,
      about: "We play on Fridays.",
      rules: "weiqi",
      entry: "open",
    });
    await insist(mate, `/api/teams/${made.head.id}/acts`, { do: "join" });
    return made.head.id;
  };
  const team = await make(ada, bo, "Kyoto Stones");
  const against = await make(cy, last, "Seki Club");
  const { head } = await insist<TeamMatch>(ada, "/api/team-matches", {
    home: team,
    guest: against,
    setup: { boards: 2, board: "grid:9", rules: "weiqi", clock: "fischer=10m+10s", noShow: 3600 },
  });
  const acts = `/api/team-matches/${head.id}/acts`;
  await insist(cy, acts, { do: "accept", team: against });
  await insist(ada, acts, { do: "lineup", side: "home", line: ["Ada", "Bo"], reserves: [] });
  await insist(cy, acts, { do: "lineup", side: "guest", line: [others[2], "Cy"], reserves: [] });
  return { team, match: head.id };
}

/** An exhibition that Ada gives: before it begins, with who has asked and who plays, or while it goes on. */
export async function simul(club: Club, running: boolean): Promise<string> {
  const [ada, ...guests] = (await gather(club)) as [Person, ...Person[]];
  const { head } = await insist<Simul>(ada, "/api/simuls", {
    title: "Friday against all",
    most: 8,
    board: "grid:9",
    rules: "weiqi",
    clock: "fischer=30m+30s",
    color: "alternate",
  });
  const acts = `/api/simuls/${head.id}/acts`;
  for (const person of guests) await insist(person, acts, { do: "ask" });
  for (const player of running ? others : others.slice(0, 2))
    await insist(ada, acts, { do: "accept", player });
  if (running) await insist(ada, acts, { do: "start" });
  return head.id;
}

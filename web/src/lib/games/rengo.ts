// Rengo (pair Go): several people on each side, who play by turns in an order that stays.
import type { GameInfo, Partner, Player, State } from "../../wire.ts";
import type { Color } from "../words/colors.ts";

/** As many can play on each side. */
export const SIDE_SIZES = [2, 3, 4] as const;

export const isRengo = ({ partners = 1 }: Pick<GameInfo, "partners">): boolean => partners > 1;

/** Who sits on a seat, by place: in rengo all of that side, else the one player. */
export const sitting = (player: Player): readonly (Player | Partner)[] => player.team ?? [player];

/** Who has a place of a side; the player of the seat where nobody shares it. */
export const partnerAt = (player: Player, place = 0): Player | Partner => player.team?.[place - 1] ?? player;

export interface Place {
  seat: Color;
  /** from 1 */
  place: number;
}

/** The places that are free, in the order in which they are taken where nobody chooses: B1 W1 B2 W2. */
export function freePlaces(game: GameInfo): Place[] {
  const free: Place[] = [];
  for (let place = 1; place <= (game.partners ?? 0); place++)
    for (const seat of ["black", "white"] as const)
      if (game[seat].team?.[place - 1]?.kind === "open") free.push({ seat, place });
  return free;
}

/** Which partner of a side plays its next turn, from 1; 0 where nobody shares it. */
export const nextOf = ({ places }: State, seat: string): number =>
  seat === "black" || seat === "white" ? (places?.[seat] ?? 0) : 0;

/** Somebody at a game: a seat, and in rengo a place on it. */
interface Seated {
  state: State;
  /** "" for those who watch */
  you: string;
  /** 0 where nobody shares a side */
  place: number;
}

/** Whether the game awaits the one who looks, and not a partner. */
export const isAwaited = ({ state, you, place }: Seated): boolean =>
  you !== "" && state.turn === you && (!state.places || nextOf(state, you) === place);

/** Whether the one who looks has made a game of rengo that waits: theirs is the first place of their side. */
export const isMaker = ({ state, you, place }: Seated): boolean =>
  place === 1 && you !== "" && state.maker === you;

/** Who is to move in a game of a list; null where nobody is, and where nobody shares a side. */
export function awaited(game: GameInfo): Partner | null {
  const side = game.turn === "black" ? game.black : game.turn === "white" ? game.white : null;
  return side?.team?.[(side.next ?? 0) - 1] ?? null;
}

/** The partners of somebody who has a place, in the order in which they play after them. */
export function partnersOf(player: Player, place: number): readonly Partner[] {
  const team = player.team ?? [];
  return [...team.slice(place), ...team.slice(0, Math.max(place - 1, 0))];
}

/** The side on which somebody with an account plays. */
export const sideOfPerson = ({ black }: GameInfo, name: string): Color =>
  sitting(black).some((one) => one.name === name) ? "black" : "white";

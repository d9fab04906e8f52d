// Rengo (pair Go): several players on each side, who take turns in a fixed order.
import type { GameInfo, Partner, Player, State } from "../../wire.ts";
import type { Color } from "../words/colors.ts";

/** The maximum number of players on each side. */
export const SIDE_SIZES = [2, 3, 4] as const;

export const isRengo = ({ partners = 1 }: Pick<GameInfo, "partners">): boolean => partners > 1;

/** The players of a seat, by place: in rengo all of that side, else the one player. */
export const sitting = (player: Player): readonly (Player | Partner)[] => player.team ?? [player];

/** The player at a place of a side; the player of the seat in a game without partners. */
export const partnerAt = (player: Player, place = 0): Player | Partner => player.team?.[place - 1] ?? player;

export interface Place {
  seat: Color;
  /** from 1 */
  place: number;
}

/** The free places, in the order in which players get them by default: B1 W1 B2 W2. */
export function freePlaces(game: GameInfo): Place[] {
  const free: Place[] = [];
  for (let place = 1; place <= (game.partners ?? 0); place++)
    for (const seat of ["black", "white"] as const)
      if (game[seat].team?.[place - 1]?.kind === "open") free.push({ seat, place });
  return free;
}

/** Which partner of a side plays its next turn, counted from 1; 0 in a game without partners. */
export const nextOf = ({ places }: State, seat: string): number =>
  seat === "black" || seat === "white" ? (places?.[seat] ?? 0) : 0;

/** A player in a game: a seat, and in rengo a place on it. */
interface Seated {
  state: State;
  /** "" for spectators */
  you: string;
  /** 0 in a game without partners */
  place: number;
}

/** Reports whether it is the viewer's turn, and not a partner's. */
export const isAwaited = ({ state, you, place }: Seated): boolean =>
  you !== "" && state.turn === you && (!state.places || nextOf(state, you) === place);

/** Reports whether the viewer has made a game of rengo that is waiting: they have the first place of their side. */
export const isMaker = ({ state, you, place }: Seated): boolean =>
  place === 1 && you !== "" && state.maker === you;

/** The player to move in a listed game; null if none is to move, or in a game without partners. */
export function awaited(game: GameInfo): Partner | null {
  const side = game.turn === "black" ? game.black : game.turn === "white" ? game.white : null;
  return side?.team?.[(side.next ?? 0) - 1] ?? null;
}

/** The partners of a player, in playing order after them. */
export function partnersOf(player: Player, place: number): readonly Partner[] {
  const team = player.team ?? [];
  return [...team.slice(place), ...team.slice(0, Math.max(place - 1, 0))];
}

/** The side on which an account plays. */
export const sideOfPerson = ({ black }: GameInfo, name: string): Color =>
  sitting(black).some((one) => one.name === name) ? "black" : "white";

// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { GameInfo } from "../wire.ts";
import PlaceDialog from "./PlaceDialog.svelte";
import { rengoWith } from "./testing/rengo.ts";

let mounted: ReturnType<typeof mount> | undefined;
let late: ReturnType<typeof vi.fn<() => void>>;
let joined: ReturnType<typeof vi.fn<(name: string, place: { seat: string; place: number }) => void>>;

beforeEach(() => {
  [late, joined] = [vi.fn(), vi.fn()];
});

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
});

const waiting = (black: readonly string[], white: readonly string[], part: Partial<GameInfo> = {}) =>
  rengoWith(black, white, { phase: "waiting", ...part });

function choose(game: GameInfo) {
  const props = $state({ game, onjoin: joined, onclose: () => {}, onlate: late });
  mounted = mount(PlaceDialog, { target: document.body, props });
  flushSync();
  const radios = () => [...document.querySelectorAll<HTMLInputElement>("[type=radio]")];
  return {
    props,
    radios,
    press: () => {
      document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
      flushSync();
    },
    said: () => document.querySelector("[role=status]")?.textContent?.trim(),
    chosen: () =>
      radios()
        .filter((radio) => radio.checked)
        .map((radio) => radio.parentElement?.textContent?.trim()),
  };
}

it("chooses the first free seat", () => {
  const { chosen, press, said } = choose(waiting(["Ada", ""], ["Cy", ""]));
  expect(chosen()).toEqual(["2. Free seat"]);
  expect(said()).toBe("");
  press();
  expect(joined.mock.lastCall?.[1]).toEqual({ seat: "black", place: 2 });
});

it("does not change sides if another player takes the selected place", async () => {
  const { props, radios, chosen, press, said } = choose(waiting(["Ada", ""], ["Cy", ""]));
  radios()[1]!.click();
  radios()[1]!.focus();
  flushSync();
  props.game = waiting(["Ada", ""], ["Cy", "Di"]);
  flushSync();
  await tick();
  expect(chosen()).toEqual([]);
  expect(said()).toBe("That seat has just been taken. Choose another one.");
  expect(document.activeElement?.getAttribute("role")).toBe("status");
  press();
  expect(joined).not.toHaveBeenCalled();
  radios()[0]!.click();
  flushSync();
  expect(said()).toBe("");
  press();
  expect(joined.mock.lastCall?.[1]).toEqual({ seat: "black", place: 2 });
});

it.each([
  ["all places are taken", waiting(["Ada", "Bo"], ["Cy", "Di"])],
  ["the game is called off", waiting(["Ada", ""], ["Cy", ""], { phase: "finished" })],
])("is done where %s", (_, game) => {
  const { props } = choose(waiting(["Ada", ""], ["Cy", ""]));
  expect(late).not.toHaveBeenCalled();
  props.game = game;
  flushSync();
  expect(late).toHaveBeenCalled();
});

import { describe, expect, it } from "vitest";

import type { SeatRating } from "../wire.ts";
import { changeText, ratedText, ratingText } from "./rated.ts";

const seat = (part: Partial<SeatRating> = {}): SeatRating => ({
  seat: "black",
  before: 1511.6,
  after: 1530.2,
  beforeText: "10k?",
  text: "9k?",
  refusal: "",
  ...part,
});

describe("the rating changes of a game", () => {
  it("are shown as points, and as ranks if the game has them", () => {
    expect(ratingText(seat())).toBe("1512 → 1530, 9k?");
    expect(ratingText(seat({ text: "1530?" }))).toBe("1512 → 1530?");
    expect(ratingText(seat({ text: "1530" }))).toBe("1512 → 1530");
  });

  it("are the difference of the shown values", () => {
    expect(changeText(seat())).toBe("+18");
    expect(changeText(seat({ after: 1504.7 }))).toBe("−7");
    expect(changeText(seat({ after: 1512.4 }))).toBe("+0");
  });

  it("are shown to players, and the reason for no change to everyone", () => {
    const seats = [seat(), seat({ seat: "white", after: 1490, text: "11k?" })];
    expect(ratedText(seats, "white")).toBe("Your rating: 1512 → 1490, 11k?.");
    expect(ratedText(seats, "")).toBe("");
    expect(ratedText([], "white")).toBe("");
    expect(ratedText([seat({ refusal: "It ended before each side had made two moves." })], "")).toBe(
      "This game does not count for ratings. It ended before each side had made two moves.",
    );
  });
});

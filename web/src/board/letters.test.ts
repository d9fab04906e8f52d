import { describe, expect, it } from "vitest";

import { isWithoutI, lettered, pointNames, shownName, shownNames, shownText } from "./letters";
import { findPoint } from "./notation";
import { grid, torus } from "./testing/boards";

/** A grid as the server names its columns: A to Z without I, then AA, AB and so on. */
function serversGrid(width: number, height = width) {
  const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const column = (x: number): string => (x < 25 ? "" : column(Math.floor(x / 25) - 1)) + letters[x % 25]!;
  const board = grid(width, height);
  const names = board.names.map((_, p) => column(p % width) + String(height - Math.floor(p / width)));
  return { ...board, names };
}

describe("letters", () => {
  it("include I, to the end of the board", () => {
    const row = (width: number) => shownNames(lettered(serversGrid(width, 1), "all")).join(" ");
    expect(row(10)).toBe("A1 B1 C1 D1 E1 F1 G1 H1 I1 J1");
    expect(row(15)).toMatch(/N1 O1$/);
    expect(row(19)).toMatch(/R1 S1$/);
    expect(row(26)).toMatch(/Y1 Z1$/);
    expect(row(27)).toMatch(/Y1 Z1 AA1$/);
    expect(row(99)).toMatch(/AZ1 BA1 .*BZ1 CA1 .*CU1$/);
  });

  it("leave out I if the columns after it do, as Go's do", () => {
    expect(isWithoutI(serversGrid(19))).toBe(true);
    expect(isWithoutI(serversGrid(8))).toBe(false);
    expect(isWithoutI(lettered(serversGrid(15), "all"))).toBe(false);
  });

  it.each([15, 19, 26, 27, 99])(
    "give each point of %d columns a unique name, which can be looked up",
    (width) => {
      const board = lettered(serversGrid(width, 2), "all");
      const shown = shownNames(board);
      expect(new Set(shown).size).toBe(shown.length);
      shown.forEach((name, point) => {
        expect(findPoint(board, name.toLowerCase())).toBe(point);
        expect(shownText(board, board.names[point]!)).toBe(name);
      });
    },
  );

  it("are replaced in the server's texts, and nothing else is", () => {
    const board = lettered(serversGrid(15), "all");
    const said = "White blocks at J8, and Black can no longer win by fours.";
    expect(shownText(board, said)).toBe(said.replace("J8", "I8"));
    expect(shownText(board, "H8 J9 K10 pass 3 -")).toBe("H8 I9 J10 pass 3 -");
    expect(pointNames(board).of(8)).toBe("I15");
    expect(pointNames(null).text("J8")).toBe("J8");
  });

  it("make one copy of a board, which is drawn only once", () => {
    const board = serversGrid(15);
    expect(lettered(board, "all")).toBe(lettered(board, "all"));
    expect(lettered(board, "all")).not.toBe(board);
    expect(board).not.toHaveProperty("shown");
  });

  it("are Go's in other games and on boards without columns", () => {
    for (const board of [lettered(serversGrid(15), ""), lettered(torus(9, 9), "all")]) {
      expect(shownNames(board)).toBe(board.names);
      expect(shownText(board, "J8")).toBe("J8");
    }
    expect(shownName(serversGrid(15), 8)).toBe("J15");
    expect(shownName(serversGrid(15), -1)).toBe("");
  });
});

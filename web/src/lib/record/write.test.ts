import { describe, expect, it } from "vitest";

import type { Board } from "../../wire.ts";
import { Edits } from "../variations/edits.ts";
import { Tree } from "../variations/tree.ts";
import { escaped, labelOf, lineOf, pointOf, pointsOf, textOf, valueOf } from "./values.ts";
import { newRoot, sgfText, setUpProperties } from "./write.ts";

const grid = (width: number, height = width) =>
  ({ spec: `grid:${width}x${height}`, width, height, names: [] as string[] }) as unknown as Board;
const ring = { spec: "ring:3", width: 0, height: 0, names: ["A1", "B]2", "C:3"] } as unknown as Board;

describe("values", () => {
  it("escape text and parse it", () => {
    for (const text of ["", "a]b\\c", "two\nlines", "\\\\]]", "[x]", "ends \\"])
      expect(textOf(escaped(text))).toBe(text);
    expect(textOf("soft\\\nbreak\r\nand\ttab\\]")).toBe("softbreak\nand tab]");
    expect(lineOf(" a\nb ")).toBe("a b");
  });

  it("name points of grids by letters, and those of other boards by name", () => {
    expect(valueOf(grid(19), 3 * 19 + 2)).toBe("cd");
    expect(pointOf(grid(19), "cd")).toBe(3 * 19 + 2);
    expect(pointOf(grid(19), "CD")).toBe(3 * 19 + 2);
    expect(pointOf(grid(52), "aA")).toBe(26 * 52);
    expect(pointOf(grid(9), "tt")).toBe(-1);
    expect(valueOf(grid(9), -1)).toBe("");
    expect(valueOf(ring, 1)).toBe("B\\]2");
    expect(pointOf(ring, "B\\]2")).toBe(1);
    for (let p = 0; p < 52 * 40; p++) expect(pointOf(grid(52, 40), valueOf(grid(52, 40), p))).toBe(p);
  });

  it("read lists with rectangles, each point once", () => {
    expect(pointsOf(grid(9), ["aa:cb", "bb", "xx", ""])).toEqual([0, 1, 2, 9, 10, 11]);
    expect(pointsOf(grid(9), ["cb:aa"])).toEqual([0, 1, 2, 9, 10, 11]);
    expect(pointsOf(ring, ["C:3", "A1"])).toEqual([2, 0]);
  });

  it("read labels", () => {
    expect(labelOf(grid(9), "ba:A\\:b")).toEqual({ point: 1, label: "A:b" });
    expect(labelOf(grid(9), "zz:A")).toBeNull();
    expect(labelOf(grid(9), "nothing")).toBeNull();
  });
});

describe("the writer", () => {
  it("writes the board and the rules of a new record as the server does", () => {
    const text = (board: Board, rules: string) =>
      newRoot(board, rules)
        .map(([id, v]) => `${id}[${v}]`)
        .join("");
    expect(text(grid(19), "weiqi:komi=6.5,handicap=0")).toBe(
      "FF[4]CA[UTF-8]AP[moyo]GM[1]SZ[19]RI[weiqi:komi=6.5,handicap=0]KM[6.5]",
    );
    expect(text(grid(15), "gomoku")).toBe("FF[4]CA[UTF-8]AP[moyo]GM[4]SZ[15]RI[gomoku]");
    expect(text(grid(7, 6), "connect4")).toBe("FF[4]CA[UTF-8]AP[moyo]GM[0]SZ[7:6]RI[connect4]");
    expect(text(ring, "weiqi")).toBe("FF[4]CA[UTF-8]AP[moyo]GM[0]BD[ring:3]RI[weiqi]");
    expect(text(grid(60), "gomoku")).toBe("FF[4]CA[UTF-8]AP[moyo]GM[0]BD[grid:60x60]RI[gomoku]");
  });

  it("sets stones up", () => {
    expect(
      setUpProperties(
        grid(9),
        [
          [0, 1],
          [1, 2],
          [2, 0],
          [9, 1],
        ],
        "white",
      ),
    ).toEqual([
      ["AE", "ca"],
      ["AB", "aa", "ab"],
      ["AW", "ba"],
      ["PL", "W"],
    ]);
  });

  it("writes variations in their order and properties as they are", () => {
    const edits = new Edits(new Tree({ stones: "", toPlay: "", moves: [] }));
    const { root } = edits.tree;
    edits.write(root, {
      properties: [
        ["FF", "4"],
        ["XX", "a\\]", "b"],
      ],
    });
    const made = (value: string) => () => ({ properties: [["B", value]] });
    edits.append(root, ["A", "B"], made("aa"));
    edits.append(root, ["C"], made("bb"));
    expect(sgfText(root)).toBe("(;FF[4]XX[a\\]][b]\n(;B[aa];B[aa])\n(;B[bb]))\n");
  });

  it("writes ten nodes on a line, and handles lines of 100,000 moves", () => {
    const edits = new Edits(new Tree({ stones: "", toPlay: "", moves: [] }));
    const { root } = edits.tree;
    edits.append(
      root,
      Array.from({ length: 100_000 }, () => "A"),
      () => ({ properties: [["B", "aa"]] }),
    );
    const lines = sgfText(root).split("\n");
    expect(lines[1]).toBe(";B[aa]".repeat(10));
    expect(lines).toHaveLength(10_002);
  });
});

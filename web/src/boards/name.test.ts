import { expect, it } from "vitest";

import { nameOf } from "./name.ts";

it("takes the board's name from the file's content, and else from the file's name", () => {
  expect(nameOf("download (3).json", '{"title": " Horned tube ", "points": 3}')).toBe("Horned tube");
  expect(nameOf("my_board.v2.json", '{"points": 3}')).toBe("my board.v2");
  expect(nameOf("my_board.json", '{"title": 7}')).toBe("my board");
  expect(nameOf("lantern.obj", "v 0 0 0")).toBe("lantern");
  expect(nameOf("broken.json", "{title")).toBe("broken");
});

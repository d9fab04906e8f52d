// Files with no board, or more than one: each gets a clear message.
import { chooseFile, torusOBJ } from "../../e2e/player.ts";
import { expect, test } from "../../e2e/server.ts";

test("several files in a row: a board is shown and saved, and anything else is refused", async ({ page }) => {
  await page.goto("/boards/import");
  const refusal = page.locator(".error");
  const keep = page.getByRole("button", { name: "Save and play" });
  const name = page.getByLabel("Board name");

  await test.step("the sample file gives the board in the picture", async () => {
    await page.getByRole("button", { name: "Try this one" }).click();
    await expect(page.getByRole("application")).toBeVisible();
    await expect(name).toHaveValue("lantern");
    await expect(page.getByText("34", { exact: true })).toBeVisible();
    await expect(keep).toBeEnabled();
    await expect(page.getByRole("heading", { name: "An example file and its board" })).toHaveCount(0);
  });

  await test.step("a broken OBJ is refused with the line number", async () => {
    await chooseFile(page, "broken.obj", "v 0 0 0\nv 1 0 0\nv nan 0 0\nl 1 2\n");
    await expect(refusal).toContainText(/line 3/i);
    await expect(keep).toHaveCount(0);
  });

  await test.step("a board keeps the name in its file", async () => {
    const file = {
      title: "Horned tube",
      points: 3,
      edges: [
        [0, 1],
        [1, 2],
      ],
    };
    await chooseFile(page, "download (3).json", JSON.stringify(file));
    await expect(name).toHaveValue("Horned tube");
    await expect(refusal).toHaveCount(0); // so that the next one is not mistaken for the last one
  });

  await test.step("a file without a board is refused with a sentence", async () => {
    await chooseFile(page, "hello.json", "Hello, world");
    await expect(refusal).toHaveText(/\S+ .*[.!]$/);
  });

  await test.step("coinciding points are merged on request", async () => {
    await chooseFile(page, "seam.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nv 2 0 0\nl 1 2\nl 3 4\nl 2 3\n");
    await expect(page.getByRole("definition").filter({ hasText: /^4$/ })).toBeVisible();
    await page.getByLabel("Merge points in the same place").check();
    await expect(page.getByRole("definition").filter({ hasText: /^3$/ })).toBeVisible();
  });

  await test.step("a file over 8 MiB is refused before upload", async () => {
    const sent: string[] = [];
    page.on("request", (r) => sent.push(r.url()));
    await chooseFile(page, "huge.obj", "#".repeat(8 * 2 ** 20 + 1));
    await expect(refusal).toContainText("the maximum is 8 MiB");
    expect(sent.filter((url) => url.includes("/api/boards"))).toEqual([]);
  });

  await test.step("the user chooses one of two boards in a file", async () => {
    const second = torusOBJ(4, 4).replace(
      /^l (\d+) (\d+)$/gm,
      (_, a, b) => `l ${Number(a) + 15} ${Number(b) + 15}`,
    );
    await chooseFile(page, "double.obj", torusOBJ(3, 5) + second);
    await expect(page.getByText("The file contains 2 separate boards.")).toBeVisible();
    await page.getByLabel(/Part 2: 16 points, 32 lines/).check();
    await expect(page.getByRole("application")).toBeVisible();
    await expect(page.locator(".error")).toHaveCount(0);
    await page.getByRole("button", { name: "Save and play" }).click();
    await expect(page.getByText("16 points, 32 lines between them")).toBeVisible();
  });

  await test.step("moyo's JSON and govariants' JSON give boards", async () => {
    await page.goBack();
    await chooseFile(page, "square.json", '{"points": 4, "edges": [[0,1],[1,2],[2,3],[3,0]]}');
    await expect(page.getByText("moyo's JSON").last()).toBeVisible();
    await expect(page.getByRole("button", { name: "Save and play" })).toBeEnabled();
    const coordinates = [
      [0, 0],
      [1, 0],
      [0, 1],
    ];
    const govariants = {
      coordinates,
      adjacencyList: [
        [1, 2],
        [0, 2],
        [0, 1],
      ],
    };
    await chooseFile(page, "triangle.json", JSON.stringify(govariants));
    await expect(page.getByText("govariants' JSON").last()).toBeVisible();
    await keep.click();
    await expect(page.getByText("3 points, 3 lines between them")).toBeVisible();
  });

  await test.step("a board is saved although the user leaves the page before the request ends", async () => {
    await page.goBack();
    await page.route("**/api/boards", () => {}, { times: 1 }); // never ends
    await chooseFile(page, "square.json", '{"points": 4, "edges": [[0,1],[1,2],[2,3],[3,0]]}');
    const sent = page.waitForRequest("**/api/boards");
    await page.getByRole("button", { name: "Save and play" }).click();
    await sent;
    await page.goto("/");
    for (const name of ["triangle", "square"]) await expect(page.getByRole("link", { name })).toBeVisible();
  });
});

import { expect, it } from "vitest";

import { crc32, zip } from "./zip.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (part: Uint8Array) => new TextDecoder().decode(part);

/** Reads the files of an archive as programs do: from its end to the directory, and from there to each. */
function read(archive: Uint8Array): string[] {
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const found: string[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [crc, size, title] = [
      view.getUint32(at + 16, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
    ];
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    const start = local + 30 + view.getUint16(local + 26, true);
    const body = archive.subarray(start, start + size);
    expect(crc32(body)).toBe(crc);
    found.push(text(archive.subarray(at + 46, at + 46 + title)) + " " + text(body));
    at += 46 + title;
  }
  expect(at).toBe(end);
  return found;
}

it("has the checksum of the standard's example", () => {
  expect(crc32(bytes("123456789"))).toBe(0xcbf43926);
});

it("makes an archive in which each file is found", async () => {
  const entries = [
    { name: "club/1.sgf", bytes: bytes("(;B[aa])") },
    { name: "club/頑張.sgf", bytes: bytes("(;C[ä])") },
    { name: "last.sgf", bytes: bytes("(;)") },
  ];
  const archive = new Uint8Array(await zip(entries).arrayBuffer());
  expect(read(archive)).toEqual(["club/1.sgf (;B[aa])", "club/頑張.sgf (;C[ä])", "last.sgf (;)"]);
  expect(read(new Uint8Array(await zip([]).arrayBuffer()))).toEqual([]);
});

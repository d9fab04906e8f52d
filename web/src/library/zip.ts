// Many small files as one uncompressed archive: single requests would take longer than reading them.

/** A file of an archive. */
interface Entry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** CRC-32 remainders of single bytes, as in PKZIP. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = table[(rest ^ byte) & 0xff]! ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** Version 2.0, which all programs read; names in UTF-8; 1 January 1980. */
const VERSION = 20;
const UTF8 = 0x0800;
const DAY = 0x0021;

/** The fields that the local header and the directory entry share. */
function fields(crc: number, size: number, name: number): number[][] {
  return [
    [2, VERSION],
    [2, UTF8],
    [2, 0], // stored
    [2, 0],
    [2, DAY],
    [4, crc],
    [4, size],
    [4, size],
    [2, name],
    [2, 0],
  ];
}

/** Numbers in little-endian order, each with its size in bytes. */
function written(values: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(values.reduce((sum, [size]) => sum + size!, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value!, true);
    else view.setUint32(at, value!, true);
    at += size!;
  }
  return out;
}

/** An archive of the files. */
export function zip(entries: readonly Entry[]): Blob {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [at, length] = [0, 0];
  const encoder = new TextEncoder();
  for (const { name, bytes } of entries) {
    const title = encoder.encode(name);
    const same = fields(crc32(bytes), bytes.length, title.length);
    const head = written([[4, 0x04034b50], ...same]);
    parts.push(head, title, bytes);
    const line = written([[4, 0x02014b50], [2, VERSION], ...same, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]);
    directory.push(line, title);
    at += head.length + title.length + bytes.length;
    length += line.length + title.length;
  }
  const count = entries.length;
  const end = written([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, at],
    [2, 0],
  ]);
  return new Blob([...parts, ...directory, end]);
}

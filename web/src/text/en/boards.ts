// Boards of one's own.
export default {
  title: "Your own board",
  lead: "Any points joined by lines can be a board: a Wavefront OBJ from Blender, moyo's JSON, or the JSON that govariants uses. At most 10,000 points, 60,000 lines and 8 MiB.",
  draw: "Or draw one here.",
  file: "File of the board",
  kinds: ".obj or .json",
  large:
    "{file} holds {size, number(minimumFractionDigits: 1; maximumFractionDigits: 1)} MiB; 8 MiB is the most. Nothing was sent.",
  refused: "This file makes no board as it is. {why}",
  preview: "Preview of the board",
  previewSoon: "The board will appear here once the file makes one.",
  which_one: "The file holds {count, number} board that is not joined. Which one?",
  which_other: "The file holds {count, number} boards that are not joined. Which one?",
  part: "Part {part, number}: {points}, {lines}",
  points_one: "{count, number} point",
  points_other: "{count, number} points",
  lines_one: "{count, number} line",
  lines_other: "{count, number} lines",
  merge: "Merge points that lie upon each other",
  name: "Name of the board",
  keep: "Keep it and play",

  example: {
    title: "A file and its board",
    text: "A line beginning with v is a point in space; one beginning with l joins two of them by their numbers. No more is needed.",
    blender: "In Blender: choose the mesh, then File, Export, Wavefront.",
    try: "Try this one",
  },

  facts: {
    format: "Format",
    obj: "Wavefront OBJ",
    moyo: "moyo's JSON",
    govariants: "govariants' JSON",
    unknown: "unknown",
    points: "Points",
    lines: "Lines",
    parts: "Parts",
    degrees: "Neighbours a point has",
    neighbours: "Neighbours",
    warnings: "Worth knowing",
  },
} as const;

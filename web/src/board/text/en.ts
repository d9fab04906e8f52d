// What a board says of itself.
export default {
  loading: "Loading the 3D view …",
  noWebGL: "This browser cannot draw in 3D (no WebGL). Use the arrows to turn this picture instead.",
  farSide: {
    last: "The last move, {point}, is on the far side: turn the board to see it",
    good: "The hint, {point}, is on the far side: turn the board to see it",
    watched: "A point to watch, {point}, is on the far side: turn the board to see it",
  },
  interrupted: "The graphics were interrupted and will be back in a moment.",

  keys: {
    drop: "Left and right choose a column, Enter drops a stone, a number drops it in that column, L goes to the last move.",
    flat: "Arrow keys move between points, Enter chooses one, L goes to the last move, plus and minus zoom, Home shows the whole board.",
    windowed:
      "Arrow keys move between points, Enter chooses one, L goes to the last move, plus and minus zoom, Home shows all stones.",
    solid:
      "Arrow keys move between points; with Shift they turn the board. Enter chooses a point, L brings the last move to the front, X makes the surface transparent, plus and minus zoom, Home resets the view.",
  },

  tool: {
    whole: "Whole board",
    allStones: "All stones",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    left: "Turn left",
    right: "Turn right",
    up: "Turn up",
    down: "Turn down",
    first: "First view",
    last: "Last move to the front",
    through: "See through the surface",
    // Beside the icon, where there is room.
    short: { first: "First view", last: "Last move", through: "See through" },
  },

  // Of a point or a column, one after the other in its sentence.
  empty: "empty",
  last: "last move",
  good: "a correct move",

  // Marks that a person has drawn.
  drawn: {
    triangle: "marked with a triangle",
    square: "marked with a square",
    circle: "marked with a circle",
    cross: "marked with a cross",
    label: "labelled {label}",
    arrow: { to: "arrow to {point}", from: "arrow from {point}" },
    line: { to: "line to {point}", from: "line from {point}" },
    dimmed: "dimmed",
  },

  point: {
    sentence: "{point}: {facts}.",
    black: "black stone",
    white: "white stone",
    dead: "marked dead",
    pointed: "pointed at",
    chosen: "chosen, choose it again to play",
    begun: "chosen as the start",
    forbidden: "not allowed: {why}",
    allowed: "allowed",
    offered: "offered, number {number}",
    target: "target",
    danger: "in danger",
    prey: "can be captured",
    watched: "a point to watch",
    region: "in the region",
    excluded: "excluded",
    winning: "in the winning line",
    wall: {
      black: "beyond the region, a black stone is assumed here",
      white: "beyond the region, a white stone is assumed here",
    },
    area: { black: "Black's area", white: "White's area" },
    likely: { black: "probably Black's", white: "probably White's" },
    chain: "in a chain of {stones} with {liberties}",
    stones_one: "{count, number} stone",
    stones_other: "{count, number} stones",
    liberties_one: "{count, number} liberty",
    liberties_other: "{count, number} liberties",
    chance: "win chance {percent, number} per cent",
    wins_one: "wins in {count, number} move",
    wins_other: "wins in {count, number} moves",
    loses_one: "loses in {count, number} move",
    loses_other: "loses in {count, number} moves",
  },

  column: {
    sentence: "Column {column}: {facts}.",
    black_one: "{count, number} stone, black on top",
    black_other: "{count, number} stones, black on top",
    white_one: "{count, number} stone, white on top",
    white_other: "{count, number} stones, white on top",
    full: "full",
    landing: "the next one lands on {point}",
  },
} as const;

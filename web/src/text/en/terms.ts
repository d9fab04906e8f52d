// The words of the games, each explained in one paragraph that a beginner can read.
import type { TermID } from "../../wire.ts";

export default {
  board: {
    title: "Board",
    text: "Points joined by lines. Two points are neighbours if a line joins them; nothing else about the board's shape matters. A square grid is only one of many boards: on a torus the left edge meets the right edge, and a sphere has no edge at all.",
  },
  stone: {
    title: "Stone",
    text: "Black and White take turns placing one stone of their colour on an empty point. Black moves first. Stones never move, but they can be captured.",
  },
  chain: {
    title: "Chain",
    text: "Stones of one colour that are neighbours, directly or through each other, form a chain. They live and die together. Press a stone to see its chain.",
  },
  liberty: {
    title: "Liberty",
    text: "An empty point beside a chain. A chain that loses its last liberty is removed from the board. Press a stone during a game to see its liberties as dots, and their number.",
  },
  capture: {
    title: "Capture",
    text: "When your stone takes the last liberty of an enemy chain, that whole chain is removed from the board. The captured stones are your prisoners.",
  },
  prisoner: {
    title: "Prisoner",
    text: "A stone that was captured during the game, or removed as a dead stone at its end. With territory scoring, each prisoner is worth one point.",
  },
  atari: {
    title: "Atari",
    text: "A chain with only one liberty left is in atari: the next move can capture it.",
  },
  snapback: {
    title: "Snapback",
    text: "You let one stone be captured. By taking it, the other side leaves its own chain with one liberty: you play there again and capture the whole chain.",
  },
  suicide: {
    title: "Suicide",
    text: "A move that captures nothing and leaves your own stones without liberties. Most rules forbid it. Where it is allowed, your stones are removed.",
  },
  ko: {
    title: "Ko",
    text: "Two players could take and retake the same stone for ever. The ko rule forbids a move that repeats an earlier position, so you must play elsewhere first. Simple ko only forbids taking back at once. Superko also forbids longer repetitions. Positional superko: any earlier picture of the board. Situational superko: the same picture with the same side to move. Natural superko: a picture that you made yourself.",
  },
  pass: {
    title: "Pass",
    text: "Instead of placing a stone, you may pass. Do so when no move gains anything. When both sides pass in a row, the game is counted.",
  },
  eye: {
    title: "Eye",
    text: "An empty point, or a few, surrounded by a chain. A group with two separate eyes cannot be captured, because the other side cannot fill both at once.",
  },
  resign: {
    title: "Resign",
    text: "To give up a game that you can no longer win. It is polite and saves time.",
  },
  dead: {
    title: "Dead stones",
    text: "Stones still on the board at the end of the game that cannot avoid capture. Both sides agree on them before the count: the computer suggests, you correct it on the board, and both accept. If you disagree, resume play and show it on the board.",
  },
  seki: {
    title: "Seki",
    text: "Two groups without two eyes that cannot capture each other: the side that tries first loses. Both live. The empty points between them count for neither side.",
  },
  territory: {
    title: "Territory",
    text: "Empty points surrounded only by your stones. Territory scoring counts them and the stones you captured, so a move in your own territory costs a point.",
  },
  area: {
    title: "Area",
    text: "Your stones on the board and the empty points that only they surround. Area scoring counts both. Filling your own territory costs nothing, so it is easier for beginners.",
  },
  komi: {
    title: "Komi",
    text: "Points that White receives because Black moves first. A half point prevents draws.",
  },
  handicap: {
    title: "Handicap",
    text: "Stones that the weaker player, as Black, has on the board before the game starts. White then moves first.",
  },
  row: {
    title: "Five in a row",
    text: "In Gomoku the first player with five stones next to each other on a straight line wins: in a row, a column or a diagonal. On a curved board, such as a torus, a line continues wherever going straight ahead leads.",
  },
  three: {
    title: "Open three",
    text: "Three stones in a row that one more stone turns into an open four. The other side must answer or lose.",
  },
  four: {
    title: "Four",
    text: "Four stones in a row that need one more for five. The other side must take that point at once. An open four has two such points and cannot be stopped.",
  },
  forbidden: {
    title: "Forbidden point",
    text: "In Renju, Black moves first and may not make two open threes at once, two fours at once, or more than five in a row. A move that makes exactly five always wins. White may play anywhere.",
  },
  swap2: {
    title: "Swap2",
    text: "An opening that makes the game fair. One player places two black stones and a white one. The other then takes Black, or takes White and adds a white stone, or adds one stone of each colour and lets the first player choose a colour.",
  },
  vcf: {
    title: "Win by fours",
    text: "A forced win in which every move of the attacker makes a four, so that the other side has only one answer, until five in a row cannot be stopped. Also called VCF, victory by continuous fours.",
  },
  playout: {
    title: "Playout",
    text: "One imagined game, played quickly to its end. The computer plays thousands of them from the current position and prefers the moves that win most often.",
  },
  position: {
    title: "Positions",
    text: "To choose a move, the computer examines many positions that may arise. The number shown is how many it has examined.",
  },
  depth: {
    title: "Depth",
    text: "How many moves ahead the computer has searched all promising moves. It follows forced lines much further.",
  },
} as const satisfies Record<TermID, { title: string; text: string }>;

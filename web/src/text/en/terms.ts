// The words of the games, each explained in one paragraph that a beginner can read.
import type { TermID } from "../../wire.ts";

export default {
  board: {
    title: "Board",
    text: "Points joined by lines. Two points are neighbours if a line joins them; nothing else about the board's shape matters. A square grid is only one of many boards: on a torus the left edge meets the right edge, on a sphere there is no edge at all.",
  },
  stone: {
    title: "Stone",
    text: "Black and White take turns to put one stone of their colour on an empty point. Black begins. Stones never move, but they can be taken.",
  },
  chain: {
    title: "Chain",
    text: "Stones of one colour that are neighbours, directly or through each other, form a chain. They live and die together. Press on a stone to see its chain.",
  },
  liberty: {
    title: "Liberty",
    text: "An empty point beside a chain. A chain that loses its last liberty is taken off the board. Choose a stone in a game, and its liberties are shown as dots with their number.",
  },
  capture: {
    title: "Capture",
    text: "When your stone takes the last liberty of a chain of the other side, that whole chain is taken off the board. The stones taken are your prisoners.",
  },
  prisoner: {
    title: "Prisoner",
    text: "A stone that was taken, during the game or as a dead stone at its end. With territory scoring each prisoner is worth one point.",
  },
  atari: {
    title: "Atari",
    text: "A chain with one liberty left is in atari: it can be taken by the next move.",
  },
  snapback: {
    title: "Snapback",
    text: "A stone is given to be taken, and by taking it the other side leaves its own chain one liberty only: the stone comes back and takes the whole chain.",
  },
  suicide: {
    title: "Suicide",
    text: "A move after which your own stone has no liberties, although it takes nothing. It is forbidden, unless the rules of the game say otherwise; then your stones are taken off.",
  },
  ko: {
    title: "Ko",
    text: "Two players could take and retake the same stone for ever. The ko rule forbids a move that would repeat an earlier position, so one must play elsewhere first. Superko forbids longer repetitions as well: positional superko any earlier picture of the board, situational superko the same picture with the same side to move, natural superko a picture that you made yourself. Simple ko forbids only to take back at once.",
  },
  pass: {
    title: "Pass",
    text: "Instead of placing a stone you may pass. Do so when no move gains anything. When both sides pass one after the other, the game is counted.",
  },
  eye: {
    title: "Eye",
    text: "An empty point, or a few, that a chain surrounds. A group with two separate eyes cannot be taken, because the other side cannot fill both at once.",
  },
  resign: {
    title: "Resign",
    text: "To give up a game that cannot be won any more. It is polite, and saves time.",
  },
  dead: {
    title: "Dead stones",
    text: "Stones that are still on the board when the game ends, but could not avoid being taken. Both sides agree on them before the count: the computer proposes, you correct it on the board, and both accept. If you do not agree, resume play and show it on the board.",
  },
  seki: {
    title: "Seki",
    text: "Two groups without two eyes that cannot take each other, because whoever tries first loses. Both live. The empty points between them belong to nobody.",
  },
  territory: {
    title: "Territory",
    text: "Empty points that only your stones surround. Territory scoring counts them and the stones that you took; so a move into your own territory costs a point.",
  },
  area: {
    title: "Area",
    text: "Your stones on the board together with the empty points that only they surround. Area scoring counts both; filling your own territory costs nothing, which makes it the easier way for beginners.",
  },
  komi: {
    title: "Komi",
    text: "Points that White receives because Black moves first. With half a point in it there cannot be a draw.",
  },
  handicap: {
    title: "Handicap",
    text: "Stones that the weaker player, as Black, has on the board before the game begins. White then moves first.",
  },
  row: {
    title: "Five in a row",
    text: "In Gomoku whoever has five stones of their colour next to each other on one straight line wins: along a row, a column or a diagonal. On a board that is bent, such as a torus, a line goes on wherever straight on leads.",
  },
  three: {
    title: "Open three",
    text: "Three stones in a row that become an open four by one more stone. The other side must answer, or lose.",
  },
  four: {
    title: "Four",
    text: "Four stones in a row that one more stone makes five. The other side must take that point at once. An open four has two such points and cannot be stopped.",
  },
  forbidden: {
    title: "Forbidden point",
    text: "In Renju Black, who moves first, may not play where the stone makes two open threes at once, two fours at once, or more than five in a row. Five in a row wins even so. White may play anywhere.",
  },
  swap2: {
    title: "Swap2",
    text: "An opening that makes the game fair. One player places two black stones and a white one. The other then takes Black, or takes White and adds a white stone, or adds one stone of each colour and leaves the choice of colour to the first.",
  },
  vcf: {
    title: "Win by fours",
    text: "A forced win in which each move of the attacker makes a four, so that the other side has one answer only, until five in a row cannot be stopped. Also called VCF, victory by continuous fours.",
  },
  playout: {
    title: "Playout",
    text: "One imagined game, played quickly to its end. The computer plays thousands of them from the position on the board and prefers the moves that win most often.",
  },
  position: {
    title: "Positions",
    text: "To choose a move the computer looks at many positions that may come. It tells how many it has looked at.",
  },
  depth: {
    title: "Depth",
    text: "How many moves ahead the computer has looked at everything that seems worth a look. Forced lines are followed much farther.",
  },
} as const satisfies Record<TermID, { title: string; text: string }>;

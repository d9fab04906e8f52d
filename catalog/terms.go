package catalog

// Term is a word of the game, explained in one paragraph that a beginner can read.
type Term struct{ ID, Title, Text string }

// Terms returns the glossary: what all games share, what belongs to one of them in
// the order of the games, and what is said of the computer.
func Terms() []Term {
	terms := append([]Term{}, shared...)
	for _, e := range entries {
		terms = append(terms, e.Terms...)
	}
	return append(terms, ofEngines...)
}

// shared are the terms of several games.
var shared = []Term{
	{"board", "Board", "Points joined by lines. Two points are neighbours if a line joins them; nothing else about the board's shape matters. A square grid is only one of many boards: on a torus the left edge meets the right edge, on a sphere there is no edge at all."},
	{"stone", "Stone", "Black and White take turns to put one stone of their colour on an empty point. Black begins. Stones never move, but they can be taken."},
	{"chain", "Chain", "Stones of one colour that are neighbours, directly or through each other, form a chain. They live and die together. Click on a stone to see its chain."},
	{"liberty", "Liberty", "An empty point beside a chain. A chain that loses its last liberty is taken off the board. Click on a stone and its liberties are shown as dots with their number."},
	{"capture", "Capture", "When your stone takes the last liberty of a chain of the other side, that whole chain is taken off the board. The stones taken are your prisoners."},
	{"prisoner", "Prisoner", "A stone that was taken, during the game or as a dead stone at its end. With territory scoring each prisoner is worth one point."},
	{"atari", "Atari", "A chain with one liberty left is in atari: it can be taken by the next move."},
	{"snapback", "Snapback", "A stone is given to be taken, and by taking it the other side leaves its own chain one liberty only: the stone comes back and takes the whole chain."},
	{"suicide", "Suicide", "A move after which your own stone has no liberties, although it takes nothing. It is forbidden, unless the rules of the game say otherwise; then your stones are taken off."},
	{"ko", "Ko", "Two players could take and retake the same stone for ever. The ko rule forbids a move that would repeat an earlier position, so one must play elsewhere first. Superko forbids longer repetitions as well: positional superko any earlier picture of the board, situational superko the same picture with the same side to move, natural superko a picture that you made yourself. Simple ko forbids only to take back at once."},
	{"pass", "Pass", "Instead of placing a stone you may pass. Do so when no move gains anything. When both sides pass one after the other, the game is counted."},
	{"eye", "Eye", "An empty point, or a few, that a chain surrounds. A group with two separate eyes cannot be taken, because the other side cannot fill both at once."},
	{"resign", "Resign", "To give up a game that cannot be won any more. It is polite, and saves time."},
}

// ofEngines are the terms of what an engine says about its search.
var ofEngines = []Term{
	{"playout", "Playout", "One imagined game, played quickly to its end. The computer plays thousands of them from the position on the board and prefers the moves that win most often."},
	{"position", "Positions", "To choose a move the computer looks at many positions that may come. It tells how many it has looked at."},
	{"depth", "Depth", "How many moves ahead the computer has looked at everything that seems worth a look. Forced lines are followed much farther."},
}

package lessons

import (
	"moyo/board"
	"moyo/game"
)

// Said is a statement about a move: a code, for which the page has a sentence, with its arguments.
type Said struct {
	Code   Code
	Color  game.Color // the side in the sentence
	Move   string     // a move in it
	Stones []string   // the stones, by name
	Points []string   // the points it names
}

// Code is the kind of a statement.
type Code string

// The codes, with the arguments of their sentences.
const (
	elsewhere  Code = "elsewhere"  // Move is not on Points, where this stone belongs
	beside     Code = "beside"     // Move is not next to Stones, whose liberties are Points
	liberties  Code = "liberties"  // Stones still have the liberties Points
	spare      Code = "spare"      // the same, but they should have only one
	left       Code = "left"       // Stones have the liberties Points left
	rows       Code = "rows"       // Stones are still there: both ends must be taken
	still      Code = "still"      // the stone on Points is still there
	escapes    Code = "escapes"    // the other side answers Move, and Stones have the liberties Points
	breaks     Code = "breaks"     // the other side captures Stones with Move, and is free
	taken      Code = "taken"      // the other side still captures Stones, with Move
	apart      Code = "apart"      // Points are not one chain yet
	notYet     Code = "notYet"     // no win yet; one stone wins immediately
	noWin      Code = "noWin"      // no win, and now none is possible
	wins       Code = "wins"       // now Color wins, at Move
	nothing    Code = "nothing"    // threatens nothing
	one        Code = "one"        // threatens to win at Move only, where Color stops it
	noFour     Code = "noFour"     // makes no four: Color has time
	noFours    Code = "noFours"    // Color stops it at Move, and no more fours win
	answered   Code = "answered"   // Color answers Move, and nothing wins by force
	forces     Code = "forces"     // now Color wins by force, with Move first
	low        Code = "low"        // Move is on one of the two lowest lines
	dies       Code = "dies"       // Color plays Move, and the stones do not live
	lives      Code = "lives"      // Color plays Move, and the stones live
	unharmed   Code = "unharmed"   // the stones live anyway
	miscounted Code = "miscounted" // it is not Points
	allowed    Code = "allowed"    // the rules allow a move on Points
	alive      Code = "alive"      // no dead stone is on Points
	first      Code = "first"      // first see what the rules say about Points
	help       Code = "help"       // play Move
	choose     Code = "choose"     // the answer is Move
	show       Code = "show"       // Move is one of the points
)

// Codes returns every code.
func Codes() []string {
	var all []string
	for _, c := range []Code{
		elsewhere, beside, liberties, spare, left, rows, still, escapes, breaks, taken, apart, notYet, noWin, wins, nothing, one,
		noFour, noFours, answered, forces, low, dies, lives, unharmed, miscounted, allowed, alive, first, help, choose, show,
	} {
		all = append(all, string(c))
	}
	return all
}

// names returns points by name.
func names(b *board.Board, ps ...game.Point) []string {
	all := make([]string, len(ps))
	for i, p := range ps {
		all[i] = b.Name(p)
	}
	return all
}

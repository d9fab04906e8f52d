package coach

import (
	"fmt"
	"slices"

	"moyo/game"
)

// Kind is what a note is about.
type Kind string

// The kinds of notes, the most urgent first.
const (
	Win    Kind = "win"    // you can win with the next stone
	Threat Kind = "threat" // the other side would win with the next stone
	Atari  Kind = "atari"  // stones of yours can be taken
	Take   Kind = "take"   // you can take stones
)

// Note is one thing worth knowing about a position.
type Note struct {
	Kind   Kind
	Text   string       // a sentence or two
	Side   game.Color   // whose stones or line it is about
	Stones []game.Point // the stones that it is about, ascending
	Points []game.Point // the empty points that matter: where it is won, taken or saved
}

// maxNotes is how many notes of one kind are given.
const maxNotes = 4

// Notes says what is worth knowing for you, Black or White, in pos: lines that
// need one stone more, stones that can be taken, the most urgent first. It is
// the same whoever is to move; nil where the game is over.
func Notes(pos game.Position, you game.Color) []Note {
	if pos.Outcome().Over || you == game.Empty {
		return nil
	}
	v := voice{pos.Board(), you}
	var notes []Note
	notes = append(notes, v.winNotes(pos, you, Win)...)
	notes = append(notes, v.winNotes(pos, you.Other(), Threat)...)
	notes = append(notes, v.atariNotes(pos)...)
	return append(notes, v.takeNotes(pos)...)
}

// winNotes say where c would win.
func (v voice) winNotes(pos game.Position, c game.Color, kind Kind) []Note {
	var notes []Note
	for _, p := range Wins(pos, c) {
		if len(notes) == maxNotes {
			break
		}
		line := lineAfter(pos, p, c)
		text := fmt.Sprintf("%s line needs one more, at %s.", v.whose(c), v.board.Name(p))
		if line == nil {
			text = fmt.Sprintf("%s can win at %s.", v.who(c), v.board.Name(p))
		}
		notes = append(notes, Note{Kind: kind, Text: sentence(text), Side: c, Stones: line, Points: []game.Point{p}})
	}
	return notes
}

// lineAfter returns the stones that would be a winning figure with one of colour
// c on p; nil where c would win in another way.
func lineAfter(pos game.Position, p game.Point, c game.Color) []game.Point {
	try := turned(pos, c)
	if try.Play(game.Place(p)) != nil {
		return nil
	}
	won, ok := try.(game.Won)
	if !ok {
		return nil
	}
	var line []game.Point
	for _, q := range won.Figure() {
		if q != p {
			line = append(line, q)
		}
	}
	slices.Sort(line)
	return line
}

// atariNotes speaks of your stones that can be taken.
func (v voice) atariNotes(pos game.Position) []Note {
	var notes []Note
	add := func(text string, stones, points []game.Point) {
		if len(notes) < maxNotes {
			notes = append(notes, Note{Kind: Atari, Text: text, Side: v.you, Stones: stones, Points: points})
		}
	}
	takings := Takings(pos, v.you.Other())
	if _, ok := pos.(game.Chainer); !ok {
		for _, t := range takings {
			text := fmt.Sprintf("%s can take your %s at %s.", title(v.you.Other()), v.stones(t.Stones), v.board.Name(t.At))
			add(text, t.Stones, []game.Point{t.At})
		}
		return notes
	}
	for _, ch := range chainsOf(pos, v.you) {
		if !slices.ContainsFunc(takings, func(t Taking) bool { return slices.Contains(t.Stones, ch.stones[0]) }) {
			continue
		}
		verb := "have"
		if len(ch.stones) == 1 {
			verb = "has"
		}
		text := fmt.Sprintf("Your %s %s one liberty left, %s.", v.stones(ch.stones), verb, v.board.Name(ch.liberties[0]))
		add(text, ch.stones, ch.liberties)
	}
	return notes
}

// takeNotes speaks of the other side's stones that you can take.
func (v voice) takeNotes(pos game.Position) []Note {
	var notes []Note
	for _, t := range Takings(pos, v.you) {
		if len(notes) == maxNotes {
			break
		}
		text := fmt.Sprintf("You can take %s at %s.", Count(len(t.Stones), "stone", "stones"), v.board.Name(t.At))
		notes = append(notes, Note{Kind: Take, Text: text, Side: v.you.Other(), Stones: t.Stones, Points: []game.Point{t.At}})
	}
	return notes
}

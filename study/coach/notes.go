package coach

import (
	"slices"

	"moyo/game"
)

// Kind is the subject of a note.
type Kind string

// The kinds of notes, the most urgent first.
const (
	Win    Kind = "win"    // you can win with the next stone
	Threat Kind = "threat" // the other side would win with the next stone
	Atari  Kind = "atari"  // stones of yours can be taken
	Take   Kind = "take"   // you can take stones
)

// Note is one useful fact about a position.
type Note struct {
	Kind   Kind
	Says   Saying
	Side   game.Color   // the owner of the stones or the line
	Stones []game.Point // the stones of the note, ascending
	Points []game.Point // the important empty points: where it is won, captured or saved
}

// maxNotes is the most notes of one kind.
const maxNotes = 4

// Notes returns useful facts for you, Black or White, in pos: lines that need one more stone, and
// stones that can be captured, the most urgent first. They do not depend on the side to move; nil
// if the game is over.
func Notes(pos game.Position, you game.Color) []Note {
	if pos.Outcome().Over || you == game.Empty {
		return nil
	}
	notes := winNotes(pos, you, Win)
	notes = append(notes, winNotes(pos, you.Other(), Threat)...)
	notes = append(notes, atariNotes(pos, you)...)
	return append(notes, takeNotes(pos, you)...)
}

// Calm returns the harm that the other side certainly cannot do with its next stone in pos. It
// makes no claim about harm that takes two stones, or that was not checked.
func Calm(pos game.Position, you game.Color) []Saying {
	they := you.Other()
	if turned(pos, they) == nil {
		return nil
	}
	var says []Saying
	_, chains := pos.(game.Chainer)
	tried := pos.Board().Len() <= MaxPoints
	takes := game.Takes(pos)
	if takes && (chains || tried) && len(Takings(pos, they)) == 0 {
		says = append(says, counted(NoTaking, they, 0))
	}
	if _, scored := pos.(game.Scorer); scored || !tried || len(Wins(pos, they)) > 0 {
		return says
	}
	if _, rows := pos.(game.Won); rows {
		says = append(says, counted(NoRow, they, 0))
	} else if !takes {
		says = append(says, counted(NoWin, they, 0))
	}
	return says
}

// winNotes returns where c would win.
func winNotes(pos game.Position, c game.Color, kind Kind) []Note {
	var notes []Note
	for _, p := range Wins(pos, c) {
		if len(notes) == maxNotes {
			break
		}
		line := lineAfter(pos, p, c)
		says := at(Line, c, p)
		says.Stones = line
		if line == nil {
			says = at(Won, c, p)
		}
		notes = append(notes, Note{Kind: kind, Says: says, Side: c, Stones: line, Points: []game.Point{p}})
	}
	return notes
}

// lineAfter returns the winning figure with a stone of colour c on p; nil if c would win in another
// way.
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

// atariNotes are about your stones that can be captured.
func atariNotes(pos game.Position, you game.Color) []Note {
	var notes []Note
	add := func(says Saying, points []game.Point) {
		if len(notes) < maxNotes {
			says.At = points[0]
			notes = append(notes, Note{Kind: Atari, Says: says, Side: you, Stones: says.Stones, Points: points})
		}
	}
	takings := Takings(pos, you.Other())
	if _, ok := pos.(game.Chainer); !ok {
		for _, t := range takings {
			add(about(Danger, you.Other(), t.Stones), []game.Point{t.At})
		}
		return notes
	}
	for _, ch := range chainsOf(pos, you) {
		if slices.ContainsFunc(takings, func(t Taking) bool { return slices.Contains(t.Stones, ch.stones[0]) }) {
			add(about(Last, you, ch.stones), ch.liberties)
		}
	}
	return notes
}

// takeNotes are about the other side's stones that you can capture.
func takeNotes(pos game.Position, you game.Color) []Note {
	var notes []Note
	for _, t := range Takings(pos, you) {
		if len(notes) == maxNotes {
			break
		}
		says := at(Taken, you, t.At)
		says.Count = len(t.Stones)
		notes = append(notes, Note{Kind: Take, Says: says, Side: you.Other(), Stones: t.Stones, Points: []game.Point{t.At}})
	}
	return notes
}

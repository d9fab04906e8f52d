package coach

import (
	"fmt"
	"slices"

	"moyo/game"
)

// Reason says in a sentence what the move m does for the side to move in pos,
// such as "It takes two stones and stops White's line at F5."; "" for a move that
// is illegal or does none of what the coach knows.
func Reason(pos game.Position, m game.Move, you game.Color) string {
	after := pos.Clone()
	if m < 0 || after.Play(m) != nil {
		return ""
	}
	d := deed{voice{pos.Board(), you}, pos, after, m.Point(), pos.ToPlay()}
	if after.Outcome().Over {
		return sentence(d.ending())
	}
	var does []string
	for _, part := range []func() string{d.takes, d.stops, d.threatens, d.saves, d.ataris, d.lengthens} {
		if text := part(); text != "" {
			does = append(does, text)
		}
	}
	if len(does) == 0 {
		return ""
	}
	return sentence("it " + list(does[:min(len(does), maxDeeds)], "and"))
}

// maxDeeds is how many things are said of one move.
const maxDeeds = 3

// deed is a move with the positions before and after it.
type deed struct {
	voice
	before, after game.Position
	at            game.Point
	mover         game.Color
}

// ending says how the move ends the game.
func (d deed) ending() string {
	if d.after.Outcome().Winner != d.mover {
		return ""
	}
	if won, ok := d.after.(game.Won); ok && len(won.Figure()) > 0 {
		return fmt.Sprintf("it wins at once: %s in a row", number(len(won.Figure())))
	}
	if n := d.taken(); len(n) > 0 {
		return fmt.Sprintf("it wins at once: it takes %s", Count(len(n), "stone", "stones"))
	}
	return "it wins at once"
}

// taken returns the stones that the move takes.
func (d deed) taken() []game.Point {
	var gone []game.Point
	for p := range game.Point(d.before.Board().Len()) {
		if d.before.At(p) == d.mover.Other() && d.after.At(p) == game.Empty {
			gone = append(gone, p)
		}
	}
	return gone
}

func (d deed) takes() string {
	gone := d.taken()
	if len(gone) == 0 {
		return ""
	}
	return fmt.Sprintf("takes %s %s", d.whose(d.mover.Other()), d.stones(gone))
}

// stops says what the other side can no longer win by.
func (d deed) stops() string {
	danger := Wins(d.before, d.mover.Other())
	if len(danger) == 0 || len(Wins(d.after, d.mover.Other())) > 0 {
		return ""
	}
	return fmt.Sprintf("stops %s win at %s", d.whose(d.mover.Other()), d.points(danger, "and"))
}

// threatens says what the mover wins by unless the other side does something.
func (d deed) threatens() string {
	wins := Wins(d.after, d.mover)
	switch {
	case len(wins) == 0 || len(Wins(d.after, d.mover.Other())) > 0:
		return ""
	case len(wins) == 1:
		return "threatens to win at " + d.points(wins, "and")
	case d.canBeStopped(wins):
		return fmt.Sprintf("makes %s threats at once (%s)", number(len(wins)), d.points(wins, "and"))
	}
	return fmt.Sprintf("makes %s threats at once (%s: too many to stop)", number(len(wins)), d.points(wins, "and"))
}

// canBeStopped says whether some answer, on one of the winning points or by
// taking stones, leaves the mover no win at once.
func (d deed) canBeStopped(wins []game.Point) bool {
	answers := slices.Clone(wins)
	for _, t := range Takings(d.after, d.mover.Other()) {
		answers = append(answers, t.At)
	}
	return slices.ContainsFunc(answers, func(p game.Point) bool {
		try := d.after.Clone()
		return try.Play(game.Place(p)) == nil && len(Wins(try, d.mover)) == 0
	})
}

// saves names the mover's stones that were about to be taken and no longer are.
func (d deed) saves() string {
	if !game.Takes(d.after) {
		return ""
	}
	var saved []game.Point
	if chainer, ok := d.after.(game.Chainer); ok {
		for _, ch := range chainsOf(d.before, d.mover) {
			_, liberties := chainer.Chain(ch.stones[0])
			if len(ch.liberties) == 1 && len(liberties) > 1 {
				saved = append(saved, ch.stones...)
			}
		}
	} else {
		saved = missing(Takings(d.before, d.mover.Other()), Takings(d.after, d.mover.Other()))
	}
	if len(saved) == 0 {
		return ""
	}
	return fmt.Sprintf("saves %s %s", d.whose(d.mover), d.stones(saved))
}

// missing returns the stones that before take and after do not.
func missing(before, after []Taking) []game.Point {
	still := map[game.Point]bool{}
	for _, t := range after {
		for _, p := range t.Stones {
			still[p] = true
		}
	}
	var gone []game.Point
	for _, t := range before {
		for _, p := range t.Stones {
			if !still[p] && !slices.Contains(gone, p) {
				gone = append(gone, p)
			}
		}
	}
	slices.Sort(gone)
	return gone
}

// ataris names the other side's stones that can now be taken and could not
// before, where taking them does not win: of that threatens has spoken.
func (d deed) ataris() string {
	now := Takings(d.after, d.mover)
	if wins := Wins(d.after, d.mover); len(wins) > 0 {
		now = slices.DeleteFunc(now, func(t Taking) bool { return slices.Contains(wins, t.At) })
	}
	caught := missing(now, Takings(d.before, d.mover))
	if len(caught) == 0 {
		return ""
	}
	if _, ok := d.after.(game.Chainer); ok {
		return fmt.Sprintf("puts %s %s in atari", d.whose(d.mover.Other()), d.stones(caught))
	}
	return fmt.Sprintf("threatens to take %s %s", d.whose(d.mover.Other()), d.stones(caught))
}

// lengthens says how long the mover's longest row has become.
func (d deed) lengthens() string {
	before, ok := d.before.(game.Rower)
	if !ok {
		return ""
	}
	n := d.after.(game.Rower).Longest(d.mover)
	if n <= before.Longest(d.mover) || n < 2 {
		return ""
	}
	return fmt.Sprintf("makes %s in a row", number(n))
}

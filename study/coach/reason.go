package coach

import (
	"slices"

	"moyo/game"
)

// Reason explains the effects of the move m in pos, such as that it captures two stones and stops
// White's line at F5; nothing for an illegal move, or one without an effect that the coach knows.
func Reason(pos game.Position, m game.Move) []Saying {
	after := pos.Clone()
	if m < 0 || after.Play(m) != nil {
		return nil
	}
	d := playedMove{pos, after, pos.ToPlay()}
	if after.Outcome().Over {
		return d.ending()
	}
	var does []Saying
	for _, part := range []func() (Saying, bool){d.takes, d.stops, d.threatens, d.saves, d.ataris, d.lengthens} {
		if s, ok := part(); ok && len(does) < maxEffects {
			does = append(does, s)
		}
	}
	return does
}

// maxEffects is the most effects for one move.
const maxEffects = 3

// playedMove is a move with the positions before and after it.
type playedMove struct {
	before, after game.Position
	mover         game.Color
}

// ending returns how the move ends the game.
func (d playedMove) ending() []Saying {
	if d.after.Outcome().Winner != d.mover {
		return nil
	}
	if won, ok := d.after.(game.Won); ok && len(won.Figure()) > 0 {
		return []Saying{counted(WinsRow, game.Empty, len(won.Figure()))}
	}
	if n := len(d.taken()); n > 0 {
		return []Saying{counted(WinsTaking, game.Empty, n)}
	}
	return []Saying{plain(WinsAtOnce)}
}

// taken returns the stones that the move captures.
func (d playedMove) taken() []game.Point {
	var gone []game.Point
	for p := range game.Point(d.before.Board().Len()) {
		if d.before.At(p) == d.mover.Other() && d.after.At(p) == game.Empty {
			gone = append(gone, p)
		}
	}
	return gone
}

func (d playedMove) takes() (Saying, bool) {
	gone := d.taken()
	return about(Takes, d.mover.Other(), gone), len(gone) > 0
}

// stops returns the win that the move prevents.
func (d playedMove) stops() (Saying, bool) {
	s := about(Stops, d.mover.Other(), nil)
	s.Points = Wins(d.before, d.mover.Other())
	return s, len(s.Points) > 0 && len(Wins(d.after, d.mover.Other())) == 0
}

// threatens returns the win that the move threatens.
func (d playedMove) threatens() (Saying, bool) {
	wins := Wins(d.after, d.mover)
	s := counted(TooMany, game.Empty, len(wins))
	s.Points = wins
	switch {
	case len(wins) == 0 || len(Wins(d.after, d.mover.Other())) > 0:
		return s, false
	case len(wins) == 1:
		s.Code = Threatens
	case d.canBeStopped(wins):
		s.Code = Threats
	}
	return s, true
}

// canBeStopped reports whether some answer, on one of the winning points or by a capture, leaves
// the mover no immediate win.
func (d playedMove) canBeStopped(wins []game.Point) bool {
	answers := slices.Clone(wins)
	for _, t := range Takings(d.after, d.mover.Other()) {
		answers = append(answers, t.At)
	}
	return slices.ContainsFunc(answers, func(p game.Point) bool {
		try := d.after.Clone()
		return try.Play(game.Place(p)) == nil && len(Wins(try, d.mover)) == 0
	})
}

// saves returns the mover's stones that could be captured before the move and not after it.
func (d playedMove) saves() (Saying, bool) {
	if !game.Takes(d.after) {
		return Saying{}, false
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
	return about(Saves, d.mover, saved), len(saved) > 0
}

// missing returns the stones that before captures and after does not.
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

// ataris returns the other side's stones that can be captured now and could not before, unless
// capturing them wins: threatens covers that. A chain that only ko protected was in atari already.
func (d playedMove) ataris() (Saying, bool) {
	now := Takings(d.after, d.mover)
	if wins := Wins(d.after, d.mover); len(wins) > 0 {
		now = slices.DeleteFunc(now, func(t Taking) bool { return slices.Contains(wins, t.At) })
	}
	caught := missing(now, Takings(d.before, d.mover))
	code := Hunts
	if chainer, ok := d.before.(game.Chainer); ok {
		code = Ataris
		caught = slices.DeleteFunc(caught, func(p game.Point) bool {
			_, liberties := chainer.Chain(p)
			return len(liberties) == 1
		})
	}
	return about(code, d.mover.Other(), caught), len(caught) > 0
}

// lengthens returns the length of the mover's longest row after the move.
func (d playedMove) lengthens() (Saying, bool) {
	before, ok := d.before.(game.Rower)
	if !ok {
		return Saying{}, false
	}
	n := d.after.(game.Rower).Longest(d.mover)
	return counted(Row, game.Empty, n), n > before.Longest(d.mover) && n >= 2
}

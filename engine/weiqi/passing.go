package weiqi

import (
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// Detection of the end of a game. It takes settledPlayouts playouts, in which each
// point may go to the other side in one of twenty, on boards up to settledPoints.
// It begins when a third of the points have stones or the opponent has passed.
const (
	settledPlayouts = 60
	settledShare    = 0.9 // of +1 and -1: 95 % of the playouts
	settledPoints   = 1000
)

// Shortcut implements mcts.Root: it passes without search where the game is
// practically over.
//
// Under area scoring that is so if the opponent has passed late and the side to
// move wins with all stones alive. It is so as well if the owner of every point is
// settled and the side to move wins with all stones alive, or the opponent has
// passed and no dead stone would change the loss. Otherwise the search continues:
// it captures dead stones where a pass would count them as alive, at no cost.
//
// Under territory scoring each further stone costs a point. The engine passes a
// settled game immediately and leaves the dead stones to the players' agreement.
func (r *root) Shortcut() (m game.Move, value float64, ok bool) {
	if r.playsOn {
		return game.NoMove, 0, false
	}
	passed := r.start.Passes() > 0
	area := r.rules.Scoring == rules.Area
	lead := 0.0
	if area {
		lead = r.leadOf(float64(r.start.Area(make([]game.Color, r.start.n))))
		if passed && lead > 0 && !r.early() {
			return game.Pass, 1, true
		}
	}
	if r.start.n > settledPoints || r.early() && !passed {
		return game.NoMove, 0, false
	}
	diff, settled := r.settled()
	switch {
	case !settled:
		return game.NoMove, 0, false
	case !area:
		diff -= float64(r.start.placed[game.Black] - r.start.placed[game.White])
		return game.Pass, sign(r.leadOf(diff)), true
	case lead > 0:
		return game.Pass, 1, true
	}
	return game.Pass, 0, passed && r.leadOf(diff) < 0
}

// early reports whether fewer than a third of the points have stones.
func (r *root) early() bool { return 3*(int(r.start.n)-r.start.EmptyCount()) < int(r.start.n) }

// Plays implements mcts.Selective. It forbids answering an early pass with
// another one, which would end a game that has hardly begun. A player who passed
// by mistake gets a game. If all is settled that early, Shortcut has passed.
func (r *root) Plays(m game.Move) bool {
	return m != game.Pass || r.playsOn || r.start.Passes() == 0 || !r.early()
}

// sign returns the value of a certain lead: 1, 1/2 or 0.
func sign(lead float64) float64 {
	switch {
	case lead > 0:
		return 1
	case lead < 0:
		return 0
	}
	return 0.5
}

// leadOf returns the lead of the side to move, if Black's area minus White's is
// diff.
func (r *root) leadOf(diff float64) float64 {
	if r.start.ToPlay() == game.White {
		return r.rules.Komi - diff
	}
	return diff - r.rules.Komi
}

// settled reports whether playouts agree on every point except those between
// living stones of both colours, and returns Black's area minus White's by that
// agreement.
func (r *root) settled() (diff float64, ok bool) {
	s := r.newState(1)
	s.playouts.policy = heavy
	if !s.sample(settledPlayouts, nil) {
		return 0, false
	}
	limit := int32(settledShare * settledPlayouts)
	sure := func(p game.Point) game.Color {
		switch o := s.owner[p]; {
		case o >= limit:
			return game.Black
		case o <= -limit:
			return game.White
		}
		return game.Empty
	}
	for p := range game.Point(s.n) {
		switch c := sure(p); {
		case c == game.Black:
			diff++
		case c == game.White:
			diff--
		case r.start.At(p) != game.Empty || !r.between(p, sure):
			return 0, false
		}
	}
	return diff, true
}

// between reports whether p touches stones of both colours that surely belong
// to their own side.
func (r *root) between(p game.Point, sure func(game.Point) game.Color) bool {
	var touches [3]bool
	for _, q := range r.start.Neighbors(p) {
		if c := r.start.At(q); c != game.Empty && sure(q) == c {
			touches[c] = true
		}
	}
	return touches[game.Black] && touches[game.White]
}

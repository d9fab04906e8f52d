package weiqi

import (
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// How the end of a game is recognised: by so many playouts, in which each point
// may go to the other side in one of twenty, on boards up to a size, and not
// before a third of the points bear stones or the opponent has passed.
const (
	settledPlayouts = 60
	settledShare    = 0.9 // of +1 and -1: 95 % of the playouts
	settledPoints   = 1000
)

// Shortcut implements mcts.Root: it passes without search where the game is
// over in all but name.
//
// Under area scoring that is so if the opponent has passed late and the count, all
// stones alive, is won. It is so too once whose every point is has been settled,
// if the count is won as it stands, or if the opponent has passed and it is
// lost whatever is dead. Otherwise the search goes on: it takes dead stones off
// where a pass would count them as alive, which costs nothing.
//
// Under territory scoring each stone more costs a point, so that a settled game
// is passed at once and the dead stones are left to the players' agreement.
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

// early says whether fewer than a third of the points bear stones.
func (r *root) early() bool { return 3*(int(r.start.n)-r.start.EmptyCount()) < int(r.start.n) }

// Plays implements mcts.Choosy. An early pass is not answered by another one, which would
// end a game that has hardly begun, won by komi: who passed by mistake, or not knowing
// what a pass is, gets a game. Where all is settled that early, Shortcut has passed.
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

// leadOf returns by how much the side to move leads if Black's area is so much
// larger than White's.
func (r *root) leadOf(diff float64) float64 {
	if r.start.ToPlay() == game.White {
		return r.rules.Komi - diff
	}
	return diff - r.rules.Komi
}

// settled says whether playouts agree on every point but those between living
// stones of both colours, and returns Black's area minus White's that they agree
// on.
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

// between says whether p touches stones of both colours that are surely their
// own.
func (r *root) between(p game.Point, sure func(game.Point) game.Color) bool {
	var touches [3]bool
	for _, q := range r.start.Neighbors(p) {
		if c := r.start.At(q); c != game.Empty && sure(q) == c {
			touches[c] = true
		}
	}
	return touches[game.Black] && touches[game.White]
}

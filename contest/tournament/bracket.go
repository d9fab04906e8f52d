package tournament

// A knockout follows a bracket. The two players of a match come from the list of players, or from
// an earlier match that they won or lost. The outcome of a match is known when its game is won, or
// when a player is missing: then the other advances without a game. If neither player came to a
// game, both are out, in a double knockout too.

// source is where a player of a match comes from.
type source struct {
	seed  int // number of a player; 0 if the player comes from a match
	match int // index
	loser bool
}

// bracketMatch is one match of a bracket.
type bracketMatch struct {
	from  [2]source
	level int  // final losers of this match are placed by it: the higher the better
	lower bool // in the bracket of players that have lost once
	reset bool // the match after a final that the player from the lower bracket has won
}

// places returns the seeds in the order of the first round of a bracket: the best two can meet in
// the final only, the best four in the semi-finals, and so on.
func places(size int) []int {
	order := []int{1}
	for len(order) < size {
		n := 2*len(order) + 1
		next := make([]int, 0, 2*len(order))
		for _, s := range order {
			next = append(next, s, n-s)
		}
		order = next
	}
	return order
}

// newBracket returns the matches of a knockout between n players, each after those that it depends
// on.
func newBracket(n int, double bool) []bracketMatch {
	size := 1
	for size < n {
		size *= 2
	}
	b := &bracketBuilder{}
	var now []source
	for _, s := range places(size) {
		if s > n {
			s = -1 // no player
		}
		now = append(now, source{seed: s})
	}
	var losers [][]source // by round
	for len(now) > 1 {
		var lost []source
		now, lost = b.round(now, false)
		losers = append(losers, lost)
	}
	if !double {
		return b.matches
	}
	lower := losers[0]
	for i, lost := range losers[1:] {
		lower, _ = b.round(lower, true)
		lower, _ = b.round(interleave(lower, lost, i%2 == 0), true)
	}
	b.level++
	final := b.add(bracketMatch{from: [2]source{now[0], lower[0]}})
	b.level++
	b.add(bracketMatch{from: [2]source{{match: final, loser: true}, {match: final}}, reset: true})
	return b.matches
}

// interleave pairs the players left in the lower bracket with those that come down, in reverse
// order every other time, so that players that have met meet again late.
func interleave(lower, lost []source, turn bool) (out []source) {
	for i := range lower {
		other := i
		if turn {
			other = len(lost) - 1 - i
		}
		out = append(out, lower[i], lost[other])
	}
	return out
}

type bracketBuilder struct {
	matches []bracketMatch
	level   int
}

func (b *bracketBuilder) add(m bracketMatch) int {
	m.level = b.level
	b.matches = append(b.matches, m)
	return len(b.matches) - 1
}

// round adds the matches between neighbours, and returns where winners and losers come from.
func (b *bracketBuilder) round(now []source, lower bool) (won, lost []source) {
	b.level++
	for i := 0; i < len(now); i += 2 {
		m := b.add(bracketMatch{from: [2]source{now[i], now[i+1]}, lower: lower})
		won = append(won, source{match: m})
		lost = append(lost, source{match: m, loser: true})
	}
	return won, lost
}

// seat is the player on one side of a match, if known.
type seat struct {
	known  bool
	player int // index, or noPlayer
}

// noPlayer is the player from an empty place.
const noPlayer = -1

// outcome is what is known about a match.
type outcome struct {
	sides         [2]seat
	winner, loser seat
	ready         bool // both players are known and have yet to play
	game          int  // number of the last game of it, 0 for none
}

// outcomes returns what is known of all matches.
func (t *Tournament) outcomes() []outcome {
	last := map[int]int{}
	for _, g := range t.games {
		last[g.Match-1] = g.Number
	}
	byNumber := t.byNumber()
	all := make([]outcome, len(t.brackets))
	for i, m := range t.brackets {
		o := &all[i]
		o.game = last[i]
		for side, from := range m.from {
			switch {
			case from.seed > 0:
				o.sides[side] = seat{true, byNumber[from.seed]}
			case from.seed < 0:
				o.sides[side] = seat{true, noPlayer}
			case from.loser:
				o.sides[side] = all[from.match].loser
			default:
				o.sides[side] = all[from.match].winner
			}
		}
		if !o.sides[0].known || !o.sides[1].known {
			continue
		}
		if m.reset && !t.isReset(all) {
			o.winner, o.loser = all[i-1].winner, seat{true, noPlayer}
			o.sides = [2]seat{{true, noPlayer}, {true, noPlayer}}
			continue
		}
		t.decide(o)
	}
	return all
}

// isReset reports whether the player from the lower bracket has won the final, so that another
// match decides.
func (t *Tournament) isReset(all []outcome) bool {
	final := all[len(all)-2]
	return final.sides[1].player != noPlayer && final.winner == final.sides[1] && final.sides[0].player != noPlayer
}

// decide determines the winner of a match whose sides are known.
func (t *Tournament) decide(o *outcome) {
	a, b := o.sides[0], o.sides[1]
	if o.game != 0 {
		g := &t.games[o.game-1]
		black, white := seat{true, g.Black}, seat{true, g.White}
		switch {
		case g.Result.won(true):
			o.winner, o.loser = black, white
		case g.Result.won(false):
			o.winner, o.loser = white, black
		case g.Result == Draw && g.Seeded && t.players[g.Black].Number < t.players[g.White].Number:
			o.winner, o.loser = black, white
		case g.Result == Draw && g.Seeded:
			o.winner, o.loser = white, black
		case g.Result == BothAbsent:
			o.winner, o.loser = seat{true, noPlayer}, seat{true, noPlayer}
		}
		return
	}
	switch {
	case t.walksOver(b, a):
		o.winner, o.loser = b, a
	case t.walksOver(a, b):
		o.winner, o.loser = a, b
	default:
		o.ready = true
	}
}

// walksOver reports whether the first player advances without a game because the other is missing.
// If both have left, the one that left last advances, since that had happened before.
func (t *Tournament) walksOver(one, other seat) bool {
	switch {
	case other.player == noPlayer:
		return true
	case one.player == noPlayer || !t.players[other.player].Withdrawn:
		return false
	}
	p := t.players[one.player]
	return !p.Withdrawn || p.left > t.players[other.player].left
}

// champion returns the winner of a knockout, or noPlayer; ok is false if it is not known yet.
func (t *Tournament) champion() (player int, ok bool) {
	all := t.outcomes()
	w := all[len(all)-1].winner
	return w.player, w.known
}

// pairBracket pairs all matches that can start.
func (t *Tournament) pairBracket() Event {
	e := Event{Kind: Paired}
	balance := t.balances()
	for i, o := range t.outcomes() {
		if !o.ready {
			continue
		}
		a, b := o.sides[0].player, o.sides[1].player
		if balance.prefers(b, a) {
			a, b = b, a
		}
		e.Pairings = append(e.Pairings, Pairing{Black: t.players[a].ID, White: t.players[b].ID, Match: i + 1})
	}
	return e
}

// BracketMatch is a match of a knockout for display.
type BracketMatch struct {
	Number int    // from 1
	Level  int    // matches of a level are played at about the same time
	Lower  bool   // among players that have lost once
	Sides  [2]int // players, -1 for none, -2 if not known yet
	Winner int    // the same
	Game   int    // number of its last game, 0 for none
	Reset  bool   // played only if the player from the lower bracket wins the final
}

// Bracket returns the matches of a knockout that has begun.
func (t *Tournament) Bracket() (all []BracketMatch) {
	show := func(s seat) int {
		if !s.known {
			return noPlayer - 1
		}
		return s.player
	}
	for i, o := range t.outcomes() {
		m := t.brackets[i]
		all = append(all, BracketMatch{
			Number: i + 1, Level: m.level, Lower: m.lower, Reset: m.reset, Game: o.game,
			Sides: [2]int{show(o.sides[0]), show(o.sides[1])}, Winner: show(o.winner),
		})
	}
	return all
}

package tournament

// kindOfRound is how a player got the points of a round.
type kindOfRound int

const (
	played  kindOfRound = iota // a game with moves
	bye                        // no opponent was left
	forfeit                    // a game without moves: the points show which player came
	absent                     // not paired
)

// share is what a player has from one round.
type share struct {
	round  int // from 1
	kind   kindOfRound
	other  int // opponent, -1 for none
	halves int // of a point
	black  bool
}

// voluntary reports whether the player could have played, and did not.
func (s share) voluntary() bool {
	return s.kind == absent || s.kind == forfeit && s.halves == 0
}

// record returns what a player has from each round that counts, in order. It omits running games.
func (t *Tournament) record(p int) (all []share) {
	for r := range t.rounds {
		if s, ok := t.shareOf(p, r); ok {
			all = append(all, s)
		}
	}
	return all
}

func (t *Tournament) shareOf(p, round int) (share, bool) {
	s := share{round: round + 1, kind: absent, other: noPlayer}
	r := &t.rounds[round]
	found := false
	for _, n := range r.Games {
		g := &t.games[n-1]
		black, ok := g.has(p)
		if !ok {
			continue
		}
		s.other, s.black, s.halves, s.kind = g.Black, black, g.Result.halves(black), forfeit
		if black {
			s.other = g.White
		}
		if g.Result.Played() {
			s.kind = played
		}
		found = g.decided()
		if !found {
			return s, false
		}
	}
	if found {
		return s, true
	}
	for _, b := range r.Byes {
		if b == p {
			s.kind, s.halves = bye, 2
			return s, true
		}
	}
	return s, !t.setup.Format.robin() && t.setup.Format != Arena && !t.setup.Format.knockout()
}

// records returns the records of all players.
func (t *Tournament) records() [][]share {
	all := make([][]share, len(t.players))
	for p := range all {
		all[p] = t.record(p)
	}
	return all
}

// halvesOf returns the sum of a record.
func halvesOf(record []share) (sum int) {
	for _, s := range record {
		sum += s.halves
	}
	return sum
}

// initial is the start score of McMahon: one point for each grade between floor and bar.
func (t *Tournament) initial(p int) (halves int) {
	if t.setup.Format != McMahon {
		return 0
	}
	grade := min(max(t.players[p].Grade, t.setup.Floor), t.setup.Bar)
	return 2 * (grade - t.setup.Floor)
}

// balance counts the sides that a player has had.
type balance struct {
	diff int // games as Black less games as White
	last int // 1 where the last was as Black, -1 as White, 0 for none
	same int // how many games in a row were so
}

// balances are those of all players.
type balances []balance

// balances returns the sides that all players have had so far; only games with moves count.
func (t *Tournament) balances() balances {
	all := make(balances, len(t.players))
	for i := range t.games {
		g := &t.games[i]
		if !g.Result.Played() {
			continue
		}
		all[g.Black].add(1)
		all[g.White].add(-1)
	}
	return all
}

func (b *balance) add(side int) {
	b.diff += side
	if b.last != side {
		b.last, b.same = side, 0
	}
	b.same++
}

// due returns the side that a player should have next, 1 for Black, and how urgently: 3 if the
// player would otherwise have one side three times more often than the other, or three times in a
// row; 0 before the first game.
func (b balance) due() (side, much int) {
	switch {
	case b.diff >= 2 || b.last == 1 && b.same >= 2:
		return -1, 3
	case b.diff <= -2 || b.last == -1 && b.same >= 2:
		return 1, 3
	case b.diff != 0:
		return -b.diff, 2
	case b.last != 0:
		return -b.last, 1
	}
	return 0, 0
}

// prefers reports whether a, and not b, should be Black. By default it is b, which comes first.
func (all balances) prefers(a, b int) bool {
	sideA, muchA := all[a].due()
	sideB, muchB := all[b].due()
	switch wantA, wantB := sideA*muchA, sideB*muchB; {
	case wantA != wantB:
		return wantA > wantB
	case all[a].diff != all[b].diff:
		return all[a].diff < all[b].diff
	}
	return false
}

// conflict returns how strongly a pairing forces one of the two to the wrong side, 0..3.
func (all balances) conflict(a, b int) int {
	sideA, muchA := all[a].due()
	sideB, muchB := all[b].due()
	if sideA != sideB {
		return 0
	}
	return min(muchA, muchB)
}

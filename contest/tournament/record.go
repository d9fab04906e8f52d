package tournament

// outcomeKind is how somebody got what they have of a round.
type kindOfRound int

const (
	played  kindOfRound = iota // a game with moves
	bye                        // nobody was left to play with
	forfeit                    // a game without moves: the points say who has come
	absent                     // not paired
)

// share is what somebody has of one round.
type share struct {
	round  int // from 1
	kind   kindOfRound
	other  int // opponent, -1 for none
	halves int // of a point
	black  bool
}

// voluntary says whether they could have played, and have not.
func (s share) voluntary() bool {
	return s.kind == absent || s.kind == forfeit && s.halves == 0
}

// record returns what somebody has of each round that counts for them, in order. A game that
// is still being played is left out.
func (t *Tournament) record(p int) (all []share) {
	for r := range t.rounds {
		if s, ok := t.shareOf(p, r); ok {
			all = append(all, s)
		}
	}
	return all
}

func (t *Tournament) shareOf(p, round int) (share, bool) {
	s := share{round: round + 1, kind: absent, other: nobody}
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

// halvesOf sums up what somebody has got.
func halvesOf(record []share) (sum int) {
	for _, s := range record {
		sum += s.halves
	}
	return sum
}

// start score of McMahon: one point for each grade between floor and bar.
func (t *Tournament) initial(p int) (halves int) {
	if t.setup.Format != McMahon {
		return 0
	}
	grade := min(max(t.players[p].Grade, t.setup.Floor), t.setup.Bar)
	return 2 * (grade - t.setup.Floor)
}

// balance is who has moved first how often.
type balance struct {
	diff int // games as Black less games as White
	last int // 1 where the last was as Black, -1 as White, 0 for none
	same int // how many games in a row were so
}

// balances are those of all players.
type balances []balance

// balances returns who has had which side so far; only games with moves count.
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

// due returns which side somebody should have next, 1 for Black, and how much so: 3 where
// they would otherwise have one side three times more often than the other, or three
// times in a row; 0 where nothing has happened.
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

// prefers says whether a should rather be Black than b, where b, who comes first otherwise,
// would be.
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

// conflict returns how much one of two has to have the side that is not theirs, 0..3.
func (all balances) conflict(a, b int) int {
	sideA, muchA := all[a].due()
	sideB, muchB := all[b].due()
	if sideA != sideB {
		return 0
	}
	return min(muchA, muchB)
}

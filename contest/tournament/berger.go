package tournament

// Berger returns the pairings of a round, from 1, of a round robin between n players, as pairs of
// their numbers from 1. The first of a pair moves first. These are the tables of the FIDE Handbook
// (C.05, Annex 1, "Details of Berger Tables"). If n is odd, the player that would meet n+1 has no
// game.
//
// The tables follow from a rule: in round 1 the first meets the last, the second the last but one,
// and so on. From round to round all players move on by half as many places as there are. Only the
// last stays, and alternates between second and first of its pair.
func Berger(n, round int) (pairs [][2]int) {
	even := n + n%2
	others := even - 1
	place := func(i int) int { return ((i+(round-1)*(even/2))%others+others)%others + 1 } // of the player that started at place i, from 0
	if last := [2]int{place(0), even}; even == n {
		if round%2 == 0 {
			last[0], last[1] = last[1], last[0]
		}
		pairs = append(pairs, last)
	}
	for i := 1; i < even/2; i++ {
		pairs = append(pairs, [2]int{place(i), place(others - i)})
	}
	return pairs
}

// robinRounds returns the number of rounds of a round robin, from its players at the start.
func (t *Tournament) robinRounds() int {
	n := t.entered()
	rounds := n - 1 + n%2
	if t.setup.Format == DoubleRoundRobin {
		rounds *= 2
	}
	return rounds
}

// entered returns how many players took part at the start. Players that withdrew earlier have the
// last numbers.
func (t *Tournament) entered() (n int) {
	for i := range t.players {
		if t.players[i].entered {
			n++
		}
	}
	return n
}

// pairRobin returns the next round by the tables. The second half of a double round robin swaps
// sides. A player wins by forfeit against one that has withdrawn.
func (t *Tournament) pairRobin() Event {
	n, round := t.entered(), len(t.rounds)+1
	byNumber := t.byNumber()
	once := n - 1 + n%2
	e := Event{Kind: Paired}
	for _, p := range Berger(n, (round-1)%once+1) {
		if round > once {
			p[0], p[1] = p[1], p[0]
		}
		black, white := &t.players[byNumber[p[0]]], &t.players[byNumber[p[1]]]
		pairing := Pairing{Black: black.ID, White: white.ID}
		switch {
		case black.Withdrawn && white.Withdrawn:
			pairing.Result = BothAbsent
		case black.Withdrawn:
			pairing.Result = WhiteForfeit
		case white.Withdrawn:
			pairing.Result = BlackForfeit
		}
		e.Pairings = append(e.Pairings, pairing)
	}
	return e
}

// byNumber returns the index of the player with each number.
func (t *Tournament) byNumber() []int {
	index := make([]int, len(t.players)+1)
	for i := range t.players {
		index[t.players[i].Number] = i
	}
	return index
}

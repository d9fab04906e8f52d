package gametest

import (
	"fmt"
	"slices"

	"moyo/game"
)

// checkTurns compares Turns and [game.Start] with a clone that takes the moves back one by one.
// gameByHand checks resumptions.
func (s *suite) checkTurns() {
	turns := s.pos.Turns()
	back := s.pos.Clone()
	if len(turns) != len(back.Moves()) {
		s.t.Fatalf("%d turns of %d moves", len(turns), len(back.Moves()))
	}
	for i, t := range slices.Backward(turns) {
		m := back.Moves()[i]
		offered, after := offers(back), game.Stones(back)
		back.Undo()
		want := game.Turn{Move: m, Color: back.ToPlay(), Player: game.Player(back), Resumed: t.Resumed}
		want.Kind, want.Taken = kindOf(m, game.Stones(back), after, offered)
		got := t
		got.Taken = slices.Sorted(slices.Values(t.Taken))
		if !got.Equal(want) {
			s.t.Errorf("turn %d is %+v, not %+v", i+1, got, want)
		}
		if t.Undo(after); !slices.Equal(after, game.Stones(back)) {
			s.t.Errorf("turn %d taken back gives %v, not %v", i+1, after, game.Stones(back))
		}
	}
	start, toPlay := game.Start(s.pos)
	if !slices.Equal(start, game.Stones(back)) || toPlay != back.ToPlay() {
		s.t.Errorf("the game starts with %v and %s, not %v and %s", start, toPlay, game.Stones(back), back.ToPlay())
	}
	for _, t := range turns {
		t.Do(start)
	}
	if now := game.Stones(s.pos); !slices.Equal(start, now) {
		s.t.Errorf("the turns lead to %v, not %v", start, now)
	}
}

// kindOf returns the kind of a turn and the stones that it took, from the stones before and after
// it and the points offered since.
func kindOf(m game.Move, before, after []game.Color, offered []game.Point) (kind game.TurnKind, taken []game.Point) {
	for p := range before {
		if before[p] != game.Empty && after[p] == game.Empty {
			taken = append(taken, game.Point(p))
		}
	}
	switch {
	case m == game.Pass:
		kind = game.TurnPass
	case m < 0:
		kind = game.TurnChoice
	case slices.Contains(offered, m.Point()):
		kind = game.TurnOffer
	case after[m] == game.Empty:
		kind = game.TurnSuicide
	}
	return kind, taken
}

// offers returns the points offered in pos.
func offers(pos game.Position) []game.Point {
	if o, ok := pos.(game.Opened); ok {
		return o.Offered()
	}
	return nil
}

// gameByHand plays a game with stones set up by hand, handed-over turns and a resumption after its
// end, as far as the game allows each, and checks its turns.
func (s *suite) gameByHand() {
	s.pos = s.fresh()
	s.setUp()
	var resumed []bool
	var buf []game.Move
	for limit := s.board.Len() + 10; len(resumed) < limit; {
		again := game.Resume(s.pos)
		if turner, ok := s.pos.(game.Turner); ok && s.rng.IntN(4) == 0 {
			turner.SetToPlay(s.pos.ToPlay().Other())
		}
		buf = s.pos.LegalMoves(buf[:0])
		if len(buf) == 0 {
			break
		}
		m := buf[s.rng.IntN(len(buf))]
		if s.pos.Check(game.Pass) == game.Legal && s.rng.IntN(3) == 0 {
			m = game.Pass
		}
		s.play(m)
		resumed = append(resumed, again)
	}
	s.checkTurns()
	for i, t := range s.pos.Turns() {
		if t.Resumed != resumed[i] {
			s.t.Errorf("turn %d: resumed before it is %v, not %v", i+1, t.Resumed, resumed[i])
		}
	}
}

// setUp places a few stones by hand, with White to play, if the game allows it.
func (s *suite) setUp() {
	setter, ok := s.pos.(game.Setter)
	if !ok {
		return
	}
	var stones []game.Placed
	for _, m := range s.pos.LegalMoves(nil) {
		if m >= 0 && s.rng.IntN(5) == 0 {
			stones = append(stones, game.Placed{Point: m.Point(), Color: game.Black + game.Color(s.rng.IntN(2))})
		}
	}
	if err := setter.Set(stones, game.White); err != nil {
		take(s.pos).same(s.t, s.fresh(), fmt.Sprintf("after stones were refused (%v)", err))
	}
}

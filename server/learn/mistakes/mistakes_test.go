package mistakes

import (
	"errors"
	"slices"
	"testing"
	"time"

	"moyo/server/base/convert"
	"moyo/server/base/wire"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/study/review"
)

// TestWorst selects the player's own moves that surely were bad and have a better one, worst first, up to the requested number.
func TestWorst(t *testing.T) {
	bad := wire.ReviewMove{Move: "A1", Color: "black", Class: string(review.Blunder), Sure: true, Better: "B2", Loss: 0.3}
	changed := func(f func(m *wire.ReviewMove)) wire.ReviewMove {
		m := bad
		f(&m)
		return m
	}
	moves := []wire.ReviewMove{
		0: bad,
		1: changed(func(m *wire.ReviewMove) { m.Color = "white" }),
		2: changed(func(m *wire.ReviewMove) { m.Sure = false }),
		3: changed(func(m *wire.ReviewMove) { m.Better = "" }),
		4: changed(func(m *wire.ReviewMove) { m.Better = m.Move }),
		5: changed(func(m *wire.ReviewMove) { m.Class = string(review.Inaccuracy) }),
		6: changed(func(m *wire.ReviewMove) { m.Class, m.Loss = string(review.Mistake), 0.2 }),
		7: changed(func(m *wire.ReviewMove) { m.Loss = 0.6 }),
		8: bad,
	}
	for _, c := range []struct {
		sides map[string]bool
		most  int
		want  []int
	}{
		{map[string]bool{"black": true}, 9, []int{7, 0, 8, 6}},
		{map[string]bool{"black": true}, 4, []int{7, 0, 8, 6}},
		{map[string]bool{"black": true}, 2, []int{7, 0}},
		{map[string]bool{"white": true}, 9, []int{1}},
		{map[string]bool{"black": true, "white": true}, 3, []int{7, 0, 1}},
		{nil, 9, nil},
	} {
		if got := worst(moves, c.sides, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%d of %v: %v, want %v", c.most, c.sides, got, c.want)
		}
	}
}

// TestNote: a try counts only if the mistake is due, with its result.
func TestNote(t *testing.T) {
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, verdict         string
		due                   time.Time
		counts                bool
		tried, solved, lapses int
	}{
		{"solved", "right", now, true, 4, 3, 0},
		{"failed", "wrong", now, true, 4, 2, 1},
		{"shown", "shown", now, true, 4, 2, 1},
		{"not due", "right", now.Add(time.Second), false, 3, 2, 0},
		{"done", "wrong", time.Time{}, false, 3, 2, 0},
	} {
		s := &service{Config{Store: sqlitetest.New(t), Now: func() time.Time { return now }}}
		m := mistake{Owner: "ada", Game: "g", Number: 1, Tried: 3, Solved: 2, Step: 1, Due: c.due}
		if _, err := s.kept().add(t.Context(), m.Owner, []mistake{m}); err != nil {
			t.Fatal(err)
		}
		out := &MistakeAnswer{Verdict: c.verdict}
		err := s.note(t.Context(), m, out)
		got, err2 := s.kept().one(t.Context(), m.Owner, m.Game, m.Number)
		if err := errors.Join(err, err2); err != nil || out.Counted != c.counts || got.Tried > 3 != c.counts {
			t.Errorf("%s: counted %v, saved %+v, %v", c.name, out.Counted, got, err)
			continue
		}
		if !c.counts {
			if out.Due != convert.Stamp(c.due) {
				t.Errorf("%s: due %s", c.name, out.Due)
			}
			continue
		}
		if got.Tried != c.tried || got.Solved != c.solved || got.Lapses != c.lapses {
			t.Errorf("%s: %+v", c.name, got)
		}
		if !got.Last.Equal(now) || !got.Due.After(now) || out.Due != convert.Stamp(got.Due) {
			t.Errorf("%s at %s: last %s, due %s and %s", c.name, now, got.Last, got.Due, out.Due)
		}
	}
}

// TestTurn: a mistake is due from its time on, and done without one.
func TestTurn(t *testing.T) {
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for due, want := range map[time.Time]int{{}: 2, now.Add(-time.Hour): 0, now: 0, now.Add(time.Millisecond): 1} {
		if got := turn(mistake{Due: due}, now); got != want {
			t.Errorf("due %s: %d, want %d", due, got, want)
		}
	}
}

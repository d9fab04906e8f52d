package slow_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/capturefive/fast"
	"moyo/internal/testenv"
	"moyo/solve/capturefive/internal/slow"
)

// race is a game played on the fast board and by the definition.
type race struct {
	r      *slow.Rules
	ko     slow.Ko
	f      *fast.Board
	states []slow.State
	ends   []slow.Ending
	keys   map[slow.State]uint64
	of     map[uint64]slow.State
}

// raceOn plays that many games on one board and compares at each step. It returns the reached
// states, or nil if the board has no space for the row.
func raceOn(t *testing.T, spec string, opt capturefive.Options, r *rand.Rand, steps int) map[slow.State]uint64 {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fast.New(b, fast.Options{
		N: opt.N, All: opt.Lines == capturefive.AllLines, Captures: opt.Captures, Ko: fast.Ko(koOf(opt)), Pass: opt.Pass,
	})
	if err != nil {
		return nil
	}
	x := &race{r: oracle(b, opt), ko: koOf(opt), f: f, keys: map[slow.State]uint64{}, of: map[uint64]slow.State{}}
	x.states, x.ends = []slow.State{slow.Empty()}, []slow.Ending{slow.GoesOn}
	for range steps {
		if x.compare(t); t.Failed() {
			t.Fatalf("%s %+v: %v", spec, opt, x.states[len(x.states)-1])
		}
		x.step(r)
	}
	return x.keys
}

// TestFast plays random games with undo on the fast board, and compares it with the definition
// after each move.
func TestFast(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(7, 7))
	states, kos := 0, 0
	count := func(keys map[slow.State]uint64) {
		states += len(keys)
		for s := range keys {
			if s.Ko >= 0 {
				kos++
			}
		}
	}
	for i, spec := range boards {
		everyRule(func(j int, opt capturefive.Options) {
			if (i+j)%9 == 0 {
				count(raceOn(t, spec, opt, r, 30))
			}
		})
	}
	for _, on := range narrow {
		for ko := range capturefive.Ko(3) {
			count(raceOn(t, on.spec, capturefive.Options{N: on.n, Captures: true, Ko: ko}, r, 150))
		}
	}
	t.Logf("%d states, %d kos", states, kos)
	if states < 3000 || kos < 15 {
		t.Error("too few to tell")
	}
}

func (x *race) now() (slow.State, []slow.State) {
	last := len(x.states) - 1
	return x.states[last], x.states[:last]
}

// step plays a random move, usually a capture if possible, or takes some back.
func (x *race) step(r *rand.Rand) {
	s, past := x.now()
	var moves []slow.Move
	if x.ends[len(x.ends)-1] == slow.GoesOn {
		moves = x.r.MovesAfter(x.ko, past, s)
	}
	if len(moves) == 0 || r.IntN(10) == 0 {
		for range r.IntN(min(6, len(x.states))) {
			x.f.Undo()
			x.states, x.ends = x.states[:len(x.states)-1], x.ends[:len(x.ends)-1]
		}
		return
	}
	m := moves[r.IntN(len(moves))]
	for _, other := range moves {
		if count(other.Then) <= count(s) && r.IntN(2) == 0 || m.Point == board.None {
			m = other
		}
	}
	if m.Point == board.None {
		x.f.Pass()
	} else {
		x.f.Play(uint16(m.Point))
	}
	x.states, x.ends = append(x.states, m.Then), append(x.ends, m.End)
}

func (x *race) compare(t *testing.T) {
	t.Helper()
	s, past := x.now()
	end := x.ends[len(x.ends)-1]
	won := game.Empty
	if end == slow.Wins {
		won = s.ToPlay.Other()
	}
	if x.f.Won() != won || x.f.Drawn() != (end == slow.Draw && s.Passed) ||
		x.f.ToPlay() != s.ToPlay || x.f.Empties() != x.r.Board.Len()-count(s) {
		t.Errorf("won %s, want %s; drawn %v, end %d; %s to play; %d empty", x.f.Won(), won, x.f.Drawn(), end, x.f.ToPlay(), x.f.Empties())
	}
	if end == slow.Wins || end == slow.Draw && s.Passed {
		return
	}
	moves := x.r.MovesAfter(x.ko, past, s)
	placed := 0
	for p := range game.Point(x.r.Board.Len()) {
		at := slices.IndexFunc(moves, func(m slow.Move) bool { return m.Point == p })
		if got := x.f.Legal(uint16(p)); got != (at >= 0) {
			t.Errorf("%s: legal %v", x.r.Board.Name(p), got)
		}
		if at >= 0 {
			placed++
			if got, want := x.f.Takes(uint16(p), s.ToPlay), count(s)+1-count(moves[at].Then); got != want {
				t.Errorf("%s takes %d, want %d", x.r.Board.Name(p), got, want)
			}
		}
		x.comparePoint(t, p, s)
	}
	if x.f.Blocked() != (placed == 0) {
		t.Errorf("blocked %v with %d moves", x.f.Blocked(), placed)
	}
	x.compareKey(t, s)
}

// comparePoint compares the stone on p, and the last liberty of its chain.
func (x *race) comparePoint(t *testing.T, p game.Point, s slow.State) {
	t.Helper()
	if x.f.At(uint16(p)) != s.Stones[p] {
		t.Errorf("%s: %s, want %s", x.r.Board.Name(p), x.f.At(uint16(p)), s.Stones[p])
	}
	if s.Stones[p] == game.Empty || !x.r.Captures {
		return
	}
	stones, liberties := x.r.Chain(s, p)
	last, atari := x.f.InAtari(uint16(p))
	if atari != (len(liberties) == 1) || atari && game.Point(last) != liberties[0] {
		t.Errorf("%s: atari %v at %d, liberties %v", x.r.Board.Name(p), atari, last, liberties)
	}
	if got := x.f.Size(x.f.Root(uint16(p))); got != len(stones) {
		t.Errorf("%s: chain of %d, want %d", x.r.Board.Name(p), got, len(stones))
	}
}

// compareKey checks that equal states have equal keys, and different states different ones. A pass
// is not part of a key.
func (x *race) compareKey(t *testing.T, s slow.State) {
	t.Helper()
	want := fast.None
	if s.Ko >= 0 {
		want = uint16(s.Ko)
	}
	if x.f.Ko() != want {
		t.Errorf("ko at %d, want %d", x.f.Ko(), s.Ko)
	}
	s.Passed = false
	key := x.f.Key()
	if k, ok := x.keys[s]; ok && k != key {
		t.Errorf("keys %x and %x of one state", k, key)
	}
	if other, ok := x.of[key]; ok && other != s {
		t.Errorf("key %x of another state: %v", key, other)
	}
	x.keys[s], x.of[key] = key, s
}

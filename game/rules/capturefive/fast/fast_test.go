package fast_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/capturefive/fast"
)

// options converts the options of rules.
func options(o capturefive.Options) fast.Options {
	ko := map[capturefive.Ko]fast.Ko{
		capturefive.PositionalKo: fast.Positional, capturefive.SituationalKo: fast.Situational, capturefive.SimpleKo: fast.Simple,
	}[o.Ko]
	return fast.Options{N: o.N, All: o.Lines == capturefive.AllLines, Captures: o.Captures, Ko: ko, Pass: o.Pass}
}

func start(t testing.TB, spec, params string) (*capturefive.Position, *fast.Board) {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := capturefive.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	p := pos.(*capturefive.Position)
	f, err := fast.New(b, options(p.Options()))
	if err != nil {
		t.Fatal(err)
	}
	return p, f
}

// compare compares f with the exact position.
func compare(t *testing.T, p *capturefive.Position, f *fast.Board) {
	t.Helper()
	out := p.Outcome()
	if f.Won() != out.Winner {
		t.Fatalf("won by %s, want %s", f.Won(), out.Winner)
	}
	for q := range uint16(f.Len()) {
		if f.At(q) != p.At(game.Point(q)) {
			t.Fatalf("%d is %s, want %s", q, f.At(q), p.At(game.Point(q)))
		}
		if !out.Over {
			if got, want := f.Legal(q), p.Check(game.Place(game.Point(q))) == game.Legal; got != want {
				t.Fatalf("after %v: legal at %d %v, want %v (%s)", p.Moves(), q, got, want, p.Check(game.Place(game.Point(q))))
			}
		}
	}
	for _, c := range []game.Color{game.Black, game.White} {
		if f.Taken(c) != p.Captures(c) {
			t.Fatalf("%s has taken %d, want %d", c, f.Taken(c), p.Captures(c))
		}
	}
	if !out.Over && f.ToPlay() != p.ToPlay() {
		t.Fatalf("%s to play, want %s", f.ToPlay(), p.ToPlay())
	}
	compareMoves(t, p, f)
}

// compareMoves compares the moves of f so far with the exact position.
func compareMoves(t *testing.T, p *capturefive.Position, f *fast.Board) {
	t.Helper()
	moves, last, passed := p.Moves(), fast.None, false
	if n := len(moves); n > 0 && moves[n-1] == game.Pass {
		passed = true
	} else if n > 0 {
		last = uint16(moves[n-1])
	}
	if f.Ply() != len(moves) || f.Last() != last || f.Passed() != passed || f.Drawn() != (p.Outcome().How == "two passes") {
		t.Fatalf("after %v: ply %d, last %d, passed %v, drawn %v", moves, f.Ply(), f.Last(), f.Passed(), f.Drawn())
	}
	empty := 0
	for q := range game.Point(p.Board().Len()) {
		if p.At(q) == game.Empty {
			empty++
		}
	}
	if f.Empties() != empty {
		t.Fatalf("after %v: %d empty points, want %d", moves, f.Empties(), empty)
	}
}

// windows counts the states from scratch.
func windows(t *testing.T, f *fast.Board) {
	t.Helper()
	n := uint8(f.Options().N)
	tally := map[uint8]int{}
	for w := range f.States() {
		state := uint8(0)
		for _, p := range f.Window(w) {
			state += map[game.Color]uint8{game.Empty: 0, game.Black: 1, game.White: n + 1}[f.At(p)]
		}
		if f.State(w) != state {
			t.Fatalf("window %d is in state %d, want %d", w, f.State(w), state)
		}
		tally[state]++
	}
	for state, count := range tally {
		if f.Tally(state) != count {
			t.Fatalf("state %d: tally %d, want %d", state, f.Tally(state), count)
		}
	}
}

// TestTwin plays random games on both implementations, takes moves back, and compares all results.
func TestTwin(t *testing.T) {
	for _, spec := range []string{"grid:3", "grid:4x3", "grid:5", "grid:9", "torus:5x5", "hex:3", "cube:3", "mobius:7x4"} {
		for _, params := range []string{"n=3", "n=3,ko=simple", "n=3,ko=situational,pass=yes", "n=3,lines=all,captures=no", "n=4,lines=all"} {
			t.Run(spec+" "+params, func(t *testing.T) {
				b, _ := board.Parse(spec)
				if r, err := capturefive.Parse(params); err == nil {
					if _, err := r.New(b); err != nil {
						t.Skip(err)
					}
				}
				p, f := start(t, spec, params)
				r := rand.New(rand.NewPCG(7, 7))
				keys := map[uint64]string{}
				for range 4 {
					for step := range 120 {
						if len(p.Moves()) > 0 && (p.Outcome().Over || r.IntN(4) == 0) {
							for range 1 + r.IntN(min(len(p.Moves()), 3)) {
								p.Undo()
								f.Undo()
							}
						} else {
							moves := p.LegalMoves(nil)
							if len(moves) == 0 {
								break
							}
							m := moves[r.IntN(len(moves))]
							if err := p.Play(m); err != nil {
								t.Fatal(err)
							}
							if m == game.Pass {
								f.Pass()
							} else {
								f.Play(uint16(m))
							}
						}
						compare(t, p, f)
						text := picture(f)
						if was, ok := keys[f.Key()]; ok && was != text {
							t.Fatalf("one key for %s and %s", was, text)
						}
						keys[f.Key()] = text
						if step%10 == 0 {
							windows(t, f)
							compare(t, p, f.Clone())
							f.Load(p)
							compare(t, p, f)
							windows(t, f)
						}
					}
					p, f = start(t, spec, params)
				}
			})
		}
	}
}

// picture is the position that a key identifies.
func picture(f *fast.Board) string {
	text := fmt.Sprint(f.ToPlay(), f.Ko(), " ")
	for q := range uint16(f.Len()) {
		text += string(" BW"[f.At(q)])
	}
	return text
}

// TestTakenInKey plays random games in which captures win. Positions that differ only in the
// captured stones must have different keys. Passes allow them to differ in what one side has
// captured.
func TestTakenInKey(t *testing.T) {
	b, err := board.Parse("grid:3")
	if err != nil {
		t.Fatal(err)
	}
	type taken [2]int
	keys := map[uint64]taken{}
	by := map[string]map[taken]bool{}
	several := 0
	for seed := range uint64(600) {
		f, err := fast.New(b, fast.Options{N: 3, Captures: true, Pass: true, Take: 9})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 2))
		for range 30 {
			if f.Won() != game.Empty || f.Drawn() {
				break
			}
			if p := uint16(r.IntN(f.Len())); f.Legal(p) {
				f.Play(p)
			} else if !f.Passed() {
				f.Pass()
			}
			now, text := taken{f.Taken(game.Black), f.Taken(game.White)}, picture(f)
			if was, ok := keys[f.Key()]; ok && was != now {
				t.Fatalf("one key for %s with %v and with %v taken", text, was, now)
			}
			keys[f.Key()] = now
			if by[text] == nil {
				by[text] = map[taken]bool{}
			}
			if by[text][now] = true; len(by[text]) == 2 {
				several++
			}
		}
	}
	if several < 50 {
		t.Errorf("only %d positions occurred with different captures", several)
	}
}

// TestJoined: consecutive points are neighbours along orthogonal lines, but not along diagonals.
func TestJoined(t *testing.T) {
	for _, c := range []struct {
		spec string
		all  bool
		want bool
	}{
		{"grid:5", false, true}, {"grid:5", true, false}, {"hex:3", false, true},
		{"torus:5x5", false, true}, {"torus:5x5", true, false}, {"grid:4x1", true, true},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fast.New(b, fast.Options{N: 4, All: c.all})
		if err != nil {
			t.Fatal(err)
		}
		if f.Joined() != c.want {
			t.Errorf("%s, all lines %v: joined %v", c.spec, c.all, f.Joined())
		}
	}
}

// TestSum: the sum of the windows' values stays correct.
func TestSum(t *testing.T) {
	p, f := start(t, "grid:5", "n=4")
	var value [256]int32
	for i := range value {
		value[i] = int32(i * i)
	}
	f.SetValues(&value)
	r := rand.New(rand.NewPCG(1, 1))
	for !p.Outcome().Over && len(p.Moves()) < 40 {
		moves := p.LegalMoves(nil)
		m := moves[r.IntN(len(moves))]
		if p.Play(m) != nil {
			t.Fatal(m)
		}
		f.Play(uint16(m))
		sum := int32(0)
		for _, s := range f.States() {
			sum += value[s]
		}
		if f.Sum() != sum {
			t.Fatalf("sum %d, want %d", f.Sum(), sum)
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		spec string
		opt  fast.Options
	}{
		{"grid:3", fast.Options{N: 4}}, {"grid:5", fast.Options{N: 15}}, {"grid:5", fast.Options{}}, {"star:7", fast.Options{N: 4}},
		{"grid:60", fast.Options{N: 5, Captures: true}},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fast.New(b, c.opt); err == nil {
			t.Errorf("%s with %+v is accepted", c.spec, c.opt)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	_, f := start(t, "grid:9", "n=5")
	r := rand.New(rand.NewPCG(1, 1))
	play := func() {
		for range 60 {
			if p := uint16(r.IntN(f.Len())); f.Legal(p) {
				f.Play(p)
			}
		}
		for f.Ply() > 0 {
			f.Undo()
		}
	}
	for range 20 {
		play()
	}
	if n := testing.AllocsPerRun(50, play); n > 0 {
		t.Errorf("%v allocations a game", n)
	}
}

// BenchmarkPlay plays and takes back one move in the middle of a game.
func BenchmarkPlay(b *testing.B) {
	for _, spec := range []string{"grid:5", "grid:9", "grid:13", "torus:9x9"} {
		b.Run(spec, func(b *testing.B) {
			_, f := start(b, spec, "n=4")
			r := rand.New(rand.NewPCG(1, 1))
			for range f.Len() / 3 {
				if p := uint16(r.IntN(f.Len())); f.Legal(p) {
					f.Play(p)
				}
			}
			b.ReportAllocs()
			p := uint16(0)
			for b.Loop() {
				for !f.Legal(p) {
					p = (p + 1) % uint16(f.Len())
				}
				f.Play(p)
				f.Undo()
				p = (p + 1) % uint16(f.Len())
			}
		})
	}
}

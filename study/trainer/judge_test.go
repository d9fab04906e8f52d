package trainer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/trainer"
	"moyo/study/trainer/trainertest"
)

// bulky is Black's group around a bulky five at the upper edge.
var bulky = []string{
	"Ox,,,xO..",
	"Oxx,,xO..",
	".OxxxxO..",
	"..OOOO...",
}

// three is Black's group around three points in a row.
var three = []string{
	"Ox,,,xO..",
	"OxxxxxO..",
	".OOOOO...",
}

func problem(t testing.TB, toPlay game.Color, q tsumego.Question, rows []string) trainer.Puzzle {
	t.Helper()
	p, err := trainertest.Diagram("test", 9, toPlay, q, rows...)
	if err != nil {
		t.Fatal(err)
	}
	return trainer.Puzzle{Problem: p}
}

func reader(t testing.TB, z trainer.Puzzle) *trainertest.Slow {
	t.Helper()
	r, err := trainertest.New(z.Problem)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// solve completes a puzzle by a reader.
func solve(t testing.TB, z trainer.Puzzle, r trainer.Reader) trainer.Puzzle {
	t.Helper()
	a, err := r.After(t.Context(), nil)
	if err != nil || a.Verdict != life.Win {
		t.Fatalf("%+v %v", a, err)
	}
	z.First, z.Line, z.Best = a.FirstMoves, a.Line, a.Verdict
	return z
}

func at(t testing.TB, z trainer.Puzzle, name string) game.Move {
	t.Helper()
	p, ok := z.Board.Lookup(name)
	if !ok {
		t.Fatalf("no point %s", name)
	}
	return game.Place(p)
}

// TestNakade checks what every book says: the vital point of three in a row and of the bulky five
// lives for one side and kills for the other.
func TestNakade(t *testing.T) {
	for _, c := range []struct {
		rows  []string
		vital string
	}{{three, "D9"}, {bulky, "D9"}} {
		for _, q := range []tsumego.Question{tsumego.Live, tsumego.Kill} {
			side := game.Black
			if q == tsumego.Kill {
				side = game.White
			}
			z := problem(t, side, q, c.rows)
			z = solve(t, z, reader(t, z))
			if want := at(t, z, c.vital); len(z.First) == 0 || !slices.Contains(z.First, want) && q == tsumego.Kill {
				t.Errorf("%s of %q: first moves %v, want %v among them", q, c.rows, z.First, want)
			}
		}
	}
}

// TestEveryMoveIsJudged plays every first move, with and without known first moves, and follows
// each right one to the end.
func TestEveryMoveIsJudged(t *testing.T) {
	for _, q := range []tsumego.Question{tsumego.Live, tsumego.Kill} {
		side := game.Black
		if q == tsumego.Kill {
			side = game.White
		}
		bare := problem(t, side, q, bulky)
		r := reader(t, bare)
		full := solve(t, bare, r)
		for _, z := range []trainer.Puzzle{full, bare} {
			for _, p := range z.Region {
				m := game.Place(p)
				if z.Stones[p] != game.Empty {
					continue
				}
				j, err := z.Judge(t.Context(), r, []game.Move{m})
				if err != nil {
					t.Fatal(err)
				}
				right := slices.Contains(full.First, m)
				switch {
				case right != (j.Verdict == trainer.Right || j.Verdict == trainer.Solved):
					t.Errorf("%s at %s: %+v", q, z.Board.Name(p), j)
				case right:
					finish(t, z, r, m)
				case len(j.Line) == 0 || !playable(z, append([]game.Move{m}, j.Line...)):
					t.Errorf("%s at %s: refuted by %v", q, z.Board.Name(p), j.Line)
				case (q == tsumego.Live) != (j.Fate == life.Dead):
					t.Errorf("%s at %s: the target is %s", q, z.Board.Name(p), j.Fate)
				}
			}
		}
	}
}

func playable(z trainer.Puzzle, line []game.Move) bool {
	_, err := z.Play(line)
	return err == nil
}

// finish plays a puzzle to its end after a right first move, by the solutions shown.
func finish(t *testing.T, z trainer.Puzzle, r trainer.Reader, first game.Move) {
	t.Helper()
	moves := []game.Move{first}
	for {
		j, err := z.Judge(t.Context(), r, moves)
		if err != nil {
			t.Fatal(err)
		}
		if j.Verdict == trainer.Solved {
			return
		}
		if j.Verdict != trainer.Right || len(j.Line) != 1 || len(moves) > 20 {
			t.Fatalf("after %v: %+v", moves, j)
		}
		moves = append(moves, j.Line[0])
		best, err := z.Solution(t.Context(), r, moves)
		if err != nil || len(best) == 0 {
			t.Fatalf("no solution after %v: %v", moves, err)
		}
		moves = append(moves, best[0])
	}
}

// silent is a reader that never knows.
type silent struct{}

func (silent) After(context.Context, []game.Move) (*life.Answer, error) {
	return nil, errors.New("no time")
}

// partly answers for the start with one of its first moves, and approves each first move.
type partly struct{ first game.Move }

func (r partly) After(_ context.Context, moves []game.Move) (*life.Answer, error) {
	switch len(moves) {
	case 0:
		return &life.Answer{Verdict: life.Win, FirstMoves: []game.Move{r.first}, Line: []game.Move{r.first}}, nil
	case 1:
		return &life.Answer{Verdict: life.Lose}, nil
	}
	return nil, errors.New("no time")
}

// TestNotAllFirstMoves: if a reader does not know all first moves, an unlisted one is examined.
func TestNotAllFirstMoves(t *testing.T) {
	z := problem(t, game.White, tsumego.Kill, three)
	for _, name := range []string{"D9", "C9"} {
		j, err := z.Judge(t.Context(), partly{at(t, z, "D9")}, []game.Move{at(t, z, name)})
		if err != nil || j.Verdict != trainer.Right && j.Verdict != trainer.Solved {
			t.Errorf("%s: %+v %v", name, j, err)
		}
	}
}

// TestWithoutAReader works without a reader, with the puzzle's own knowledge.
func TestWithoutAReader(t *testing.T) {
	z := problem(t, game.White, tsumego.Kill, three)
	z = solve(t, z, reader(t, z))
	wrong := at(t, z, "C9")
	if j, err := z.Judge(t.Context(), silent{}, []game.Move{wrong}); err != nil || j.Verdict != trainer.Wrong || len(j.Line) != 0 {
		t.Errorf("wrong: %+v %v", j, err)
	}
	moves := z.Line[:1]
	for {
		j, err := z.Judge(t.Context(), silent{}, moves)
		if err != nil || j.Verdict != trainer.Right && j.Verdict != trainer.Solved {
			t.Fatalf("after %v: %+v %v", moves, j, err)
		}
		if j.Verdict == trainer.Solved {
			break
		}
		moves = z.Line[:len(moves)+2]
	}
	z.Line, z.First = nil, nil
	if j, err := z.Judge(t.Context(), silent{}, []game.Move{wrong}); err != nil || j.Verdict != trainer.Unclear {
		t.Errorf("nothing is known: %+v %v", j, err)
	}
}

func TestHopeless(t *testing.T) {
	z := problem(t, game.Black, tsumego.Live, []string{"Ox,xO", "OxxxO", ".OOO."})
	j, err := z.Judge(t.Context(), reader(t, z), []game.Move{at(t, z, "C9")})
	var illegal *trainer.TryError
	if !errors.As(err, &illegal) || illegal.Reason != game.Suicide {
		t.Errorf("filling the last liberty: %+v %v", j, err)
	}
	if j, err = z.Judge(t.Context(), reader(t, z), []game.Move{game.Pass}); err != nil || j.Verdict != trainer.Hopeless {
		t.Errorf("one eye: %+v %v", j, err)
	}
}

func TestBadTries(t *testing.T) {
	z := problem(t, game.White, tsumego.Kill, three)
	for name, moves := range map[string][]game.Move{
		"none": nil, "the other side's": {0, 1},
		"a stone": {at(t, z, "B9")}, "outside": {at(t, z, "J1")}, "no point": {81}, "no move": {game.NoMove},
		"too many": make([]game.Move, trainer.MaxMoves+1),
	} {
		if j, err := z.Judge(t.Context(), silent{}, moves); err == nil {
			t.Errorf("%s: %+v", name, j)
		}
	}
	if _, err := z.Solution(t.Context(), silent{}, []game.Move{game.Pass}); err == nil {
		t.Error("the solution at the other side's turn")
	}
}

// TestPosition has captures, kos and chains that reach outside.
func TestPosition(t *testing.T) {
	z := problem(t, game.White, tsumego.Kill, []string{
		"xo,,",
		",xo,",
		"xo,,",
	})
	z.Target = []game.Point{0}
	at9 := func(name string) game.Move { return at(t, z, name) }
	pos := trainer.Start(&z.Problem)
	if r := pos.Play(at9("A8")); r != game.Legal || pos.Stones()[0] != game.Empty {
		t.Fatalf("capture of the corner: %v", r)
	}
	if !pos.Captured() {
		t.Error("the target was taken")
	}
	if r := pos.Check(at9("J1")); r != game.OffBoard {
		t.Errorf("outside the region: %v", r)
	}

	ko := problem(t, game.Black, tsumego.Live, []string{
		",xo,",
		"xo,o",
		",xo,",
	})
	pos = trainer.Start(&ko.Problem)
	if r := pos.Play(at(t, ko, "C8")); r != game.Legal {
		t.Fatal(r)
	}
	if r := pos.Check(at(t, ko, "B8")); r != game.Ko {
		t.Errorf("taking the ko back: %v", r)
	}
	_ = pos.Play(game.Pass)
	_ = pos.Play(game.Pass)
	if r := pos.Check(at(t, ko, "B8")); r != game.Legal {
		t.Errorf("after other moves: %v", r)
	}

	// The defender has no liberty on a wall.
	walled := problem(t, game.White, tsumego.Kill, []string{"x,O", "O.."})
	walled.Target, walled.Walls = []game.Point{0}, []game.Point{9}
	walled.Stones[9] = game.Empty
	pos = trainer.Start(&walled.Problem)
	if r := pos.Play(at(t, walled, "B9")); r != game.Legal || !pos.Captured() {
		t.Errorf("against a wall: %v, captured %v", r, pos.Captured())
	}

	// A chain with a stone outside is never captured, even without a liberty.
	out := problem(t, game.White, tsumego.Kill, []string{"X,O", "OO."})
	out.Region = append(out.Region, 0)
	slices.Sort(out.Region)
	out.Stones[9], out.Stones[10] = game.White, game.White
	pos = trainer.Start(&out.Problem)
	if r := pos.Play(at(t, out, "B9")); r != game.Legal || pos.Stones()[0] != game.Empty {
		t.Errorf("a stone in the region: %v %v", r, pos.Stones()[:3])
	}
}

// TestViews shows a puzzle in every way: what is right in one is right in all.
func TestViews(t *testing.T) {
	z := problem(t, game.White, tsumego.Kill, bulky)
	z.Target = []game.Point{1}
	z.Threats = &tsumego.Threats{Black: 1, White: 2}
	want := solve(t, problem(t, game.White, tsumego.Kill, bulky), reader(t, problem(t, game.White, tsumego.Kill, bulky))).First
	seen := map[string]bool{}
	for _, m := range append(z.Board.Symmetries(8), nil) {
		for _, swap := range []bool{false, true} {
			v := trainer.View{Map: m, Swap: swap}
			p := v.Show(z.Problem)
			if err := p.Check(); err != nil {
				t.Fatal(err)
			}
			if swap && (p.ToPlay != game.Black || p.Threats.Black != 2) || z.ToPlay != game.White {
				t.Errorf("swapped: %+v", p)
			}
			shown := trainer.Puzzle{Problem: p}
			shown.Target, shown.Threats = nil, nil
			var got []game.Move
			for _, m := range solve(t, shown, reader(t, shown)).First {
				back := v.Back(m)
				if v.Move(back) != m {
					t.Errorf("%v comes back as %v", m, v.Move(back))
				}
				got = append(got, back)
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("first moves %v, want %v", got, want)
			}
			seen[trainer.Start(&p).Key()] = true
		}
	}
	if len(seen) != 16 {
		t.Errorf("%d different views, want 16", len(seen))
	}
}

// TestPickExam: an exam is the same for the same dice, easy problems first, and within its limits.
func TestPickExam(t *testing.T) {
	dice := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	var from []trainer.Candidate
	for i := range 40 {
		from = append(from, trainer.Candidate{ID: string(rune('A' + i)), Rating: float64(1000 + 20*i)})
	}
	a, b := trainer.PickExam(dice(), from, 1200, 1500, 10), trainer.PickExam(dice(), from, 1200, 1500, 10)
	if !slices.Equal(a, b) || len(a) != 10 {
		t.Fatalf("%v and %v", a, b)
	}
	last := 0.0
	for _, i := range a {
		if r := from[i].Rating; r < 1200 || r > 1500 || r < last {
			t.Errorf("a problem of %g after one of %g", r, last)
		} else {
			last = r
		}
	}
	if got := trainer.PickExam(dice(), from, 1200, 1300, 10); len(got) != 6 {
		t.Errorf("an exam of all there are: %v", got)
	}
}

package generate_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/proof"
	"moyo/study/bank"
	"moyo/study/generate"
)

// few are options that make problems quickly.
var few = generate.Options{Seed: 7, Count: 16, Boards: []string{"grid:9", "torus:7x7"}, From: 3, To: 5, Unique: true, Nodes: 20_000}

func newRun(t testing.TB, opt generate.Options) *generate.Run {
	t.Helper()
	m, err := generate.NewMaker(opt)
	if err != nil {
		t.Fatal(err)
	}
	return generate.NewRun(m)
}

// made makes all problems of options.
func made(t testing.TB, opt generate.Options, threads int) []bank.Problem {
	t.Helper()
	r := newRun(t, opt)
	if err := r.Continue(t.Context(), threads, func(*generate.Made) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return r.Problems()
}

// madeFew makes the problems of few by one thread, once for all tests.
var madeFew = sync.OnceValues(func() ([]bank.Problem, error) {
	m, err := generate.NewMaker(few)
	if err != nil {
		return nil, err
	}
	r := generate.NewRun(m)
	err = r.Continue(context.Background(), 1, func(*generate.Made) error { return nil })
	return r.Problems(), err
})

// fewProblems returns the problems of few.
func fewProblems(t testing.TB) []bank.Problem {
	t.Helper()
	problems, err := madeFew()
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

func packed(t testing.TB, problems []bank.Problem) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := bank.Write(&file, problems); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// solver answers questions about a problem.
func solver(t testing.TB, p *bank.Problem) *life.Solver {
	t.Helper()
	s, err := life.NewSolver(p.Problem, generate.SolverOptions(5_000_000))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMadeProblems checks problems of every kind: no group escapes, they are good questions, and
// the result does not depend on the threads.
func TestMadeProblems(t *testing.T) {
	testenv.SkipUnderRace(t)
	problems := fewProblems(t)
	if len(problems) != few.Count || !bytes.Equal(packed(t, problems), packed(t, made(t, few, 3))) {
		t.Errorf("%d problems, or others with three threads", len(problems))
	}
	for i := range problems {
		p := &problems[i]
		closed(t, p)
		if len(p.First) != 1 || len(p.Tags) < 2 || p.Rating < 600 || p.Rating > 2500 || i > 0 && p.Rating < problems[i-1].Rating {
			t.Errorf("%s: %v, rated %d, tagged %v", p.ID, p.First, p.Rating, p.Tags)
		}
		onlyFirst(t, p)
	}
}

// closed checks that a region is surrounded by stones of the attacker's.
func closed(t *testing.T, p *bank.Problem) {
	t.Helper()
	for _, q := range p.Region {
		for _, n := range p.Board.Neighbors(q) {
			if !slices.Contains(p.Region, n) && p.Stones[n] != p.Defender().Other() {
				t.Errorf("%s: the region is open at %s", p.ID, p.Board.Name(n))
			}
		}
	}
}

// onlyFirst plays every move, and none: the opponent must fail only after the first moves. It does
// not check kos, which can be better or worse.
func onlyFirst(t *testing.T, p *bank.Problem) {
	t.Helper()
	if p.Best != life.Win {
		return
	}
	s := solver(t, p)
	for _, q := range append([]game.Point{-1}, p.Region...) {
		m := game.Pass
		if q >= 0 {
			m = game.Move(q)
		}
		a, err := s.After(t.Context(), []game.Move{m})
		if err != nil {
			continue // a stone is on it, or it is suicide
		}
		if (a.Verdict == life.Lose) != (m == p.First[0]) {
			t.Errorf("%s: after move %d the opponent gets a %s; the solution is %v", p.ID, m, a.Verdict, p.First)
		}
	}
}

// TestSeveralFirstMoves makes problems with more than one solution.
func TestSeveralFirstMoves(t *testing.T) {
	testenv.SkipUnderRace(t)
	opt := few
	opt.Unique, opt.Count = false, 12
	several := 0
	for _, p := range made(t, opt, 2) {
		if len(p.First) > 3 {
			t.Errorf("%s: %d first moves", p.ID, len(p.First))
		}
		if !p.Unique() {
			several++
		}
	}
	if several == 0 {
		t.Error("all have one solution")
	}
}

func TestOptionsRefused(t *testing.T) {
	for name, change := range map[string]func(*generate.Options){
		"no count":         func(o *generate.Options) { o.Count = 0 },
		"a large count":    func(o *generate.Options) { o.Count = generate.MaxCount + 1 },
		"few empty points": func(o *generate.Options) { o.From = 1 },
		"a turned range":   func(o *generate.Options) { o.From = 6 },
		"many points":      func(o *generate.Options) { o.To = generate.MaxEmpty + 1 },
		"no nodes":         func(o *generate.Options) { o.Nodes = 0 },
		"no board":         func(o *generate.Options) { o.Boards = nil },
		"no such source":   func(o *generate.Options) { o.Sources = []generate.Source{"books"} },
		"games on a torus": func(o *generate.Options) {
			o.Sources, o.Boards = []generate.Source{generate.Games}, []string{"torus:7x7"}
		},
		"no such board": func(o *generate.Options) { o.Boards = []string{"plate:9"} },
	} {
		opt := few
		change(&opt)
		if _, err := generate.NewMaker(opt); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// childEnv has the path of the journal for the child of TestKilledRunContinues.
const childEnv = "MOYO_GENERATE_CHILD"

// TestChild is what TestKilledRunContinues kills: a run that stops in the middle of writing a line.
func TestChild(t *testing.T) {
	path, stop, ok := strings.Cut(os.Getenv(childEnv), "|")
	if !ok {
		t.Skip("part of another test")
	}
	n, err := strconv.Atoi(stop)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(t, few)
	j, err := generate.OpenJournal(path, r)
	if err != nil {
		t.Fatal(err)
	}
	err = r.Continue(t.Context(), 2, func(m *generate.Made) error {
		if r.Found() < n {
			return j.Add(m)
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if _, err := f.WriteString(`{"candidate":12,"prob`); err != nil {
			return err
		}
		time.Sleep(time.Hour) // until it is killed
		return nil
	})
	t.Fatal("not killed:", err)
}

// TestKilledRunContinues kills a run twice in the middle of a line. The final result equals an
// uninterrupted run's, byte for byte.
func TestKilledRunContinues(t *testing.T) {
	testenv.SkipUnderRace(t)
	whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
	for _, stop := range []int{4, 11} {
		killed(t, broken, stop)
	}
	var files, banks [][]byte
	for _, path := range []string{whole, broken} {
		r := newRun(t, few)
		j, err := generate.OpenJournal(path, r)
		if err != nil {
			t.Fatal(err)
		}
		if path == broken && r.Found() != 10 {
			t.Errorf("%d problems outlived the second kill, want 10", r.Found())
		}
		if err := errors.Join(r.Continue(t.Context(), 2, j.Add), j.Close()); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files, banks = append(files, file), append(banks, packed(t, r.Problems()))
	}
	if !bytes.Equal(files[0], files[1]) || !bytes.Equal(banks[0], banks[1]) {
		t.Error("a killed run ends otherwise than an unbroken one")
	}
}

// killed begins or continues a run in another process and kills it while it writes.
func killed(t *testing.T, path string, stop int) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$")
	child.Env = append(os.Environ(), childEnv+"="+path+"|"+strconv.Itoa(stop))
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	for {
		select {
		case err := <-ended:
			t.Fatalf("ended before it was killed: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
		file, err := os.ReadFile(path)
		if err == nil && strings.Count(string(file), "\n") == stop && !bytes.HasSuffix(file, []byte("\n")) {
			break
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
}

// TestInterruptedRun stops a run by its context and continues the same one.
func TestInterruptedRun(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := newRun(t, few)
	ctx, cancel := context.WithCancel(t.Context())
	err := r.Continue(ctx, 2, func(*generate.Made) error {
		if r.Found() == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := r.Continue(t.Context(), 1, func(*generate.Made) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(packed(t, r.Problems()), packed(t, fewProblems(t))) {
		t.Error("other problems than without a break")
	}
}

func TestJournalRefused(t *testing.T) {
	testenv.SkipUnderRace(t)
	opt := few
	opt.Count = 3
	path := filepath.Join(t.TempDir(), "part")
	r := newRun(t, opt)
	j, err := generate.OpenJournal(path, r)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Continue(t.Context(), 2, j.Add), j.Close()); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(good), "\n")
	for name, text := range map[string]string{
		"other options":   strings.Replace(string(good), `"Seed":7`, `"Seed":8`, 1),
		"another version": strings.Replace(string(good), `"journal":2`, `"journal":1`, 1),
		"no header":       lines[1],
		"a problem twice": lines[0] + lines[1] + lines[1],
		"turned":          lines[0] + lines[2] + lines[1],
		"not JSON":        lines[0] + "x\n" + lines[1],
		"no bank":         lines[0] + `{"candidate":1,"problem":"AAAA"}` + "\n",
		"a long line":     lines[0] + strings.Repeat("x", 2<<20) + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := generate.OpenJournal(path, newRun(t, opt)); !errors.Is(err, generate.ErrJournal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func shipped(t testing.TB) []bank.Problem {
	t.Helper()
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// TestShippedBank checks the contents of the program's bank.
func TestShippedBank(t *testing.T) {
	testenv.SkipUnderRace(t)
	problems := shipped(t)
	if len(problems) != generate.Shipped.Count || len(problems) < 3000 {
		t.Errorf("%d problems", len(problems))
	}
	tags, steps, sources := map[string]int{}, map[int]int{}, map[string]int{}
	for i := range problems {
		p := &problems[i]
		sources[p.ID[:1]]++
		if p.ID[0] == 'm' {
			closed(t, p)
		} else {
			rooted(t, p)
		}
		if !appeals(p) {
			t.Errorf("%s: nothing in %v says why it is a problem", p.ID, p.Tags)
		}
		steps[bank.Step(float64(p.Rating))/5]++
		for _, tag := range p.Tags {
			tags[tag]++
		}
	}
	for _, tag := range []string{
		"corner", "side", "centre", "live", "kill", "other-board", "ko", "seki", "nakade", "vital-point", "throw-in", "snapback",
		"sacrifice", "under-the-stones", "connect-and-die", "capture", "hane", "first-line", "misleading", "game",
	} {
		if tags[tag] < 2 {
			t.Errorf("%d problems with the tag %s", tags[tag], tag)
		}
	}
	for _, letter := range []string{"g", "s", "r", "m"} {
		if sources[letter] < 300 {
			t.Errorf("%d problems whose ids begin with %s", sources[letter], letter)
		}
	}
	for band := range 7 {
		if steps[band] < 50 {
			t.Errorf("%d problems of the ranks from %s", steps[band], bank.Rank(float64(600+250*band)))
		}
	}
}

// TestShippedIsRebuilt makes some of the shipped problems again (few from games, which take longer) and compares them.
// Ratings and lines follow the solver when it changes; the long test compares the whole file.
func TestShippedIsRebuilt(t *testing.T) {
	testenv.SkipUnderRace(t)
	m, err := generate.NewMaker(generate.Shipped)
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for i, want := range shipped(t) {
		if i >= 10 && (i%100 != 0 || want.Rating > 1300) {
			continue
		}
		if want.ID[0] == 'g' {
			if games++; games > 3 {
				continue
			}
		}
		number := strings.Split(want.ID, "-")[1]
		n, err := strconv.ParseUint(number, 36, 64)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Candidate(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		same := func(m *generate.Made) bool {
			return samePosition(&m.Problem, &want) && slices.Equal(m.First, want.First)
		}
		if !slices.ContainsFunc(got, same) {
			t.Errorf("candidate %d is not %s any more: go generate ./study/generate", n, want.ID)
		}
	}
}

func samePosition(a, b *bank.Problem) bool {
	return a.ID == b.ID && a.Board.Spec() == b.Board.Spec() && slices.Equal(a.Stones, b.Stones) && a.ToPlay == b.ToPlay &&
		a.Question == b.Question && slices.Equal(a.Target, b.Target) && slices.Equal(a.Region, b.Region) && a.Best == b.Best
}

// TestShippedAreSolved solves a sample of about a hundred easier ones, and checks the proofs of some. The long test
// solves all, and makes them again with their proofs.
func TestShippedAreSolved(t *testing.T) {
	testenv.SkipUnderRace(t)
	problems := shipped(t)
	for i := range problems {
		if p := &problems[i]; i%16 == 8 && p.Rating < 1650 {
			s := sameAnswer(t, p)
			if i%160 == 8 {
				checkProof(t, p, s)
			}
		}
	}
}

// checkProof checks the proof of an answer.
func checkProof(t *testing.T, p *bank.Problem, s *life.Solver) {
	t.Helper()
	proved, err := s.Proof(t.Context())
	if err == nil {
		err = proof.CheckAll(t.Context(), proved)
	}
	if err != nil {
		t.Errorf("%s: %v", p.ID, err)
	}
}

func sameAnswer(t *testing.T, p *bank.Problem) *life.Solver {
	t.Helper()
	s := solver(t, p)
	a, err := s.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != p.Best || !a.All || !slices.Equal(a.FirstMoves, p.First) || a.Tenuki == life.Win {
		t.Errorf("%s: %s with %v; the bank says %s with %v", p.ID, a.Verdict, a.FirstMoves, p.Best, p.First)
	}
	return s
}

func TestShippedLong(t *testing.T) {
	testenv.Long(t)
	problems := shipped(t)
	for i := range problems {
		sameAnswer(t, &problems[i])
	}
	if !bytes.Equal(packed(t, made(t, generate.Shipped, 2)), packed(t, problems)) {
		t.Error("the bank is not what its options make: go generate ./study/generate")
	}
}

// FuzzJournal opens arbitrary journals.
func FuzzJournal(f *testing.F) {
	opt := few
	opt.Count = 2
	f.Add([]byte(`{"journal":2,"options":{"Seed":7,"Count":2,"Boards":["grid:9","torus:7x7"],` +
		`"From":3,"To":5,"Unique":true,"Even":false,"Nodes":20000,"Sources":["boxes"]}}` + "\n{\"candidate\":3,\"problem\":\"AAAA\"}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "part")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		r := newRun(t, opt)
		j, err := generate.OpenJournal(path, r)
		if err != nil {
			return
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if r.Found() > opt.Count {
			t.Errorf("%d problems", r.Found())
		}
	})
}

func BenchmarkCandidate(b *testing.B) {
	m, err := generate.NewMaker(generate.Shipped)
	if err != nil {
		b.Fatal(err)
	}
	for n := range b.N {
		if _, err := m.Candidate(b.Context(), uint64(n)); err != nil {
			b.Fatal(err)
		}
	}
}

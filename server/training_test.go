package server

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/server/learn/training"
	"moyo/server/store"
	"moyo/solve/life"
	"moyo/study/bank"
	"moyo/study/hints"
	"moyo/study/trainer"
)

// school is a server for training, with a clock that the test controls.
type school struct {
	url   string
	store store.Store
	mu    sync.Mutex
	time  time.Time
	seeds uint64 // given so far
}

func newSchool(t testing.TB, disk store.Store) *school {
	t.Helper()
	sc := &school{store: disk, time: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)}
	cfg := testConfig(disk)
	cfg.Now = func() time.Time {
		sc.mu.Lock()
		defer sc.mu.Unlock()
		return sc.time
	}
	cfg.Seed = sc.seed
	sc.url = start(t, cfg)
	return sc
}

// seed returns the next of 1, 2, 3, so that every run chooses the same problems.
func (sc *school) seed() uint64 {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.seeds++
	return sc.seeds
}

func (sc *school) wait(d time.Duration) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.time = sc.time.Add(d)
}

func (p *person) next(in training.TrainingChoice) training.TrainingProblem {
	p.t.Helper()
	var out training.TrainingProblem
	if status, body := p.call("POST", "/api/training/next", in, &out); status != http.StatusOK {
		p.t.Fatalf("next %+v: %d %s", in, status, body)
	}
	return out
}

func (p *person) attempt(key string, try training.TrainingTry) training.TrainingAnswer {
	p.t.Helper()
	var out training.TrainingAnswer
	if status, body := p.call("POST", "/api/training/problems/"+key+"/try", try, &out); status != http.StatusOK {
		p.t.Fatalf("try %+v at %s: %d %s", try, key, status, body)
	}
	return out
}

func (p *person) standing() training.Training {
	p.t.Helper()
	var out training.Training
	if status, body := p.call("GET", "/api/training", nil, &out); status != http.StatusOK {
		p.t.Fatalf("training: %d %s", status, body)
	}
	return out
}

// best returns the name of a right move after the moves of an attempt.
func (sc *school) best(t testing.TB, p *person, problem training.TrainingProblem, names []string) string {
	t.Helper()
	made, view := sc.open(t, problem.Key)
	z := trainer.Puzzle{Problem: made.Problem, First: made.First, Line: made.Line, Best: made.Best}
	var moves []game.Move
	for _, name := range names {
		m := game.Pass
		if q, ok := made.Board.Lookup(name); ok {
			m = view.Back(game.Place(q))
		}
		moves = append(moves, m)
	}
	s, err := life.NewSolver(made.Problem, life.Options{Memory: 16 << 20, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	line, err := z.Solution(t.Context(), s, moves)
	if err != nil || len(line) == 0 {
		t.Fatalf("no solution of %s after %v: %v", problem.Key, names, err)
	}
	if line[0] == game.Pass {
		return "pass"
	}
	return made.Board.Name(view.Move(line[0]).Point())
}

// open returns the shipped problem with a key, and its transformation: "ID~Ns" is the
// problem transformed by its board's symmetry N, with colours swapped.
func (sc *school) open(t testing.TB, key string) (*bank.Problem, trainer.View) {
	t.Helper()
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	id, shown, _ := strings.Cut(key, "~")
	i := slices.IndexFunc(problems, func(p bank.Problem) bool { return p.ID == id })
	n, err := strconv.Atoi(strings.TrimRight(shown, "bs"))
	if i < 0 || err != nil {
		t.Fatalf("key %s: problem %d, %v", key, i, err)
	}
	made := &problems[i]
	return made, trainer.View{Map: made.Board.Symmetries(64)[n], Swap: strings.HasSuffix(shown, "s")}
}

// wrongMove returns the name of a first move that does not solve the problem.
func (sc *school) wrongMove(t testing.TB, p *person, problem training.TrainingProblem) string {
	t.Helper()
	made, view := sc.open(t, problem.Key)
	shown := view.Show(made.Problem)
	at := trainer.Start(&shown)
	for _, q := range problem.Region {
		m := game.Place(game.Point(q))
		if at.Check(m) == game.Legal && !slices.Contains(made.First, view.Back(m)) {
			return made.Board.Name(game.Point(q))
		}
	}
	t.Fatalf("%s has no wrong move", problem.Key)
	return ""
}

// solve plays a problem to its end.
func (sc *school) solve(t testing.TB, p *person, problem training.TrainingProblem) training.TrainingAnswer {
	t.Helper()
	var moves []string
	for len(moves) < trainer.MaxMoves {
		moves = append(moves, sc.best(t, p, problem, moves))
		got := p.attempt(problem.Key, training.TrainingTry{Moves: moves})
		switch got.Verdict {
		case "solved":
			return got
		case "right":
			if len(got.Steps) != 2 || got.Steps[0].Move != moves[len(moves)-1] || got.Steps[1].Color == problem.ToPlay || got.Counted {
				t.Fatalf("%s after %v: %+v", problem.Key, moves, got)
			}
			moves = append(moves, got.Steps[1].Move)
		default:
			t.Fatalf("%s after %v: %+v", problem.Key, moves, got)
		}
	}
	t.Fatalf("%s never ends: %v", problem.Key, moves)
	return training.TrainingAnswer{}
}

// TestTraining solves and fails problems, and checks the results, also on another
// server.
func TestTraining(t *testing.T) {
	t.Parallel()
	disk := newStore(t)
	sc := newSchool(t, disk)
	ada := newPerson(t, sc.url)
	if st := ada.standing(); st.Tried != 0 || st.Rating.Points != 1500 || !st.Rating.Provisional ||
		st.Problems < 20 || len(st.Ranks) != 2 || len(st.Collections) < 3 || st.Exam != nil {
		t.Fatalf("at first %+v", st)
	}
	seen := map[string]bool{}
	rating := 1500.0
	for i := range 6 {
		problem := ada.next(training.TrainingChoice{Mode: "rated"})
		if again := ada.next(training.TrainingChoice{Mode: "rated"}); again.Key != problem.Key {
			t.Fatalf("asked again, %s became %s", problem.Key, again.Key)
		}
		id, _, _ := strings.Cut(problem.Key, "~")
		if seen[id] || !problem.Counts || problem.Mode != "rated" || problem.Rank == "" || len(problem.Stones) < 81 {
			t.Fatalf("problem %d: %+v", i, problem)
		}
		seen[id] = true
		sc.wait(10 * time.Second)
		if i%2 == 0 {
			wrong := sc.wrongMove(t, ada, problem)
			got := ada.attempt(problem.Key, training.TrainingTry{Moves: []string{wrong}})
			if got.Verdict != "wrong" || !got.Counted || got.Rating == nil || got.Rating.Points >= rating ||
				got.Change >= 0 || len(got.Steps) < 2 || !strings.Contains(got.Text, "answers") {
				t.Fatalf("%s at %s: %+v", wrong, problem.Key, got)
			}
			if got.Change != -problem.Cost {
				t.Fatalf("%s cost %g, where %g were told before", problem.Key, -got.Change, problem.Cost)
			}
			rating = got.Rating.Points
			if again := ada.attempt(problem.Key, training.TrainingTry{Moves: []string{wrong}}); again.Counted || again.Verdict != "wrong" {
				t.Errorf("a second time: %+v", again)
			}
			if later := sc.solve(t, ada, problem); later.Counted || later.Rating != nil {
				t.Errorf("solved after a failure: %+v", later)
			}
		} else {
			got := sc.solve(t, ada, problem)
			if !got.Counted || got.Rating == nil || got.Rating.Points <= rating || got.Change <= 0 || got.Text == "" {
				t.Fatalf("solved: %+v", got)
			}
			rating = got.Rating.Points
		}
	}
	checkStanding(t, ada, rating)
	if other := newPerson(t, sc.url).standing(); other.Tried != 0 || other.Rating.Points != 1500 {
		t.Errorf("another player: %+v", other)
	}
	changed, err := store.List(t.Context(), disk, store.Value[string],
		`SELECT problem FROM problem_ratings`)
	if err != nil || len(changed) != 0 {
		t.Fatalf("%d problems were rated by a new player, %v", len(changed), err)
	}
	checkRated(t, disk, slices.Sorted(maps.Keys(seen))[0])
}

// checkRated rates a problem, and checks its difficulty on another server.
func checkRated(t *testing.T, disk store.Store, problem string) {
	if err := disk.Write(t.Context(), 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `
			INSERT INTO problem_ratings (problem, points, deviation, volatility, tried, solved) VALUES (?, 1234, 60, 0.03, 0, 0)`, problem)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var shown training.TrainingProblem
	again := newPerson(t, start(t, testConfig(disk)))
	if status, body := again.call("GET", "/api/training/problems/"+problem, nil, &shown); status != http.StatusOK {
		t.Fatalf("after a restart: %d %s", status, body)
	}
	if shown.Points != 1234 {
		t.Errorf("after a restart %v, want 1234", shown.Points)
	}
}

func checkStanding(t *testing.T, ada *person, rating float64) {
	t.Helper()
	if st := ada.standing(); st.Tried != 6 || st.Solved != 3 || st.Due != 0 || st.NextDue == "" || st.Rating.Points != rating {
		t.Errorf("in the end %+v", st)
	}
	var stats training.TrainingStatistics
	if status, body := ada.call("GET", "/api/training/statistics?offset=120", nil, &stats); status != http.StatusOK {
		t.Fatalf("statistics: %d %s", status, body)
	}
	if stats.Tried != 6 || stats.Solved != 3 || stats.Streak != 1 || stats.Best != 1 ||
		len(stats.History) != 6 || stats.History[5].Points != rating ||
		len(stats.Tags) == 0 || len(stats.Levels) == 0 || len(stats.Days) != 1 || stats.Days[0].Name != "2026-07-01" || stats.Days[0].Tried != 6 {
		t.Errorf("statistics %+v", stats)
	}
}

// TestShippedProblemsAreSolved checks the bank with the solver: for every problem its
// first moves are right and all others wrong, and it can be played to its end.
func TestShippedProblemsAreSolved(t *testing.T) {
	t.Parallel()
	testenv.LongUnderRace(t)
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for i := range problems {
		if i >= 30 {
			break // in a large bank, problems that their makers have checked
		}
		var p training.TrainingProblem
		if status, body := ada.call("GET", "/api/training/problems/"+problems[i].ID+"~1s", nil, &p); status != http.StatusOK {
			t.Fatalf("%s: %d %s", problems[i].ID, status, body)
		}
		if p.Mode != "" || p.Counts {
			t.Errorf("looking at %s counts: %+v", p.Key, p)
		}
		sc.solve(t, ada, p)
		got := ada.attempt(p.Key, training.TrainingTry{Moves: []string{sc.wrongMove(t, ada, p)}})
		if got.Verdict != "wrong" || len(got.Steps) < 2 {
			t.Errorf("%s: %+v", p.Key, got)
		}
	}
}

// TestFailuresComeBack fails a problem, waits until it is due, and solves it.
func TestFailuresComeBack(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	status, body := ada.call("POST", "/api/training/next", training.TrainingChoice{Mode: "review"}, nil)
	if status != http.StatusNotFound || !strings.Contains(body, "nothing to review") {
		t.Errorf("nothing to repeat: %d %s", status, body)
	}
	first := ada.next(training.TrainingChoice{Mode: "rated"})
	got := ada.attempt(first.Key, training.TrainingTry{Show: true})
	if got.Verdict != "shown" || !got.Counted || got.Change >= 0 || len(got.Steps) == 0 || got.Steps[0].Color != first.ToPlay {
		t.Fatalf("the solution: %+v", got)
	}
	for _, wait := range []time.Duration{10 * time.Minute, 24 * time.Hour, 72 * time.Hour} {
		if st := ada.standing(); st.Due != 0 {
			t.Fatalf("due immediately: %+v", st)
		}
		sc.wait(wait)
		if st := ada.standing(); st.Due != 1 {
			t.Fatalf("after %v: %+v", wait, st)
		}
		p := ada.next(training.TrainingChoice{Mode: "review"})
		a, _, _ := strings.Cut(p.Key, "~")
		if b, _, _ := strings.Cut(first.Key, "~"); a != b || p.Counts || p.Mode != "review" {
			t.Fatalf("to repeat: %+v", p)
		}
		if got := sc.solve(t, ada, p); !got.Counted || got.Rating != nil {
			t.Errorf("repeated: %+v", got)
		}
	}
}

func TestBuiltInCollections(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	var set training.TrainingCollection
	for _, c := range ada.standing().Collections {
		if c.Group == "theme" && c.Problems > 1 {
			set = c
		}
		if c.Picture == nil || c.Picture.Board == "" || strings.Trim(c.Picture.Stones, ".") == "" {
			t.Errorf("%s has no picture: %+v", c.ID, c.Picture)
		}
	}
	p := ada.next(training.TrainingChoice{Mode: "collection", Collection: set.ID})
	if p.Number != 1 || p.Of != set.Problems || p.Title != set.Title || p.Counts || !slices.Contains(p.Tags, set.Title) {
		t.Fatalf("first of %+v: %+v", set, p)
	}
	if got := sc.solve(t, ada, p); !got.Counted || got.Rating != nil {
		t.Errorf("solved: %+v", got)
	}
	second := ada.next(training.TrainingChoice{Mode: "collection", Collection: set.ID, After: p.Key})
	if second.Number != 2 {
		t.Errorf("second: %+v", second)
	}
	ada.attempt(second.Key, training.TrainingTry{Moves: []string{sc.wrongMove(t, ada, second)}})
	for _, c := range ada.standing().Collections {
		if c.ID == set.ID && (c.Solved != 1 || c.Failed != 1) {
			t.Errorf("progress %+v", c)
		}
	}
}

// TestCourses selects a problem from a part of a course, solves it, continues, and finds the part done.
func TestCourses(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	courses := func() []training.TrainingCourse {
		t.Helper()
		var out training.TrainingCourses
		if status, body := ada.call("GET", "/api/training/courses", nil, &out); status != http.StatusOK {
			t.Fatalf("courses: %d %s", status, body)
		}
		return out.Courses
	}
	all, k := 0, -1
	for i, c := range courses() {
		sum := 0
		for _, part := range c.Parts {
			sum += part.Problems
		}
		if sum != c.Problems || c.Name == "" || c.About == "" || c.From == "" || c.To == "" || !strings.Contains(c.Stones, "x") {
			t.Errorf("course %+v", c)
		}
		all += sum
		if len(c.Parts) > 1 && k < 0 {
			k = i
		}
	}
	if all != ada.standing().Problems {
		t.Errorf("%d problems in courses, %d in all", all, ada.standing().Problems)
	}
	part := func() training.TrainingPart {
		t.Helper()
		var out training.TrainingPart
		path := "/api/training/courses/" + courses()[k].Parts[1].ID
		if status, body := ada.call("GET", path, nil, &out); status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		return out
	}
	before := part()
	if len(before.Problems) != before.Set.Problems || before.Set.ID != courses()[k].Parts[1].ID || before.Set.Problems > 50 {
		t.Fatalf("part %+v", before)
	}
	p := ada.next(training.TrainingChoice{Mode: "collection", Collection: before.Set.ID, Problem: before.Problems[3].ID})
	if id, _, _ := strings.Cut(p.Key, "~"); id != before.Problems[3].ID || p.Number != 4 ||
		p.Of != before.Set.Problems || p.Title != courses()[k].Name+", part 2" || p.Group != "course" {
		t.Fatalf("the fourth is %+v", p)
	}
	sc.solve(t, ada, p)
	p = ada.next(training.TrainingChoice{Mode: "collection", Collection: before.Set.ID, After: p.Key})
	if p.Number != 5 {
		t.Errorf("after the fourth comes %+v", p)
	}
	ada.attempt(p.Key, training.TrainingTry{Moves: []string{sc.wrongMove(t, ada, p)}})
	if got := part().Problems; got[3].Solved != 1 || got[4].Solved != 0 || got[4].Tried != 1 || got[0].Tried != 0 {
		t.Errorf("afterwards %+v", got)
	}
	if c := courses()[k]; c.Solved != 1 || c.Failed != 1 || c.Parts[1].Solved != 1 || c.Parts[0].Solved != 0 {
		t.Errorf("afterwards %+v", c)
	}
}

// TestHints: a hint uses the colours shown, names no point, and is not given in exams.
func TestHints(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(problems, func(p bank.Problem) bool { return strings.Contains(hints.Text(&p).Text, "short of liberties") })
	if i < 0 {
		t.Fatal("no such hint")
	}
	for _, view := range []string{"3b", "3s"} {
		var p training.TrainingProblem
		ada.call("GET", "/api/training/problems/"+problems[i].ID+"~"+view, nil, &p)
		other := map[string]string{"black": "White", "white": "Black"}[p.ToPlay]
		if p.Hint != other+" is short of liberties: look for stones that connecting cannot save." {
			t.Errorf("%s to play, hint %q", p.ToPlay, p.Hint)
		}
	}
	status, body := ada.call("POST", "/api/training/exams", training.NewExam{From: "30k", To: "9d", Problems: 3, Minutes: 5}, nil)
	if status != http.StatusCreated {
		t.Fatal(body)
	}
	if p := ada.next(training.TrainingChoice{Mode: "exam"}); p.Hint != "" {
		t.Errorf("in an exam: %q", p.Hint)
	}
}

func TestExam(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	begin := func(problems, minutes int) training.TrainingExam {
		t.Helper()
		var e training.TrainingExam
		status, body := ada.call("POST", "/api/training/exams", training.NewExam{From: "30k", To: "9d", Problems: problems, Minutes: minutes}, &e)
		if status != http.StatusCreated {
			t.Fatalf("exam: %d %s", status, body)
		}
		return e
	}
	if e := begin(3, 5); !e.Running || e.Problems != 3 || e.Left != 300 || len(e.Answers) != 0 {
		t.Fatalf("at first %+v", e)
	}
	for i := range 3 {
		p := ada.next(training.TrainingChoice{Mode: "exam"})
		if p.Number != i+1 || p.Of != 3 || !p.Counts || p.Mode != "exam" {
			t.Fatalf("problem %d: %+v", i+1, p)
		}
		sc.wait(time.Minute)
		status, body := ada.call("POST", "/api/training/problems/"+p.Key+"/try", training.TrainingTry{Show: true}, nil)
		if status != http.StatusBadRequest || !strings.Contains(body, "not available during an exam") {
			t.Errorf("help in an exam: %d %s", status, body)
		}
		var got training.TrainingAnswer
		if i == 1 {
			got = ada.attempt(p.Key, training.TrainingTry{Moves: []string{sc.wrongMove(t, ada, p)}})
		} else {
			got = sc.solve(t, ada, p)
		}
		if !got.Counted || got.Exam == nil || len(got.Exam.Answers) != i+1 || len(got.Steps) != 1 {
			t.Errorf("answer %d: %+v", i+1, got)
		}
	}
	e := ada.standing().Exam
	if e == nil || e.Running || e.Right != 2 || e.Passed || e.Answers[1].Right || e.Answers[2].Seconds != 60 || e.Left != 0 {
		t.Errorf("in the end %+v", e)
	}
	if status, _ := ada.call("POST", "/api/training/next", training.TrainingChoice{Mode: "exam"}, nil); status != http.StatusNotFound {
		t.Errorf("after the exam: %d", status)
	}

	begin(2, 1)
	late := ada.next(training.TrainingChoice{Mode: "exam"})
	sc.wait(time.Minute)
	if got := sc.solve(t, ada, late); got.Counted || got.Exam == nil || got.Exam.Running {
		t.Errorf("after the time: %+v", got)
	}
	begin(2, 1)
	var ended training.TrainingExam
	if status, body := ada.call("POST", "/api/training/exams/end", nil, &ended); status != http.StatusOK || ended.Running || ended.Passed {
		t.Errorf("given up: %d %s", status, body)
	}
}

// three is a problem in a common format: Black's group of three points at the
// upper edge, White to kill it.
const three = "(;FF[4]GM[1]SZ[9]AB[ba][fa][bb][cb][db][eb][fb]AW[aa][ga][ab][gb][bc][cc][dc][ec][fc]PL[W]C[White kills]MA[ba])"

func TestOwnCollections(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	in := training.NewCollection{Title: "From my book", Files: []training.CollectionFile{
		{Name: "a.sgf", Text: three + strings.ReplaceAll(three, "PL[W]", "PL[B]")},
		{Name: "empty.sgf", Text: "(;GM[1]SZ[9])"},
		{Name: "no.sgf", Text: "this is not SGF"},
	}}
	var report training.CollectionReport
	if status, body := ada.call("POST", "/api/training/collections", in, &report); status != http.StatusCreated {
		t.Fatalf("collection: %d %s", status, body)
	}
	c := report.Collection
	if c.Problems != 2 || c.Group != "own" || c.Picture != nil || c.Title != in.Title || len(report.Skipped) != 2 ||
		report.Skipped[0].Reason == "" || strings.Contains(report.Skipped[1].Reason, "no.sgf") {
		t.Fatalf("report %+v", report)
	}
	p := ada.next(training.TrainingChoice{Mode: "collection", Collection: c.ID})
	if p.Rank != "" || p.Counts || p.Of != 2 || len(p.Region) == 0 || p.Title != in.Title {
		t.Errorf("its first: %+v", p)
	}
	var rowOfThree []string
	for _, q := range p.Region {
		if p.Stones[q] == '.' {
			rowOfThree = append(rowOfThree, sc.name(t, p.Board, q))
		}
	}
	verdicts := map[string]int{}
	for _, name := range rowOfThree {
		verdicts[ada.attempt(p.Key, training.TrainingTry{Moves: []string{name}}).Verdict]++
	}
	if verdicts["wrong"] == 0 || verdicts["right"]+verdicts["solved"] != 1 {
		t.Errorf("first moves %v: %v", rowOfThree, verdicts)
	}
	bo := newPerson(t, sc.url)
	for _, key := range []string{p.Key, strings.Replace(p.Key, "-1~", "-9~", 1), strings.Replace(p.Key, "-1~", "~", 1)} {
		if status, _ := bo.call("GET", "/api/training/problems/"+key, nil, nil); status != http.StatusNotFound {
			t.Errorf("another's problem %s: %d", key, status)
		}
	}
	if status, body := bo.call("DELETE", "/api/training/collections/"+c.ID, nil, nil); status != http.StatusNotFound {
		t.Errorf("another's collection deleted: %d %s", status, body)
	}
	if status, body := ada.call("DELETE", "/api/training/collections/"+c.ID, nil, nil); status != http.StatusNoContent {
		t.Errorf("deleted: %d %s", status, body)
	}
	if status, _ := ada.call("GET", "/api/training/problems/"+p.Key, nil, nil); status != http.StatusNotFound {
		t.Errorf("after it was deleted: %d", status)
	}
}

func (sc *school) name(t testing.TB, spec string, point int) string {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b.Name(game.Point(point))
}

func TestBadTraining(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	p := ada.next(training.TrainingChoice{Mode: "rated"})
	id, _, _ := strings.Cut(p.Key, "~")
	stone := strings.IndexAny(p.Stones, "xo")
	outside := slices.IndexFunc([]byte(p.Stones), func(c byte) bool { return c == '.' })
	for q := range p.Stones {
		if p.Stones[q] == '.' && !slices.Contains(p.Region, q) {
			outside = q
		}
	}
	try := "/api/training/problems/" + p.Key + "/try"
	file := func(n int, text string) training.NewCollection {
		in := training.NewCollection{}
		for range n {
			in.Files = append(in.Files, training.CollectionFile{Name: "f", Text: text})
		}
		return in
	}
	for _, c := range []struct {
		method, path string
		body         any
		status       int
		words        string
	}{
		{"POST", "/api/training/next", training.TrainingChoice{Mode: "random"}, 400, "Unknown mode"},
		{"POST", "/api/training/next", training.TrainingChoice{Mode: "collection", Collection: "own-x"}, 404, "collection does not exist"},
		{"POST", "/api/training/next", training.TrainingChoice{Mode: "collection", Collection: "level-99"}, 404, "collection does not exist"},
		{"POST", "/api/training/next", training.TrainingChoice{Mode: "collection", Collection: "course-ko-99"}, 404, "collection does not exist"},
		{
			"POST", "/api/training/next", training.TrainingChoice{Mode: "collection", Collection: "course-ko-1", Problem: "x"},
			404, "does not have that problem",
		},
		{"GET", "/api/training/courses/course-ko-99", nil, 404, "does not exist"},
		{"GET", "/api/training/courses/level-1", nil, 404, "does not exist"},
		{"POST", "/api/training/next", training.TrainingChoice{Mode: "exam"}, 404, "not taking an exam"},
		{"GET", "/api/training/problems/nothing", nil, 404, "This problem does not exist"},
		{"GET", "/api/training/problems/" + id + "~99b", nil, 404, "This problem does not exist"},
		{"GET", "/api/training/problems/" + id + "~1x", nil, 404, "This problem does not exist"},
		{"GET", "/api/training/problems/" + id + "~b", nil, 404, "This problem does not exist"},
		{"POST", try, training.TrainingTry{}, 400, "alternately"},
		{"POST", try, training.TrainingTry{Moves: []string{"Z99"}}, 400, "no point"},
		{"POST", try, training.TrainingTry{Moves: []string{sc.name(t, p.Board, stone)}}, 400, "stone"},
		{"POST", try, training.TrainingTry{Moves: []string{sc.name(t, p.Board, outside)}}, 400, "not part of the problem"},
		{"POST", try, training.TrainingTry{Moves: []string{"pass"}, Show: true}, 400, "alternately"},
		{"POST", try, training.TrainingTry{Moves: slices.Repeat([]string{"pass"}, 61)}, 400, "too many"},
		{"POST", "/api/training/exams", training.NewExam{From: "31k", To: "1d", Problems: 5, Minutes: 5}, 400, "rank"},
		{"POST", "/api/training/exams", training.NewExam{From: "30k", To: "1p", Problems: 5, Minutes: 5}, 400, "rank"},
		{"POST", "/api/training/exams", training.NewExam{From: "30k", To: "1d", Problems: 0, Minutes: 5}, 400, "1 to 100"},
		{"POST", "/api/training/exams/end", nil, 404, "not taking an exam"},
		{"POST", "/api/training/collections", file(0, ""), 400, "1 to 500"},
		{"POST", "/api/training/collections", file(501, three), 400, "1 to 500"},
		{"POST", "/api/training/collections", file(1, "("), 400, "have no problems"},
		{"GET", "/api/training/statistics?offset=99999", nil, 422, "validation"},
	} {
		if status, body := ada.call(c.method, c.path, c.body, nil); status != c.status || !strings.Contains(body, c.words) {
			t.Errorf("%s %s %.80v:\n got %d %.300s\nwant %d %q", c.method, c.path, c.body, status, body, c.status, c.words)
		}
	}
}

// TestTooManyCollections checks the limit for one person's collections.
func TestTooManyCollections(t *testing.T) {
	t.Parallel()
	sc := newSchool(t, newStore(t))
	ada := newPerson(t, sc.url)
	in := training.NewCollection{Files: []training.CollectionFile{{Name: "a", Text: three}}}
	for i := range 21 {
		status, body := ada.call("POST", "/api/training/collections", in, nil)
		if want := map[bool]int{true: http.StatusCreated, false: http.StatusBadRequest}[i < 20]; status != want {
			t.Fatalf("collection %d: %d %s", i+1, status, body)
		}
	}
}

package teacher

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/engine/protocol/analysis"
	"moyo/engine/weiqi"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestMain makes the test binary the teacher, if a test has named its behaviour.
func TestMain(m *testing.M) {
	if how := os.Getenv("MOYO_TEST_TEACHER"); how != "" {
		evaluate(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// evaluate answers queries: all moves are equally good, and a pass is better after half of the points have been played on.
func evaluate(how string) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var q analysis.Query
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		n := q.Width * q.Height
		a := analysis.Answer{ID: q.ID, Policy: make([]float64, n+1), Ownership: make([]float64, n)}
		for i := range a.Policy {
			a.Policy[i] = 0.9 / float64(n)
		}
		if len(q.Moves) > n/2 {
			clear(a.Policy)
			a.Policy[n] = 1
		}
		a.Ownership[0], a.Ownership[1] = -1, 0.6
		a.Root.Win, a.Root.Lead, a.Root.Visits = 0.12345, 6.789, q.MaxVisits
		switch how {
		case "short":
			a.Ownership = a.Ownership[1:]
		case "much":
			a.Root.Win = 1.5
		}
		out.Encode(a)
	}
}

func options(t *testing.T, how string, games int) Options {
	t.Helper()
	t.Setenv("MOYO_TEST_TEACHER", how)
	return Options{Command: "'" + os.Args[0] + "'", Games: games, AtOnce: 3, Searched: 0.05, Net: weiqi.Shipped(), Seed: 5}
}

// TestLabel labels games, which can be read and replayed; after a truncated line the file continues.
func TestLabel(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "labels.jsonl")
	opt := options(t, "well", 4)
	last := 0
	opt.Done = func(games, labels int) { last = games }
	if err := Label(t.Context(), file, opt); err != nil || last != 4 {
		t.Fatal(last, err)
	}
	games, err := weiqi.ReadLabelled(file)
	if err != nil || len(games) != 4 {
		t.Fatal(len(games), err)
	}
	g := games[0]
	if l := g.Rows[0]; l.Value != 0.123 || l.Lead != 6.8 || l.Owner[:3] != "064" || len(l.Policy) < 2 {
		t.Errorf("a label is %+v", l)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, whole[:len(whole)-20], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Label(t.Context(), file, opt); err != nil {
		t.Fatal(err)
	}
	if games, err := weiqi.ReadLabelled(file); err != nil || len(games) != 4 {
		t.Errorf("after a cut the file has %d games: %v", len(games), err)
	}
	again, err := os.ReadFile(file)
	if kept := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1; err != nil ||
		!bytes.HasPrefix(again, whole[:kept]) || bytes.Count(again, []byte("\n")) != 4 {
		t.Errorf("after a cut the file is another one: %v", err)
	} else if bytes.Contains(whole, again[kept:]) {
		t.Error("after the cut an existing game was played again")
	}
}

// TestLabelStopped stops with its context, and the written games can be read.
func TestLabelStopped(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "labels.jsonl")
	opt := options(t, "well", 1000)
	ctx, stop := context.WithCancel(t.Context())
	opt.Done = func(games, _ int) {
		if games == 2 {
			stop()
		}
	}
	if err := Label(ctx, file, opt); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if games, err := weiqi.ReadLabelled(file); err != nil || len(games) < 2 || len(games) > 5 {
		t.Errorf("%d games were kept, %v", len(games), err)
	}
}

// TestLabelErrors: an error names a teacher that answers badly, and one that does not exist.
func TestLabelErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "labels.jsonl")
	if err := Label(t.Context(), file, options(t, "short", 2)); err == nil || !strings.Contains(err.Error(), "the teacher gives") {
		t.Errorf("%v", err)
	}
	if err := Label(t.Context(), file, options(t, "much", 2)); err == nil || !strings.Contains(err.Error(), "value 1.5") {
		t.Errorf("%v", err)
	}
	opt := options(t, "well", 2)
	opt.Command = "moyo-no-such-program"
	if err := Label(t.Context(), file, opt); err == nil || !strings.Contains(err.Error(), "moyo-no-such-program") {
		t.Errorf("%v", err)
	}
}

// TestPlans draws many plans: all kinds, sizes, komi and handicaps occur, in about the intended shares.
func TestPlans(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	const plans = 2000
	kindsSeen, sides, oddKomi, handicaps := map[string]int{}, map[[2]int]int{}, 0, map[int]int{}
	for range plans {
		p, err := newPlan(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		kindsSeen[p.name]++
		sides[[2]int{p.game.Width, p.game.Height}]++
		if p.game.Komi < 0 || p.game.Komi > 14 {
			oddKomi++
		}
		if p.name == "handicap" {
			handicaps[len(p.game.Setup)]++
			if p.pos.ToPlay() != game.White || p.game.First != "W" || len(p.setup) != len(p.game.Setup) {
				t.Fatalf("a handicap where %v is to move", p.pos.ToPlay())
			}
		}
	}
	sum := 0.0
	for _, k := range kinds {
		sum += k.share
		if got := float64(kindsSeen[k.name]) / plans; got < k.share/2 || got > 1.5*k.share {
			t.Errorf("%.3f of the games are %s, not %.3f", got, k.name, k.share)
		}
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("the shares of kinds add up to %v", sum)
	}
	if len(sides) < 100 || sides[[2]int{19, 19}] < plans/8 || sides[[2]int{9, 9}] < plans/3 || oddKomi < plans/10 || len(handicaps) < 7 {
		t.Errorf("%d boards, %d games with an odd komi, handicaps %v", len(sides), oddKomi, handicaps)
	}
}

// TestPlanBoards: only the given boards occur, in the given proportions.
func TestPlanBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(87, 88))
	sides := map[[2]int]int{}
	for range 400 {
		p, err := newPlan(r, [][2]int{{9, 9}, {9, 9}, {9, 9}, {7, 5}})
		if err != nil {
			t.Fatal(err)
		}
		sides[[2]int{p.game.Width, p.game.Height}]++
	}
	if n, m := sides[[2]int{9, 9}], sides[[2]int{7, 5}]; len(sides) != 2 || n < 2*m || n > 4*m {
		t.Errorf("%v", sides)
	}
}

// TestLadderMoves: after the moves of a ladder White's stone has two liberties and black neighbours.
func TestLadderMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(83, 84))
	seen := 0
	for range 200 {
		moves := ladderMoves(r, 13, 13)
		white := moves[1]
		x, y := int(white)%13, int(white)/13
		if x < 2 || y < 2 || x > 10 || y > 10 {
			t.Fatalf("White's stone is on column %d, row %d", x, y)
		}
		beside := 0
		for k, m := range moves {
			if k%2 == 0 && m >= 0 && (m == white-1 || m == white+1 || m == white-13 || m == white+13) {
				beside++
			}
		}
		if beside == 2 {
			seen++
		}
	}
	if seen < 150 {
		t.Errorf("%d of 200 ladders have black stones on two sides", seen)
	}
}

// TestDrawMove: the lower the temperature, the likelier the best move.
func TestDrawMove(t *testing.T) {
	r := rand.New(rand.NewPCG(85, 86))
	p, err := newPlan(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	policy := make([]float64, p.pos.Board().Len()+1)
	for i := range policy {
		policy[i] = -1 // illegal
	}
	policy[3], policy[len(policy)-1] = 0.6, 0.4
	count := func(temperature float64) (passes int) {
		for range 1000 {
			switch m := drawMove(r, policy, temperature, p.pos); m {
			case game.Pass:
				passes++
			case 3:
			default:
				t.Fatalf("drew %v", m)
			}
		}
		return passes
	}
	if a, b := count(1), count(0.25); a < 330 || a > 470 || b < 90 || b > 250 {
		t.Errorf("%d and %d passes of 1000", a, b)
	}
}

// TestSearched: the requested share of the positions is searched, the others are evaluated once.
func TestSearched(t *testing.T) {
	r := rand.New(rand.NewPCG(89, 90))
	for _, share := range []float64{0, 0.2, 1} {
		p := &plan{searched: share}
		searched := 0
		for range 1000 {
			switch n := p.query(r).MaxVisits; {
			case n >= visitsLeast && n <= visitsMost:
				searched++
			case n != 1:
				t.Fatalf("%d visits", n)
			}
		}
		if got := float64(searched) / 1000; got < 0.7*share || got > 1.3*share {
			t.Errorf("%v of the positions are searched, not %v", got, share)
		}
	}
}

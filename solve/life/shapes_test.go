package life_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/internal/slow"
	"moyo/solve/life/tsumego"
)

// shape is a position with a name, and the fate of Black's group with either side moving first.
type shape struct {
	name string
	rows []string // in the format of scene
	// live and kill are for Black and for White moving first: "alive", "seki" or "dead"; "ko" with the side that
	// takes first and the threats that the other needs. After a colon come all right first moves, if the shape is
	// about those: "alive: B4", "ko, black takes first, 1: D2 E2". "lives" is alive or seki, if the difference takes
	// long to compute.
	live, kill string
	// large is set if the search takes more than 5,000 nodes: too many for tests that solve every shape many
	// times.
	large bool
}

// shapes are the tables of shapes with names on grids.
func shapes() []shape {
	return slices.Concat(known, cornerShapes, groupShapes, sekiShapes, koShapes, sideShapes)
}

// onTorus makes the problem of a scene on a torus: the last row is above the first, and the last column before it.
func onTorus(t testing.TB, rows ...string) *slow.Problem {
	t.Helper()
	p := scene(t, rows...)
	b, err := board.Parse(fmt.Sprintf("torus:%dx%d", len(rows[0]), len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	p.Board = b
	return p
}

// awayFromTheCorner moves the stones of a scene away from the left and top sides, with a black wall in place of the
// two sides of the board.
func awayFromTheCorner(rows []string) []string {
	top, wall := "_o", "oX"
	for _, c := range rows[0] {
		top += "o"
		wall += map[bool]string{true: "X", false: "o"}[strings.ContainsRune("XO.", c)]
	}
	moved := []string{top, wall}
	for _, row := range rows {
		left := "oX"
		if !strings.ContainsRune("XO.", rune(row[0])) {
			left = "oo"
		}
		moved = append(moved, left+row)
	}
	return append(moved, strings.Repeat("_", len(top)))
}

// outcome formats an answer like the fields of shape: the fate, and the first moves if requested.
func outcome(s summary, moves bool) string {
	text := s.Fate
	if s.Ko != "" {
		text += ", " + s.Ko
	}
	if moves && s.Moves != "" {
		text += ": " + s.Moves
	}
	return text
}

// checkShape solves a problem with either side moving first, checks the proofs, and compares with the slow solver
// if it has few enough states.
func checkShape(t *testing.T, c shape, p *slow.Problem) {
	t.Helper()
	for i, want := range []string{c.live, c.kill} {
		q := *p
		q.ToPlay = []game.Color{game.Black, game.White}[i]
		got, err := solveAndCheck(&q, nil)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, drawn(&q))
		}
		lives := want == "lives" && got.Fate != string(life.Dead) && got.Fate != string(life.FateKo)
		if !lives && outcome(got, strings.Contains(want, ":")) != want {
			t.Errorf("%s: %s\n%s; want %s", c.name, drawn(&q), outcome(got, true), want)
		}
		if !consistent(got, i == 0) {
			t.Errorf("%s: %s\nthe verdict %s does not fit the fate", c.name, drawn(&q), got)
		}
		if slowAnswer, err := slowly(&q, nil, slowStates); err == nil && !slowAnswer.agrees(got) {
			t.Errorf("%s: %s\nslow: %v\nfast: %v", c.name, drawn(&q), slowAnswer, got)
		}
	}
}

// slowStates limits the states of the slow solver for a shape: it takes a second for 100,000.
const slowStates = 6000

// consistent reports whether the verdict for the side to move agrees with the fate of Black's group.
func consistent(s summary, blackMoves bool) bool {
	if s.Fate == string(life.FateKo) {
		return s.Verdict == string(life.InKo)
	}
	return (s.Verdict == string(life.Win)) == (blackMoves == (s.Fate != string(life.Dead)))
}

// TestShapes solves the shapes with names on grids.
func TestShapes(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range shapes() {
		checkShape(t, c, scene(t, c.rows...))
	}
}

// namedProblems returns the sekis, the kos and the best known shapes that take few nodes, with either side to move.
func namedProblems(t testing.TB) map[string]tsumego.Problem {
	list := map[string]tsumego.Problem{}
	for _, c := range slices.Concat(known, sekiShapes, koShapes) {
		if c.large {
			continue
		}
		p := scene(t, c.rows...)
		for _, side := range []game.Color{game.Black, game.White} {
			p.ToPlay = side
			list[c.name+", "+side.String()] = fast(p)
		}
	}
	return list
}

// TestDoubleKoWithThreats: four threats do not help against a double ko, and no more are tried.
func TestDoubleKoWithThreats(t *testing.T) {
	i := slices.IndexFunc(koShapes, func(c shape) bool { return c.name == "death by double ko" })
	p := scene(t, koShapes[i].rows...)
	p.ToPlay = game.Black
	a, err := life.Solve(t.Context(), fast(p), searchOptions)
	if err != nil || a.Verdict != life.Lose || a.Against != life.MaxThreats {
		t.Errorf("%v, against %d, %v: want lose, against %d", a.Verdict, a.Against, err, life.MaxThreats)
	}
}

// TestFateOnly: the verdict and the fate are the same without moves, and take fewer nodes in all.
func TestFateOnly(t *testing.T) {
	nodes := map[bool]int64{}
	for name, p := range namedProblems(t) {
		var answers []*life.Answer
		for _, fateOnly := range []bool{false, true} {
			a, err := life.Solve(t.Context(), p, life.Options{Memory: 1 << 20, Threads: 1, FateOnly: fateOnly})
			if err != nil {
				t.Fatal(err)
			}
			nodes[fateOnly] += a.Nodes
			answers = append(answers, a)
		}
		if a, b := answers[0], answers[1]; a.Verdict != b.Verdict || a.Fate != b.Fate || len(b.FirstMoves)+len(b.Line) > 0 {
			t.Errorf("%s: %s, %s with moves; %s, %s and moves %v without", name, a.Verdict, a.Fate, b.Verdict, b.Fate, b.FirstMoves)
		}
	}
	if nodes[true] >= nodes[false] {
		t.Errorf("%d nodes without moves, %d with them", nodes[true], nodes[false])
	}
}

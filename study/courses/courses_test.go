package courses_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/courses"
)

// TestBank divides the bank: each problem is in one course, easy ones first, in parts of similar
// size.
func TestBank(t *testing.T) {
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	in := make([]int, len(problems))
	names := map[string]bool{}
	sets := courses.Divide(problems)
	for _, s := range sets {
		if names[s.ID] || names[s.Name] || s.ID == "" || s.Name == "" || !strings.HasSuffix(s.About, ".") {
			t.Errorf("course %q, %q: %q", s.ID, s.Name, s.About)
		}
		names[s.ID], names[s.Name] = true, true
		if len(s.Problems) < 10 && s.ID != "mixed" {
			t.Errorf("%s has %d problems", s.Name, len(s.Problems))
		}
		if !slices.IsSortedFunc(s.Problems, func(i, j int) int { return problems[i].Rating - problems[j].Rating }) {
			t.Errorf("%s does not become harder", s.Name)
		}
		together := slices.Concat(s.Parts()...)
		if !slices.Equal(together, s.Problems) {
			t.Errorf("the parts of %s are not the course", s.Name)
		}
		for _, part := range s.Parts() {
			if len(part) > 50 || len(part) < 25 && len(s.Parts()) > 1 {
				t.Errorf("%s has a part of %d", s.Name, len(part))
			}
		}
		for _, i := range s.Problems {
			in[i]++
		}
	}
	for i, n := range in {
		if n != 1 {
			t.Errorf("%s is in %d courses", problems[i].ID, n)
		}
	}
	if len(sets) < 10 {
		t.Errorf("%d courses", len(sets))
	}
}

// some returns n problems of a kind.
func some(n int, p bank.Problem) []bank.Problem {
	out := slices.Repeat([]bank.Problem{p}, n)
	for i := range out {
		out[i].ID = fmt.Sprint(strings.Join(p.Tags, "-"), i)
		out[i].Board = board.Grid(9, 9)
	}
	return out
}

func problem(question tsumego.Question, rank string, tags ...string) bank.Problem {
	rating, err := bank.RatingOf(rank)
	if err != nil {
		panic(err)
	}
	p := bank.Problem{Best: life.Win, Rating: int(rating), Tags: tags}
	p.Question = question
	return p
}

// sizes lists courses with their sizes.
func sizes(problems []bank.Problem) string {
	var out []string
	for _, s := range courses.Divide(problems) {
		out = append(out, fmt.Sprint(s.ID, " ", len(s.Problems)))
	}
	return strings.Join(out, ", ")
}

// TestDivide prefers special courses to general ones, and dissolves small ones.
func TestDivide(t *testing.T) {
	inKo := problem(tsumego.Live, "25k", "corner", "nakade")
	inKo.Best = life.InKo
	for _, c := range []struct {
		name     string
		problems []bank.Problem
		want     string
	}{
		{"none", nil, ""},
		{"by rank", slices.Concat(some(10, problem(tsumego.Live, "20k", "corner")), some(11, problem(tsumego.Live, "19k", "corner"))),
			"first-eyes 10, corners 11"},
		{"by question", slices.Concat(some(10, problem(tsumego.Live, "30k")), some(12, problem(tsumego.Kill, "30k"))),
			"first-eyes 10, first-kills 12"},
		{"special ones", slices.Concat(some(10, inKo), some(12, problem(tsumego.Kill, "9k", "nakade", "seki", "corner"))), "seki 12, ko 10"},
		{"strong, on another board", some(10, problem(tsumego.Kill, "2d", "other-board", "seki")), "round 10"},
		{"strong", some(10, problem(tsumego.Kill, "1d", "seki")), "dan 10"},
		{"too few", slices.Concat(some(9, problem(tsumego.Kill, "9k", "seki", "corner")), some(10, problem(tsumego.Kill, "9k", "side"))),
			"sides 10, mixed 9"},
		{"too few, which help another course",
			slices.Concat(some(4, problem(tsumego.Kill, "9k", "seki", "side")), some(6, problem(tsumego.Kill, "9k", "side"))), "sides 10"},
		{"of no kind", some(3, problem(tsumego.Kill, "9k")), "mixed 3"},
		{"a question of status", some(10, problem(tsumego.Status, "30k")), "mixed 10"},
	} {
		if got := sizes(c.problems); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestParts(t *testing.T) {
	for n, want := range map[int]string{1: "[1]", 50: "[50]", 51: "[25 26]", 101: "[33 34 34]", 419: "[46 47 46 47 46 47 46 47 47]"} {
		s := courses.Set{Problems: make([]int, n)}
		var got []int
		for _, part := range s.Parts() {
			got = append(got, len(part))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%d problems in %v, want %s", n, got, want)
		}
	}
}

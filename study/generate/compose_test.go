package generate_test

import (
	"bytes"
	"slices"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/study/bank"
	"moyo/study/generate"
)

// composed are options for all kinds of composed problems.
var composed = generate.Options{
	Seed: 11, Count: 5, Boards: []string{"grid:9"}, From: 3, To: 5, Unique: true, Nodes: 20_000,
	Sources: []generate.Source{generate.Games, generate.Shapes, generate.Groups},
}

// TestComposedProblems checks problems from games, shapes and groups: exactly one move solves each, each has some
// appeal, and the result does not depend on the threads.
func TestComposedProblems(t *testing.T) {
	testenv.SkipUnderRace(t)
	problems := made(t, composed, 1)
	if len(problems) != composed.Count || !bytes.Equal(packed(t, problems), packed(t, made(t, composed, 3))) {
		t.Errorf("%d problems, or others with three threads", len(problems))
	}
	for i := range problems {
		p := &problems[i]
		rooted(t, p)
		onlyFirst(t, p)
		if !p.Unique() || !appeals(p) || len(p.Walls) > 0 {
			t.Errorf("%s: first %v, tags %v, walls %v", p.ID, p.First, p.Tags, p.Walls)
		}
		if slices.Contains(p.Tags, "game") != (p.ID[0] == 'g') {
			t.Errorf("%s has the tags %v", p.ID, p.Tags)
		}
	}
}

// rooted checks that stones outside the region are the attacker's.
func rooted(t *testing.T, p *bank.Problem) {
	t.Helper()
	for q, c := range p.Stones {
		if c == p.Defender() && !slices.Contains(p.Region, game.Point(q)) {
			t.Errorf("%s: a stone of the defender's on %s, outside the region", p.ID, p.Board.Name(game.Point(q)))
		}
	}
}

// appeals reports whether the tags of a problem give it an appeal.
func appeals(p *bank.Problem) bool {
	return slices.ContainsFunc(p.Tags, func(tag string) bool {
		return slices.Contains([]string{
			"misleading", "throw-in", "snapback", "sacrifice", "under-the-stones", "connect-and-die", "first-line", "nakade", "vital-point",
		}, tag)
	})
}

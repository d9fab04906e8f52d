package generate

import (
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life/tsumego"
)

// TestMeasureSight tests the levels on a dead shape of three: weak ones miss the point, strong ones find it. With every other
// point as the answer they fail.
func TestMeasureSight(t *testing.T) {
	testenv.SkipUnderRace(t)
	p := diagram(t, game.White, tsumego.Kill,
		"Ox,,,xO..",
		"OxxxxxO..",
		".OOOOO...")
	middle := []game.Move{3}
	sight, err := MeasureSight(t.Context(), &p, middle)
	if err != nil {
		t.Fatal(err)
	}
	if sight[len(sight)-1] != 0 || sight.Misled() {
		t.Errorf("they fail %v times", sight)
	}
	again, err := MeasureSight(t.Context(), &p, middle)
	if err != nil || again != sight {
		t.Errorf("%v, and then %v; %v", sight, again, err)
	}
	wrong, err := MeasureSight(t.Context(), &p, []game.Move{2})
	if err != nil || wrong[len(wrong)-1] != triesEach || !wrong.Misled() {
		t.Errorf("%v with a wrong answer, %v", wrong, err)
	}
}

// TestFramed fills everything outside the problem, except two eyes, and lets the target decide the game.
func TestFramed(t *testing.T) {
	for _, toPlay := range []game.Color{game.Black, game.White} {
		p := diagram(t, game.White, tsumego.Kill,
			"Ox,,,xO..",
			"OxxxxxO..",
			".OOOOO...")
		if toPlay == game.Black { // the attacker
			p = swapped(p)
		}
		pos, err := framed(&p)
		if err != nil {
			t.Fatal(err)
		}
		empty, attackers := 0, 0
		for q := range game.Point(81) {
			switch pos.At(q) {
			case game.Empty:
				empty++
			case p.ToPlay:
				attackers++
			}
		}
		if empty != 3+2 || attackers != 81-3-2-7 || pos.ToPlay() != p.ToPlay {
			t.Errorf("%d empty, %d of the attacker's, %s to play", empty, attackers, pos.ToPlay())
		}
		for _, alive := range []bool{true, false} {
			if got := lead(t, pos, &p, alive); got > 0 == alive {
				t.Errorf("the attacker leads by %g with the target alive: %v", got, alive)
			}
		}
	}
}

// lead returns the attacker's lead in a framed position with everything but the target unchanged.
func lead(t *testing.T, pos game.Position, p *tsumego.Problem, alive bool) float64 {
	t.Helper()
	scorer, ok := pos.(game.Scorer)
	if !ok {
		t.Fatal("no scorer")
	}
	var dead []game.Point
	if !alive {
		for q, c := range p.Stones {
			if c == p.Defender() {
				dead = append(dead, game.Point(q))
			}
		}
	}
	score := scorer.Score(dead)
	if p.ToPlay == game.Black {
		return score.Black - score.White
	}
	return score.White - score.Black
}

func TestAppeal(t *testing.T) {
	for _, test := range []struct {
		tags []string
		line int
		want appeal
	}{
		{[]string{"corner", "kill", "hane"}, 9, plain},
		{[]string{"first-line"}, leastLine - 1, plain},
		{[]string{"first-line"}, leastLine, placed},
		{[]string{"nakade"}, leastLine, placed},
		{[]string{"nakade", "snapback"}, 1, surprising},
		{[]string{"misleading"}, 1, surprising},
		{nil, 9, plain},
	} {
		if got := appealOf(test.tags, test.line); got != test.want {
			t.Errorf("%v with a line of %d: %d, want %d", test.tags, test.line, got, test.want)
		}
	}
}

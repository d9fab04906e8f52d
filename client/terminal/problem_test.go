package terminal

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"moyo/study/trainer"
)

// cornerProblem is a problem in text form: six points in the corner, with B2 the only good move for
// either side.
const cornerProblem = `*****
ooooo
xxxxo
---xo
---xo
A3 x
Two eyes in the corner.
`

// cornerLine is the same as JSON, with White to kill.
const cornerLine = `{"id":"corner","size":5,"black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
	`"to_move":"w","target":["ac"],"question":"kill","region":["ac:ce","dc:de"]}`

// played plays problems with typed lines.
func played(t *testing.T, problems, typed string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := PlayProblems(t.Context(), format.Read("corner", strings.NewReader(problems), nil), strings.NewReader(typed), &out,
		ProblemOptions{Limit: time.Minute, Memory: 8 << 20, Threads: 1})
	return out.String(), err
}

// inOrder checks that texts come one after the other.
func inOrder(t *testing.T, out string, wants ...string) {
	t.Helper()
	rest := out
	for _, want := range wants {
		i := strings.Index(rest, want)
		if i < 0 {
			t.Errorf("no %q where it should be in\n%s", want, out)
			return
		}
		rest = rest[i+len(want):]
	}
}

// TestPlayProblem plays a wrong move, takes it back, asks for a hint and solves.
func TestPlayProblem(t *testing.T) {
	out, err := played(t, cornerProblem, "help\nundo\nA1\nC1\nundo\nundo\nA5\nA4\nwhere\nhint\nhint\n\nboard\nb2\nquit\nb1\n")
	if err != nil {
		t.Error(err)
	}
	inOrder(t, out, "corner: Black to move, and A3 to live.", "Two eyes", "type help", "a move that works", "no move to take back",
		"A1 fails: the target dies after B2", "White plays B2", "C1 fails", "Taken back.", "Taken back.", "outside the region",
		"a stone on that point", `"where" is neither a point`, "Hint: Look at the second line. Type hint again for a move.",
		"Hint: B2.", "Correct: B2.", "White plays")
}

// threeLine is a problem that the first move decides: three points in a row.
const threeLine = `{"id":"three","board":"grid:5x4","black":["ac","bc","cc","dc","dd"],"white":["ab","bb","cb","db","eb","ec","ed"],` +
	`"to_move":"b","target":["ac"],"question":"live","region":["ac:ad","bc:bd","cc:cd","dc:dd"]}`

func TestPlayProblems(t *testing.T) {
	two := threeLine + "\n" + strings.Replace(cornerLine, `"kill"`, `"status"`, 1) + "\n" + strings.Replace(cornerLine, `"w"`, `"b"`, 1) + "\n"
	out, err := played(t, two, "B1\nsolution\nnext\n")
	if !errors.As(err, new(ProblemError)) || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("error %v", err)
	}
	inOrder(t, out, "three: Black to move, and A2 to live.", "Correct: B1. Black lives",
		"corner: White to move and kill A3.", "Best play: B2")
}

// TestPlayHopeless expects that an impossible problem is reported immediately.
func TestPlayHopeless(t *testing.T) {
	out, err := played(t, strings.Replace(cornerProblem, "---xo\n---xo\nA3 x", "xxxxo\n-x-xo\nA3 o", 1), "")
	if err != nil {
		t.Error(err)
	}
	inOrder(t, out, "It cannot be done: White cannot kill: Black lives.")
}

// TestHintText claims nothing that depends on what is beyond the region.
func TestHintText(t *testing.T) {
	for it, err := range format.Read("corner", strings.NewReader(cornerProblem), nil) {
		if err != nil {
			t.Fatal(err)
		}
		for rests, said := range map[life.Assumption]bool{life.AssumesNothing: true, life.AssumesRegion: false} {
			ko := problemGame{problem: it.Problem, puzzle: &trainer.Puzzle{Best: life.InKo}, fate: life.FateKo, rests: rests}
			seki := problemGame{problem: it.Problem, puzzle: &trainer.Puzzle{Best: life.Win}, fate: life.Seki, rests: rests}
			if strings.Contains(ko.hintText(), "A ko is the best") != said || strings.Contains(seki.hintText(), "a seki is enough") != said {
				t.Errorf("rests on %s: %q, %q", rests, ko.hintText(), seki.hintText())
			}
		}
	}
}

// TestOwnQuestion turns a question of status into one for the side to move.
func TestOwnQuestion(t *testing.T) {
	for it, err := range format.Read("corner", strings.NewReader(cornerProblem), nil) {
		if err != nil {
			t.Fatal(err)
		}
		g := problemGame{problem: it.Problem}
		if q := g.ownQuestion(); q != tsumego.Live {
			t.Errorf("Black: %v", q)
		}
		if g.problem.ToPlay = it.ToPlay.Other(); g.ownQuestion() != tsumego.Kill {
			t.Errorf("White: %v", g.ownQuestion())
		}
	}
}

// TestPlayInFoundRegion expects the assumptions of verdicts in words if moyo chose the region.
func TestPlayInFoundRegion(t *testing.T) {
	const crawl = `{"id":"crawl","size":19,"black":["aq","bq","cq","dq","dr"],"white":["ap","bp","cp","dp","ep","eq","er"],` +
		`"to_move":"b","target":["aq"],"question":"live"}` + "\n"
	out, err := played(t, crawl, "A1\nundo\nb2\n")
	if err != nil {
		t.Error(err)
	}
	inOrder(t, out, "\n# a stone of White's is assumed here\n", "moyo chose the region",
		"A1 fails: the target dies", ", if nothing beyond the marked region helps Black.",
		"B2 fails: it is only a ko", ", if nothing beyond the marked region helps either side.")
	three := strings.Replace(crawl, `"target"`, `"region":["aq:dq","ar:dr","as:es"],"walls":["fs"],"target"`, 1)
	if out, err = played(t, three, ""); err != nil {
		t.Error(err)
	}
	inOrder(t, out, "# a stone of White's", "The problem assumes that White has stones on F1.")
}

// TestDoneText checks what has been achieved, with its assumption.
func TestDoneText(t *testing.T) {
	for _, c := range []struct {
		best  life.Verdict
		asked tsumego.Question
		rests life.Assumption
		want  string
	}{
		{life.Win, tsumego.Kill, life.AssumesNothing, "White kills, whatever comes."},
		{life.Win, tsumego.Live, life.AssumesRegion, "White lives, if nothing beyond the marked region helps Black."},
		{life.InKo, tsumego.Live, life.AssumesRegion,
			"White gets the ko, which is the best possible result, if nothing beyond the marked region helps either side."},
	} {
		g := problemGame{problem: tsumego.Problem{ToPlay: game.White, Question: c.asked}, rests: c.rests, puzzle: &trainer.Puzzle{Best: c.best}}
		if got := g.doneText(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

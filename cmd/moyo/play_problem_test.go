package main

import (
	"bytes"
	"strings"
	"testing"

	"moyo/tsumego"
)

// played plays a file of problems with typed lines.
func played(t *testing.T, file, typed string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := playCmd{Problem: file, engineFlags: engineFlags{Threads: 1, Memory: 8}}
	err := cmd.playProblems(t.Context(), strings.NewReader(typed), &out)
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

// TestPlayProblem goes wrong, takes back, asks for a hint and solves.
func TestPlayProblem(t *testing.T) {
	out, err := played(t, saved(t, "corner.txt", cornerProblem), "help\nundo\nA1\nC1\nundo\nundo\nA5\nA4\nwhere\nhint\n\nboard\nb2\nquit\nb1\n")
	if err != nil {
		t.Error(err)
	}
	inOrder(t, out, "corner: Black to move, and A3 to live.", "Two eyes", "help says", "a move that works", "no move to take back",
		"A1 fails: the target dies after B2", "White plays B2", "C1 fails", "Taken back.", "Taken back.", "outside the region",
		"a stone on that point", `no point "where"`, "Hint: B2.", "Correct: B2.", "White plays")
}

// threeLine is a problem whose first move settles it: three points in a row.
const threeLine = `{"id":"three","board":"grid:5x4","black":["ac","bc","cc","dc","dd"],"white":["ab","bb","cb","db","eb","ec","ed"],` +
	`"to_move":"b","target":["ac"],"question":"live","region":["ac:ad","bc:bd","cc:cd","dc:dd"]}`

func TestPlayProblems(t *testing.T) {
	two := saved(t, "p.jsonl", threeLine+"\n"+strings.Replace(cornerLine, `"kill"`, `"status"`, 1)+"\n"+strings.Replace(cornerLine, `"w"`, `"b"`, 1)+"\n")
	out, err := played(t, two, "B1\nsolution\nnext\n")
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("error %v", err)
	}
	inOrder(t, out, "three: Black to move, and A2 to live.", "Correct: B1. Black lives", "corner: White to move and kill A3.", "The best play: B2")
	if _, err := played(t, "nowhere.sgf", ""); err == nil {
		t.Error("no such file was played")
	}
}

// TestPlayHopeless wants to be told at once what nobody can solve.
func TestPlayHopeless(t *testing.T) {
	out, err := played(t, saved(t, "p.txt", strings.Replace(cornerProblem, "---xo\n---xo\nA3 x", "xxxxo\n-x-xo\nA3 o", 1)), "")
	if err != nil {
		t.Error(err)
	}
	inOrder(t, out, "It cannot be done: White cannot kill: Black lives.")
}

// TestOwnQuestion gives a question of status the side to move's.
func TestOwnQuestion(t *testing.T) {
	for it, err := range tsumego.Read("corner", strings.NewReader(cornerProblem), nil) {
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

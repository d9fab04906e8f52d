package server

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"moyo/internal/testenv"
	"moyo/server/learn/training"
	"moyo/study/puzzles"
)

func (p *person) try(id string, try training.PuzzleTry) training.PuzzleAnswer {
	p.t.Helper()
	var out training.PuzzleAnswer
	if status, body := p.call("POST", "/api/puzzles/"+id+"/try", try, &out); status != http.StatusOK {
		p.t.Fatalf("try %v at %s: %d %s", try, id, status, body)
	}
	return out
}

// TestPuzzlesAreSolved plays every puzzle by its hints: each move is right, the
// number of remaining moves decreases, and the last one solves it.
func TestPuzzlesAreSolved(t *testing.T) {
	t.Parallel()
	testenv.LongUnderRace(t)
	ada := newPerson(t, startMemory(t))
	var list training.Puzzles
	if status, body := ada.call("GET", "/api/puzzles?depth=4", nil, &list); status != http.StatusOK ||
		len(list.Puzzles) == 0 || len(list.Rules) == 0 {
		t.Fatalf("puzzles: %d %.200s", status, body)
	}
	for _, p := range list.Puzzles {
		if p.Depth != 4 || len(p.Stones) != 225 {
			t.Fatalf("puzzle %+v", p)
		}
		var moves []string
		for left := p.Depth; ; {
			hint := ada.try(p.ID, training.PuzzleTry{Moves: moves, Hint: true})
			if hint.Verdict != "hint" || hint.Left > left { // an answer may be shorter than the longest
				t.Fatalf("%s after %v: %+v, want a win in %d", p.ID, moves, hint, left)
			}
			left = hint.Left
			moves = append(moves, hint.Hint)
			got := ada.try(p.ID, training.PuzzleTry{Moves: moves})
			if got.Verdict == "solved" {
				if len(got.Figure) < 5 || left != 1 { // six win too with some rules
					t.Errorf("%s: solved with %+v", p.ID, got)
				}
				break
			}
			if got.Verdict != "right" || got.Left >= left || got.Text == "" {
				t.Fatalf("%s after %v: %+v", p.ID, moves, got)
			}
			moves, left = append(moves, got.Reply), left-1
		}
	}
}

// TestWrongMovesAreExplained plays every wrong first move of some puzzles: moves
// without a four, fours that miss the win, and moves that let the other
// side win.
func TestWrongMovesAreExplained(t *testing.T) {
	t.Parallel()
	testenv.LongUnderRace(t)
	ada := newPerson(t, startMemory(t))
	seen := map[string]bool{}
	for i, p := range puzzles.VCF() {
		if i > 2 && (p.Depth != 4 || seen["makes five"]) {
			continue
		}
		taken := append(slices.Clone(p.Stones.Black), p.Stones.White...)
		for at := range 225 {
			name := string("ABCDEFGHJKLMNOP"[at%15]) + strconv.Itoa(1+at/15)
			if slices.Contains(taken, name) || name == p.Solution[0] {
				continue
			}
			var got training.PuzzleAnswer
			status, body := ada.call("POST", "/api/puzzles/"+p.ID+"/try", training.PuzzleTry{Moves: []string{name}}, &got)
			if status == http.StatusBadRequest && strings.Contains(body, "forbidden") {
				continue
			}
			if got.Verdict != "wrong" || got.Text == "" { // each puzzle has one solution
				t.Fatalf("%s: %s is %d %s", p.ID, name, status, body)
			}
			stones := len(taken) + 1
			if got.Reply != "" {
				stones++
			}
			if strings.Count(got.Stones, ".") != 225-stones {
				t.Errorf("%s: %s: stones after the answer: %+v", p.ID, name, got)
			}
			for _, kind := range []string{"does not make a four", "blocks at", "makes five"} {
				seen[kind] = seen[kind] || strings.Contains(got.Text, kind)
			}
		}
	}
	for _, kind := range []string{"does not make a four", "blocks at", "makes five"} {
		if !seen[kind] {
			t.Errorf("no wrong move %q: %v", kind, seen)
		}
	}
}

func TestBadTries(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	id := puzzles.VCF()[0].ID
	for _, c := range []struct {
		id     string
		try    training.PuzzleTry
		status int
		text   string
	}{
		{"nonsense", training.PuzzleTry{Moves: []string{"H8"}}, http.StatusNotFound, "puzzle does not exist"},
		{id, training.PuzzleTry{}, http.StatusBadRequest, "must alternate"},
		{id, training.PuzzleTry{Moves: []string{"Z99"}}, http.StatusBadRequest, "no such point"},
		{id, training.PuzzleTry{Moves: []string{puzzles.VCF()[0].Stones.Black[0]}}, http.StatusBadRequest, "there is a stone"},
		{id, training.PuzzleTry{Moves: make([]string, 1001)}, http.StatusBadRequest, "too many"},
	} {
		status, body := ada.call("POST", "/api/puzzles/"+c.id+"/try", c.try, nil)
		if status != c.status || !strings.Contains(body, c.text) {
			t.Errorf("%+v at %s: %d %s, want %d with %q", c.try, c.id, status, body, c.status, c.text)
		}
	}
}

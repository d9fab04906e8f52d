package lessons_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/study/coach"
	"moyo/study/lessons"
)

var open = game.Opener{Board: board.Parse, Rules: catalog.Rules}

// solution returns moves that continue the given ones with the answers to the next parts of a step,
// until n parts are solved.
func solution(t *testing.T, l lessons.Lesson, step int, moves []string, parts int) []string {
	t.Helper()
	moves = slices.Clone(moves)
	for len(moves) < parts {
		a, err := l.Try(open, step, moves, true)
		if err != nil {
			t.Fatalf("%v: %v", moves, err)
		}
		if a.Verdict == lessons.Wrong || a.Verdict == lessons.Illegal || a.Said.Move == "" {
			t.Fatalf("%v: %q, help %+v", moves, a.Verdict, a.Said)
		}
		moves = append(moves, a.Said.Move)
	}
	return moves
}

// eachStep runs a test for every step of every lesson.
func eachStep(t *testing.T, test func(t *testing.T, l lessons.Lesson, step int)) {
	for _, l := range lessons.All() {
		for i, s := range l.Steps {
			t.Run(l.ID+"/"+s.ID, func(t *testing.T) {
				t.Parallel()
				test(t, l, i)
			})
		}
	}
}

// TestSolutions plays the answers of every step by the real rules.
func TestSolutions(t *testing.T) {
	eachStep(t, func(t *testing.T, l lessons.Lesson, step int) {
		s := l.Steps[step]
		for n := range len(s.Parts) + 1 {
			moves := solution(t, l, step, nil, n)
			a, err := l.Try(open, step, moves, false)
			if err != nil {
				t.Fatal(err)
			}
			want := lessons.Right
			switch {
			case n == 0:
				want = lessons.Start
			case n == len(s.Parts):
				want = lessons.Done
			case s.Parts[n-1].Goal == lessons.Try:
				want = lessons.Seen
			}
			if a.Verdict != want || a.Part != n || len(a.Frames) == 0 || (n == len(s.Parts)) != (a.Task == "") || (n == 0) != (a.Right == "") {
				t.Errorf("after %v: %+v", moves, a)
			}
			if last := a.Frames[len(a.Frames)-1]; n < len(s.Parts) && last.Pos.ToPlay() != a.Side {
				t.Errorf("after %v: %s to move, %s learns", moves, last.Pos.ToPlay(), a.Side)
			}
		}
	})
}

// TestHelpSaysNothingElse asks for help at every part: the answer repeats no statement about
// earlier moves, which would not be true of the position shown.
func TestHelpSaysNothingElse(t *testing.T) {
	eachStep(t, func(t *testing.T, l lessons.Lesson, step int) {
		for n, part := range l.Steps[step].Parts {
			a, err := l.Try(open, step, solution(t, l, step, nil, n), true)
			if err != nil {
				t.Fatal(err)
			}
			want := []coach.Saying(nil)
			if len(part.Choices) == 0 {
				want = coach.Reason(a.Frames[len(a.Frames)-1].Pos, a.Hint)
			}
			if a.Right != "" || a.Punished != "" || !reflect.DeepEqual(a.Why, want) {
				t.Errorf("%s: help says %q, %q, %+v; want %+v", part.ID, a.Right, a.Punished, a.Why, want)
			}
		}
	})
}

// tries returns what can be tried at a part: every point, or every choice.
func tries(b *board.Board, part lessons.Part) []string {
	if len(part.Choices) > 0 {
		return part.Choices
	}
	var all []string
	for p := range game.Point(b.Len()) {
		all = append(all, b.Name(p))
	}
	return all
}

// TestEveryMove plays every move of the board in every part. A wrong one is explained. A right one,
// even if it is not the lesson's answer, leads to the end of the step.
func TestEveryMove(t *testing.T) {
	eachStep(t, func(t *testing.T, l lessons.Lesson, step int) {
		s := l.Steps[step]
		b, err := board.Parse(l.Board)
		if err != nil {
			t.Fatal(err)
		}
		for n, part := range s.Parts {
			before := solution(t, l, step, nil, n)
			var right []string
			wrong := 0
			for _, name := range tries(b, part) {
				moves := append(slices.Clone(before), name)
				a, err := l.Try(open, step, moves, false)
				if err != nil {
					t.Fatalf("%v: %v", moves, err)
				}
				switch a.Verdict {
				case lessons.Wrong, lessons.Illegal:
					wrong++
					if a.Said.Code == "" && a.Why == nil && a.Punished == "" || a.Part != n {
						t.Errorf("%v: nothing is said: %+v", moves, a)
					}
				case lessons.Right, lessons.Seen, lessons.Done:
					right = append(right, name)
					finish(t, l, step, moves)
				default:
					t.Errorf("%v: %q", moves, a.Verdict)
				}
			}
			if wrong == 0 || len(right) == 0 {
				t.Errorf("%s: %d moves are wrong, %v right", part.ID, wrong, right)
			}
			t.Logf("%s: %v", part.ID, right)
		}
	})
}

// finish plays the answers of the remaining parts.
func finish(t *testing.T, l lessons.Lesson, step int, moves []string) {
	t.Helper()
	all := solution(t, l, step, moves, len(l.Steps[step].Parts))
	a, err := l.Try(open, step, all, false)
	if err != nil || a.Verdict != lessons.Done {
		t.Errorf("%v: %v, %+v", all, err, a)
	}
}

// TestSaid checks the most instructive statements.
func TestSaid(t *testing.T) {
	for _, c := range []struct {
		lesson, step string
		moves        string
		verdict      lessons.Verdict
		said         string
	}{
		{"capturefive", "liberties", "E5", lessons.Wrong, "beside E5 [D4] [D5 C4 E4 D3]"},
		{"capturefive", "liberties", "D5", lessons.Right, "left D5 [D4] [C4 E4 D3]"},
		{"capturefive", "capture", "E3", lessons.Wrong, "liberties E3 [D4] [D3]"},
		{"capturefive", "capture", "D3 A2", lessons.Wrong, "liberties A2 [A5 B5 A4] [A6]"},
		{"capturefive", "atari", "E5", lessons.Wrong, "spare E5 [D4] [E4 D3]"},
		{"capturefive", "atari", "D3 D2", lessons.Wrong, "taken D3 [D4] []"},
		{"capturefive", "snapback", "D2", lessons.Wrong, "escapes D1 [C1 C2] [F3 G2 G1]"},
		{"capturefive", "suicide", "C4", lessons.Illegal, ""},
		{"capturefive", "line", "F6", lessons.Wrong, "wins F5 [] []"},
		{"connect4", "falling", "A6", lessons.Wrong, "elsewhere A1 [] [D2]"},
		{"connect4", "double", "A1", lessons.Wrong, "one B1 [] []"},
		{"connect4", "above", "E2", lessons.Wrong, "wins E3 [] []"},
		{"weiqi", "counting", "27", lessons.Illegal, "miscounted  [] [27]"},
		{"weiqi", "opening", "B2", lessons.Wrong, "low B2 [] []"},
		{"weiqi", "connect", "A1", lessons.Wrong, "  [] []"},
		{"weiqi", "ladder", "C6", lessons.Wrong, ""},
		{"weiqi", "live", "A1", lessons.Wrong, "dies B1 [] []"},
		{"weiqi", "kill", "A1", lessons.Wrong, ""},
		{"gomoku", "fourFour", "A1", lessons.Wrong, "noFour  [] []"},
	} {
		l, _ := lessons.Find(c.lesson)
		for i, s := range l.Steps {
			if s.ID != c.step {
				continue
			}
			a, err := l.Try(open, i, strings.Fields(c.moves), false)
			said := fmt.Sprintf("%s %s %v %v", a.Said.Code, a.Said.Move, a.Said.Stones, a.Said.Points)
			if err != nil || a.Verdict != c.verdict || c.said != "" && said != c.said {
				t.Errorf("%s, %s, %s: %v, %q %q; want %q %q", c.lesson, c.step, c.moves, err, a.Verdict, said, c.verdict, c.said)
			}
		}
	}
}

// TestMarks checks that a point that a task names is marked if it is where to play.
func TestMarks(t *testing.T) {
	l, _ := lessons.Find("capturefive")
	for moves, want := range map[string]game.Point{"": 24, "D4": board.None, "D4 B3": board.None} {
		if a, err := l.Try(open, 4, strings.Fields(moves), false); err != nil || a.Mark != want {
			t.Errorf("%q: %v, mark %d", moves, err, a.Mark)
		}
	}
}

// TestSnapbackFrames checks the frames of the throw-in, the capture and the capture back.
func TestSnapbackFrames(t *testing.T) {
	l, _ := lessons.Find("capturefive")
	a, err := l.Try(open, 3, []string{"D1"}, false)
	if err != nil || len(a.Frames) != 3 {
		t.Fatalf("%v, %d frames", err, len(a.Frames))
	}
	at := func(frame int, name string) game.Color {
		p, _ := a.Frames[frame].Pos.Board().Lookup(name)
		return a.Frames[frame].Pos.At(p)
	}
	if at(0, "D1") != game.Empty || at(1, "D1") != game.Black || at(2, "D1") != game.Empty ||
		at(2, "D2") != game.White || a.Frames[1].Color != game.Black || a.Frames[2].Color != game.White {
		t.Errorf("the throw-in is not shown: %+v", a.Frames)
	}
	a, err = l.Try(open, 3, []string{"D1", "D1"}, false)
	if err != nil || a.Verdict != lessons.Done || at(len(a.Frames)-1, "C1") != game.Empty || at(len(a.Frames)-1, "D2") != game.Empty {
		t.Errorf("not taken back: %v %+v", err, a)
	}
}

func TestBadTries(t *testing.T) {
	l, _ := lessons.Find("capturefive")
	for _, c := range []struct {
		step  int
		moves string
	}{{-1, ""}, {7, ""}, {0, "A1 A2 A3"}, {0, "Z9"}, {0, "pass"}, {0, "E5 D5"}, {1, "D3 A6 A1"}} {
		if _, err := l.Try(open, c.step, strings.Fields(c.moves), false); !errors.Is(err, lessons.ErrTry) {
			t.Errorf("step %d, %s: %v", c.step, c.moves, err)
		}
	}
	if _, ok := lessons.Find("chess"); ok {
		t.Error("there is a lesson of chess")
	}
}

// TestCutShort poses tasks that exceed a lesson's search limit: nothing is said then, and nothing
// false.
func TestCutShort(t *testing.T) {
	for _, c := range []struct {
		name, rules, board string
		part               lessons.Part
		move, said         string
	}{
		{"fours", "gomoku", "grid:15", lessons.Part{Goal: lessons.Hold, Setup: "O " + threes}, "H8", "fours"},
		{"life", "weiqi", "grid:9", lessons.Part{Goal: lessons.Live, Target: "E5", Setup: "X E5", Region: everywhere(9)}, "D4", "unknown"},
		{"chase", "weiqi", "grid:37", lessons.Part{Goal: lessons.Catch, Target: "E1", Setup: "O E1 / X " + row(37, 2)}, "A9", "caught"},
	} {
		l := lessons.Lesson{ID: "hard", Rules: c.rules, Board: c.board, Steps: []lessons.Step{{ID: "hard", Parts: []lessons.Part{c.part}}}}
		a, err := l.Try(open, 0, []string{c.move}, false)
		if err == nil || errors.Is(err, lessons.ErrTry) || !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s: %v, %+v", c.name, err, a)
		}
	}
}

// threes is white threes at both edges, so far apart that their fours never win: there are 3^10 ways
// to play them.
const threes = "A2 B2 C2 N2 O2 P2 A5 B5 C5 N5 O5 P5 A8 B8 C8 N8 O8 P8 A11 B11 C11 N11 O11 P11 A14 B14 C14 N14 O14 P14"

// row names the points of a row of a board with this width.
func row(width, y int) string {
	var all []string
	for x := range width {
		all = append(all, fmt.Sprint(board.ColumnName(x), y))
	}
	return strings.Join(all, " ")
}

// everywhere names the points of a square board.
func everywhere(size int) string {
	var all []string
	for y := range size {
		all = append(all, row(size, y+1))
	}
	return strings.Join(all, " ")
}

// searching are the goals that need a search.
var searching = []lessons.Goal{
	lessons.Trap, lessons.Catch, lessons.Live, lessons.Kill, lessons.Three, lessons.Hold, lessons.Fours, lessons.Double,
}

// TestData finds missing data in lessons.
func TestData(t *testing.T) {
	for _, l := range lessons.All() {
		if len(l.Steps) < 3 || l.Enough > len(l.Steps) {
			t.Errorf("lesson %q: %+v", l.ID, l)
		}
		if b, err := board.Parse(l.PresetBoard); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		} else if rules, err := catalog.Rules(l.Preset); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		} else if _, err := rules.New(b); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
		for _, s := range l.Steps {
			if len(s.Parts) == 0 || s.Parts[0].Setup == "" {
				t.Errorf("%s.%s: no position", l.ID, s.ID)
			}
			for _, p := range s.Parts {
				if p.Answer == "" && slices.Contains(searching, p.Goal) {
					t.Errorf("%s.%s.%s: without an answer a hint would search after every move", l.ID, s.ID, p.ID)
				}
			}
		}
	}
	for name, ids := range map[string][]string{
		"lessons": lessons.IDs(), "steps": lessons.StepIDs(), "parts": lessons.PartIDs(),
		"punished": lessons.PunishIDs(), "codes": lessons.Codes(),
	} {
		seen := map[string]bool{}
		for _, id := range ids {
			if seen[id] || strings.Contains(id, "..") || strings.HasSuffix(id, ".") {
				t.Errorf("%s: %q", name, id)
			}
			seen[id] = true
		}
	}
}

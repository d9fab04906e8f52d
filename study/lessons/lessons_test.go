package lessons_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/study/lessons"
)

var open = game.Opener{Board: board.Parse, Rules: catalog.Rules}

// solution returns the moves so far with the answers to the next parts of a step,
// until so many are solved.
func solution(t *testing.T, l lessons.Lesson, step int, moves []string, parts int) []string {
	t.Helper()
	moves = slices.Clone(moves)
	for len(moves) < parts {
		a, err := l.Try(open, step, moves, true)
		if err != nil {
			t.Fatalf("%v: %v", moves, err)
		}
		last := a.Frames[len(a.Frames)-1].Pos
		if a.Verdict == lessons.Wrong || !strings.HasPrefix(a.Text, "Play "+game.Format(last, a.Hint)) {
			t.Fatalf("%v: %q, help %q", moves, a.Verdict, a.Text)
		}
		moves = append(moves, game.Format(last, a.Hint))
	}
	return moves
}

// eachStep runs a test for every step of every lesson.
func eachStep(t *testing.T, test func(t *testing.T, l lessons.Lesson, step int)) {
	for _, l := range lessons.All() {
		for i, s := range l.Steps {
			t.Run(l.ID+"/"+s.Title, func(t *testing.T) { test(t, l, i) })
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
			if a.Verdict != want || a.Part != n || len(a.Frames) == 0 || (n == len(s.Parts)) != (a.Task == "") || (n == 0) != (a.Text == "" && a.Why == nil) {
				t.Errorf("after %v: %q %q, part %d, %d frames, task %q", moves, a.Verdict, a.Text, a.Part, len(a.Frames), a.Task)
			}
			if last := a.Frames[len(a.Frames)-1]; n < len(s.Parts) && last.Pos.ToPlay() != game.Black {
				t.Errorf("after %v: %s to move", moves, last.Pos.ToPlay())
			}
		}
	})
}

// TestEveryMove plays every move of the board in every part: a wrong one is
// explained, and a right one, also where it is not the answer of the lesson, leads
// on to the end of the step.
func TestEveryMove(t *testing.T) {
	eachStep(t, func(t *testing.T, l lessons.Lesson, step int) {
		s := l.Steps[step]
		b, err := board.Parse(l.Board)
		if err != nil {
			t.Fatal(err)
		}
		for n := range s.Parts {
			wrong := 0
			for p := range game.Point(b.Len()) {
				moves := append(solution(t, l, step, nil, n), b.Name(p))
				a, err := l.Try(open, step, moves, false)
				if err != nil {
					t.Fatalf("%v: %v", moves, err)
				}
				switch a.Verdict {
				case lessons.Wrong, lessons.Illegal:
					if a.Verdict == lessons.Wrong || s.Parts[n].Goal == lessons.Try {
						wrong++
					}
					if a.Why == nil && !strings.HasSuffix(a.Text, ".") && !strings.HasSuffix(a.Text, "!") {
						t.Errorf("%v: %q", moves, a.Text)
					}
					if a.Part != n {
						t.Errorf("%v: part %d", moves, a.Part)
					}
				case lessons.Right, lessons.Seen, lessons.Done:
					finish(t, l, step, moves)
				default:
					t.Errorf("%v: %q", moves, a.Verdict)
				}
			}
			if wrong == 0 {
				t.Errorf("part %d: no move is wrong", n)
			}
		}
	})
}

// finish plays the answers of the parts that are left.
func finish(t *testing.T, l lessons.Lesson, step int, moves []string) {
	t.Helper()
	all := solution(t, l, step, moves, len(l.Steps[step].Parts))
	a, err := l.Try(open, step, all, false)
	if err != nil || a.Verdict != lessons.Done {
		t.Errorf("%v: %v, %q %q", all, err, a.Verdict, a.Text)
	}
}

// TestWords holds the sentences that teach most.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		lesson, step string
		moves        string
		verdict      lessons.Verdict
		text         string
	}{
		{"capturefive", "Liberties", "E5", lessons.Wrong, "E5 is not right beside the white stone on D4. Its liberties are D5, C4, E4 and D3."},
		{"capturefive", "Liberties", "D5", lessons.Right, "The white stone on D4 has three liberties left. Each stone of yours beside it takes one away."},
		{"capturefive", "Capture", "E3", lessons.Wrong, "The white stone on D4 still has one liberty, at D3."},
		{"capturefive", "Capture", "D3 A2", lessons.Wrong, "The white chain at A5 still has one liberty, at A6."},
		{"capturefive", "Atari", "E5", lessons.Wrong, "The white stone on D4 still has two liberties, at E4 and D3. Leave it only one."},
		{"capturefive", "Atari", "D3 D2", lessons.Wrong, "White still takes your stone on D4, with D3."},
		{"capturefive", "Snapback", "D2", lessons.Wrong, "White answers D1, and the chain has three liberties."},
		{"capturefive", "Snapback", "D1 A7", lessons.Wrong, "Too late: White fills D1, and the chain is joined to its friends."},
		{"capturefive", "Ko", "D4", lessons.Seen, "koTaken"},
		{"capturefive", "Ko", "D4 G1", lessons.Wrong, "White need not answer that, and fills D4: the ko is over. Play a threat that White must answer."},
		{"capturefive", "Suicide", "D4", lessons.Seen, "suicideAlone suicideOthers"},
		{"capturefive", "The winning line", "F6", lessons.Wrong, "Now White wins, at F5."},
		{"connect4", "Falling", "A6", lessons.Wrong, "That is A1. This time the stone goes on D2."},
		{"connect4", "Falling", "D6", lessons.Done, "It has come to rest on D2."},
		{"connect4", "Two threats at once", "B1", lessons.Right, ""},
		{"connect4", "Two threats at once", "A1", lessons.Wrong, "That threatens to win at B1 only, and White stops it: B1."},
		{"connect4", "The point above", "E2", lessons.Wrong, "Now White wins, at E3."},
	} {
		l, ok := lessons.Find(c.lesson)
		if !ok {
			t.Fatalf("no lesson %s", c.lesson)
		}
		for i, s := range l.Steps {
			if s.Title != c.step {
				continue
			}
			a, err := l.Try(open, i, strings.Fields(c.moves), false)
			said := []string{a.Text}
			for _, s := range a.Why {
				said = append(said, string(s.Code))
			}
			got := strings.TrimSpace(strings.Join(said, " "))
			if err != nil || a.Verdict != c.verdict || c.text != "" && got != c.text {
				t.Errorf("%s, %s, %s: %v, %q %q; want %q %q", c.lesson, c.step, c.moves, err, a.Verdict, got, c.verdict, c.text)
			}
		}
	}
}

// TestMarks looks for the point that a task names, which is marked where that is
// where to play.
func TestMarks(t *testing.T) {
	l, _ := lessons.Find("capturefive")
	for moves, want := range map[string]game.Point{"": 24, "D4": board.None, "D4 B3": board.None} {
		if a, err := l.Try(open, 4, strings.Fields(moves), false); err != nil || a.Mark != want {
			t.Errorf("%q: %v, mark %d", moves, err, a.Mark)
		}
	}
}

// TestSnapbackFrames looks at what is shown of the throw-in, the capture and the
// capture back.
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
	if at(0, "D1") != game.Empty || at(1, "D1") != game.Black || at(2, "D1") != game.Empty || at(2, "D2") != game.White || a.Frames[1].Color != game.Black || a.Frames[2].Color != game.White {
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

// TestData looks for what a lesson lacks.
func TestData(t *testing.T) {
	ids := map[string]bool{}
	for _, l := range lessons.All() {
		if ids[l.ID] || l.ID == "" || l.Title == "" || l.Text == "" || len(l.Steps) < 3 {
			t.Errorf("lesson %q: %+v", l.ID, l)
		}
		ids[l.ID] = true
		if b, err := board.Parse(l.PresetBoard); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		} else if rules, err := catalog.Rules(l.Preset); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		} else if _, err := rules.New(b); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
	}
	eachStep(t, func(t *testing.T, l lessons.Lesson, step int) {
		s := l.Steps[step]
		if s.Text == "" || len(s.Parts) == 0 || s.Parts[0].Setup == "" {
			t.Errorf("no text or no position")
		}
		for i, p := range s.Parts {
			if p.Task == "" || p.Right == "" && p.Goal != lessons.Try {
				t.Errorf("part %d: %+v", i, p)
			}
		}
	})
}

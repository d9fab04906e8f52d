package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/server/learn/training"
	"moyo/study/lessons"
)

func (p *person) learn(path string, try training.LessonTry) training.LessonAnswer {
	p.t.Helper()
	var out training.LessonAnswer
	if status, body := p.call("POST", "/api/lessons/"+path+"/try", try, &out); status != http.StatusOK {
		p.t.Fatalf("%s %v: %d %s", path, try, status, body)
	}
	return out
}

// TestLessons lists the lessons, and completes a step after a wrong move, an
// illegal one and help.
func TestLessons(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	var list training.Lessons
	if status, body := ada.call("GET", "/api/lessons", nil, &list); status != http.StatusOK || len(list.Lessons) != len(lessons.All()) {
		t.Fatalf("%d %s", status, body)
	}
	if l := list.Lessons[0]; l.ID != "weiqi" || l.Enough != 7 || len(l.Steps) != 16 ||
		l.Steps[0] != (training.LessonStep{ID: "weiqi.liberties", Parts: 2}) || l.Play.Board != "grid:9" {
		t.Errorf("%+v", l)
	}
	first := ada.learn("capturefive/1", training.LessonTry{Moves: []string{}})
	if f := first.Frames[0]; first.Verdict != "" || first.Task != "capturefive.liberties.stone" || first.Side != "black" ||
		first.Said != nil || first.Hint != -1 || f.Chain == nil || len(f.Chain.Liberties) != 4 || f.Last != -1 || f.Color != "" {
		t.Errorf("at first: %+v", first)
	}
	taken := ada.learn("capturefive/2", training.LessonTry{Moves: []string{"D3"}})
	if n := len(taken.Frames); taken.Verdict != "right" || taken.Right != "capturefive.capture.stone" || n != 3 ||
		taken.Frames[0].Stones[24] != 'o' || taken.Frames[1].Stones[24] != '.' || taken.Frames[1].Color != "black" || !taken.Frames[2].Fresh {
		t.Errorf("taken: %+v", taken)
	}
	wrong := ada.learn("capturefive/2", training.LessonTry{Moves: []string{"A1"}})
	if wrong.Verdict != "wrong" || wrong.Said == nil || wrong.Said.Code != "liberties" ||
		!slices.Equal(wrong.Said.Points, []string{"D3"}) || wrong.Frames[1].Chain == nil || wrong.Frames[1].Last != 42 {
		t.Errorf("wrong: %+v", wrong)
	}
	illegal := ada.learn("capturefive/2", training.LessonTry{Moves: []string{"D4"}})
	if illegal.Verdict != "illegal" || len(illegal.Frames) != 1 {
		t.Errorf("illegal: %+v", illegal)
	}
	if help := ada.learn("capturefive/2", training.LessonTry{Help: true}); help.Hint != 31 || help.Said == nil ||
		help.Said.Move != "D3" || len(help.Why) != 1 || help.Why[0].Code != "takes" {
		t.Errorf("help: %+v", help)
	}
	if asked := ada.learn("weiqi/6", training.LessonTry{Moves: []string{"27"}}); asked.Verdict != "illegal" ||
		len(asked.Choices) != 3 || asked.Said.Code != "miscounted" {
		t.Errorf("a question: %+v", asked)
	}
	for path, status := range map[string]int{
		"capturefive/0": 404, "capturefive/8": 404, "chess/1": 404, "capturefive/x": 422, "capturefive/1": 400,
	} {
		if got, body := ada.call("POST", "/api/lessons/"+path+"/try", training.LessonTry{Moves: []string{"Z9"}}, nil); got != status {
			t.Errorf("%s: %d %s", path, got, body)
		}
	}
}

// FuzzLessonTry sends arbitrary moves to every step: each is answered
// or refused.
func FuzzLessonTry(f *testing.F) {
	f.Add(0, 0, `["D5","C2"]`, false)
	f.Add(0, 4, `["D4","B3","D4"]`, true)
	f.Add(1, 2, `["E1","\u0000"]`, false)
	f.Add(0, 5, `["31","36"]`, true)
	all := lessons.All()
	open := game.Opener{Board: board.Parse, Rules: catalog.Rules}
	f.Fuzz(func(t *testing.T, lesson, step int, moves string, help bool) {
		var names []string
		if lesson < 0 || lesson >= len(all) || json.Unmarshal([]byte(moves), &names) != nil {
			t.Skip()
		}
		a, err := all[lesson].Try(open, step, names, help)
		if err == nil && len(a.Frames) == 0 {
			t.Fatalf("%+v", a)
		}
	})
}

package trainer

import (
	"testing"
	"time"
)

func TestExam(t *testing.T) {
	e := Exam{Problems: []string{"a", "b", "c"}, Started: noon, Time: 10 * time.Minute}
	now := noon.Add(time.Minute)
	if e.Over(now) || e.Current(now) != "a" {
		t.Fatalf("at first: %q", e.Current(now))
	}
	e.Answer(true, now)
	now = now.Add(30 * time.Second)
	e.Answer(false, now)
	if e.Answers[1].Took != 30*time.Second || e.Current(now) != "c" {
		t.Errorf("second: %+v, then %q", e.Answers, e.Current(now))
	}
	if late := e.Deadline(); !e.Over(late) || e.Current(late) != "" || e.Over(late.Add(-1)) {
		t.Error("the time does not end it")
	}
	e.Answer(true, now)
	if !e.Over(now) || e.Right() != 2 || e.Passed() || !e.Ended.Equal(now) {
		t.Errorf("at the end: %+v", e)
	}
}

func TestExamEndsInTime(t *testing.T) {
	e := Exam{Problems: []string{"a"}, Started: noon, Time: time.Minute}
	e.End(noon.Add(time.Hour))
	if !e.Ended.Equal(e.Deadline()) || e.Passed() {
		t.Errorf("ended late: %+v", e)
	}
	e.End(noon)
	if !e.Ended.Equal(e.Deadline()) {
		t.Error("ended twice")
	}
}

package trainer

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Exam is a set of problems to answer within a time, each once.
type Exam struct {
	Problems []string     // keys, in order
	Answers  []ExamAnswer // one for each answered problem, in order
	Started  time.Time
	Time     time.Duration // for all of them
	Ended    time.Time     // zero while it runs
}

// ExamAnswer is the result of a problem of an exam.
type ExamAnswer struct {
	Right bool
	Took  time.Duration
}

// passShare is the share of the problems that must be solved.
const passShare = 0.7

// PickExam returns the indices of up to count problems with ratings from low to high, easy ones
// first.
func PickExam(dice *rand.Rand, from []Candidate, low, high float64, count int) []int {
	var fit []int
	for i, c := range from {
		if c.Rating >= low && c.Rating <= high {
			fit = append(fit, i)
		}
	}
	dice.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
	fit = fit[:min(count, len(fit))]
	slices.SortStableFunc(fit, func(i, j int) int {
		switch {
		case from[i].Rating < from[j].Rating:
			return -1
		case from[i].Rating > from[j].Rating:
			return 1
		}
		return 0
	})
	return fit
}

// Deadline returns when the exam ends by itself.
func (e *Exam) Deadline() time.Time { return e.Started.Add(e.Time) }

// Over reports whether the exam has ended: all is answered, the time is up, or it was ended.
func (e *Exam) Over(now time.Time) bool {
	return !e.Ended.IsZero() || len(e.Answers) == len(e.Problems) || !now.Before(e.Deadline())
}

// Current returns the current problem, or "" when the exam is over.
func (e *Exam) Current(now time.Time) string {
	if e.Over(now) {
		return ""
	}
	return e.Problems[len(e.Answers)]
}

// Answer records the result of the current problem.
func (e *Exam) Answer(right bool, now time.Time) {
	since := e.Started
	for _, a := range e.Answers {
		since = since.Add(a.Took)
	}
	e.Answers = append(e.Answers, ExamAnswer{Right: right, Took: now.Sub(since)})
	if len(e.Answers) == len(e.Problems) {
		e.Ended = now
	}
}

// End ends the exam, or records its deadline if that has passed.
func (e *Exam) End(now time.Time) {
	if e.Ended.IsZero() {
		e.Ended = now
		if now.After(e.Deadline()) {
			e.Ended = e.Deadline()
		}
	}
}

// Right returns the number of problems solved.
func (e *Exam) Right() int {
	n := 0
	for _, a := range e.Answers {
		if a.Right {
			n++
		}
	}
	return n
}

// Passed reports whether enough problems were solved.
func (e *Exam) Passed() bool { return float64(e.Right()) >= passShare*float64(len(e.Problems)) }

package training

import (
	"context"
	"time"

	"moyo/contest/rating"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// The rating of a problem is everybody's, and a guest's cookie costs nothing. So what
// somebody makes of a problem counts for it the more the longer they have trained, and not
// at all in the beginning; an address has a share and no more; and whoever comes
// together, a problem moves by so much a day. One's own rating always moves.

// practice is how much rated training there is of somebody.
type practice struct {
	Tries int `json:"tries,omitempty"`
	Days  int `json:"days,omitempty"` // on which there were some
	Last  int `json:"last,omitempty"` // of these days, counted since 1970
}

// add counts one more rated try.
func (p *practice) add(at time.Time) {
	p.Tries++
	if day := store.Day(at); day != p.Last {
		p.Days, p.Last = p.Days+1, day
	}
}

// trust is how much practice it takes to be heard, and what weight one has after twice as
// much.
type trust struct {
	tries, days int
	most        float64
}

// Guests are as many as they like; accounts cost a little.
var (
	guestTrust  = trust{tries: 30, days: 4, most: 0.5}
	memberTrust = trust{tries: 10, days: 2, most: 1}
)

// weight returns what counts of a try, from 0 to 1.
func (t trust) weight(p practice) float64 {
	if p.Tries < t.tries || p.Days < t.days {
		return 0
	}
	return t.most * min(1, float64(p.Tries-t.tries+1)/float64(t.tries))
}

// What all tries from one address may say of problems in a day, and of one of them; and how
// far a problem moves in a day at most, in points.
var (
	addressTries = limit.Quota{Daily: 300, AtOnce: 100}
	problemTries = limit.Quota{Daily: 4, AtOnce: 2}
)

const mostDrift = 40.0

// weight returns what counts of a try of somebody for a problem's rating.
func (s *Service) weight(ctx context.Context, p practice, problem string) float64 {
	t := memberTrust
	switch identity.Of(ctx).Role {
	case store.Pupil:
		return 0 // a class is told what to do, and is nobody's to count
	case store.Guest:
		t = guestTrust
	}
	w := t.weight(p)
	if w == 0 || s.Rates.Spend(ctx, "problem ratings", addressTries) != nil || s.Rates.Spend(ctx, "rating of "+problem, problemTries) != nil {
		return 0
	}
	return w
}

// rateProblem rates a problem by what somebody has done to it, with a weight above 0.
func rateProblem(problem *problemRating, person store.Rating, right bool, weight float64) {
	score := 1.0
	problem.Tried++
	if right {
		score = 0
		problem.Solved++
	}
	before := problem.Rating
	after := rating.Rating(before).After(rating.Result{Opponent: rating.Rating(person), Score: score})
	part := func(from, to float64) float64 { return from + weight*(to-from) }
	problem.Rating = store.Rating{
		Points: part(before.Points, after.Points), Deviation: part(before.Deviation, after.Deviation),
		Volatility: part(before.Volatility, after.Volatility),
	}
}

// ratePerson rates somebody by what they have done to a problem.
func ratePerson(person *store.Rating, problem store.Rating, right bool) {
	score := 0.0
	if right {
		score = 1
	}
	*person = store.Rating(rating.Rating(*person).After(rating.Result{Opponent: rating.Rating(problem), Score: score}))
}

// morning is what a problem's points were when a day's first try changed them. A restart
// begins a new one.
type morning struct {
	day    int
	points float64
}

// held returns a rating as far from the day's first one as it may be. before is what it
// was until now.
func (s *Service) held(before, after problemRating, at time.Time) problemRating {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.mornings[after.Problem]
	if day := store.Day(at); !ok || m.day != day {
		m = morning{day, before.Rating.Points}
		if s.mornings == nil {
			s.mornings = map[string]morning{}
		}
		s.mornings[after.Problem] = m // there are as many as problems that come with the program
	}
	after.Rating.Points = min(max(after.Rating.Points, m.points-mostDrift), m.points+mostDrift)
	return after
}

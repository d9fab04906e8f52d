package training

import (
	"context"
	"time"

	"moyo/contest/rating"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// All players share the rating of a problem, and guests are free to create. So a new player's attempts do not affect problem
// ratings; their weight grows with practice. Each address has a quota, and a problem's rating moves by a bounded amount a day. A
// player's own rating always moves.

// practice measures a player's rated training.
type practice struct {
	Tries int `json:"tries,omitempty"`
	Days  int `json:"days,omitempty"` // with at least one attempt
	Last  int `json:"last,omitempty"` // the last such day, counted since 1970
}

// add counts one rated attempt.
func (p *practice) add(at time.Time) {
	p.Tries++
	if day := store.Day(at); day != p.Last {
		p.Days, p.Last = p.Days+1, day
	}
}

// trust is the practice that an attempt needs before it counts, and its weight after twice as much.
type trust struct {
	tries, days int
	most        float64
}

// Guests are free to create; accounts cost a little effort.
var (
	guestTrust  = trust{tries: 30, days: 4, most: 0.5}
	memberTrust = trust{tries: 10, days: 2, most: 1}
)

// weight returns the weight of an attempt, from 0 to 1.
func (t trust) weight(p practice) float64 {
	if p.Tries < t.tries || p.Days < t.days {
		return 0
	}
	return t.most * min(1, float64(p.Tries-t.tries+1)/float64(t.tries))
}

// The daily quota of one address for all problems, and for one problem; and the largest daily change of a problem's rating, in
// points.
var (
	addressTries = limit.Quota{Daily: 300, AtOnce: 100}
	problemTries = limit.Quota{Daily: 4, AtOnce: 2}
)

const mostDrift = 40.0

// weight returns the weight of a player's attempt for a problem's rating.
func (s *Service) weight(ctx context.Context, p practice, problem string) float64 {
	t := memberTrust
	switch identity.Of(ctx).Role {
	case store.Pupil:
		return 0 // a class follows its teacher's instructions, so its attempts do not count
	case store.Guest:
		t = guestTrust
	}
	w := t.weight(p)
	if w == 0 || s.Rates.Spend(ctx, "problem ratings", addressTries) != nil || s.Rates.Spend(ctx, "rating of "+problem, problemTries) != nil {
		return 0
	}
	return w
}

// rateProblem updates a problem's rating after an attempt with a weight above 0.
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

// ratePerson updates a player's rating after an attempt.
func ratePerson(person *store.Rating, problem store.Rating, right bool) {
	score := 0.0
	if right {
		score = 1
	}
	*person = store.Rating(rating.Rating(*person).After(rating.Result{Opponent: rating.Rating(problem), Score: score}))
}

// morning is a problem's rating before the first change of a day. A restart starts a new one.
type morning struct {
	day    int
	points float64
}

// held limits a rating to the largest daily change. before is the rating before this attempt.
func (s *Service) held(before, after problemRating, at time.Time) problemRating {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.mornings[after.Problem]
	if day := store.Day(at); !ok || m.day != day {
		m = morning{day, before.Rating.Points}
		if s.mornings == nil {
			s.mornings = map[string]morning{}
		}
		s.mornings[after.Problem] = m // bounded by the number of shipped problems
	}
	after.Rating.Points = min(max(after.Rating.Points, m.points-mostDrift), m.points+mostDrift)
	return after
}

package training

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"moyo/contest/rating"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// school is a service with only the fields for ratings, and its clock.
type school struct {
	*Service
	now time.Time
}

func newSchool() *school {
	s := &school{now: time.Date(2026, 7, 1, 8, 0, 0, 0, time.UTC)}
	now := func() time.Time { return s.now }
	s.Service = &Service{Config: Config{Rates: limit.NewAddresses(1, 1, now), Now: now}, ratings: map[string]problemRating{}}
	return s
}

// problem returns a shipped problem with a rating.
func problem(id string, points int) *bank.Problem {
	return &bank.Problem{Problem: tsumego.Problem{ID: id}, Rating: points}
}

// newcomer returns a player without any training.
func newcomer() *trainee {
	return &trainee{standing: standing{Rating: store.Rating(rating.New())}, cards: map[string]keptCard{}}
}

// practised returns a guest with enough practice.
func practised() *trainee {
	who := newcomer()
	who.Rating.Deviation = 60
	who.state.Practice = practice{Tries: 500, Days: 30}
	return who
}

// roles gives every player one role.
type roles store.Role

func (r roles) Who(context.Context, string) (identity.Who, error) {
	return identity.Who{Player: "somebody", Role: store.Role(r)}, nil
}

// asker returns the context of a guest's or account's request.
func asker(role store.Role) (ctx context.Context) {
	h := identity.Identify(roles(role), http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = r.Context() }))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	return ctx
}

var guest, member = asker(store.Guest), asker(store.Member)

// try makes a player try a problem that is new to them.
func (s *school) try(ctx context.Context, address string, who *trainee, p *bank.Problem, right bool) {
	who.state.Pending = pending{Mode: modeRated, Since: s.now}
	delete(who.cards, p.ID)
	step := s.attempt(limit.With(ctx, address), who, p, right, &TrainingAnswer{})
	if step.Problem != nil {
		s.setRating(*step.Problem)
	}
}

// TestThrowAwayCookies: new guests change no problem's rating, whatever their number and addresses. Guests with enough practice
// change it by at most the daily bound, and from one address by a few tries.
func TestThrowAwayCookies(t *testing.T) {
	for _, c := range []struct {
		name      string
		ctx       context.Context
		who       func() *trainee
		addresses int
		most      float64 // points
		heard     int     // tries
	}{
		{"new guests, from one address", guest, newcomer, 1, 0, 0},
		{"new guests, from many", guest, newcomer, 1000, 0, 0},
		{"new accounts, from many", member, newcomer, 1000, 0, 0},
		{"practised guests, from one address", guest, practised, 1, mostDrift, problemTries.AtOnce},
		{"practised guests, from many", guest, practised, 1000, mostDrift, 1000},
	} {
		s, p := newSchool(), problem("target", 1500)
		before := s.rating(p)
		for i := range 1000 {
			who := c.who()
			own := who.Rating
			s.try(c.ctx, fmt.Sprint(i%c.addresses), who, p, false)
			if who.Rating.Points >= own.Points {
				t.Fatalf("%s: the player's own rating does not move", c.name)
			}
		}
		after := s.rating(p)
		moved := math.Abs(after.Rating.Points - before.Rating.Points)
		t.Logf("%s: of a thousand failures %d count, and move the problem by %.1f points", c.name, after.Tried, moved)
		if moved > c.most || c.most == 0 && after != before || c.most > 0 && moved == 0 || after.Tried != c.heard {
			t.Errorf("%s: from %+v to %+v", c.name, before, after)
		}
	}
}

// TestTenTriesOfEach: guests who discard their cookies after some tries do not count either.
func TestTenTriesOfEach(t *testing.T) {
	s := newSchool()
	for i := range 100 {
		who := newcomer()
		for k := range guestTrust.tries + 20 {
			s.try(guest, fmt.Sprint(i), who, problem(fmt.Sprint("p", k), 1500), false)
		}
	}
	if len(s.ratings) != 0 {
		t.Errorf("%d problems were moved on the first day", len(s.ratings))
	}
	// An account counts from the second day, a guest from the fourth.
	for _, c := range []struct {
		ctx  context.Context
		days int
	}{{member, 2}, {guest, 4}} {
		s, who, day := newSchool(), newcomer(), 0
		for ; len(s.ratings) == 0 && day < 10; day++ {
			for k := range 40 {
				s.try(c.ctx, "1", who, problem(fmt.Sprint("p", k), 1500), false)
			}
			s.now = s.now.Add(24 * time.Hour)
		}
		if day != c.days {
			t.Errorf("heard on day %d, want %d", day, c.days)
		}
	}
}

func TestTrustGrows(t *testing.T) {
	for _, c := range []struct {
		trust    trust
		practice practice
		want     float64
	}{
		{guestTrust, practice{}, 0}, {guestTrust, practice{Tries: 5, Days: 9}, 0},
		{guestTrust, practice{Tries: 29, Days: 9}, 0}, {guestTrust, practice{Tries: 999, Days: 3}, 0},
		{guestTrust, practice{Tries: 44, Days: 4}, 0.25}, {guestTrust, practice{Tries: 59, Days: 4}, 0.5},
		{guestTrust, practice{Tries: 9999, Days: 99}, 0.5},
		{memberTrust, practice{Tries: 9, Days: 9}, 0}, {memberTrust, practice{Tries: 99, Days: 1}, 0},
		{memberTrust, practice{Tries: 10, Days: 2}, 0.1}, {memberTrust, practice{Tries: 99, Days: 2}, 1},
	} {
		if got := c.trust.weight(c.practice); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v of %+v: %v, want %v", c.practice, c.trust, got, c.want)
		}
	}
	var p practice
	at := time.Date(2026, 7, 1, 23, 0, 0, 0, time.UTC)
	for range 3 {
		p.add(at)
		p.add(at.Add(2 * time.Hour))
		at = at.Add(24 * time.Hour)
	}
	if p != (practice{Tries: 6, Days: 4, Last: store.Day(at) /* the day after the last try's evening */}) {
		t.Errorf("practice is %+v", p)
	}
}

// TestHonestUseConverges: normal training moves wrongly rated problems to their correct ratings, despite all limits.
func TestHonestUseConverges(t *testing.T) {
	s, d := newSchool(), rand.New(rand.NewPCG(1, 2))
	const people, problems, days, each = 60, 100, 40, 10
	truth := make([]float64, problems)
	bank := make([]*bank.Problem, problems)
	for i := range bank {
		truth[i] = 1500 + 250*d.NormFloat64()
		bank[i] = problem(fmt.Sprint(i), int(truth[i]+200*d.NormFloat64()))
	}
	off := func() float64 {
		sum := 0.0
		for i := range bank {
			sum += math.Pow(s.rating(bank[i]).Rating.Points-truth[i], 2)
		}
		return math.Sqrt(sum / problems)
	}
	strength, all := make([]float64, people), make([]*trainee, people)
	for i := range all {
		strength[i], all[i] = 1500+250*d.NormFloat64(), newcomer()
	}
	before := off()
	for day := range days {
		for i, who := range all {
			for range each {
				k := d.IntN(problems)
				right := d.Float64() < 1/(1+math.Pow(10, (truth[k]-strength[i])/400))
				s.try([]context.Context{guest, member}[i%2], fmt.Sprint(i), who, bank[k], right)
			}
		}
		s.now = s.now.Add(24 * time.Hour)
		if day%10 == 9 {
			t.Logf("after %d days problems are off by %.0f points, before by %.0f", day+1, off(), before)
		}
	}
	if after := off(); after > before/2 {
		t.Errorf("problems are off by %.0f points, before by %.0f", after, before)
	}
}

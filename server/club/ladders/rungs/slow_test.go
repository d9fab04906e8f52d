package rungs_test

import (
	"fmt"
	"slices"
	"time"

	"moyo/server/club/ladders/rungs"
)

// fact is an event on a ladder, as in docs/ladders.md.
type fact struct {
	at     time.Time
	what   string // "join", "leave", "challenge", "end"
	a, b   string // b was challenged
	number int
	wins   bool // for "end": the challenger takes the place
}

// slow is a ladder that stores all events and computes every answer from the beginning. It shares
// nothing with rungs except docs/ladders.md.
type slow struct {
	setup rungs.Setup
	facts []fact
}

// order returns the players in order.
func (s *slow) order() (order []string) {
	remove := func(id string) {
		order = slices.DeleteFunc(order, func(other string) bool { return other == id })
	}
	for _, f := range s.facts {
		switch f.what {
		case "join":
			order = append(order, f.a)
		case "leave":
			remove(f.a)
		case "end":
			if !f.wins {
				continue
			}
			place := map[string]int{}
			for i, id := range order {
				place[id] = i
			}
			if place[f.b] > place[f.a] {
				continue // they are already above them
			}
			var next []string
			for _, id := range order {
				if id == f.b {
					next = append(next, f.a)
				}
				if id != f.a {
					next = append(next, id)
				}
			}
			order = next
		}
	}
	return order
}

// open returns the open challenges.
func (s *slow) open() (open []fact) {
	for _, f := range s.facts {
		switch f.what {
		case "challenge":
			open = append(open, f)
		case "end":
			open = slices.DeleteFunc(open, func(o fact) bool { return o.number == f.number })
		}
	}
	return open
}

// may reports whether a player may challenge another.
func (s *slow) may(by, of string, now time.Time) bool {
	order := s.order()
	own, theirs := slices.Index(order, by), slices.Index(order, of)
	if own < 0 || theirs < 0 || theirs >= own || own-theirs > s.setup.Reach {
		return false
	}
	out, in := 0, 0
	for _, o := range s.open() {
		if o.a == by {
			out++
		}
		if o.b == of {
			in++
		}
		if between(o, by, of) {
			return false
		}
	}
	for _, f := range s.facts {
		if f.what == "end" && between(f, by, of) && now.Before(f.at.AddDate(0, 0, s.setup.Pause)) {
			return false
		}
	}
	return out < s.setup.Out && in < s.setup.In
}

func between(f fact, a, b string) bool { return f.a == a && f.b == b || f.a == b && f.b == a }

// leave removes a player: their challengers win first, one after another.
func (s *slow) leave(id string, now time.Time) {
	for _, o := range s.open() {
		if o.a == id || o.b == id {
			s.facts = append(s.facts, fact{at: now, what: "end", a: o.a, b: o.b, number: o.number, wins: o.b == id})
		}
	}
	s.facts = append(s.facts, fact{at: now, what: "leave", a: id})
}

// end ends a challenge.
func (s *slow) end(number int, wins bool, now time.Time) {
	for _, o := range s.open() {
		if o.number == number {
			s.facts = append(s.facts, fact{at: now, what: "end", a: o.a, b: o.b, number: number, wins: wins})
		}
	}
}

// differ describes how a ladder differs from the slow one, "" if it does not.
func (s *slow) differ(l *rungs.Ladder, now time.Time, people []string) string {
	var order []string
	for i, m := range l.Order {
		order = append(order, m.ID)
		if l.Place(m.ID) != i+1 {
			return fmt.Sprintf("%s is at %d and at %d", m.ID, i+1, l.Place(m.ID))
		}
	}
	if want := s.order(); !slices.Equal(order, want) {
		return fmt.Sprintf("order %v, want %v", order, want)
	}
	var open []int
	for _, c := range l.Challenges {
		open = append(open, c.Number)
	}
	var want []int
	for _, o := range s.open() {
		want = append(want, o.number)
	}
	if !slices.Equal(open, want) {
		return fmt.Sprintf("challenges %v, want %v", open, want)
	}
	for _, by := range people {
		for _, of := range people {
			why, _ := l.MayChallenge(by, of, now)
			if may := s.may(by, of, now); (why == "") != may {
				return fmt.Sprintf("%s may challenge %s: %v, but %q", by, of, may, why)
			}
		}
	}
	return ""
}

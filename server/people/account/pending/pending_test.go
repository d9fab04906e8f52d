package pending

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func ExampleSteps() {
	steps := New[string](100, time.Minute, time.Now)
	id := steps.Begin("ada", "a challenge")
	fmt.Println(steps.Take("bo", id))
	fmt.Println(steps.Take("ada", id))
	fmt.Println(steps.Take("ada", id))
	// Output:
	//  false
	// a challenge true
	//  false
}

func TestLifetime(t *testing.T) {
	now := time.Unix(0, 0)
	s := New[int](10, time.Minute, func() time.Time { return now })
	first, second := s.Begin("ada", 1), s.Begin("ada", 2)
	now = now.Add(time.Minute - 1)
	if v, ok := s.Take("ada", first); v != 1 || !ok {
		t.Error("forgotten too soon")
	}
	now = now.Add(1)
	if _, ok := s.Take("ada", second); ok {
		t.Error("remembered too long")
	}
}

// TestBounds compares random visitors with a simple model: the last few steps of each owner, and the last many of all.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 12
		now := time.Unix(0, 0)
		s := New[int](most, time.Minute, func() time.Time { return now })
		type begun struct {
			owner, id string
			value     int
			until     time.Time
		}
		var model []begun
		drop := func(i int) { model = append(model[:i:i], model[i+1:]...) }
		for i := range rapid.IntRange(1, 200).Draw(t, "steps") {
			owner := strconv.Itoa(rapid.IntRange(0, 5).Draw(t, "owner"))
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				for len(model) > 0 && (len(model) >= most || !now.Before(model[0].until)) {
					drop(0)
				}
				model = append(model, begun{owner, s.Begin(owner, i), i, now.Add(time.Minute)})
				own, oldest := 0, -1
				for j, b := range model {
					if b.owner == owner {
						if own++; oldest < 0 {
							oldest = j
						}
					}
				}
				if own > perOwner {
					drop(oldest)
				}
			case 2:
				if len(model) == 0 {
					continue
				}
				j := rapid.IntRange(0, len(model)-1).Draw(t, "which")
				b := model[j]
				value, ok := s.Take(owner, b.id)
				if want := b.owner == owner && now.Before(b.until); ok != want || ok && value != b.value {
					t.Fatalf("%s takes the %d of %s: %v, %v", owner, b.value, b.owner, value, ok)
				}
				if b.owner == owner {
					drop(j)
				}
			case 3:
				now = now.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "seconds")) * time.Second)
			}
			if len(s.byID) != len(model) || len(s.order) > 2*most || len(s.owned) > len(model) {
				t.Fatalf("%d steps, want %d; %d in order, %d owners", len(s.byID), len(model), len(s.order), len(s.owned))
			}
		}
	})
}

package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"moyo/server/store"
)

func testTraining(t *testing.T, s store.Store) {
	ctx := context.Background()
	if got, err := s.Trainee(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("nobody: %+v %v", got, err)
	}
	mustHave(t, "no cards", []store.Card{}, s.Cards, "ada")
	ada := store.Trainee{
		Owner: "ada", Version: 1, Rating: store.Rating{Points: 1500.25, Deviation: 350, Volatility: 0.06},
		State: []byte(`{"a":1}`), Updated: noon,
	}
	if err := s.Train(ctx, ada, store.Step{}); err != nil {
		t.Fatal(err)
	}
	var attempts []store.Attempt
	for i := range 5 {
		at := store.Milli(noon.Add(time.Duration(i) * time.Minute))
		ada.Version, ada.Rating.Points, ada.Updated = i+2, 1400+float64(i), at
		attempt := store.Attempt{
			Problem: fmt.Sprint("p", i%2), At: at, Right: i%2 == 0, Rated: i > 0, Took: 1500 * time.Millisecond,
			After: ada.Rating, Against: store.Rating{Points: 1234.5, Deviation: 120, Volatility: 0.03},
		}
		card := store.Card{Problem: attempt.Problem, Tried: i + 1, Solved: i, Last: at, Step: i, Lapses: 1}
		if i%2 == 1 {
			card.Due = at.Add(time.Hour)
		}
		rating := store.ProblemRating{
			Problem: attempt.Problem, Rating: store.Rating{Points: 1000 + float64(i), Deviation: 50, Volatility: 0.02}, Tried: i, Solved: 1,
		}
		if err := s.Train(ctx, ada, store.Step{Attempt: &attempt, Card: &card, Problem: &rating}); err != nil {
			t.Fatal(err)
		}
		attempts = append(attempts, attempt)
	}
	if got, err := s.Trainee(ctx, "ada"); err != nil || !reflect.DeepEqual(got, ada) {
		t.Errorf("trainee\n got %+v %v\nwant %+v", got, err, ada)
	}
	last := store.Milli(noon.Add(4 * time.Minute))
	mustHave(t, "cards", []store.Card{
		{Problem: "p0", Tried: 5, Solved: 4, Last: last, Step: 4, Lapses: 1},
		{Problem: "p1", Tried: 4, Solved: 3, Last: last.Add(-time.Minute), Step: 3, Lapses: 1, Due: last.Add(59 * time.Minute)},
	}, s.Cards, "ada")
	mustHave(t, "another's cards", []store.Card{}, s.Cards, "bo")
	for limit, want := range map[int][]store.Attempt{0: {}, 2: attempts[3:], 99: attempts} {
		if got, err := s.Attempts(ctx, "ada", limit); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d attempts\n got %+v %v\nwant %+v", limit, got, err, want)
		}
	}
	got, err := s.ProblemRatings(ctx)
	if err != nil || len(got) != 2 || got[0].Rating.Points != 1004 || got[1].Tried != 3 {
		t.Errorf("ratings of problems: %+v %v", got, err)
	}
}

func mustHave[T, K any](t *testing.T, what string, want T, list func(context.Context, K) (T, error), of K) {
	t.Helper()
	if got, err := list(context.Background(), of); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n got %+v %v\nwant %+v", what, got, err, want)
	}
}

// testTrainingConflict lets two windows of one person train at the same time:
// each step is kept once, and what a refused step would have added is not.
func testTrainingConflict(t *testing.T, s store.Store) {
	ctx := context.Background()
	attempt := store.Attempt{Problem: "p", At: noon}
	for _, version := range []int{0, 2} {
		err := s.Train(ctx, store.Trainee{Owner: "ada", Version: version}, store.Step{Attempt: &attempt})
		if c, ok := errors.AsType[*store.Conflict](err); !ok || c.Have != 0 || c.Want != version-1 {
			t.Errorf("version %d of nothing: %v", version, err)
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for version, kept := 1, 0; kept < 10; {
				err := s.Train(ctx, store.Trainee{Owner: "ada", Version: version, Updated: noon}, store.Step{Attempt: &attempt})
				if c, ok := errors.AsType[*store.Conflict](err); ok {
					version = c.Have + 1
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				version, kept = version+1, kept+1
			}
		})
	}
	wg.Wait()
	got, err := s.Attempts(ctx, "ada", 100)
	if who, whoErr := s.Trainee(ctx, "ada"); err != nil || whoErr != nil || len(got) != 20 || who.Version != 20 {
		t.Errorf("%d attempts, %v; version %d, %v", len(got), err, who.Version, whoErr)
	}
}

func testCollections(t *testing.T, s store.Store) {
	ctx := context.Background()
	a := store.Collection{Owner: "ada", ID: "a", Title: "Mine <é>", Problems: 3, Body: []byte{0, 1, 2}, Created: store.Milli(noon)}
	b := store.Collection{Owner: "ada", ID: "b", Title: "Later", Body: []byte{}, Created: store.Milli(noon.Add(time.Second))}
	other := store.Collection{Owner: "bo", ID: "a", Title: "Bo's", Body: []byte("x"), Created: store.Milli(noon)}
	for _, c := range []store.Collection{a, b, other} {
		if err := s.SaveCollection(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SaveCollection(ctx, a); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v", err)
	}
	if got, err := s.LoadCollection(ctx, "ada", "a"); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("LoadCollection: %+v %v", got, err)
	}
	if _, err := s.LoadCollection(ctx, "bo", "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("another's: %v", err)
	}
	a.Body, b.Body = nil, nil
	mustHave(t, "Collections", []store.Collection{b, a}, s.Collections, "ada")
	if err := s.DeleteCollection(ctx, "ada", "a"); err != nil {
		t.Error(err)
	}
	if err := s.DeleteCollection(ctx, "ada", "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	mustHave(t, "Collections after one was deleted", []store.Collection{b}, s.Collections, "ada")
	if _, err := s.LoadCollection(ctx, "bo", "a"); err != nil {
		t.Errorf("another's of the same id: %v", err)
	}
}

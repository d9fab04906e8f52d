package training

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs the tests on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{
		"Keeps": testKeeps, "Conflict": testConflict, "Collections": testCollections, "Bounded": testBounded, "Erased": testErased,
	})
}

var noon = store.Milli(time.Date(2026, 7, 1, 12, 0, 0, 123_456_789, time.UTC))

func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), trainings{s}
	if got, err := all.standing(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown player: %+v %v", got, err)
	}
	mustHave(t, "no cards", []keptCard{}, all.cards, "ada")
	ada := standing{
		Owner: "ada", Version: 1, Rating: store.Rating{Points: 1500.25, Deviation: 350, Volatility: 0.06},
		State: []byte(`{"a":1}`), Updated: noon,
	}
	if err := all.train(ctx, ada, additions{}); err != nil {
		t.Fatal(err)
	}
	var attempts []keptAttempt
	for i := range 5 {
		at := store.Milli(noon.Add(time.Duration(i) * time.Minute))
		ada.Version, ada.Rating.Points, ada.Updated = i+2, 1400+float64(i), at
		attempt := keptAttempt{
			Problem: fmt.Sprint("p", i%2), At: at, Right: i%2 == 0, Rated: i > 0, Took: 1500 * time.Millisecond,
			After: ada.Rating, Against: store.Rating{Points: 1234.5, Deviation: 120, Volatility: 0.03},
		}
		card := keptCard{Problem: attempt.Problem, Tried: i + 1, Solved: i, Last: at, Step: i, Lapses: 1}
		if i%2 == 1 {
			card.Due = at.Add(time.Hour)
		}
		rating := problemRating{
			Problem: attempt.Problem, Rating: store.Rating{Points: 1000 + float64(i), Deviation: 50, Volatility: 0.02}, Tried: i, Solved: 1,
		}
		if err := all.train(ctx, ada, additions{Attempt: &attempt, Card: &card, Problem: &rating}); err != nil {
			t.Fatal(err)
		}
		attempts = append(attempts, attempt)
	}
	if got, err := all.standing(ctx, "ada"); err != nil || !reflect.DeepEqual(got, ada) {
		t.Errorf("trainee\n got %+v %v\nwant %+v", got, err, ada)
	}
	last := store.Milli(noon.Add(4 * time.Minute))
	mustHave(t, "cards", []keptCard{
		{Problem: "p0", Tried: 5, Solved: 4, Last: last, Step: 4, Lapses: 1},
		{Problem: "p1", Tried: 4, Solved: 3, Last: last.Add(-time.Minute), Step: 3, Lapses: 1, Due: last.Add(59 * time.Minute)},
	}, all.cards, "ada")
	mustHave(t, "another's cards", []keptCard{}, all.cards, "bo")
	for limit, want := range map[int][]keptAttempt{0: {}, 2: attempts[3:], 99: attempts} {
		if got, err := all.attempts(ctx, "ada", limit); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d attempts\n got %+v %v\nwant %+v", limit, got, err, want)
		}
	}
	got, err := all.ratings(ctx)
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

// testConflict trains in two windows of one player at the same time: each step is stored once, and a refused step adds nothing.
func testConflict(t *testing.T, s store.Store) {
	ctx, all := context.Background(), trainings{s}
	attempt := keptAttempt{Problem: "p", At: noon}
	for _, version := range []int{0, 2} {
		err := all.train(ctx, standing{Owner: "ada", Version: version}, additions{Attempt: &attempt})
		if c, ok := errors.AsType[*store.Conflict](err); !ok || c.Have != 0 || c.Want != version-1 {
			t.Errorf("version %d of nothing: %v", version, err)
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for version, kept := 1, 0; kept < 10; {
				err := all.train(ctx, standing{Owner: "ada", Version: version, Updated: noon}, additions{Attempt: &attempt})
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
	got, err := all.attempts(ctx, "ada", 100)
	if who, whoErr := all.standing(ctx, "ada"); err != nil || whoErr != nil || len(got) != 20 || who.Version != 20 {
		t.Errorf("%d attempts, %v; version %d, %v", len(got), err, who.Version, whoErr)
	}
}

func testCollections(t *testing.T, s store.Store) {
	ctx, all := context.Background(), trainings{s}
	a := ownCollection{Owner: "ada", ID: "a", Title: "Mine <é>", Problems: 3, Body: []byte{0, 1, 2}, Created: store.Milli(noon)}
	b := ownCollection{Owner: "ada", ID: "b", Title: "Later", Body: []byte{}, Created: store.Milli(noon.Add(time.Second))}
	other := ownCollection{Owner: "bo", ID: "a", Title: "Bo's", Body: []byte("x"), Created: store.Milli(noon)}
	for _, c := range []ownCollection{a, b, other} {
		if err := all.saveCollection(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.saveCollection(ctx, a); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v", err)
	}
	if got, err := all.collection(ctx, "ada", "a"); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("LoadCollection: %+v %v", got, err)
	}
	if _, err := all.collection(ctx, "bo", "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("another's: %v", err)
	}
	a.Body, b.Body = nil, nil
	mustHave(t, "Collections", []ownCollection{b, a}, all.collections, "ada")
	if err := all.deleteCollection(ctx, "ada", "a"); err != nil {
		t.Error(err)
	}
	if err := all.deleteCollection(ctx, "ada", "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	mustHave(t, "Collections after one was deleted", []ownCollection{b}, all.collections, "ada")
	if _, err := all.collection(ctx, "bo", "a"); err != nil {
		t.Errorf("another's of the same id: %v", err)
	}
}

// testBounded: only the last attempts of a player are kept.
func testBounded(t *testing.T, s store.Store) {
	ctx, all := context.Background(), trainings{s}
	train := func(version int) {
		t.Helper()
		err := all.train(ctx, standing{Owner: "ada", Version: version, Updated: noon}, additions{Attempt: &keptAttempt{Problem: "p", At: noon}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for version := range 5 {
		train(version + 1)
	}
	if err := s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `UPDATE trainees SET version = ?`, mostAttempts+2) // as if all were made
		return err
	}); err != nil {
		t.Fatal(err)
	}
	train(mostAttempts + 3)
	if attempts, err := all.attempts(ctx, "ada", 9); err != nil || len(attempts) != 3 {
		t.Errorf("%d attempts are left %v, want the fourth, the fifth and the last", len(attempts), err)
	}
}

// testErased: deleting an account deletes its training, and no other.
func testErased(t *testing.T, s store.Store) {
	ctx, all := context.Background(), trainings{s}
	for _, id := range []string{"ada", "bo"} {
		err1 := all.saveCollection(ctx, ownCollection{Owner: id, ID: "c", Title: "C", Created: noon})
		err2 := all.train(ctx, standing{Owner: id, Version: 1, Updated: noon}, additions{
			Attempt: &keptAttempt{Problem: "p", At: noon}, Card: &keptCard{Problem: "p", Tried: 1, Last: noon},
		})
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int{"ada": 0, "bo": 1} {
		collections, err1 := all.collections(ctx, id)
		cards, err2 := all.cards(ctx, id)
		attempts, err3 := all.attempts(ctx, id, 9)
		if err := errors.Join(err1, err2, err3); err != nil || len(collections) != want || len(cards) != want || len(attempts) != want {
			t.Errorf("%s has %d collections, %d cards and %d attempts (%v)", id, len(collections), len(cards), len(attempts), err)
		}
	}
	if _, err := all.standing(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the training still exists: %v", err)
	}
}

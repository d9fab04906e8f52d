package storetest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// testPlans stores plans of two players for a game, changes one and deletes it.
func testPlans(t *testing.T, s store.Store) {
	ctx := context.Background()
	plan := func(game, player, body string) store.Plan {
		return store.Plan{Game: game, Player: player, Version: 7, Body: []byte(body), Changed: store.Milli(noon)}
	}
	save := func(p store.Plan) {
		t.Helper()
		if err := s.SavePlan(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	ada, bo, other := plan("a", "ada", "one\x00"), plan("a", "bo", "two"), plan("b", "ada", "three")
	for _, p := range []store.Plan{other, bo, ada} {
		save(p)
	}
	mustHave(t, "of a game", []store.Plan{ada, bo}, s.Plans, "a")
	mustHave(t, "of a player", []store.Plan{ada, other}, s.PlansOf, "ada")
	mustHave(t, "of another player", []store.Plan{}, s.PlansOf, "cy")
	ada.Version, ada.Body, ada.Changed = 9, []byte("changed"), later(1)
	save(ada)
	bo.Body = nil
	save(bo)
	mustHave(t, "after a change", []store.Plan{ada}, s.Plans, "a")
}

// testPlansDue finds the games that wait for a player with a plan, page by page.
func testPlansDue(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, c := range []struct {
		id, player string
		turn       game.Color
	}{
		{"a", "ada", game.Black}, {"b", "ada", game.White}, {"c", "bo", game.White},
		{"d", "ada", game.Black}, {"e", "", game.Black}, {"f", "ada", game.Empty},
	} {
		g, first := Game(c.id)
		g.Black, g.White = match.Seat{Kind: match.Human, Player: "ada"}, match.Seat{Kind: match.Human, Player: "bo"}
		g.Turn = c.turn
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		if c.player == "" {
			continue
		}
		if err := s.SavePlan(ctx, store.Plan{Game: c.id, Player: c.player, Body: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after string
		limit int
		want  []string
	}{{"", 9, []string{"a", "c", "d"}}, {"", 2, []string{"a", "c"}}, {"c", 9, []string{"d"}}, {"d", 9, []string{}}} {
		if got, err := s.PlansDue(ctx, c.after, c.limit); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("behind %q: %v %v, want %v", c.after, got, err, c.want)
		}
	}
}

// testNotes stores notes of two players in a game, changes one and deletes it.
func testNotes(t *testing.T, s store.Store) {
	ctx := context.Background()
	has := func(player, game, want string) {
		t.Helper()
		n, err := s.Note(ctx, player, game)
		if want == "" && !errors.Is(err, store.ErrNotFound) || want != "" && err != nil || n.Text != want {
			t.Errorf("%s in %s: %q %v, want %q", player, game, n.Text, err, want)
		}
	}
	note := func(player, game, text string, at time.Time) store.Note {
		t.Helper()
		n := store.Note{Game: game, Player: player, Text: text, Changed: store.Milli(at)}
		if err := s.SaveNote(ctx, n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	has("ada", "a", "")
	note("ada", "a", "first", noon)
	a := note("ada", "a", "ä \"second\"\n<x>", later(1))
	b := note("ada", "b", "of b", noon)
	note("bo", "a", "of bo", noon)
	has("ada", "a", a.Text)
	has("bo", "a", "of bo")
	has("bo", "b", "")
	mustHave(t, "of a player", []store.Note{a, b}, s.NotesOf, "ada")
	note("ada", "a", "", later(2))
	has("ada", "a", "")
	has("bo", "a", "of bo")
	mustHave(t, "after one was forgotten", []store.Note{b}, s.NotesOf, "ada")
}

// testVacations starts and ends vacations, one at a time and up to the most days in
// a year.
func testVacations(t *testing.T, s store.Store) {
	ctx := context.Background()
	const day = 24 * time.Hour
	on := func(n int) time.Time { return store.Milli(noon).Add(time.Duration(n) * day) }
	begin := func(player string, from, days int, want error) store.Vacation {
		t.Helper()
		v := store.Vacation{Player: player, Began: on(from), Until: on(from + days), Days: days}
		if err := s.BeginVacation(ctx, v, 30); !errors.Is(err, want) {
			t.Errorf("%s, %d days from %d: %v, want %v", player, days, from, err, want)
		}
		return v
	}
	begin("ada", 0, 31, store.ErrFull)
	first := begin("ada", 0, 10, nil)
	begin("ada", 9, 1, store.ErrExists)
	bo := begin("bo", 9, 30, nil)
	mustHave(t, "of ada", []store.Vacation{first}, s.Vacations, "ada")
	at := func(n int, want ...store.Vacation) {
		t.Helper()
		got, err := s.VacationsAt(ctx, []string{"bo", "ada", "ada", "cy"}, on(n))
		if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("on day %d: %+v %v, want %+v", n, got, err, want)
		}
	}
	at(9, first, bo)
	at(10, bo)
	if err := s.EndVacation(ctx, "ada", on(10), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a finished vacation was ended again: %v", err)
	}
	second := begin("ada", 10, 20, nil)
	begin("ada", 100, 1, store.ErrFull)
	if err := s.EndVacation(ctx, "ada", on(12), 2); err != nil {
		t.Fatal(err)
	}
	second.Until, second.Days = on(12), 2
	mustHave(t, "after an early end", []store.Vacation{first, second}, s.Vacations, "ada")
	at(12, bo)
	begin("ada", 100, 19, store.ErrFull)
	third := begin("ada", 100, 18, nil)
	begin("ada", 364, 11, store.ErrFull)
	begin("ada", 374, 13, store.ErrFull)
	fourth := begin("ada", 374, 10, nil) // the days of the first do not count any more
	mustHave(t, "a year later", []store.Vacation{first, second, third, fourth}, s.Vacations, "ada")
	begin("ada", 400, 3, store.ErrFull)
	mustHave(t, "after a refusal", []store.Vacation{first, second, third, fourth}, s.Vacations, "ada")
	fifth := begin("ada", 400, 2, nil)
	mustHave(t, "without vacations that ended a year ago", []store.Vacation{third, fourth, fifth}, s.Vacations, "ada")
	if err := s.EndVacation(ctx, "cy", on(0), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of a player without vacations: %v", err)
	}
}

// testVacationsTold lists vacations until they are applied to all games, and again after an early end.
func testVacationsTold(t *testing.T, s store.Store) {
	ctx := context.Background()
	ada := store.Vacation{Player: "ada", Began: store.Milli(later(2)), Until: store.Milli(later(50)), Days: 1}
	bo := store.Vacation{Player: "bo", Began: store.Milli(later(1)), Until: store.Milli(later(50)), Days: 1}
	for _, v := range []store.Vacation{ada, bo} {
		if err := s.BeginVacation(ctx, v, 9); err != nil {
			t.Fatal(err)
		}
	}
	told := func(v store.Vacation) {
		t.Helper()
		if err := s.VacationTold(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	untold := func(ctx context.Context, limit int) ([]store.Vacation, error) {
		return s.VacationsUntold(ctx, store.Vacation{}, limit)
	}
	mustHave(t, "at first", []store.Vacation{bo, ada}, untold, 9)
	mustHave(t, "one", []store.Vacation{bo}, untold, 1)
	behind := func(v store.Vacation) func(ctx context.Context, limit int) ([]store.Vacation, error) {
		return func(ctx context.Context, limit int) ([]store.Vacation, error) {
			return s.VacationsUntold(ctx, v, limit)
		}
	}
	mustHave(t, "behind the first", []store.Vacation{ada}, behind(bo), 9)
	mustHave(t, "behind the last", []store.Vacation{}, behind(ada), 9)
	mustHave(t, "of the same time", []store.Vacation{bo, ada}, behind(store.Vacation{Player: "ann", Began: bo.Began}), 9)
	told(bo)
	mustHave(t, "after one is told", []store.Vacation{ada}, untold, 9)
	if err := s.EndVacation(ctx, "ada", later(9), 1); err != nil {
		t.Fatal(err)
	}
	told(ada) // as it was before
	ada.Until = store.Milli(later(9))
	mustHave(t, "changed meanwhile", []store.Vacation{ada}, untold, 9)
	told(ada)
	mustHave(t, "at last", []store.Vacation{}, untold, 9)
	if err := s.EndVacation(ctx, "bo", later(9), 1); err != nil {
		t.Fatal(err)
	}
	bo.Until = store.Milli(later(9))
	mustHave(t, "after an end", []store.Vacation{bo}, untold, 9)
}

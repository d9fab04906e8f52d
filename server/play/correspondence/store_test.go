package correspondence

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
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{
		"Plans": testPlans, "PlansDue": testPlansDue, "Notes": testNotes, "Vacations": testVacations, "VacationsTold": testVacationsTold,
		"Erase": testErase, "Fenced": testFenced,
	})
}

// hours returns the time n hours after noon.
func hours(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }

// mustHave checks what a method returns.
func mustHave[T, K any](t *testing.T, what string, want T, list func(context.Context, K) (T, error), of K) {
	t.Helper()
	if got, err := list(context.Background(), of); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n got %+v %v\nwant %+v", what, got, err, want)
	}
}

// testPlans stores plans of two players for a game, changes one and deletes it.
func testPlans(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	plan := func(game, player, body string) Plan {
		return Plan{Game: game, Player: player, Version: 7, Body: []byte(body), Changed: noon}
	}
	save := func(p Plan) {
		t.Helper()
		if err := k.SavePlan(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	ada, bo, other := plan("a", "ada", "one\x00"), plan("a", "bo", "two"), plan("b", "ada", "three")
	for _, p := range []Plan{other, bo, ada} {
		save(p)
	}
	mustHave(t, "of a game", []Plan{ada, bo}, k.Plans, "a")
	mustHave(t, "of a player", []Plan{ada, other}, k.plansOf, "ada")
	mustHave(t, "of another player", []Plan{}, k.plansOf, "cy")
	ada.Version, ada.Body, ada.Changed = 9, []byte("changed"), hours(1)
	save(ada)
	bo.Body = nil
	save(bo)
	mustHave(t, "after a change", []Plan{ada}, k.Plans, "a")
}

// testPlansDue finds the games that wait for a player with a plan, page by page.
func testPlansDue(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	for _, c := range []struct {
		id, player string
		turn       game.Color
	}{
		{"a", "ada", game.Black}, {"b", "ada", game.White}, {"c", "bo", game.White},
		{"d", "ada", game.Black}, {"e", "", game.Black}, {"f", "ada", game.Empty},
	} {
		g, first := storetest.Game(c.id)
		g.Black, g.White = match.Seat{Kind: match.Human, Player: "ada"}, match.Seat{Kind: match.Human, Player: "bo"}
		g.Turn = c.turn
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		if c.player == "" {
			continue
		}
		if err := k.SavePlan(ctx, Plan{Game: c.id, Player: c.player, Body: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after string
		limit int
		want  []string
	}{{"", 9, []string{"a", "c", "d"}}, {"", 2, []string{"a", "c"}}, {"c", 9, []string{"d"}}, {"d", 9, []string{}}} {
		if got, err := k.PlansDue(ctx, c.after, c.limit); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("behind %q: %v %v, want %v", c.after, got, err, c.want)
		}
	}
}

// testNotes stores notes of two players in a game, changes one and deletes it.
func testNotes(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	has := func(player, game, want string) {
		t.Helper()
		n, err := k.note(ctx, player, game)
		if want == "" && !errors.Is(err, store.ErrNotFound) || want != "" && err != nil || n.Text != want {
			t.Errorf("%s in %s: %q %v, want %q", player, game, n.Text, err, want)
		}
	}
	note := func(player, game, text string, at time.Time) keptNote {
		t.Helper()
		n := keptNote{Game: game, Player: player, Text: text, Changed: at}
		if err := k.saveNote(ctx, n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	has("ada", "a", "")
	note("ada", "a", "first", noon)
	a := note("ada", "a", "ä \"second\"\n<x>", hours(1))
	b := note("ada", "b", "of b", noon)
	note("bo", "a", "of bo", noon)
	has("ada", "a", a.Text)
	has("bo", "a", "of bo")
	has("bo", "b", "")
	mustHave(t, "of a player", []keptNote{a, b}, k.notesOf, "ada")
	note("ada", "a", "", hours(2))
	has("ada", "a", "")
	has("bo", "a", "of bo")
	mustHave(t, "after one was forgotten", []keptNote{b}, k.notesOf, "ada")
}

// testVacations starts and ends vacations, one at a time and up to the most days in
// a year.
func testVacations(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	on := func(n int) time.Time { return noon.Add(time.Duration(n) * day) }
	begin := func(player string, from, days int, want error) KeptVacation {
		t.Helper()
		v := KeptVacation{Player: player, Began: on(from), Until: on(from + days), Days: days}
		if err := k.BeginVacation(ctx, v, 30); !errors.Is(err, want) {
			t.Errorf("%s, %d days from %d: %v, want %v", player, days, from, err, want)
		}
		return v
	}
	begin("ada", 0, 31, store.ErrFull)
	first := begin("ada", 0, 10, nil)
	begin("ada", 9, 1, store.ErrExists)
	bo := begin("bo", 9, 30, nil)
	mustHave(t, "of ada", []KeptVacation{first}, k.Vacations, "ada")
	at := func(n int, want ...KeptVacation) {
		t.Helper()
		got, err := k.VacationsAt(ctx, []string{"bo", "ada", "ada", "cy"}, on(n))
		if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("on day %d: %+v %v, want %+v", n, got, err, want)
		}
	}
	at(9, first, bo)
	at(10, bo)
	if err := k.EndVacation(ctx, "ada", on(10), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a finished vacation was ended again: %v", err)
	}
	second := begin("ada", 10, 20, nil)
	begin("ada", 100, 1, store.ErrFull)
	if err := k.EndVacation(ctx, "ada", on(12), 2); err != nil {
		t.Fatal(err)
	}
	second.Until, second.Days = on(12), 2
	mustHave(t, "after an early end", []KeptVacation{first, second}, k.Vacations, "ada")
	at(12, bo)
	begin("ada", 100, 19, store.ErrFull)
	third := begin("ada", 100, 18, nil)
	begin("ada", 364, 11, store.ErrFull)
	begin("ada", 374, 13, store.ErrFull)
	fourth := begin("ada", 374, 10, nil) // the days of the first do not count any more
	mustHave(t, "a year later", []KeptVacation{first, second, third, fourth}, k.Vacations, "ada")
	begin("ada", 400, 3, store.ErrFull)
	mustHave(t, "after a refusal", []KeptVacation{first, second, third, fourth}, k.Vacations, "ada")
	fifth := begin("ada", 400, 2, nil)
	mustHave(t, "without vacations that ended a year ago", []KeptVacation{third, fourth, fifth}, k.Vacations, "ada")
	if err := k.EndVacation(ctx, "cy", on(0), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of a player without vacations: %v", err)
	}
}

// testVacationsTold lists vacations until they are applied to all games, and again after an early end.
func testVacationsTold(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	ada := KeptVacation{Player: "ada", Began: hours(2), Until: hours(50), Days: 1}
	bo := KeptVacation{Player: "bo", Began: hours(1), Until: hours(50), Days: 1}
	for _, v := range []KeptVacation{ada, bo} {
		if err := k.BeginVacation(ctx, v, 9); err != nil {
			t.Fatal(err)
		}
	}
	told := func(v KeptVacation) {
		t.Helper()
		if err := k.vacationTold(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	untold := func(ctx context.Context, limit int) ([]KeptVacation, error) {
		return k.VacationsUntold(ctx, KeptVacation{}, limit)
	}
	mustHave(t, "at first", []KeptVacation{bo, ada}, untold, 9)
	mustHave(t, "one", []KeptVacation{bo}, untold, 1)
	behind := func(v KeptVacation) func(ctx context.Context, limit int) ([]KeptVacation, error) {
		return func(ctx context.Context, limit int) ([]KeptVacation, error) {
			return k.VacationsUntold(ctx, v, limit)
		}
	}
	mustHave(t, "behind the first", []KeptVacation{ada}, behind(bo), 9)
	mustHave(t, "behind the last", []KeptVacation{}, behind(ada), 9)
	mustHave(t, "of the same time", []KeptVacation{bo, ada}, behind(KeptVacation{Player: "ann", Began: bo.Began}), 9)
	told(bo)
	mustHave(t, "after one is told", []KeptVacation{ada}, untold, 9)
	if err := k.EndVacation(ctx, "ada", hours(9), 1); err != nil {
		t.Fatal(err)
	}
	told(ada) // as it was before
	ada.Until = hours(9)
	mustHave(t, "changed meanwhile", []KeptVacation{ada}, untold, 9)
	told(ada)
	mustHave(t, "at last", []KeptVacation{}, untold, 9)
	if err := k.EndVacation(ctx, "bo", hours(9), 1); err != nil {
		t.Fatal(err)
	}
	bo.Until = hours(9)
	mustHave(t, "after an end", []KeptVacation{bo}, untold, 9)
}

// testErase checks that a deleted account has nothing, and cannot add anything.
func testErase(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	add := func(owner string) []error {
		err1 := k.SavePlan(ctx, Plan{Game: "g", Player: owner, Version: 1, Body: []byte("{}"), Changed: noon})
		err2 := k.saveNote(ctx, keptNote{Game: "g", Player: owner, Text: "x", Changed: noon})
		err3 := k.BeginVacation(ctx, KeptVacation{Player: owner, Began: noon, Until: hours(9), Days: 1}, 9)
		return []error{err1, err2, err3}
	}
	if err := errors.Join(append(add("ada"), add("guest")...)...); err != nil {
		t.Fatal(err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	for i, err := range add("ada") {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("addition %d: %v", i, err)
		}
	}
	for player, want := range map[string]int{"ada": 0, "guest": 1} {
		plans, err1 := k.plansOf(ctx, player)
		notes, err2 := k.notesOf(ctx, player)
		vacations, err3 := k.Vacations(ctx, player)
		if err := errors.Join(err1, err2, err3); err != nil || len(plans) != want || len(notes) != want || len(vacations) != want {
			t.Errorf("%s has %v, %v, %v, %v", player, plans, notes, vacations, err)
		}
	}
}

// testFenced refuses the plans of a node that does not own the game, in a database that several nodes share.
func testFenced(t *testing.T, s store.Store) {
	leases, shared := s.(store.Leases)
	if !shared {
		t.Skip("only one node can use this database")
	}
	ctx, k := context.Background(), Kept{s}
	g, first := storetest.Game("g")
	if err := errors.Join(s.Create(ctx, g, first), leases.Renew(ctx, store.Node{ID: "a"}, time.Hour)); err != nil {
		t.Fatal(err)
	}
	owner, err := leases.Own(ctx, "g", "a")
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan{Game: "g", Player: "ada", Version: 1, Body: []byte("{}")}
	if err := k.SavePlan(store.WithOwner(ctx, owner), plan); err != nil {
		t.Errorf("at the owner: %v", err)
	}
	owner.Epoch--
	for _, body := range []string{"{}", ""} {
		plan.Body = []byte(body)
		if _, fenced := errors.AsType[*store.Fenced](k.SavePlan(store.WithOwner(ctx, owner), plan)); !fenced {
			t.Errorf("a plan %q at a former owner is not refused", body)
		}
	}
}

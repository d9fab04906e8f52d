package boards

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs the tests for every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{"Gallery": testGallery, "Pages": testGalleryPages, "Played": testPlayed, "Hide": testHideBoard})
}

var noon = store.Milli(time.Date(2026, 7, 1, 12, 0, 0, 123_456_789, time.UTC))

// hours returns the time n hours after noon.
func hours(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }

// in returns the gallery of a store.
func in(s store.Store) gallery { return gallery{s} }

// bring stores boards as an owner's uploads.
func bring(t *testing.T, s store.Store, owner string, hashes ...string) {
	t.Helper()
	for _, hash := range hashes {
		err := s.SaveBoard(t.Context(), owner, store.Board{Hash: hash, Title: owner + "'s " + hash, JSON: []byte(`{}`), Created: noon})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// hashesOf returns the hashes of the boards that a query finds.
func hashesOf(t *testing.T, s store.Store, q sharedQuery) string {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 99
	}
	found, err := in(s).list(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, b := range found {
		all = append(all, b.Hash)
	}
	return strings.Join(all, " ")
}

// share shares a player's board, with a limit of three.
func share(s store.Store, owner, hash string, hour int) error {
	return in(s).share(context.Background(),
		store.Shared{Hash: hash, Owner: owner, Points: 30, Edges: 41, Least: 2, Most: 4, At: hours(hour), Title: "ignored"}, 3)
}

func testGallery(t *testing.T, s store.Store) {
	ctx := context.Background()
	bring(t, s, "ada", "a1", "a2", "a3", "both")
	bring(t, s, "bo", "b1", "both")
	if err := s.SavePlayer(ctx, store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"}); err != nil {
		t.Fatal(err)
	}
	for hour, k := range []struct {
		owner, hash string
		want        error
	}{
		{"ada", "a1", nil}, {"ada", "a1", store.ErrExists}, {"ada", "b1", store.ErrNotFound},
		{"ada", "both", nil}, {"bo", "both", store.ErrExists},
		{"ada", "a2", nil}, {"ada", "a3", store.ErrFull}, {"bo", "b1", nil}, {"cy", "a1", store.ErrNotFound},
	} {
		if err := share(s, k.owner, k.hash, hour); !errors.Is(err, k.want) {
			t.Errorf("%s shares %s: %v, want %v", k.owner, k.hash, err, k.want)
		}
	}
	want := store.Shared{Hash: "a1", Owner: "ada", Author: "Ada", Title: "ada's a1", Points: 30, Edges: 41, Least: 2, Most: 4, At: hours(0)}
	if got, err := in(s).one(ctx, "a1"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v %v, want %+v", got, err, want)
	}
	for q, want := range map[sharedQuery]string{
		{Order: byNewest}:                "b1 a2 both a1",
		{Order: byNewest, Name: "ADA'S"}: "a2 both a1",
		{Order: byNewest, Name: "%"}:     "",
		{Order: byNewest, Owner: "bo"}:   "b1",
		{Order: byNewest, Limit: 2}:      "b1 a2",
	} {
		if got := hashesOf(t, s, q); got != want {
			t.Errorf("%+v: %s, want %s", q, got, want)
		}
	}
	renameShared(t, s)
	dropShared(t, s)
}

// renameShared checks that renaming a board changes its public title, and not others' titles.
func renameShared(t *testing.T, s store.Store) {
	ctx := context.Background()
	if err := errors.Join(in(s).rename(ctx, "ada", "both", "Größe"), in(s).rename(ctx, "bo", "both", "Bo's")); err != nil {
		t.Fatal(err)
	}
	if err := in(s).rename(ctx, "cy", "both", "x"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("another player's board renamed: %v", err)
	}
	if got := hashesOf(t, s, sharedQuery{Name: "GRÖSSE"}) + hashesOf(t, s, sharedQuery{Name: "größe"}) +
		hashesOf(t, s, sharedQuery{Name: "bo's"}); got != "bothb1" {
		t.Errorf("by the new name: %s", got)
	}
	own, err := s.Boards(ctx, "bo", 9)
	if err != nil || !slices.ContainsFunc(own, func(b store.Board) bool { return b.Hash == "both" && b.Title == "Bo's" }) {
		t.Errorf("%+v %v", own, err)
	}
}

// dropShared withdraws and deletes boards. Other owners keep them and may share them.
func dropShared(t *testing.T, s store.Store) {
	ctx := context.Background()
	if err := in(s).unshare(ctx, "bo", "both"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("another player's board withdrawn: %v", err)
	}
	if err := in(s).unshare(ctx, "ada", "both"); err != nil {
		t.Fatal(err)
	}
	if err := share(s, "bo", "both", 1); err != nil {
		t.Errorf("another owner may share it then: %v", err)
	}
	if err := errors.Join(in(s).drop(ctx, "ada", "both"), in(s).drop(ctx, "ada", "a1")); err != nil {
		t.Fatal(err)
	}
	if err := in(s).drop(ctx, "ada", "a1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("dropped twice: %v", err)
	}
	if got := hashesOf(t, s, sharedQuery{Order: byNewest}); got != "b1 a2 both" {
		t.Errorf("after boards were dropped: %s", got)
	}
	if _, err := s.LoadBoard(ctx, "a1"); err != nil {
		t.Errorf("a board is deleted before the sweep: %v", err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	if got := hashesOf(t, s, sharedQuery{Order: byNewest}); got != "b1 both" {
		t.Errorf("after an account was deleted: %s", got)
	}
}

// testGalleryPages reads the same boards in parts, in each order.
func testGalleryPages(t *testing.T, s store.Store) {
	const boards = 23
	for i := range boards {
		hash := fmt.Sprintf("h%02d", i)
		bring(t, s, "ada", hash)
		if err := in(s).share(t.Context(), store.Shared{Hash: hash, Owner: "ada", At: hours(i / 4)}, boards); err != nil {
			t.Fatal(err)
		}
		for n := range i % 3 {
			playOn(t, s, fmt.Sprint(hash, n), hash, store.Begun, "B+R")
		}
	}
	for _, order := range []order{byNewest, byPlayed} {
		whole, err := in(s).list(t.Context(), sharedQuery{Order: order, Limit: 99})
		if err != nil || len(whole) != boards {
			t.Fatal(len(whole), err)
		}
		if !slices.IsSortedFunc(whole, func(a, b store.Shared) int {
			if order == byPlayed && a.Played != b.Played {
				return b.Played - a.Played
			}
			return b.At.Compare(a.At)
		}) {
			t.Errorf("%s: not in order", order)
		}
		for _, limit := range []int{1, 4, 22} {
			q, parts := sharedQuery{Order: order, Limit: limit}, []store.Shared{}
			for range boards {
				page, err := in(s).list(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if len(page) == 0 {
					break
				}
				parts = append(parts, page...)
				q.After = placeBehind(page[len(page)-1])
			}
			if !reflect.DeepEqual(parts, whole) {
				t.Errorf("%s by %d: other boards than in one part", order, limit)
			}
		}
	}
}

// playOn stores a finished game on a board, with ply moves and that result.
func playOn(t *testing.T, s store.Store, id, hash string, ply int, result string) {
	t.Helper()
	g, e := storetest.Game(id)
	g.Board = "id:" + hash
	if err := s.Create(t.Context(), g, e); err != nil {
		t.Fatal(err)
	}
	g.Phase, g.Ply, g.Result = match.Finished, ply, result
	for range 2 { // a repeated write does not count again
		if err := s.Append(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
}

func testPlayed(t *testing.T, s store.Store) {
	bring(t, s, "ada", "a1", "a2")
	played := func(want int) {
		t.Helper()
		for _, fresh := range []bool{false, true} { // counted incrementally, and from all games
			if fresh {
				if err := errors.Join(in(s).unshare(t.Context(), "ada", "a1"),
					in(s).share(t.Context(), store.Shared{Hash: "a1", Owner: "ada", At: noon}, 9)); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := in(s).one(t.Context(), "a1"); err != nil || got.Played != want {
				t.Errorf("played %d times %v, want %d (counted from all games: %v)", got.Played, err, want, fresh)
			}
		}
	}
	playOn(t, s, "before", "a1", 9, "W+3.5")
	if err := in(s).share(t.Context(), store.Shared{Hash: "a1", Owner: "ada", At: noon}, 9); err != nil {
		t.Fatal(err)
	}
	played(1)
	playOn(t, s, "g1", "a1", store.Begun, "B+R")
	played(2)
	playOn(t, s, "short", "a1", store.Begun-1, "B+R")
	playOn(t, s, "void", "a1", 50, store.Void)
	playOn(t, s, "elsewhere", "a2", 50, "B+R")
	g, e := storetest.Game("open")
	g.Board, g.Ply = "id:a1", 20
	if err := errors.Join(s.Create(t.Context(), g, e), s.Append(t.Context(), g)); err != nil {
		t.Fatal(err)
	}
	played(2)
	g.Version = 99 // a refused append does not count
	g.Phase = match.Finished
	if err := s.Append(t.Context(), g); err == nil {
		t.Fatal("no conflict")
	}
	played(2)
}

func testHideBoard(t *testing.T, s store.Store) {
	ctx := context.Background()
	bring(t, s, "ada", "a1")
	share := func() error { return in(s).share(ctx, store.Shared{Hash: "a1", Owner: "ada", At: noon}, 9) }
	if err := share(); err != nil {
		t.Fatal(err)
	}
	act := func(hide bool, board string) error {
		_, err := s.Act(ctx, store.Deed{At: noon, Kind: store.HidBoard, By: "mo", Target: "ada", Board: board, Why: "w"},
			store.Change{Also: []store.Also{Hiding(board, hide)}})
		return err
	}
	if err := act(true, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an unshared board is hidden: %v", err)
	}
	if err := act(true, "a1"); err != nil {
		t.Fatal(err)
	}
	deeds, err := s.Deeds(ctx, store.DeedQuery{Limit: 9})
	if err != nil || len(deeds) != 1 || deeds[0].Board != "a1" {
		t.Errorf("%+v %v", deeds, err)
	}
	if got := hashesOf(t, s, sharedQuery{}); got != "" {
		t.Errorf("a hidden board is shown: %s", got)
	}
	if got, err := in(s).one(ctx, "a1"); err != nil || !got.Hidden {
		t.Errorf("%+v %v", got, err)
	}
	if got := hashesOf(t, s, sharedQuery{Owner: "ada"}); got != "a1" {
		t.Errorf("its owner sees %q", got)
	}
	if err := in(s).unshare(ctx, "ada", "a1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("withdrawn and deleted: %v", err)
	}
	if err := in(s).drop(ctx, "ada", "a1"); err != nil {
		t.Fatal(err)
	}
	bring(t, s, "ada", "a1")
	if err := share(); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a hidden board is shared again: %v", err)
	}
	if err := act(false, "a1"); err != nil {
		t.Fatal(err)
	}
	if got := hashesOf(t, s, sharedQuery{}); got != "a1" {
		t.Errorf("a hidden board does not come back: %q", got)
	}
}

package chat

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{"Lines": testLines, "Erase": testErase})
}

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// testLines adds lines and finds them.
func testLines(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	say := func(game, room, player, text string) Line {
		t.Helper()
		l := Line{Game: game, Room: room, Player: player, Seat: "black", Text: text, At: noon}
		id, err := k.Add(ctx, l)
		if err != nil {
			t.Fatal(err)
		}
		l.ID = id
		return l
	}
	a, b := say("g", "players", "ada", "hello"), say("g", "players", "bo", "<b>hi</b>\u0000")
	other, elsewhere := say("g", "watchers", "cy", "!"), say("h", "players", "ada", "x")
	c, d := say("g", "players", "ada", "three"), say("g", "players", "ada", "four")
	if !(a.ID > 0 && a.ID < b.ID && b.ID < other.ID && other.ID < elsewhere.ID && elsewhere.ID < c.ID && c.ID < d.ID) {
		t.Error("ids do not ascend")
	}
	for _, q := range []struct {
		about         string
		after, before int64
		limit         int
		want          []Line
	}{
		{"all", 0, 0, 9, []Line{a, b, c, d}},
		{"the last", 0, 0, 2, []Line{c, d}},
		{"the last before one", 0, c.ID, 1, []Line{b}},
		{"the first after one", a.ID, 0, 2, []Line{b, c}},
		{"between two", a.ID, c.ID, 9, []Line{b}},
		{"none", d.ID, 0, 9, []Line{}},
	} {
		got, err := k.Lines(ctx, Query{Game: "g", Room: "players", After: q.after, Before: q.before, Limit: q.limit})
		if err != nil || !reflect.DeepEqual(got, q.want) {
			t.Errorf("%s: %+v %v, want %+v", q.about, got, err, q.want)
		}
	}
	if got, err := k.By(ctx, "ada", a.ID, 2); err != nil || !reflect.DeepEqual(got, []Line{elsewhere, c}) {
		t.Errorf("what Ada said: %+v %v", got, err)
	}
	if n, err := k.Count(ctx, "g", "players"); err != nil || n != 4 {
		t.Errorf("%d lines, %v, want 4", n, err)
	}
	if got, err := k.One(ctx, b.ID); err != nil || got != b {
		t.Errorf("%+v %v, want %+v", got, err, b)
	}
	for id, want := range map[int64]error{b.ID: nil, d.ID + 1: store.ErrNotFound} {
		if err := s.Write(ctx, 1, Removing(id)); !errors.Is(err, want) {
			t.Errorf("removing line %d: %v, want %v", id, err, want)
		}
	}
	b.Removed = true
	if got, err := k.One(ctx, b.ID); err != nil || got != b {
		t.Errorf("removed: %+v %v, want %+v", got, err, b)
	}
	for _, id := range []int64{0, -1, d.ID + 1} {
		if l, err := k.One(ctx, id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("line %d: %+v %v", id, l, err)
		}
	}
}

// testErase checks that the lines of a deleted account lose their text.
func testErase(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	for _, player := range []string{"ada", "bo"} {
		if _, err := k.Add(ctx, Line{Game: "g", Room: "players", Player: player, Text: "I am " + player, At: noon}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	lines, err := k.Lines(ctx, Query{Game: "g", Room: "players", Limit: 9})
	if err != nil || len(lines) != 2 || lines[0].Text != "" || !lines[0].Removed || lines[1].Text != "I am bo" {
		t.Errorf("%+v %v", lines, err)
	}
}

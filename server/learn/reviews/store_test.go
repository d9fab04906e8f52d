package reviews

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs the tests on every database.
func TestStore(t *testing.T) { dbtest.Run(t, dbtest.Tests{"Keeps": testKeeps}) }

// noon is a time with more digits than the store keeps.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 123_456_789, time.UTC)

// testKeeps saves reviews until the space is full.
func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), archive{s}
	for _, id := range []string{"a", "b", "c"} {
		g, e := storetest.Game(id)
		if err := s.Create(ctx, g, e); err != nil {
			t.Fatal(err)
		}
	}
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	save := func(game string, hours int, body string, most int64) error {
		return all.save(ctx, keptReview{Game: game, At: at(hours), Body: []byte(body)}, most)
	}
	has := func(game, want string, hours int) {
		t.Helper()
		r, err := all.one(ctx, game)
		if want == "" {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %q, %v, want none", game, r.Body, err)
			}
			return
		}
		if err != nil || !bytes.Equal(r.Body, []byte(want)) || !r.At.Equal(store.Milli(at(hours))) || r.Game != game {
			t.Errorf("%s: %+v %v, want %q", game, r, err, want)
		}
	}
	if err := errors.Join(save("a", 0, "one\x00\xff", 12), save("b", 1, "two", 12)); err != nil {
		t.Fatal(err)
	}
	has("a", "one\x00\xff", 0)
	if err := save("none", 2, "x", 12); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of an unknown game: %v", err)
	}
	if err := save("c", 2, "much too much", 12); !errors.Is(err, store.ErrFull) {
		t.Errorf("more than all: %v", err)
	}
	if err := save("a", 3, "again", 12); err != nil { // 5 and 3 bytes
		t.Fatal(err)
	}
	has("a", "again", 3)
	has("b", "two", 1)
	if err := save("c", -1, "12345", 12); err != nil { // 13 bytes: b is the oldest of the others
		t.Fatal(err)
	}
	has("a", "again", 3)
	has("b", "", 0)
	has("c", "12345", -1)

	g, err := s.Game(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	g.Phase, g.Rated, g.Ply = match.Waiting, false, 0
	if err := errors.Join(s.Append(ctx, g), s.DeleteGame(ctx, "a", g.Version)); err != nil {
		t.Fatal(err)
	}
	has("a", "", 0)
}

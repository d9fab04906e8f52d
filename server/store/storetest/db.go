package storetest

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"moyo/server/store"
)

// testDB writes and reads rows as features with their own tables do.
func testDB(t *testing.T, s store.Store) {
	ctx := context.Background()
	insert := func(hash, title string) error {
		return s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
			n, err := tx.Run(ctx, `INSERT INTO boards (hash, title, body, created) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING`,
				hash, title, []byte("{}"))
			if err == nil && n == 0 {
				err = store.ErrExists
			}
			return err
		})
	}
	if err := errors.Join(insert("a", "first"), insert("b", "second")); err != nil {
		t.Fatal(err)
	}
	if err := insert("a", "third"); !errors.Is(err, store.ErrExists) {
		t.Errorf("twice: %v", err)
	}
	title := store.Value[string]
	if got, err := store.One(ctx, s, title, `SELECT title FROM boards WHERE hash = ?`, "a"); err != nil || got != "first" {
		t.Errorf("%q %v", got, err)
	}
	if _, err := store.One(ctx, s, title, `SELECT title FROM boards WHERE hash = ?`, "c"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	all, err := store.List(ctx, s, title, `SELECT title FROM boards WHERE hash <= ?1 OR hash = ?1 ORDER BY hash`, "b")
	if err != nil || !slices.Equal(all, []string{"first", "second"}) {
		t.Errorf("%q %v", all, err)
	}
	if _, err := store.List(ctx, s, title, `SELECT nothing FROM nowhere`); err == nil {
		t.Error("no error for an invalid query")
	}
	// An error in a consistent read is returned.
	if err := s.Moment(ctx, func(db store.Reader) error {
		all, err := store.List(ctx, db, title, `SELECT title FROM boards ORDER BY hash`)
		if !slices.Equal(all, []string{"first", "second"}) {
			t.Errorf("at one moment: %q", all)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
	gone := errors.New("gone")
	if err := s.Moment(ctx, func(store.Reader) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("a moment that fails: %v", err)
	}
	// A failed write leaves nothing, and others in its group are written.
	late := errors.New("late")
	err = s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.Run(ctx, `DELETE FROM boards`); err != nil {
			return err
		}
		return late
	})
	if all, _ := store.List(ctx, s, title, `SELECT title FROM boards`); !errors.Is(err, late) || len(all) != 2 {
		t.Errorf("%v: %q are left", err, all)
	}
}

// testKeys checks the error for a duplicate key.
func testKeys(t *testing.T, s store.Store) {
	ctx := context.Background()
	insert := func(hash string, title any) error {
		return s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Run(ctx, `INSERT INTO boards (hash, title, body, created) VALUES (?, ?, ?, 1)`, hash, title, []byte("{}"))
			return tx.OrExists(err)
		})
	}
	if err := insert("a", "first"); err != nil {
		t.Fatal(err)
	}
	if err := insert("a", "second"); !errors.Is(err, store.ErrExists) {
		t.Errorf("twice: %v, want ErrExists", err)
	}
	if err := insert("b", nil); err == nil || errors.Is(err, store.ErrExists) {
		t.Errorf("without a title: %v", err)
	}
}

// testTxPlayers stores players in the same transaction as other rows.
func testTxPlayers(t *testing.T, s store.Store) {
	ctx, late := context.Background(), errors.New("late")
	save := func(id, name string, then error) error {
		return s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
			err := tx.SavePlayer(ctx, store.Player{ID: id, Role: store.Member, Name: name, Skeleton: name})
			return cmp.Or(err, then)
		})
	}
	if err := save("ada", "Ada", nil); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Player(ctx, "ada"); err != nil || p.Name != "Ada" || p.Role != store.Member {
		t.Errorf("%+v %v", p, err)
	}
	if err := save("bo", "Ada", nil); !errors.Is(err, store.ErrExists) {
		t.Errorf("the name of another: %v, want ErrExists", err)
	}
	if err := save("cy", "Cy", late); !errors.Is(err, late) {
		t.Error(err)
	}
	if _, err := s.Player(ctx, "cy"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after an error: %v", err)
	}
}

// testChecks checks the errors for wrong versions and exceeded bounds.
func testChecks(t *testing.T, s store.Store) {
	ctx := context.Background()
	if err := s.Erase(ctx, store.Player{ID: "gone", Role: store.Deleted}); err != nil {
		t.Fatal(err)
	}
	within := func(check func(ctx context.Context, tx store.Tx) error) error { return s.Write(ctx, 1, check) }
	version := func(query string, want int) error {
		return within(func(ctx context.Context, tx store.Tx) error { return store.CheckVersion(ctx, tx, query, "x", want) })
	}
	var conflict *store.Conflict
	if err := version(`SELECT 3 WHERE ? = 'x'`, 3); err != nil {
		t.Error(err)
	}
	if err := version(`SELECT 3 WHERE ? = 'x'`, 2); !errors.As(err, &conflict) || *conflict != (store.Conflict{Game: "x", Have: 3, Want: 2}) {
		t.Errorf("another version: %v", err)
	}
	if err := version(`SELECT 3 WHERE ? = 'y'`, 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no version: %v", err)
	}
	for _, c := range []struct {
		each, most int
		want       error
	}{{2, 5, nil}, {1, 5, store.ErrFull}, {2, 4, store.ErrFull}} {
		err := within(func(ctx context.Context, tx store.Tx) error {
			return store.CheckBounds(ctx, tx, `SELECT 5, 2 WHERE ? = 'x'`, "x", c.each, c.most)
		})
		if !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for player, want := range map[string]error{"gone": store.ErrNotFound, "not yet a player": nil} {
		err := within(func(ctx context.Context, tx store.Tx) error { return tx.Present(ctx, player) })
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", player, err, want)
		}
	}
}

// testSecrets checks that a secret stays as it was first made.
func testSecrets(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, c := range []struct{ name, fresh, want string }{{"a", "1", "1"}, {"a", "2", "1"}, {"b", "3", "3"}} {
		if got, err := store.Secret(ctx, s, c.name, []byte(c.fresh)); err != nil || string(got) != c.want {
			t.Errorf("%s, fresh %s: %q %v, want %s", c.name, c.fresh, got, err, c.want)
		}
	}
}

// Insert adds a row with SQL, as features with their own tables do.
func Insert(ctx context.Context, s store.Store, text string, args ...any) error {
	return s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, text, args...)
		return err
	})
}

// say adds a line that Black says to a game's chat, and returns its id.
func say(ctx context.Context, s store.Store, game, player, text string) (id int64, err error) {
	err = s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return tx.Row(ctx, `INSERT INTO chat (game, room, player, seat, text, at) VALUES (?, 'players', ?, 'black', ?, ?) RETURNING id`,
			game, player, tx.Said(text), store.Milli(noon).UnixMilli()).Scan(&id)
	})
	return id, err
}

// report adds an open report of a player in a game, and returns its id.
func report(
	ctx context.Context, s store.Store, kind, reporter, target, game string, line int64, reason, text string,
) (id int64, err error) {
	err = s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return tx.Row(ctx, `INSERT INTO reports (kind, reporter, guest, target, game, line, board, reason, text, created, state)
			VALUES (?, ?, FALSE, ?, ?, ?, '', ?, ?, ?, 'open') RETURNING id`,
			kind, reporter, target, game, line, reason, tx.Said(text), store.Milli(noon).UnixMilli()).Scan(&id)
	})
	return id, err
}

// inform adds a notification of a player with a key, which links to a page.
func inform(ctx context.Context, s store.Store, player, key, path string) error {
	return Insert(ctx, s, `INSERT INTO notifications (player, sender, kind, key, text, path, created, read)
		VALUES (?, '', 'game-over', ?, '', ?, ?, FALSE)`, player, key, path, store.Milli(noon).UnixMilli())
}

// informed returns the keys of a player's notifications.
func informed(ctx context.Context, s store.Store, player string) ([]string, error) {
	return store.List(ctx, s, store.Value[string], `SELECT key FROM notifications WHERE player = ? ORDER BY id`, player)
}

func mustHave[T, K any](t *testing.T, what string, want T, list func(context.Context, K) (T, error), of K) {
	t.Helper()
	if got, err := list(context.Background(), of); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n got %+v %v\nwant %+v", what, got, err, want)
	}
}

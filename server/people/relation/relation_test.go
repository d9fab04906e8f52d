package relation

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// ask sends a request as a player.
func ask(t *testing.T, player string, do func(ctx context.Context)) {
	t.Helper()
	identity.Identify(known(player), http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { do(r.Context()) })).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPut, "/", nil))
}

// known makes every token belong to one person.
type known string

func (k known) Who(context.Context, string) (identity.Who, error) {
	return identity.Who{Player: string(k), Role: store.Guest}, nil
}

// TestRelations: players follow and block others by name. Changes of blocks are reported. The caller's own name, unknown names and
// deleted accounts are refused.
func TestRelations(t *testing.T) {
	s := sqlitetest.New(t)
	for id, role := range map[string]store.Role{"ada": store.Member, "bo": store.Member, "cy": store.Moderator, "gone": store.Deleted} {
		if err := s.SavePlayer(t.Context(), store.Player{ID: id, Role: role, Name: "the " + id, Skeleton: id}); err != nil {
			t.Fatal(err)
		}
	}
	var changed []string
	now := time.Unix(1_700_000_000, 0)
	routes := &routes{Config{
		Store: s, Rates: limit.NewAddresses(1, 1, func() time.Time { now = now.Add(time.Hour); return now }),
		Skeleton: func(name string) string { return name },
		Changed:  func(_ context.Context, player string) error { changed = append(changed, player); return nil },
		Now:      func() time.Time { return now },
	}}
	for _, c := range []struct {
		who, kind, name string
		off             bool
		code            apierror.Code
		follows, blocks []string // of the player, then others
	}{
		{"ada", "follow", "bo", false, "", []string{"the bo"}, []string{}},
		{"ada", "follow", "bo", false, "", []string{"the bo"}, []string{}},
		{"ada", "block", "cy", false, "", []string{"the bo"}, []string{"the cy"}},
		{"ada", "block", "ada", false, apierror.BadRequest, []string{"the bo"}, []string{"the cy"}},
		{"ada", "follow", "unknown", false, apierror.NotFound, []string{"the bo"}, []string{"the cy"}},
		{"ada", "follow", "gone", false, apierror.NotFound, []string{"the bo"}, []string{"the cy"}},
		{"ada", "block", "bo", true, "", []string{"the bo"}, []string{"the cy"}},
		{"ada", "follow", "bo", true, "", []string{}, []string{"the cy"}},
		{"a guest", "block", "bo", false, "", []string{}, []string{"the bo"}},
		{"bo", "follow", "cy", false, "", []string{"the cy"}, []string{}},
	} {
		ask(t, c.who, func(ctx context.Context) {
			do := routes.putRelation
			if c.off {
				do = routes.deleteRelation
			}
			if _, err := do(ctx, &relationInput{c.kind, c.name}); (err == nil) != (c.code == "") || err != nil && apierror.Of(err).Code != c.code {
				t.Errorf("%+v: %v", c, err)
			}
			got, err := routes.getRelations(ctx, nil)
			if err != nil || !slices.Equal(got.Body.Follows, c.follows) || !slices.Equal(got.Body.Blocks, c.blocks) {
				t.Errorf("%+v: %+v %v", c, got, err)
			}
		})
	}
	if want := []string{"ada", "ada", "a guest"}; !slices.Equal(changed, want) {
		t.Errorf("told of the blocks of %q, want %q", changed, want)
	}
	for pair, want := range map[[2]string]bool{
		{"ada", "cy"}: true, {"cy", "ada"}: true, {"bo", "a guest"}: true, {"ada", "bo"}: false, {"bo", "cy"}: false, {"cy", "bo"}: false,
	} {
		if got, err := (Kept{s}).Blocked(t.Context(), pair[0], pair[1]); got != want || err != nil {
			t.Errorf("%q: blocked %v, %v", pair, got, err)
		}
	}
}

// broken is a database in which only the relations of one player can be read.
type broken struct {
	store.DB
	whole string
}

func (b broken) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	if args[0] == b.whole {
		return b.DB.Each(ctx, scan, query, args...)
	}
	return errors.New("no connection")
}

// TestTooMany: the number of relations of a kind and their rate are bounded. A failing store does not unblock a player.
func TestTooMany(t *testing.T) {
	s := sqlitetest.New(t)
	if err := s.SavePlayer(t.Context(), store.Player{ID: "last", Role: store.Member, Name: "last", Skeleton: "last"}); err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_700_000_000, 0)
	for i := range 1000 {
		err := Kept{s}.Add(t.Context(), Relation{Player: "ada", Kind: Follow, Other: string(rune('a' + i)), Created: now}, most)
		if err != nil {
			t.Fatal(err)
		}
	}
	routes := &routes{Config{
		Store: s, Rates: limit.NewAddresses(1, 1, func() time.Time { return now }), Skeleton: func(name string) string { return name },
		Changed: func(context.Context, string) error { return nil }, Now: func() time.Time { return now },
	}}
	ask(t, "ada", func(ctx context.Context) {
		for kind, code := range map[string]apierror.Code{"follow": apierror.TooMany, "block": ""} {
			if _, err := routes.putRelation(ctx, &relationInput{kind, "last"}); (err == nil) != (code == "") ||
				err != nil && apierror.Of(err).Code != code {
				t.Errorf("%s one more: %v, want %q", kind, err, code)
			}
		}
		for range 100 {
			if _, err := routes.putRelation(ctx, &relationInput{"block", "last"}); err != nil {
				if code := apierror.Of(err).Code; code != apierror.TooOften {
					t.Errorf("without end: %v", err)
				}
				return
			}
		}
		t.Error("there is no end to it")
	})
	for _, whole := range []string{"ada", "bo"} {
		if _, err := (Kept{broken{s, whole}}).Blocked(t.Context(), "ada", "bo"); err == nil {
			t.Errorf("a store that fails except for %s reports no block", whole)
		}
	}
}

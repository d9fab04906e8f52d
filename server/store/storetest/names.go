package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// testNames: the headers of all games of somebody have the name of their account from
// the moment that they have it, and the next one; the logs, others' seats, and what an
// account that is refused would be called stay.
func testNames(t *testing.T, s store.Store) {
	ctx := context.Background()
	ada := match.Seat{Kind: match.Human, Name: "Guest", Player: "ada"}
	bo := match.Seat{Kind: match.Human, Name: "Bo\u2028x", Player: "bo", Rank: "5k"}
	nameless := match.Seat{Kind: match.Human, Player: "cy"}
	type kept struct {
		game    store.Game
		entries []store.Entry
	}
	games := map[string]*kept{}
	for id, c := range map[string]struct {
		black, white match.Seat
		phase        match.Phase
	}{
		"running": {ada, bo, match.Playing}, "finished": {bo, ada, match.Finished},
		"nameless": {ada, nameless, match.Finished}, "others": {bo, nameless, match.Playing},
		"kept":  {bo, match.Seat{Kind: match.Open, Name: "Ad", Player: "ada"}, match.Waiting},
		"rated": {match.Seat{Kind: match.Human, Name: "Ad", Player: "ada", Rank: "1d"}, bo, match.Finished},
	} {
		g, first := Game(id)
		g.Black, g.White, g.Phase, g.Updated = c.black, c.white, c.phase, g.Updated.Add(time.Hour)
		first.Event.Setup.Black, first.Event.Setup.White = c.black, c.white
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		games[id] = &kept{g, []store.Entry{first}}
	}
	check := func(what, name string) {
		t.Helper()
		called := 0
		for id, k := range games {
			if name != "" {
				for _, seat := range []*match.Seat{&k.game.Black, &k.game.White} {
					if seat.Player == "ada" {
						seat.Name, called = name, called+1
						if seat.Kind == match.Human && id != "rated" {
							seat.Rank = "?"
						}
					}
				}
			}
			mustLoad(t, s, id, k.game, k.entries...)
		}
		for names, want := range map[string]int{name: called, "bo": 5, "nobody": 0} {
			if found, err := s.List(ctx, store.Query{Names: names, Private: true}); err != nil || names != "" && len(found) != want {
				t.Errorf("%s: %d games of %q %v, want %d", what, len(found), names, err, want)
			}
		}
	}
	account := store.Player{ID: "ada", Role: store.Member, Name: "Äda \"x\"", Skeleton: "ada", Created: store.Milli(noon), Settings: []byte{}}
	taken := store.Player{ID: "eve", Role: store.Member, Name: "Eve", Skeleton: "eve", Created: store.Milli(noon), Settings: []byte{}}
	if err := s.Enroll(ctx, taken, credentials("eve", "k1", "s1")); err != nil {
		t.Fatal(err)
	}
	if err := s.Enroll(ctx, account, credentials("ada", "k1", "s2")); err == nil {
		t.Error("a taken key")
	}
	check("refused", "")
	if err := s.Enroll(ctx, account, credentials("ada", "k2", "s2")); err != nil {
		t.Fatal(err)
	}
	check("with an account", account.Name)
	deed := store.Deed{At: noon, By: "mo", Kind: store.Renamed, Target: "ada"}
	if _, err := s.Act(ctx, deed, store.Change{Name: "Eve", Skeleton: "eve"}); err == nil {
		t.Error("a taken name")
	}
	check("not renamed", "")
	if _, err := s.Act(ctx, deed, store.Change{Name: "player-7", Skeleton: "player-7"}); err != nil {
		t.Fatal(err)
	}
	check("renamed", "player-7")

	// Who has gone from a game stays so, whatever name comes late, and who is deleted
	// gets none: it would give theirs away, too.
	if err := s.RenameSeats(ctx, "finished", "ada", store.Gone); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Act(ctx, deed, store.Change{Name: "player-8", Skeleton: "player-8"}); err != nil {
		t.Fatal(err)
	}
	if g, err := s.Game(ctx, "finished"); err != nil || g.White.Name != store.Gone || g.Black.Name != bo.Name {
		t.Errorf("one who has gone is called %+v %v", g.White, err)
	}
	delete(games, "finished")
	check("who goes", "player-8")
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "player-8"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []store.Change{{Name: "player-9", Skeleton: "player-9"}, {Role: store.Moderator}} {
		if _, err := s.Act(ctx, deed, c); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%+v of somebody deleted: %v", c, err)
		}
	}
	if p, err := s.Player(ctx, "ada"); err != nil || p.Role != store.Deleted || p.Name != "" || p.Skeleton != "player-8" {
		t.Errorf("deleted: %+v %v", p, err)
	}

	// A header alone can be replaced, which is no end of a game and no event.
	k := games["running"]
	k.game.White.Name = "Robert"
	if err := s.Append(ctx, k.game); err != nil {
		t.Error(err)
	}
	mustLoad(t, s, "running", k.game, k.entries...)
	k.game.Version++
	if err := s.Append(ctx, k.game); err == nil {
		t.Error("a header of another version")
	}
	if err := s.Append(ctx, k.game, Move("m", game.Black, 3, noon)); err != nil {
		t.Errorf("going on: %v", err)
	}
}

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

// testNames checks that the headers of all games of a player have the name of their account,
// from its creation on and after each rename. The logs and others' seats stay unchanged, also
// after a refused name.
func testNames(t *testing.T, s store.Store) {
	ctx := context.Background()
	ada := match.Seat{Kind: match.Human, Name: "Guest", Player: "ada"}
	nameless := match.Seat{Kind: match.Human, Player: "cy"}
	n := &naming{t: t, s: s, games: map[string]*namedGame{}}
	for id, c := range map[string]struct {
		black, white match.Seat
		phase        match.Phase
	}{
		"running": {ada, seatOfBo, match.Playing}, "finished": {seatOfBo, ada, match.Finished},
		"nameless": {ada, nameless, match.Finished}, "others": {seatOfBo, nameless, match.Playing},
		"kept":  {seatOfBo, match.Seat{Kind: match.Open, Name: "Ad", Player: "ada"}, match.Waiting},
		"rated": {match.Seat{Kind: match.Human, Name: "Ad", Player: "ada", Rank: "1d"}, seatOfBo, match.Finished},
	} {
		g, first := Game(id)
		g.Black, g.White, g.Phase, g.Updated = c.black, c.white, c.phase, g.Updated.Add(time.Hour)
		first.Event.Setup.Black, first.Event.Setup.White = c.black, c.white
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		n.games[id] = &namedGame{g, []store.Entry{first}}
	}
	n.getsAccount(ctx)
	n.isRenamed(ctx)
	n.goes(ctx)
	n.changesHeader(ctx)
}

var (
	seatOfBo  = match.Seat{Kind: match.Human, Name: "Bo\u2028x", Player: "bo", Rank: "5k"}
	renameAda = store.Deed{At: noon, By: "mo", Kind: store.Renamed, Target: "ada"}
)

// naming gives the player ada names.
type naming struct {
	t     *testing.T
	s     store.Store
	games map[string]*namedGame
}

// namedGame is a game with its expected seats.
type namedGame struct {
	game    store.Game
	entries []store.Entry
}

// check checks that ada has the name in all games; "" stands for the previous name.
func (n *naming) check(ctx context.Context, what, name string) {
	n.t.Helper()
	called := 0
	for id, k := range n.games {
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
		mustLoad(n.t, n.s, id, k.game, k.entries...)
	}
	for names, want := range map[string]int{name: called, "bo": 5, "stranger": 0} {
		if found, err := n.s.List(ctx, store.Query{Names: names, Private: true}); err != nil || names != "" && len(found) != want {
			n.t.Errorf("%s: %d games of %q %v, want %d", what, len(found), names, err, want)
		}
	}
}

// getsAccount tries to give ada an account that is refused, and then another.
func (n *naming) getsAccount(ctx context.Context) {
	account := store.Player{ID: "ada", Role: store.Member, Name: "Äda \"x\"", Skeleton: "ada", Created: store.Milli(noon), Settings: []byte{}}
	taken := store.Player{ID: "eve", Role: store.Member, Name: "Eve", Skeleton: "eve", Created: store.Milli(noon), Settings: []byte{}}
	if err := n.s.Enroll(ctx, taken, credentials("eve", "k1", "s1")); err != nil {
		n.t.Fatal(err)
	}
	if err := n.s.Enroll(ctx, account, credentials("ada", "k1", "s2")); err == nil {
		n.t.Error("no error for a taken key")
	}
	n.check(ctx, "refused", "")
	if err := n.s.Enroll(ctx, account, credentials("ada", "k2", "s2")); err != nil {
		n.t.Fatal(err)
	}
	n.check(ctx, "with an account", account.Name)
}

// isRenamed tries to give ada a name that is refused, and then another.
func (n *naming) isRenamed(ctx context.Context) {
	if _, err := n.s.Act(ctx, renameAda, store.Change{Name: "Eve", Skeleton: "eve"}); err == nil {
		n.t.Error("no error for a taken name")
	}
	n.check(ctx, "not renamed", "")
	if _, err := n.s.Act(ctx, renameAda, store.Change{Name: "player-7", Skeleton: "player-7"}); err != nil {
		n.t.Fatal(err)
	}
	n.check(ctx, "renamed", "player-7")
}

// goes checks that a seat of a deleted player stays so if a new name arrives late, and that a deleted
// account gets no new name, which would reveal its seats.
func (n *naming) goes(ctx context.Context) {
	if err := n.s.RenameSeats(ctx, "finished", "ada", store.Gone); err != nil {
		n.t.Fatal(err)
	}
	if _, err := n.s.Act(ctx, renameAda, store.Change{Name: "player-8", Skeleton: "player-8"}); err != nil {
		n.t.Fatal(err)
	}
	if g, err := n.s.Game(ctx, "finished"); err != nil || g.White.Name != store.Gone || g.Black.Name != seatOfBo.Name {
		n.t.Errorf("a deleted player is called %+v %v", g.White, err)
	}
	delete(n.games, "finished")
	n.check(ctx, "who goes", "player-8")
	if err := n.s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "player-8"}); err != nil {
		n.t.Fatal(err)
	}
	for _, c := range []store.Change{{Name: "player-9", Skeleton: "player-9"}, {Role: store.Moderator}} {
		if _, err := n.s.Act(ctx, renameAda, c); !errors.Is(err, store.ErrNotFound) {
			n.t.Errorf("%+v of a deleted player: %v", c, err)
		}
	}
	if p, err := n.s.Player(ctx, "ada"); err != nil || p.Role != store.Deleted || p.Name != "" || p.Skeleton != "player-8" {
		n.t.Errorf("deleted: %+v %v", p, err)
	}
}

// changesHeader replaces only a header, which is neither the end of a game nor an event.
func (n *naming) changesHeader(ctx context.Context) {
	k := n.games["running"]
	k.game.White.Name = "Robert"
	if err := n.s.Append(ctx, k.game); err != nil {
		n.t.Error(err)
	}
	mustLoad(n.t, n.s, "running", k.game, k.entries...)
	k.game.Version++
	if err := n.s.Append(ctx, k.game); err == nil {
		n.t.Error("a header of another version")
	}
	if err := n.s.Append(ctx, k.game, Move("m", game.Black, 3, noon)); err != nil {
		n.t.Errorf("a later move: %v", err)
	}
}

package storetest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// partnersGame returns an unfinished game of two against two. Each of people is an id and a
// name; the first and the third play Black. The first on each side plays next.
func partnersGame(id string, people [][2]string) (store.Game, []store.Entry) {
	setup := match.Setup{Board: "grid:9", Rules: "weiqi:komi=7.5", Clock: "absolute=5m", Partners: 2}
	for i, p := range people {
		seat := &setup.Black
		if i%2 == 1 {
			seat = &setup.White
		}
		seat.Kind = match.Human
		seat.Team[i/2] = match.Partner{Player: p[0], Name: p[1]}
	}
	for _, seat := range []*match.Seat{&setup.Black, &setup.White} {
		seat.Name, seat.Player = seat.Team[0].Name, seat.Team[0].Player
	}
	g := store.Game{
		ID: id, Board: setup.Board, BoardTitle: "9×9", Rules: setup.Rules, Black: setup.Black,
		White: setup.White, Clock: setup.Clock, Speed: "blitz", Partners: 2,
		Phase: match.Playing, Turn: game.Black, Version: 1, Created: store.Milli(noon), Updated: store.Milli(noon),
	}
	return g, []store.Entry{{Command: "create", Event: match.Event{Kind: match.Created, At: store.Milli(noon), Setup: &setup}}}
}

var four = [][2]string{{"ada", "Ada"}, {"bo", "Bo"}, {"cy", "Cy"}, {"di", ""}}

// testPartners checks that team games are in the lists of all their players, wait only for the player to
// move, and do not count as games between two players.
func testPartners(t *testing.T, s store.Store) {
	g, entries := partnersGame("teams", four)
	if err := s.Create(context.Background(), g, entries...); err != nil {
		t.Fatal(err)
	}
	mustLoad(t, s, g.ID, g, entries...)
	p := &partnering{t: t, s: s, game: g, entries: entries}
	p.continues()
	p.moves()
	p.ends()
}

// partnering plays a team game.
type partnering struct {
	t       *testing.T
	s       store.Store
	game    store.Game
	entries []store.Entry
}

// lists counts the games that a query finds: 1 for the team game, otherwise 0.
func (p *partnering) lists(q store.Query) int {
	p.t.Helper()
	games, err := p.s.List(context.Background(), q)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, found := range games {
		if found != p.game || !q.Admits(found) {
			p.t.Errorf("%+v lists %+v", q, found)
		}
	}
	return len(games)
}

// check runs a query for each of the four players.
func (p *partnering) check(what string, each func(player string, side game.Color) (q store.Query, want int)) {
	p.t.Helper()
	for i, person := range four {
		q, want := each(person[0], game.Color(1+i%2))
		if n := p.lists(q); n != want {
			p.t.Errorf("%s, %s: %d games of %+v, want %d", what, person[0], n, q, want)
		}
	}
}

// awaited checks that the game waits only for player.
func (p *partnering) awaited(player string) {
	p.t.Helper()
	p.check("awaited", func(one string, _ game.Color) (store.Query, int) {
		if one == player {
			return store.Query{Awaits: one}, 1
		}
		return store.Query{Awaits: one}, 0
	})
}

// step appends an event and sets whose turn it is, and whose place is next in the seat.
func (p *partnering) step(turn game.Color, seat *match.Seat, place int, e match.Event) {
	p.t.Helper()
	p.game.Ply, p.game.Turn, p.game.Version, p.game.Updated = p.game.Ply+1, turn, p.game.Version+1, p.game.Updated.Add(time.Minute)
	next := seat.Team[place]
	seat.Name, seat.Player = next.Name, next.Player
	e.At = p.game.Updated
	p.entries = append(p.entries, store.Entry{Event: e})
	if err := p.s.Append(context.Background(), p.game, p.entries[len(p.entries)-1]); err != nil {
		p.t.Fatal(err)
	}
}

// unfinished are the phases of unfinished games.
var unfinished = []match.Phase{match.Waiting, match.Playing, match.Counting}

// continues queries the game before its first move.
func (p *partnering) continues() {
	p.check("their own", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Phases: unfinished}, 1
	})
	p.check("kept", func(player string, _ game.Color) (store.Query, int) {
		if k, err := p.s.Kept(context.Background(), player); err != nil || k.Unfinished != 1 {
			p.t.Errorf("%s has %d unfinished games %v", player, k.Unfinished, err)
		}
		return store.Query{Player: player, Opponent: "bo"}, 0
	})
	p.check("named", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Names: "ada & cy"}, 1
	})
	p.check("against an engine", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Engine: "level:1"}, 0
	})
	p.check("short", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Shorter: 100}, 0
	})
}

// moves plays a move for each side and checks who is to play next.
func (p *partnering) moves() {
	p.awaited("ada")
	p.step(game.White, &p.game.Black, 1, match.Event{Kind: match.Moved, By: game.Black, Move: 3})
	p.awaited("bo")
	p.step(game.Black, &p.game.White, 1, match.Event{Kind: match.Moved, By: game.White, Move: 4})
	p.awaited("cy")
	p.check("changed", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Since: p.game.Updated, After: store.Cursor{Updated: p.game.Updated.Add(time.Millisecond)}}, 1
	})
	p.check("past", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Until: p.game.Updated}, 0
	})
}

// ends ends the game; White wins.
func (p *partnering) ends() {
	p.game.Phase, p.game.Result, p.game.Winner = match.Finished, "W+R", game.White
	p.step(game.Empty, &p.game.White, 1, match.Event{Kind: match.Resigned, By: game.Black, Place: 1})
	mustLoad(p.t, p.s, p.game.ID, p.game, p.entries...)
	p.awaited("stranger")
	p.check("over", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Phases: unfinished}, 0
	})
	p.check("won", func(player string, side game.Color) (store.Query, int) {
		return store.Query{Player: player, Result: store.Won, Game: "weiqi"}, int(side) - 1
	})
	p.check("lost", func(player string, side game.Color) (store.Query, int) {
		return store.Query{Player: player, Result: store.Lost}, 2 - int(side)
	})
	p.check("drawn", func(player string, _ game.Color) (store.Query, int) {
		return store.Query{Player: player, Result: store.Drawn}, 0
	})
	for _, pair := range [][2]string{{"ada", "di"}, {"cy", "di"}, {"cy", "bo"}} {
		if n := p.lists(store.Query{Player: pair[0], Opponent: pair[1], Phases: []match.Phase{match.Finished}}); n != 0 {
			p.t.Errorf("a team game counts as one between %v", pair)
		}
	}
	if k, err := p.s.Kept(context.Background(), "ada"); err != nil || k.Unfinished != 0 {
		p.t.Errorf("%+v %v", k, err)
	}
}

// testPartnersCome checks that a game is listed for players who take a place, and not after they leave it.
func testPartnersCome(t *testing.T, s store.Store) {
	ctx := context.Background()
	g, entries := partnersGame("teams", four[:1])
	g.Phase, g.Turn, g.White = match.Waiting, game.Empty, match.Seat{Kind: match.Open}
	if err := s.Create(ctx, g, entries...); err != nil {
		t.Fatal(err)
	}
	has := func(player string, want bool) {
		t.Helper()
		games, err := s.List(ctx, store.Query{Player: player, Phases: []match.Phase{match.Waiting}})
		if err != nil || (len(games) == 1) != want {
			t.Errorf("%s has %d games %v", player, len(games), err)
		}
	}
	has("bo", false)
	g.White.Kind, g.White.Team[1], g.Version = match.Human, match.Partner{Player: "bo", Name: "Bo"}, 2
	if err := s.Append(ctx, g, store.Entry{Event: match.Event{Kind: match.Joined, At: g.Updated, By: game.White, Place: 1}}); err != nil {
		t.Fatal(err)
	}
	has("ada", true)
	has("bo", true)
	g.White, g.Version = match.Seat{Kind: match.Open}, 3
	if err := s.Append(ctx, g, store.Entry{Event: match.Event{Kind: match.Freed, At: g.Updated, By: game.White, Place: 1}}); err != nil {
		t.Fatal(err)
	}
	has("ada", true)
	has("bo", false)
	if err := s.DeleteGame(ctx, g.ID, g.Version); err != nil {
		t.Fatal(err)
	}
	has("ada", false)
	if k, err := s.Kept(ctx, "ada"); err != nil || k.Unfinished != 0 {
		t.Errorf("a deleted game left %+v %v", k, err)
	}
}

// testPartnersNames checks that partners have the names of their accounts in all their games, whether or not it
// is their turn. Places of deleted players stay so, also in the log.
func testPartnersNames(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		g, entries := partnersGame(id, four)
		if id == "b" {
			g.Phase = match.Finished
		}
		if err := s.Create(ctx, g, entries...); err != nil {
			t.Fatal(err)
		}
	}
	account := store.Player{ID: "cy", Role: store.Member, Name: "Cyrus", Skeleton: "cyrus", Created: store.Milli(noon), Settings: []byte{}}
	if err := s.Enroll(ctx, account, credentials("cy", "k1", "s1")); err != nil {
		t.Fatal(err)
	}
	named := func(id string, want [4]string) store.Game {
		t.Helper()
		g, err := s.Game(ctx, id)
		got := [4]string{g.Black.Team[0].Name, g.White.Team[0].Name, g.Black.Team[1].Name, g.White.Team[1].Name}
		if err != nil || got != want || g.Black.Name != want[0] || g.White.Name != want[1] {
			t.Errorf("%s is played by %v (next %s and %s) %v, want %v", id, got, g.Black.Name, g.White.Name, err, want)
		}
		return g
	}
	for _, id := range []string{"a", "b"} {
		if g := named(id, [4]string{"Ada", "Bo", "Cyrus", ""}); g.Black.Team[1].Rank != store.Newcomer ||
			g.Black.Rank != "" || g.Black.Team[0].Rank != "" {
			t.Errorf("%s: ranks %+v", id, g.Black)
		}
	}
	if games, err := s.List(ctx, store.Query{Names: "cyrus"}); err != nil || len(games) != 2 {
		t.Errorf("%d games are found by the name %v", len(games), err)
	}
	if _, err := s.Act(ctx, store.Deed{At: noon, By: "mo", Kind: store.Renamed, Target: "cy"},
		store.Change{Name: "player-7", Skeleton: "player-7"}); err != nil {
		t.Fatal(err)
	}
	named("a", [4]string{"Ada", "Bo", "player-7", ""})
	if err := s.RenameSeats(ctx, "a", "cy", store.Gone); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Act(ctx, store.Deed{At: noon, By: "mo", Kind: store.Renamed, Target: "cy"},
		store.Change{Name: "player-8", Skeleton: "player-8"}); err != nil {
		t.Fatal(err)
	}
	named("a", [4]string{"Ada", "Bo", store.Gone, ""})
	named("b", [4]string{"Ada", "Bo", "player-8", ""})
	_, log, err := s.Load(ctx, "a")
	if err != nil || log[0].Event.Setup.Black.Team[1].Name != store.Gone || log[0].Event.Setup.Black.Team[0].Name != "Ada" {
		t.Errorf("the log says %+v %v", log, err)
	}

	// A guest who has played in a team stays as long as others keep the game.
	if err := s.DeleteGuest(ctx, "di", noon.Add(time.Hour), noon, nothing); !errors.Is(err, store.ErrDone) {
		t.Errorf("a guest in a team: %v", err)
	}
}

// someTeams returns the seats of a team game for lists; ada and bo may be in either.
func someTeams(i int) (black, white match.Seat) {
	people := []string{"ada", "bo", "eve", "cy"}
	people = slices.Concat(people[i%4:], people[:i%4])
	g, _ := partnersGame("", [][2]string{{people[0], people[0]}, {people[1], people[1]}, {people[2], people[2]}, {people[3], people[3]}})
	return g.Black, g.White
}

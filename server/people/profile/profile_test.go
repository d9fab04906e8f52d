package profile

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/relation"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/server/store/storetest"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// club is a service with players and games: ada, bo, eve, and the moderator mo.
type club struct {
	*routes
	t     *testing.T
	store *sqlite.Store
	here  map[string]bool
	games int
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, store: sqlitetest.New(t), here: map[string]bool{}}
	for name, role := range map[string]store.Role{"ada": store.Member, "bo": store.Member, "eve": store.Member, "mo": store.Moderator} {
		c.save(store.Player{ID: name, Role: role, Name: strings.ToUpper(name), Skeleton: name, Created: noon.Add(-time.Hour)})
	}
	c.routes = &routes{Config{
		Store: c.store, Rates: limit.NewAddresses(9, 9, time.Now), Rate: 1000, Skeleton: strings.ToLower,
		Here: func(_ context.Context, player string) bool { return c.here[player] }, Watchers: func(string) int { return 3 },
		Offered: func(id string) bool { return id == "level:3" }, Now: func() time.Time { return noon },
	}}
	return c
}

func (c *club) save(p store.Player) {
	c.t.Helper()
	if err := c.store.SavePlayer(c.t.Context(), p); err != nil {
		c.t.Fatal(err)
	}
}

// played stores a game with a result, each a minute after the last.
func (c *club) played(black, white, result string, change func(*store.Game)) string {
	c.t.Helper()
	c.games++
	g, first := storetest.Game(fmt.Sprintf("g%02d", c.games))
	g.Black, g.White, g.Private, g.Rules = person(black), person(white), false, "weiqi"
	g.Phase, g.Result, g.Updated = match.Finished, result, noon.Add(time.Duration(c.games-60)*time.Minute)
	g.Winner = map[byte]game.Color{'B': game.Black, 'W': game.White}[result[0]]
	if change != nil {
		change(&g)
	}
	if err := c.store.Create(c.t.Context(), g, first); err != nil {
		c.t.Fatal(err)
	}
	return g.ID
}

// person returns the seat of an engine, of a guest ("guest of ...") or of an account.
func person(id string) match.Seat {
	switch {
	case strings.HasPrefix(id, "level:"):
		return match.Seat{Kind: match.Engine, Engine: id}
	case strings.HasPrefix(id, "guest"):
		return match.Seat{Kind: match.Human, Player: id, Name: "Guest"}
	}
	return match.Seat{Kind: match.Human, Player: id, Name: strings.ToUpper(id), Rank: "?"}
}

// as returns the context of a request of a player.
func (c *club) as(player string) context.Context {
	c.t.Helper()
	var ctx context.Context
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = r.Context() })
	identity.Identify(known(identity.Who{Player: player}), h).ServeHTTP(httptest.NewRecorder(),
		httptest.NewRequestWithContext(c.t.Context(), "GET", "/", nil))
	return limit.With(ctx, "address of "+player)
}

// known is the caller of every request.
type known identity.Who

func (k known) Who(context.Context, string) (identity.Who, error) { return identity.Who(k), nil }

func (c *club) profile(player, name string) Profile {
	c.t.Helper()
	answer, err := c.getProfile(c.as(player), &nameInput{name})
	if err != nil {
		c.t.Fatal(err)
	}
	return answer.Body
}

func (c *club) meetings(player, name, other string) Meetings {
	c.t.Helper()
	answer, err := c.getMeetings(c.as(player), &againstInput{name, other})
	if err != nil {
		c.t.Fatal(err)
	}
	return answer.Body
}

func (c *club) relate(player string, kind relation.Kind, other string) {
	c.t.Helper()
	if err := c.relations().Add(c.t.Context(), relation.Relation{Player: player, Kind: kind, Other: other, Created: noon}, 9); err != nil {
		c.t.Fatal(err)
	}
}

func TestProfile(t *testing.T) {
	c := newClub(t)
	c.played("ada", "bo", "B+R", nil)
	c.played("bo", "ada", "B+2.5", nil)
	c.played("ada", "guest1", "0", func(g *store.Game) { g.Rules, g.Board, g.BoardTitle = "gomoku:n=5", "grid:15", "15×15" })
	c.played("ada", "eve", "Void", nil)
	c.played("ada", "bo", "B+T", func(g *store.Game) { g.Private = true })
	last := c.played("level:3", "ada", "W+R", nil)

	p := c.profile("eve", "ADA")
	if p.Name != "ADA" || p.Role != "player" || p.Since != "2026-07-01T11:00:00Z" ||
		p.Suspended || p.You || p.Follows || p.Blocks || p.Here || p.Playing != nil {
		t.Errorf("%+v", p)
	}
	if p.Games != (Tally{Won: 2, Lost: 1, Drawn: 1}) || p.Most != counted {
		t.Errorf("%+v of %d", p.Games, p.Most)
	}
	var form []string
	for _, f := range p.Form {
		form = append(form, f.Result+" "+f.Opponent.Name+f.Opponent.Engine)
	}
	if want := []string{"won level:3", "drawn Guest", "lost BO", "won BO"}; !slices.Equal(form, want) {
		t.Errorf("form %q, want %q", form, want)
	}
	if f := p.Form[0]; f.Game != last || f.At != "2026-07-01T11:06:00Z" || f.BoardTitle != "9×9" ||
		f.GameTitle != "Go" || p.Form[1].Opponent.Registered || !p.Form[2].Opponent.Registered {
		t.Errorf("%+v", p.Form)
	}
	want := []Favourite{{ID: "grid:9", Title: "9×9", Games: 3}, {ID: "grid:15", Title: "15×15", Games: 1}}
	if !slices.Equal(p.Boards, want) {
		t.Errorf("boards %+v", p.Boards)
	}
	if want := []Favourite{
		{ID: "weiqi", Title: "Go", Games: 3}, {ID: "gomoku", Title: "Gomoku", Games: 1},
	}; !slices.Equal(p.Kinds, want) {
		t.Errorf("games %+v", p.Kinds)
	}
	if !slices.Equal(p.Opponents, []string{"BO"}) {
		t.Errorf("opponents %q", p.Opponents)
	}
	if own := c.profile("ada", "ada"); !own.You || own.Games.Won != 3 {
		t.Errorf("her own: %+v", own)
	}
	if nobodys := c.profile("guest9", "mo"); nobodys.Role != "moderator" ||
		nobodys.Form == nil || nobodys.Boards == nil || nobodys.Opponents == nil {
		t.Errorf("%+v", nobodys)
	}
	c.relate("eve", relation.Follow, "ada")
	c.relate("eve", relation.Block, "bo")
	if p := c.profile("eve", "ada"); !p.Follows || p.Blocks {
		t.Errorf("%+v", p)
	}
	if p := c.profile("eve", "bo"); p.Follows || !p.Blocks {
		t.Errorf("%+v", p)
	}
}

func TestProfileBounds(t *testing.T) {
	c := newClub(t)
	for i := range 3 * formLength {
		c.played("ada", "bo", "B+R", func(g *store.Game) { g.Board = fmt.Sprint("grid:", 5+i%9) })
	}
	if p := c.profile("eve", "ada"); len(p.Form) != formLength || len(p.Boards) != favourites || p.Boards[0].ID != "grid:13" {
		t.Errorf("%d results, boards %+v", len(p.Form), p.Boards)
	}
	if m := c.meetings("eve", "ada", "bo"); len(m.Last) != lastMeetings || m.Games.Won != 3*formLength {
		t.Errorf("%+v", m)
	}
}

// TestUnknown: unknown and deleted accounts are not found.
func TestUnknown(t *testing.T) {
	c := newClub(t)
	c.save(store.Player{ID: "gone", Role: store.Deleted, Skeleton: "gone"})
	c.save(store.Player{ID: "sue", Role: store.Member, Name: "Sue", Skeleton: "sue", Suspended: noon.Add(time.Hour)})
	for name, want := range map[string]string{"unknown": "no player", "gone": "was deleted"} {
		_, err := c.getProfile(c.as("ada"), &nameInput{name})
		if apierror.Of(err).Code != apierror.NotFound || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		for _, in := range []againstInput{{name, "ada"}, {"ada", name}} {
			if _, err := c.getMeetings(c.as("ada"), &in); apierror.Of(err).Code != apierror.NotFound {
				t.Errorf("%+v: %v", in, err)
			}
		}
	}
	if p := c.profile("ada", "sue"); !p.Suspended {
		t.Errorf("%+v", p)
	}
}

func TestMeetings(t *testing.T) {
	c := newClub(t)
	c.played("ada", "bo", "B+R", nil)
	c.played("bo", "ada", "B+R", nil)
	c.played("ada", "bo", "0", nil)
	c.played("ada", "bo", "Void", nil)
	c.played("ada", "eve", "B+R", nil)
	c.played("ada", "level:3", "W+R", nil)
	secret := c.played("bo", "ada", "W+R", func(g *store.Game) { g.Private = true })
	for asks, won := range map[string]int{"eve": 1, "ada": 2, "bo": 2} {
		m := c.meetings(asks, "ada", "bo")
		if m.Name != "ADA" || m.Other != "BO" || m.Games != (Tally{Won: won, Lost: 1, Drawn: 1}) || len(m.Last) != won+2 {
			t.Errorf("%s: %+v", asks, m)
		}
		if shown := m.Last[0].ID == secret; shown != (asks != "eve") {
			t.Errorf("%s sees the private game: %v", asks, shown)
		}
	}
	if m := c.meetings("eve", "bo", "ada"); m.Games != (Tally{Won: 1, Lost: 1, Drawn: 1}) {
		t.Errorf("%+v", m)
	}
	if m := c.meetings("eve", "ada", "level:3"); m.Other != "level:3" || m.Games != (Tally{Lost: 1}) {
		t.Errorf("%+v", m)
	}
	if m := c.meetings("eve", "bo", "eve"); m.Games != (Tally{}) || m.Last == nil {
		t.Errorf("%+v", m)
	}
}

// TestFollowing: a player follows others who play, are online, or are away.
func TestFollowing(t *testing.T) {
	c := newClub(t)
	running := func(updated time.Time, speed string) func(*store.Game) {
		return func(g *store.Game) { g.Phase, g.Updated, g.Speed = match.Playing, updated, speed }
	}
	for _, name := range []string{"zoe", "yan", "xia", "wim"} {
		c.save(store.Player{ID: name, Role: store.Member, Name: strings.ToUpper(name), Skeleton: name})
	}
	c.save(store.Player{ID: "gone", Role: store.Deleted, Skeleton: "gone"})
	for _, other := range []string{"bo", "eve", "zoe", "yan", "xia", "wim", "gone", "never"} {
		c.relate("ada", relation.Follow, other)
	}
	c.here = map[string]bool{"eve": true, "zoe": true, "yan": true, "xia": true}
	on := c.played("zoe", "guest1", "?", running(noon.Add(-time.Hour), "blitz"))
	c.played("yan", "guest1", "?", running(noon.Add(-time.Hour), "correspondence"))
	c.played("eve", "guest1", "?", func(g *store.Game) {
		running(noon, "blitz")(g)
		g.Private = true
	})
	fresh := c.played("xia", "guest1", "?", running(noon.Add(-time.Minute), ""))
	c.played("wim", "guest1", "?", running(noon, "blitz")) // but has left
	list := func(player string) (texts []string) {
		t.Helper()
		answer, err := c.getFollowing(c.as(player), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range answer.Body.People {
			text := f.Name
			if f.Here {
				text += " here"
			}
			if f.Playing != nil {
				text += " " + f.Playing.ID
			}
			texts = append(texts, text)
		}
		return texts
	}
	got, want := list("ada"), []string{"XIA here " + fresh, "ZOE here " + on, "EVE here", "YAN here", "BO", "WIM"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if p := c.profile("bo", "zoe"); !p.Here || p.Playing == nil || p.Playing.Watchers != 3 {
		t.Errorf("%+v", p)
	}
	c.relate("zoe", relation.Block, "ada")
	if got := list("ada"); !slices.Contains(got, "ZOE") {
		t.Errorf("a blocked player sees %q", got)
	}
	if p := c.profile("ada", "zoe"); p.Here || p.Playing != nil {
		t.Errorf("%+v", p)
	}
	if got := list("guest5"); got != nil {
		t.Errorf("a guest follows %q", got)
	}
}

func TestRates(t *testing.T) {
	c := newClub(t)
	c.Rate = 0.001
	ctx := c.as("ada")
	var err error
	for range 10 {
		_, err = c.getFollowing(ctx, nil)
	}
	if apierror.Of(err).Code != apierror.TooOften {
		t.Errorf("%v", err)
	}
}

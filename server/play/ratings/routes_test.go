package ratings

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"moyo/contest/rating"
	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

func TestGetRatings(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	register(t, s, "ada", "bo")
	play(t, s, played{id: "g1", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
	play(t, s, played{id: "g2", black: "level:3", white: "ada", at: noon.Add(time.Hour), loser: game.White, plies: 6})
	play(t, s, played{id: "g3", black: "gone", white: "ada", at: noon.Add(2 * time.Hour), loser: game.White, plies: 0})
	play(t, s, played{id: "g4", black: "ada", white: "bo", rules: "gomoku", board: "grid:15", at: noon, plies: 6})
	// the only one of its pool, and does not count
	play(t, s, played{id: "g5", black: "ada", white: "bo", clock: "absolute=2h", at: noon, loser: game.White, plies: 0})
	if err := v.Catch(t.Context()); err != nil {
		t.Fatal(err)
	}
	answer, err := v.getRatings(t.Context(), &nameInput{Name: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	out := answer.Body
	if out.Name != "ada" || len(out.Ratings) != 2 {
		t.Fatalf("%+v", out)
	}
	weiqi, gomoku := out.Ratings[0], out.Ratings[1]
	if weiqi.Pool != "weiqi/9x9/blitz" || weiqi.Title != "Go 9×9, blitz" || weiqi.Games != 2 || !weiqi.Provisional || len(weiqi.History) != 3 {
		t.Errorf("%+v", weiqi)
	}
	h := weiqi.History
	if h[0].Game != "g1" || h[0].Opponent != "bo" || h[0].Score != 1 ||
		h[0].Change != h[0].Points-1500 || h[0].Change <= 0 || h[0].At != "2026-07-01T12:00:00Z" {
		t.Errorf("%+v", h[0])
	}
	if h[1].Engine != "level:3" || h[1].Opponent != "" || h[1].Score != 0 || h[1].Points != weiqi.Points || h[1].Text != weiqi.Text {
		t.Errorf("%+v", h[1])
	}
	if h[2].Opponent != "" || h[2].Engine != "" || h[2].Refusal == "" || h[2].Change != 0 {
		t.Errorf("%+v", h[2])
	}
	if gomoku.Title != "Gomoku" || gomoku.History[0].Score != 0.5 || gomoku.Text[len(gomoku.Text)-1] != '?' {
		t.Errorf("%+v", gomoku)
	}
	if _, err := v.getRatings(t.Context(), &nameInput{Name: "noone"}); apierror.Of(err).Code != apierror.NotFound {
		t.Errorf("no account: %v", err)
	}
}

// TestLeaders pages through a leader board with some deleted or suspended accounts.
func TestLeaders(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	var step store.RatingStep
	var want []string
	for i := range 2*leadersLength + 20 {
		name := fmt.Sprintf("p%03d", i)
		p := store.PlayerRating{
			Player: name, Pool: "weiqi/9x9/blitz", Rating: store.Rating{Points: 2000 - float64(i/2), Deviation: 60, Volatility: 0.06},
			Since: noon, Games: 30, Opponents: 9,
			Listed: noon.Add(time.Hour),
		}
		switch {
		case i%10 == 3: // deleted account
		case i%10 == 4:
			err := s.SavePlayer(t.Context(), store.Player{ID: name, Role: store.Member, Name: name, Skeleton: name, Suspended: noon.Add(time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
		default:
			register(t, s, name)
			want = append(want, name)
		}
		step.Players = append(step.Players, p)
	}
	if err := s.Rate(t.Context(), step); err != nil {
		t.Fatal(err)
	}
	var got []string
	after := ""
	for pages := 0; ; pages++ {
		answer, err := v.getLeaders(t.Context(), &leadersInput{Pool: "weiqi/9x9/blitz", After: after})
		if err != nil || pages > 9 {
			t.Fatal(err, pages)
		}
		out := answer.Body
		for _, l := range out.Leaders {
			got = append(got, l.Name)
		}
		if len(out.Levels) != 9 || out.Levels[0].Level != 1 || len(out.Pools) < 20 || out.Title != "Go 9×9, blitz" {
			t.Fatalf("%+v", out)
		}
		if after = out.Next; after == "" {
			break
		}
		if len(out.Leaders) != leadersLength {
			t.Errorf("page %d has %d", pages, len(out.Leaders))
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	for _, in := range []leadersInput{{Pool: "chess"}, {Pool: "gomoku", After: "p000"}, {After: "noone"}} {
		if answer, err := v.getLeaders(t.Context(), &in); apierror.Of(err).Code != apierror.NotFound {
			t.Errorf("%+v: %+v %v", in, answer, err)
		}
	}
	answer, err := v.getLeaders(t.Context(), &leadersInput{Pool: "gomoku"})
	if err != nil || len(answer.Body.Leaders) != 0 || answer.Body.Leaders == nil || answer.Body.Next != "" {
		t.Errorf("%+v %v", answer, err)
	}
}

// TestPoolEntries checks the parts of pools.
func TestPoolEntries(t *testing.T) {
	pools := poolEntries()
	if want := (PoolEntry{
		Pool: "weiqi/9x9/blitz", Title: "Go 9×9, blitz", Game: "weiqi", GameTitle: "Go", Class: "9x9", ClassTitle: "9×9", Speed: "blitz",
	}); !slices.Contains(pools, want) {
		t.Errorf("%+v is not in %+v", want, pools)
	}
	if want := (PoolEntry{Pool: "gomoku", Title: "Gomoku", Game: "gomoku", GameTitle: "Gomoku"}); !slices.Contains(pools, want) {
		t.Errorf("%+v is not in %+v", want, pools)
	}
}

// TestTitles checks that each pool has a title of its own.
func TestTitles(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range poolEntries() {
		if p.Title == "" || seen[p.Title] || p.Title[len(p.Title)-1] == ' ' {
			t.Errorf("%+v", p)
		}
		seen[p.Title] = true
	}
	if len(seen) < 27 {
		t.Errorf("%d pools", len(seen))
	}
	if got := Title(rating.Pool("weiqi/solid/correspondence")); got != "Go on boards in space, correspondence" {
		t.Error(got)
	}
}

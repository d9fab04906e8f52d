package ratings

import (
	"strings"
	"testing"
	"time"

	"moyo/contest/rating"
	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// register creates accounts.
func register(t *testing.T, s store.Store, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := s.SavePlayer(t.Context(), store.Player{ID: name, Role: store.Member, Name: name, Skeleton: name, Created: noon}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRefusal requests rated games of all kinds. Tests of the rules cover each rule; this test checks that each is applied to
// the setup.
func TestRefusal(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	register(t, s, "ada", "bo")
	for id, role := range map[string]store.Role{"guest with a row": store.Guest, "gone": store.Deleted} {
		if err := s.SavePlayer(t.Context(), store.Player{ID: id, Role: role, Created: noon}); err != nil {
			t.Fatal(err)
		}
	}
	open := match.Seat{Kind: match.Open}
	for _, c := range []struct {
		what   string
		change func(*match.Setup)
		want   string
	}{
		{"two players", func(*match.Setup) {}, ""},
		{"an open seat", func(s *match.Setup) { s.White = open }, ""},
		{"a level", func(s *match.Setup) { s.White = seat("level:1") }, ""},
		{"a program", func(s *match.Setup) { s.White = match.Seat{Kind: match.Engine, Engine: "mcts"} }, "levels"},
		{"a guest", func(s *match.Setup) { s.Black = seat("cy") }, "account"},
		{"a seat kept for a guest", func(s *match.Setup) { s.White = seat("guest with a row") }, "account"},
		{"a deleted account", func(s *match.Setup) { s.White = seat("gone") }, "account"},
		{"no clock", func(s *match.Setup) { s.Clock = "" }, "clock"},
		{"a wrong clock", func(s *match.Setup) { s.Clock = "sundial" }, "sundial"},
		{"private", func(s *match.Setup) { s.Private = true }, "private"},
		{"a strange board", func(s *match.Setup) { s.Board = "star:60" }, "boards"},
		{"no board", func(s *match.Setup) { s.Board = "moon" }, "moon"},
		{"strange rules", func(s *match.Setup) { s.Rules, s.Board = "gomoku:n=4", "grid:15" }, "usual rules"},
		{"no rules", func(s *match.Setup) { s.Rules = "chess" }, "chess"},
		{"renju", func(s *match.Setup) { s.Rules, s.Board = "gomoku:rule=renju,opening=soosorv", "grid:15" }, ""},
		{"much komi", func(s *match.Setup) { s.Rules = "weiqi:komi=20" }, "komi"},
		{"a chosen colour", func(s *match.Setup) { s.Colors = match.Seated }, "random colours"},
		{"a handicap", func(s *match.Setup) { s.Colors, s.Rules = match.Seated, "weiqi:komi=0.5,handicap=3" }, ""},
		{"a handicap of a level", func(s *match.Setup) { s.White, s.Rules = seat("level:3"), "weiqi:komi=0.5,handicap=3" },
			"against the computer"},
	} {
		setup := match.Setup{
			Board: "grid:9", Rules: "weiqi", Clock: "fischer=5m+3s", Rated: true, Colors: match.ByChance, Black: seat("ada"), White: seat("bo"),
		}
		c.change(&setup)
		if got := v.Refusal(t.Context(), setup); (got.Text == "") != (c.want == "") || !strings.Contains(got.Text, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got.Text, c.want)
		}
	}
}

// TestText checks the strengths beside names.
func TestText(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	register(t, s, "ada", "bo")
	kept := func(pool string, points, deviation float64, days int) store.PlayerRating {
		return store.PlayerRating{
			Player: "ada", Pool: pool, Rating: store.Rating{Points: points, Deviation: deviation, Volatility: 0.06},
			Since: noon.Add(-time.Duration(days) * 24 * time.Hour), Games: 9,
		}
	}
	if err := s.Rate(t.Context(), store.RatingStep{Players: []store.PlayerRating{
		kept("weiqi/9x9/blitz", rating.OfRank(25.5), 100, 0), kept("weiqi/9x9/rapid", rating.OfRank(27.5), 60, 0),
		kept("weiqi/19x19/blitz", rating.OfRank(20.5), 50, 0),
		kept("gomoku", 1650, 80, 0), kept("pente", 1650, 100, 365),
	}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		seat                match.Seat
		rules, board, clock string
		want                string
	}{
		{seat("ada"), "weiqi", "grid:9", "absolute=5m", "5k"},
		{seat("ada"), "weiqi", "grid:9", "absolute=15m", "3k"},
		{seat("ada"), "weiqi", "grid:9", "", "3k"}, // the most certain one on this board
		{seat("ada"), "weiqi", "grid:9", "correspondence=3d", "?"},
		{seat("ada"), "weiqi", "grid:13", "", "?"},
		{seat("ada"), "gomoku:n=4", "torus:15x15", "", "1650"},
		{seat("ada"), "pente", "grid:19", "", "1650?"}, // a year ago
		{seat("ada"), "connect4", "grid:7x6", "", "?"},
		{seat("bo"), "weiqi", "grid:9", "absolute=5m", "?"},
		{seat("cy"), "weiqi", "grid:9", "absolute=5m", ""},
		{match.Seat{Kind: match.Open, Player: "ada"}, "weiqi", "grid:9", "absolute=5m", ""},
		{match.Seat{Kind: match.Engine, Engine: "random"}, "weiqi", "grid:9", "absolute=5m", ""},
	} {
		setup := match.Setup{Board: c.board, Rules: c.rules, Clock: c.clock}
		if got := v.Text(t.Context(), c.seat, setup); got != c.want {
			t.Errorf("%s in %s on %s, clock %q: %q, want %q", c.seat.Player, c.rules, c.board, c.clock, got, c.want)
		}
	}
	for _, speed := range []string{"", "absolute=5m"} {
		level, _ := rating.OfLevel("weiqi/9x9/blitz", 7)
		if got := v.Text(t.Context(), seat("level:7"), match.Setup{Board: "grid:9", Rules: "weiqi", Clock: speed}); got != level.Text("weiqi") {
			t.Errorf("level 7, clock %q: %q", speed, got)
		}
	}
	setup := match.Setup{Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m"}
	if points, ok := v.Points(t.Context(), "ada", setup); !ok || rating.RankName(rating.Rank(points)) != "5k" {
		t.Errorf("%g %v", points, ok)
	}
	if points, ok := v.Points(t.Context(), "bo", setup); ok {
		t.Errorf("a newcomer has %g points", points)
	}
}

// TestHandicap checks the handicaps between players of known strength.
func TestHandicap(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	register(t, s, "ada", "bo", "cy")
	var step store.RatingStep
	for player, rank := range map[string]float64{"ada": 20.5, "bo": 23.6} {
		for _, pool := range []string{"weiqi/9x9/blitz", "weiqi/19x19/blitz", "weiqi/flat/blitz", "gomoku"} {
			step.Players = append(step.Players, store.PlayerRating{
				Player: player, Pool: pool, Rating: store.Rating{Points: rating.OfRank(rank), Deviation: 60, Volatility: 0.06}, Since: noon, Games: 9,
			})
		}
	}
	if err := s.Rate(t.Context(), step); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		black, white, rules, board string
		want, wantBlack            string
	}{
		{"ada", "bo", "weiqi", "grid:19", "weiqi:komi=0.5,handicap=3", "ada"},
		{"bo", "ada", "weiqi:score=territory", "grid:19", "weiqi:score=territory,komi=0.5,handicap=3", "ada"},
		{"ada", "bo", "weiqi", "grid:9", "weiqi:komi=0.5", "ada"},
		{"bo", "ada", "weiqi", "hex:6", "weiqi:komi=0.5", "ada"},
		{"ada", "ada", "weiqi", "grid:19", "weiqi", "ada"},
		{"ada", "cy", "weiqi", "grid:19", "", ""},
		{"ada", "bo", "gomoku", "grid:15", "", ""},
		{"ada", "bo", "weiqi", "moon", "", ""},
	} {
		setup := match.Setup{Board: c.board, Rules: c.rules, Clock: "absolute=5m", Black: seat(c.black), White: seat(c.white)}
		rules, black, ok := v.Handicap(t.Context(), setup)
		if rules != c.want || black != c.wantBlack || ok != (c.want != "") {
			t.Errorf("%+v: %q, %q, %v", c, rules, black, ok)
		}
		if !ok || c.black == c.white {
			continue
		}
		setup.Rules, setup.Colors, setup.Rated = rules, match.ByRank, true
		if why := v.Refusal(t.Context(), setup); why.Text != "" {
			t.Errorf("%s cannot be rated: %s", rules, why.Text)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/convert"
	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// TestAdminRate corrects wrong ratings from the log of a game.
func TestAdminRate(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir, ctx := t.TempDir(), context.Background()
	s, err := sqlite.Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse("grid:9")
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	setup := match.Setup{
		Board: "grid:9", Rules: rules.ID(), Clock: "absolute=5m", Rated: true,
		Black: match.Seat{Kind: match.Human, Player: "ada"}, White: match.Seat{Kind: match.Engine, Engine: "level:1"},
	}
	log := []match.Event{{Kind: match.Created, At: noon, Setup: &setup}}
	for i := range 6 {
		log = append(log, match.Event{Kind: match.Moved, At: noon, By: game.Color(i%2 + 1), Move: game.Move(i)})
	}
	log = append(log, match.Event{Kind: match.Resigned, At: noon, By: game.White})
	m, err := match.Replay(b, rules, log)
	if err != nil {
		t.Fatal(err)
	}
	var entries []store.Entry
	for _, e := range log {
		entries = append(entries, store.Entry{Event: e})
	}
	if err := s.Create(ctx, convert.Header("g", m), entries...); err != nil {
		t.Fatal(err)
	}
	wrong := store.PlayerRating{Player: "bo", Pool: "weiqi/9x9/blitz", Rating: store.Rating{Points: 9000}, Listed: noon}
	if err := s.Rate(ctx, store.RatingStep{Players: []store.PlayerRating{wrong}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var out, stderr bytes.Buffer
		if code := run([]string{"admin", "rate", "--data=" + dir}, &out, &stderr); code != exitDone || out.String() != "1 rated game\n" {
			t.Fatalf("exit %d: %s%s", code, out.String(), stderr.String())
		}
	}
	if s, err = sqlite.Open(ctx, dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ada, err := s.PlayerRatings(ctx, "ada")
	if err != nil || len(ada) != 1 || ada[0].Rating.Points <= 1500 || ada[0].Games != 1 {
		t.Errorf("%+v %v", ada, err)
	}
	if bo, err := s.PlayerRatings(ctx, "bo"); err != nil || len(bo) != 0 {
		t.Errorf("%+v %v", bo, err)
	}
}

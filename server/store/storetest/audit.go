package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
)

func testAudit(t *testing.T, s store.Store) {
	ctx := context.Background()
	until, never := later(5), time.Time{}
	player := func(about, id string, want store.Player) {
		t.Helper()
		want.ID, want.Created = id, later(0)
		got, err := s.Player(ctx, id)
		if len(got.Settings) == 0 {
			got.Settings = nil
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v %v, want %+v", about, got, err, want)
		}
	}
	line := func() (l store.Line) {
		l, _ = s.Line(ctx, 1)
		return l
	}
	ada := store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada", Created: later(0)}
	var done []store.Deed // newest first
	do := func(d store.Deed, c store.Change, want error) {
		t.Helper()
		if d = act(t, s, d, c, want); want == nil {
			done = append([]store.Deed{d}, done...)
		}
	}
	do(store.Deed{Kind: store.MadeAccount, Target: "ada", Note: "player"}, store.Change{Create: &ada}, nil)
	player("made", "ada", ada)
	do(store.Deed{Kind: store.MadeAccount, Target: "ada"}, store.Change{Create: &store.Player{ID: "ada"}}, store.ErrExists)
	do(store.Deed{Kind: store.MadeAccount, Target: "ad4"}, store.Change{Create: &store.Player{ID: "ad4", Skeleton: "ada"}}, store.ErrExists)
	do(store.Deed{Kind: store.MadeAccount, Target: "bo"},
		store.Change{Create: &store.Player{ID: "bo", Role: store.Member, Name: "Bo", Skeleton: "bo", Created: later(0)}}, nil)

	do(store.Deed{Kind: store.MadeRole, Target: "ada"}, store.Change{Role: store.Moderator}, nil)
	ada.Role = store.Moderator
	player("with a role", "ada", ada)
	do(store.Deed{Kind: store.MadeRole, Target: "nobody"}, store.Change{Role: store.Moderator}, store.ErrNotFound)

	do(store.Deed{By: "mo", Kind: store.Suspended, Target: "ada", Until: until, Why: "rude"},
		store.Change{Suspended: &until, EndSessions: true}, nil)
	ada.Suspended, ada.Why = until, "rude"
	player("suspended", "ada", ada)
	do(store.Deed{By: "mo", Kind: store.Restored, Target: "ada"}, store.Change{Suspended: &never}, nil)
	ada.Suspended, ada.Why = never, ""
	player("restored", "ada", ada)
	do(store.Deed{By: "mo", Kind: store.Suspended, Target: "g1", Until: until, Why: "rude"}, store.Change{Suspended: &until}, nil)
	player("a guest", "g1", store.Player{Role: store.Guest, Suspended: until, Why: "rude"})

	do(store.Deed{By: "mo", Kind: store.Renamed, Target: "ada", Note: "Ada"}, store.Change{Name: "Bo", Skeleton: "bo"}, store.ErrExists)
	do(store.Deed{By: "mo", Kind: store.Renamed, Target: "nobody"}, store.Change{Name: "Cy", Skeleton: "cy"}, store.ErrNotFound)
	do(store.Deed{By: "mo", Kind: store.Renamed, Target: "ada", Note: "Ada"}, store.Change{Name: "Player 7", Skeleton: "player 7"}, nil)
	ada.Name, ada.Skeleton = "Player 7", "player 7"
	player("renamed", "ada", ada)

	if _, err := s.AddLine(ctx, store.Line{Game: "g", Player: "ada", Text: "x", At: noon}); err != nil {
		t.Fatal(err)
	}
	do(store.Deed{By: "mo", Kind: store.RemovedLine, Target: "ada", Line: 2}, store.Change{Remove: true, Warning: true}, store.ErrNotFound)
	do(store.Deed{By: "mo", Kind: store.RemovedLine, Target: "ada", Line: 1, Report: 9},
		store.Change{Remove: true, Close: true}, store.ErrNotFound)
	if line().Removed {
		t.Error("a refused deed removed a line")
	}
	do(store.Deed{By: "mo", Kind: store.RemovedLine, Target: "ada", Line: 1}, store.Change{Remove: true}, nil)
	if !line().Removed || line().Text != "x" {
		t.Errorf("removed: %+v", line())
	}

	if got, err := s.Silence(ctx, "ada"); err != nil || got != (store.Silence{}) {
		t.Errorf("not silenced: %+v %v", got, err)
	}
	do(store.Deed{By: "mo", Kind: store.Silenced, Target: "ada", Until: until, Why: "loud"}, store.Change{Silenced: &until}, nil)
	if got, err := s.Silence(ctx, "ada"); err != nil || got != (store.Silence{Until: until, Why: "loud"}) {
		t.Errorf("silenced: %+v %v", got, err)
	}
	do(store.Deed{By: "mo", Kind: store.Unsilenced, Target: "ada"}, store.Change{Silenced: &never}, nil)
	if got, err := s.Silence(ctx, "ada"); err != nil || got != (store.Silence{}) {
		t.Errorf("not any more: %+v %v", got, err)
	}

	do(store.Deed{By: "mo", Kind: store.Warned, Target: "ada", Why: "be kind"}, store.Change{Warning: true}, nil)
	first := done[0]
	do(store.Deed{By: "mo", Kind: store.Warned, Target: "ada", Why: "once more"}, store.Change{Warning: true}, nil)
	mustHave(t, "warnings", []store.Deed{first, done[0]}, s.Warnings, "ada")
	mustHave(t, "another's warnings", []store.Deed{}, s.Warnings, "bo")
	for _, player := range []string{"bo", "ada"} { // the first one's has no effect
		if err := s.ReadWarning(ctx, player, first.ID); err != nil {
			t.Fatal(err)
		}
		if player == "bo" {
			mustHave(t, "warnings that another has read", []store.Deed{first, done[0]}, s.Warnings, "ada")
		}
	}
	mustHave(t, "warnings left", []store.Deed{done[0]}, s.Warnings, "ada")

	if got, err := s.Deeds(ctx, store.DeedQuery{Limit: 99}); err != nil || !reflect.DeepEqual(got, done) {
		t.Errorf("the log: %+v %v\nwant %+v", got, err, done)
	}
	if got, err := s.Deeds(ctx, store.DeedQuery{Before: done[1].ID, Limit: 2}); err != nil || !reflect.DeepEqual(got, done[2:4]) {
		t.Errorf("a page of the log: %+v %v", got, err)
	}
	if got, err := s.Deeds(ctx, store.DeedQuery{Target: "bo", Limit: 99}); err != nil || len(got) != 1 || got[0].Target != "bo" {
		t.Errorf("about one: %+v %v", got, err)
	}
}

// testAuditSessions ends the sessions of the target and no other's.
func testAuditSessions(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, v := range []store.Session{{Hash: "h1", Player: "ada"}, {Hash: "h2", Player: "ada"}, {Hash: "h3", Player: "bo"}} {
		v.Created, v.Seen, v.Expires = noon, noon, noon
		if err := s.SaveSession(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range []string{"ada", "bo"} {
		c := store.Credentials{
			Player: who, Version: 1, Password: "hash", Passkeys: []store.Passkey{{ID: "key of " + who}},
			Links: []store.Link{{Issuer: "https://id", Subject: who}},
		}
		err := errors.Join(s.SaveCredentials(ctx, c), s.AddToken(ctx, store.Token{Hash: "token of " + who, Player: who, Created: noon}, 9))
		if err != nil {
			t.Fatal(err)
		}
	}
	act(t, s, store.Deed{Kind: store.Reset, Target: "ada"}, store.Change{EndSessions: true, EndWays: true}, nil)
	if c, err := s.Credentials(ctx, "ada"); err != nil || c.Version != 0 || c.Password != "" || len(c.Passkeys) != 0 {
		t.Errorf("after a reset: %+v, %v", c, err)
	}
	for _, of := range []func(who string) (string, error){
		func(who string) (string, error) { return s.PasskeyOwner(ctx, "key of "+who) },
		func(who string) (string, error) { return s.LinkOwner(ctx, "https://id", who) },
	} {
		if owner, err := of("ada"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a way in after a reset is %q's, %v", owner, err)
		}
		if owner, err := of("bo"); owner != "bo" || err != nil {
			t.Errorf("the other one's way in is %q's, %v", owner, err)
		}
	}
	for player, want := range map[string]int{"ada": 0, "bo": 1} {
		if got, err := s.Sessions(ctx, player); err != nil || len(got) != want {
			t.Errorf("%s: %+v %v, want %d", player, got, err, want)
		}
		if got, err := s.Tokens(ctx, player); err != nil || len(got) != want {
			t.Errorf("tokens of %s: %+v %v, want %d", player, got, err, want)
		}
	}
}

func testAccounts(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, skeleton := range []string{"cy", "", "ada", "bo"} {
		p := store.Player{ID: "id of " + skeleton, Role: store.Member, Name: skeleton, Skeleton: skeleton, Created: noon}
		if err := s.SavePlayer(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after string
		limit int
		want  []string
	}{{"", 9, []string{"ada", "bo", "cy"}}, {"ada", 1, []string{"bo"}}, {"az", 9, []string{"bo", "cy"}}, {"cy", 9, nil}} {
		got, err := s.Members(ctx, c.after, c.limit)
		var names []string
		for _, p := range got {
			names = append(names, p.Name)
		}
		if err != nil || !reflect.DeepEqual(names, c.want) {
			t.Errorf("after %q: %q %v, want %q", c.after, names, err, c.want)
		}
	}
}

func testInvitations(t *testing.T, s store.Store) {
	ctx := context.Background()
	invite := func(hash, player string, hours int) {
		t.Helper()
		if err := s.Invite(ctx, store.Invitation{Hash: hash, Player: player, Created: noon, Expires: later(hours)}); err != nil {
			t.Fatal(err)
		}
	}
	redeem := func(hash string, at time.Time, want string) {
		t.Helper()
		got, err := s.Redeem(ctx, hash, at)
		if got != want || (want == "") != errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %q %v, want %q", hash, got, err, want)
		}
	}
	invite("h1", "ada", 1)
	invite("h2", "bo", 1)
	redeem("h3", later(0), "")
	redeem("h1", later(1), "")
	redeem("h1", later(1).Add(-time.Millisecond), "ada")
	redeem("h1", later(0), "")
	invite("h4", "bo", 1)
	redeem("h2", later(0), "")
	redeem("h4", later(0), "bo")
}

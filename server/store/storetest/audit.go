package storetest

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
)

// later returns noon plus a number of hours, as a store keeps it.
func later(hours int) time.Time { return store.Milli(noon.Add(time.Duration(hours) * time.Hour)) }

func testAudit(t *testing.T, s store.Store) {
	a := &auditing{
		t: t, s: s, until: later(5),
		ada: store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada", Created: later(0)},
	}
	ctx := context.Background()
	a.makesAccounts(ctx)
	a.suspends(ctx)
	a.renames(ctx)
	a.changesMore(ctx)
	a.silences(ctx)
	a.warns(ctx)
	a.logs(ctx)
}

// auditing performs deeds, one kind after another.
type auditing struct {
	t     *testing.T
	s     store.Store
	until time.Time
	ada   store.Player // her state after the deeds so far
	done  []store.Deed // newest first
}

// do performs a deed at noon and checks the error.
func (a *auditing) do(d store.Deed, c store.Change, want error) {
	a.t.Helper()
	if d = act(a.t, a.s, d, c, want); want == nil {
		a.done = append([]store.Deed{d}, a.done...)
	}
}

// wantPlayer checks the state of a player after a deed.
func (a *auditing) wantPlayer(ctx context.Context, about, id string, want store.Player) {
	a.t.Helper()
	want.ID, want.Created = id, later(0)
	got, err := a.s.Player(ctx, id)
	if len(got.Settings) == 0 {
		got.Settings = nil
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		a.t.Errorf("%s: %+v %v, want %+v", about, got, err, want)
	}
}

func (a *auditing) makesAccounts(ctx context.Context) {
	a.do(store.Deed{Kind: store.MadeAccount, Target: "ada", Note: "player"}, store.Change{Create: &a.ada}, nil)
	a.wantPlayer(ctx, "made", "ada", a.ada)
	a.do(store.Deed{Kind: store.MadeAccount, Target: "ada"}, store.Change{Create: &store.Player{ID: "ada"}}, store.ErrExists)
	a.do(store.Deed{Kind: store.MadeAccount, Target: "ad4"}, store.Change{Create: &store.Player{ID: "ad4", Skeleton: "ada"}}, store.ErrExists)
	a.do(store.Deed{Kind: store.MadeAccount, Target: "bo"},
		store.Change{Create: &store.Player{ID: "bo", Role: store.Member, Name: "Bo", Skeleton: "bo", Created: later(0)}}, nil)

	a.do(store.Deed{Kind: store.MadeRole, Target: "ada"}, store.Change{Role: store.Moderator}, nil)
	a.ada.Role = store.Moderator
	a.wantPlayer(ctx, "with a role", "ada", a.ada)
	a.do(store.Deed{Kind: store.MadeRole, Target: "stranger"}, store.Change{Role: store.Moderator}, store.ErrNotFound)
}

func (a *auditing) suspends(ctx context.Context) {
	var never time.Time
	a.do(store.Deed{By: "mo", Kind: store.Suspended, Target: "ada", Until: a.until, Why: "rude"},
		store.Change{Suspended: &a.until, EndSessions: true}, nil)
	a.ada.Suspended, a.ada.Why = a.until, "rude"
	a.wantPlayer(ctx, "suspended", "ada", a.ada)
	a.do(store.Deed{By: "mo", Kind: store.Restored, Target: "ada"}, store.Change{Suspended: &never}, nil)
	a.ada.Suspended, a.ada.Why = never, ""
	a.wantPlayer(ctx, "restored", "ada", a.ada)
	a.do(store.Deed{By: "mo", Kind: store.Suspended, Target: "g1", Until: a.until, Why: "rude"}, store.Change{Suspended: &a.until}, nil)
	a.wantPlayer(ctx, "a guest", "g1", store.Player{Role: store.Guest, Suspended: a.until, Why: "rude"})
}

func (a *auditing) renames(ctx context.Context) {
	a.do(store.Deed{By: "mo", Kind: store.Renamed, Target: "ada", Note: "Ada"}, store.Change{Name: "Bo", Skeleton: "bo"}, store.ErrExists)
	a.do(store.Deed{By: "mo", Kind: store.Renamed, Target: "stranger"}, store.Change{Name: "Cy", Skeleton: "cy"}, store.ErrNotFound)
	a.do(store.Deed{By: "mo", Kind: store.Renamed, Target: "ada", Note: "Ada"}, store.Change{Name: "Player 7", Skeleton: "player 7"}, nil)
	a.ada.Name, a.ada.Skeleton = "Player 7", "player 7"
	a.wantPlayer(ctx, "renamed", "ada", a.ada)
}

// changesMore makes a deed with the change of a feature.
func (a *auditing) changesMore(ctx context.Context) {
	late := errors.New("late")
	change := func(then error) store.Change {
		return store.Change{Warning: true, Also: []store.Also{func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Run(ctx, `INSERT INTO secrets (name, body) VALUES (?, ?)`, "more", []byte{})
			return cmp.Or(err, then)
		}}}
	}
	a.do(store.Deed{By: "mo", Kind: store.Warned, Target: "bo"}, change(late), late)
	if _, err := store.One(ctx, a.s, store.Value[string], `SELECT name FROM secrets`); !errors.Is(err, store.ErrNotFound) {
		a.t.Errorf("a refused deed changed something: %v", err)
	}
	mustHave(a.t, "warnings of refused deeds", []store.Deed{}, a.s.Warnings, "bo")
	a.do(store.Deed{By: "mo", Kind: store.Dismissed, Target: "ada"}, store.Change{Also: change(nil).Also}, nil)
	if _, err := store.One(ctx, a.s, store.Value[string], `SELECT name FROM secrets`); err != nil {
		a.t.Errorf("a deed did not change what it also changes: %v", err)
	}
}

func (a *auditing) silences(ctx context.Context) {
	var never time.Time
	if got, err := a.s.Silence(ctx, "ada"); err != nil || got != (store.Silence{}) {
		a.t.Errorf("not silenced: %+v %v", got, err)
	}
	a.do(store.Deed{By: "mo", Kind: store.Silenced, Target: "ada", Until: a.until, Why: "loud"}, store.Change{Silenced: &a.until}, nil)
	if got, err := a.s.Silence(ctx, "ada"); err != nil || got != (store.Silence{Until: a.until, Why: "loud"}) {
		a.t.Errorf("silenced: %+v %v", got, err)
	}
	a.do(store.Deed{By: "mo", Kind: store.Unsilenced, Target: "ada"}, store.Change{Silenced: &never}, nil)
	if got, err := a.s.Silence(ctx, "ada"); err != nil || got != (store.Silence{}) {
		a.t.Errorf("not any more: %+v %v", got, err)
	}
}

func (a *auditing) warns(ctx context.Context) {
	a.do(store.Deed{By: "mo", Kind: store.Warned, Target: "ada", Why: "be kind"}, store.Change{Warning: true}, nil)
	first := a.done[0]
	a.do(store.Deed{By: "mo", Kind: store.Warned, Target: "ada", Why: "once more"}, store.Change{Warning: true}, nil)
	mustHave(a.t, "warnings", []store.Deed{first, a.done[0]}, a.s.Warnings, "ada")
	mustHave(a.t, "another's warnings", []store.Deed{}, a.s.Warnings, "bo")
	for _, player := range []string{"bo", "ada"} { // bo's read has no effect on ada's warning
		if err := a.s.ReadWarning(ctx, player, first.ID); err != nil {
			a.t.Fatal(err)
		}
		if player == "bo" {
			mustHave(a.t, "warnings that another has read", []store.Deed{first, a.done[0]}, a.s.Warnings, "ada")
		}
	}
	mustHave(a.t, "warnings left", []store.Deed{a.done[0]}, a.s.Warnings, "ada")
}

func (a *auditing) logs(ctx context.Context) {
	if got, err := a.s.Deeds(ctx, store.DeedQuery{Limit: 99}); err != nil || !reflect.DeepEqual(got, a.done) {
		a.t.Errorf("the log: %+v %v\nwant %+v", got, err, a.done)
	}
	if got, err := a.s.Deeds(ctx, store.DeedQuery{Before: a.done[1].ID, Limit: 2}); err != nil || !reflect.DeepEqual(got, a.done[2:4]) {
		a.t.Errorf("a page of the log: %+v %v", got, err)
	}
	if got, err := a.s.Deeds(ctx, store.DeedQuery{Target: "bo", Limit: 99}); err != nil || len(got) != 1 || got[0].Target != "bo" {
		a.t.Errorf("about one: %+v %v", got, err)
	}
}

// testAuditSessions ends the sessions of the target and of no other player.
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
			t.Errorf("after a reset a way to sign in still belongs to %q, %v", owner, err)
		}
		if owner, err := of("bo"); owner != "bo" || err != nil {
			t.Errorf("the other player's way to sign in belongs to %q, %v", owner, err)
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

// testEraseDeeds erases a player: their silence and warnings are deleted, and deeds about them stay in the log.
func testEraseDeeds(t *testing.T, s store.Store) {
	ctx := context.Background()
	until := later(9)
	act(t, s, store.Deed{Kind: store.Silenced, Target: "ada", Why: "loud"}, store.Change{Silenced: &until, Warning: true}, nil)
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada", Created: noon}); err != nil {
		t.Fatal(err)
	}
	if quiet, err := s.Silence(ctx, "ada"); err != nil || quiet != (store.Silence{}) {
		t.Errorf("%+v %v", quiet, err)
	}
	mustHave(t, "warnings", []store.Deed{}, s.Warnings, "ada")
	if deeds, err := s.Deeds(ctx, store.DeedQuery{Target: "ada", Limit: 9}); err != nil || len(deeds) != 1 {
		t.Errorf("the log: %+v %v", deeds, err)
	}
	if members, err := s.Members(ctx, "", 9); err != nil || len(members) != 0 {
		t.Errorf("members: %+v %v", members, err)
	}
}

// act performs a deed at noon and checks the error.
func act(t *testing.T, s store.Store, d store.Deed, c store.Change, want error) store.Deed {
	t.Helper()
	d.At = later(0)
	id, err := s.Act(context.Background(), d, c)
	if !errors.Is(err, want) {
		t.Errorf("%+v %+v: %v, want %v", d, c, err, want)
	}
	d.ID = id
	return d
}

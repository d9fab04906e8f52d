package storetest

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// credentials returns credentials with all fields set.
func credentials(player, key, subject string) store.Credentials {
	return store.Credentials{
		Player: player, Version: 1, Password: "$argon2id$...", Secret: "ABC", Step: 1 << 40, Recovery: []string{"r1", "r2"},
		Passkeys: []store.Passkey{
			{ID: key, Domain: "localhost", Title: "Ada's <phone> é", Data: []byte{0, 255, '"'}, Created: store.Milli(noon), Used: store.Milli(noon)},
		},
		Links: []store.Link{{Issuer: "https://club.example", Subject: subject, Name: "ada", Created: store.Milli(noon)}},
		Email: "ada@club.example", Letters: []store.Letter{{Hash: "l1", Purpose: "reset", Address: "a@b.example", Expires: store.Milli(noon)}},
		Devices: []store.Device{{Hash: "d1", Seen: store.Milli(noon)}},
	}
}

func mustHaveCredentials(t *testing.T, s store.Store, want store.Credentials) {
	t.Helper()
	if got, err := s.Credentials(context.Background(), want.Player); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("credentials: %+v, %v\nwant %+v", got, err, want)
	}
}

func mustOwn(t *testing.T, s store.Store, key, subject, want string) {
	t.Helper()
	owner, err := s.PasskeyOwner(context.Background(), key)
	linked, linkErr := s.LinkOwner(context.Background(), "https://club.example", subject)
	if want == "" {
		if !errors.Is(err, store.ErrNotFound) || !errors.Is(linkErr, store.ErrNotFound) {
			t.Errorf("%s is %q's, %v; %s is %q's, %v", key, owner, err, subject, linked, linkErr)
		}
	} else if err != nil || linkErr != nil || owner != want || linked != want {
		t.Errorf("%s is %q's, %v; %s is %q's, %v; want %q", key, owner, err, subject, linked, linkErr, want)
	}
}

func testCredentials(t *testing.T, s store.Store) {
	ctx := context.Background()
	mustHaveCredentials(t, s, store.Credentials{Player: "ada"})
	mustOwn(t, s, "k1", "s1", "")
	ada := credentials("ada", "k1", "s1")
	if err := s.SaveCredentials(ctx, ada); err != nil {
		t.Fatal(err)
	}
	mustHaveCredentials(t, s, ada)
	mustOwn(t, s, "k1", "s1", "ada")
	if owner, err := s.LinkOwner(ctx, "https://evil.example", "s1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the same subject of another issuer is %q's, %v", owner, err)
	}

	for _, taken := range []store.Credentials{credentials("bo", "k1", "s2"), credentials("bo", "k2", "s1")} {
		if err := s.SaveCredentials(ctx, taken); !errors.Is(err, store.ErrExists) {
			t.Errorf("Bo takes Ada's: %v", err)
		}
		mustHaveCredentials(t, s, store.Credentials{Player: "bo"})
	}
	mustOwn(t, s, "k2", "s2", "")
	mustOwn(t, s, "k1", "s1", "ada")

	changed := credentials("ada", "k3", "s3")
	changed.Version, changed.Recovery, changed.Devices = 2, nil, nil
	if err := s.SaveCredentials(ctx, changed); err != nil {
		t.Fatal(err)
	}
	mustHaveCredentials(t, s, changed)
	mustOwn(t, s, "k1", "s1", "")
	mustOwn(t, s, "k3", "s3", "ada")
	if err := s.SaveCredentials(ctx, credentials("bo", "k1", "s1")); err != nil {
		t.Errorf("what Ada gave up: %v", err)
	}
}

// testCredentialsConflict checks that only one of many concurrent uses of the last recovery code succeeds.
func testCredentialsConflict(t *testing.T, s store.Store) {
	ctx := context.Background()
	first := credentials("ada", "k1", "s1")
	for _, version := range []int{0, 2, 9} {
		wrong := first
		wrong.Version = version
		if c, ok := errors.AsType[*store.Conflict](s.SaveCredentials(ctx, wrong)); !ok || c.Have != 0 || c.Want != version-1 {
			t.Errorf("version %d of nothing: %+v", version, c)
		}
	}
	if err := s.SaveCredentials(ctx, first); err != nil {
		t.Fatal(err)
	}
	if c, ok := errors.AsType[*store.Conflict](s.SaveCredentials(ctx, first)); !ok || c.Have != 1 || c.Want != 0 {
		t.Errorf("the first version twice: %+v", c)
	}
	var won atomic.Int32
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() {
			c, err := s.Credentials(ctx, "ada")
			if err != nil {
				t.Error(err)
				return
			}
			c.Version++
			c.Recovery = nil
			if err := s.SaveCredentials(ctx, c); err == nil {
				won.Add(1)
			} else if _, ok := errors.AsType[*store.Conflict](err); !ok {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	got, err := s.Credentials(ctx, "ada")
	if err != nil || int(won.Load()) != got.Version-1 || got.Version < 2 {
		t.Errorf("%d changes, version %d, %v", won.Load(), got.Version, err)
	}
}

func testEnroll(t *testing.T, s store.Store) {
	ctx := context.Background()
	player := func(id, skeleton string) store.Player {
		return store.Player{
			ID: id, Role: store.Member, Name: "Name of " + id, Skeleton: skeleton, Created: store.Milli(noon), Settings: []byte(`{}`),
		}
	}
	guest := store.Player{ID: "bo", Role: store.Guest, Created: store.Milli(noon), Settings: []byte(`{"x":1}`)}
	if err := s.SavePlayer(ctx, guest); err != nil {
		t.Fatal(err)
	}
	if err := s.Enroll(ctx, player("ada", "ada"), credentials("ada", "k1", "s1")); err != nil {
		t.Fatal(err)
	}
	mustHaveCredentials(t, s, credentials("ada", "k1", "s1"))
	for what, err := range map[string]error{
		"a taken name": s.Enroll(ctx, player("bo", "ada"), credentials("bo", "k2", "s2")),
		"a taken key":  s.Enroll(ctx, player("bo", "bo"), credentials("bo", "k1", "s2")),
		"a taken link": s.Enroll(ctx, player("bo", "bo"), credentials("bo", "k2", "s1")),
	} {
		if !errors.Is(err, store.ErrExists) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Enroll(ctx, player("ada", "other"), credentials("ada", "k2", "s2")); err == nil {
		t.Error("an account is made twice")
	} else if _, ok := errors.AsType[*store.Conflict](err); !ok {
		t.Errorf("an account made twice: %v", err)
	}
	if got, err := s.Player(ctx, "bo"); err != nil || !reflect.DeepEqual(got, guest) {
		t.Errorf("after refusals the guest is %+v, %v", got, err)
	}
	if got, err := s.Player(ctx, "ada"); err != nil || !reflect.DeepEqual(got, player("ada", "ada")) {
		t.Errorf("after a refusal the player is %+v, %v", got, err)
	}
	mustHaveCredentials(t, s, store.Credentials{Player: "bo"})
	mustOwn(t, s, "k2", "s2", "")
	var won atomic.Int32
	var wait sync.WaitGroup
	for _, id := range []string{"c1", "c2", "c3", "c4", "c5"} {
		wait.Go(func() {
			if err := s.Enroll(ctx, player(id, "same"), store.Credentials{Player: id, Version: 1}); err == nil {
				won.Add(1)
			} else if !errors.Is(err, store.ErrExists) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 {
		t.Errorf("%d have the same name", won.Load())
	}
}

func testRenameSeats(t *testing.T, s store.Store) {
	ctx := context.Background()
	if err := s.RenameSeats(ctx, "g1", "ada", "deleted"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no game: %v", err)
	}
	g, first := mustCreate(t, s, "g1")
	others, othersFirst := mustCreate(t, s, "g2")
	g.White = match.Seat{Kind: match.Human, Name: "Bo", Player: "bo"}
	joined := store.Entry{Command: "join", Event: match.Event{Kind: match.Joined, At: store.Milli(noon), By: game.White, Seat: &g.White}}
	moved := Move("m1", game.Black, 3, noon)
	g.Version = 3
	if err := s.Append(ctx, g, joined, moved); err != nil {
		t.Fatal(err)
	}
	for _, player := range []string{"stranger", "", g.Black.Player, "bo"} {
		if err := s.RenameSeats(ctx, "g1", player, "deleted"); err != nil {
			t.Fatal(err)
		}
	}
	setup := *first.Event.Setup
	setup.Black.Name, g.Black.Name, g.White.Name = "deleted", "deleted", "deleted"
	for names, want := range map[string]int{"deleted": 1, "bo": 0} {
		if games, err := s.List(ctx, store.Query{Names: names, Private: true}); err != nil || len(games) != want {
			t.Errorf("games of a player called %q: %d %v, want %d", names, len(games), err, want)
		}
	}
	seat := g.White
	first.Event.Setup, joined.Event.Seat = &setup, &seat
	mustLoad(t, s, "g1", g, first, joined, moved)
	mustLoad(t, s, "g2", others, othersFirst)
	g.Version = 4
	next := Move("m2", game.White, 4, noon)
	if err := s.Append(ctx, g, next); err != nil {
		t.Errorf("a later move: %v", err)
	}
	mustLoad(t, s, "g1", g, first, joined, moved, next) // whose checksums continue from the recomputed ones
}

// testErasedAddNothing checks that long operations that a player started before their account was deleted
// store nothing afterwards.
func testErasedAddNothing(t *testing.T, s store.Store) {
	ctx := context.Background()
	add := func(owner string) (errs []error) {
		err5 := s.AddToken(ctx, store.Token{Hash: "token of " + owner, Player: owner, Created: noon}, 9)
		return []error{err5}
	}
	if err := s.SavePlayer(ctx, store.Player{ID: "ada", Role: store.Member, Name: "ada", Skeleton: "ada", Created: noon}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(append(add("ada"), add("guest")...)...); err != nil {
		t.Fatal(err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada", Created: noon}); err != nil {
		t.Fatal(err)
	}
	for i, err := range add("ada") {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("addition %d: %v", i, err)
		}
	}
	tokens, err4 := s.Tokens(ctx, "ada")
	if err := err4; err != nil || len(tokens) > 0 {
		t.Errorf("a deleted account has %v, %v", tokens, err)
	}
}

func testErase(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"ada", "bo"} {
		p := store.Player{ID: id, Role: store.Member, Name: id, Skeleton: id, Created: store.Milli(noon), Settings: []byte(`{}`)}
		for _, err := range []error{
			s.Enroll(ctx, p, credentials(id, "k"+id, "s"+id)),
			s.SaveSession(ctx, store.Session{Hash: "h" + id, Player: id, Created: noon, Seen: noon, Expires: noon.Add(time.Hour)}),
			s.SaveBoard(ctx, id, store.Board{Hash: "b", Title: "B", JSON: []byte("{}"), Created: noon}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	gone := store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada", Created: store.Milli(noon), Settings: []byte(`{}`)}
	if err := s.Erase(ctx, gone); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Player(ctx, "ada"); err != nil || !reflect.DeepEqual(got, gone) {
		t.Errorf("what is left: %+v, %v", got, err)
	}
	mustHaveCredentials(t, s, store.Credentials{Player: "ada"})
	mustOwn(t, s, "kada", "sada", "")
	for id, want := range map[string]int{"ada": 0, "bo": 1} {
		sessions, err1 := s.Sessions(ctx, id)
		boards, err2 := s.Boards(ctx, id, 9)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		for what, n := range map[string]int{"sessions": len(sessions), "boards": len(boards)} {
			if n != want {
				t.Errorf("%s has %d %s", id, n, what)
			}
		}
	}
	if _, err := s.LoadBoard(ctx, "b"); err != nil {
		t.Errorf("others play on the board: %v", err)
	}
	mustOwn(t, s, "kbo", "sbo", "bo")
}

func testTry(t *testing.T, s store.Store) {
	ctx := context.Background()
	policy := store.Backoff{Free: 2, First: time.Second, Most: 5 * time.Second, Forget: time.Hour}
	now := noon
	try := func(want time.Duration, keys ...string) {
		t.Helper()
		var tries []store.Try
		for _, k := range keys {
			tries = append(tries, store.Try{Key: k, Backoff: policy})
		}
		if wait, err := s.Try(ctx, now, tries...); err != nil || wait.Round(2*time.Millisecond) != want {
			t.Errorf("%v: wait %v, %v; want %v", keys, wait, err, want)
		}
	}
	try(0, "a")
	try(0, "a")
	try(0, "a") // the third fails too, and causes a wait
	try(time.Second, "a")
	try(time.Second, "a", "b") // counts nothing for b
	try(0, "b")
	try(0, "b")
	for _, wait := range []time.Duration{1, 2, 4, 5, 5} {
		try(wait*time.Second, "a")
		now = now.Add(wait*time.Second + time.Millisecond)
		try(0, "a")
	}
	if err := s.Forgive(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	try(0, "a")
	try(0, "a")
	try(0, "a")
	try(time.Second, "a")
	for _, key := range []string{"a", "a", "z"} {
		if err := s.Excuse(ctx, key); err != nil {
			t.Fatal(err)
		}
	}
	try(0, "a")
	try(0, "a")
	try(time.Second, "a")
	now = now.Add(policy.Forget)
	try(0, "a")
	try(0, "a")
	try(0, "a")
	try(time.Second, "a")
	var passed atomic.Int32
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			if w, err := s.Try(ctx, now, store.Try{Key: "c", Backoff: policy}); err != nil {
				t.Error(err)
			} else if w == 0 {
				passed.Add(1)
			}
		})
	}
	if wait.Wait(); int(passed.Load()) != policy.Free+1 {
		t.Errorf("%d concurrent tries passed, want %d", passed.Load(), policy.Free+1)
	}
}

package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// testTurns lists the games that wait for a player: only those between two people,
// newest change first, each in its current state.
func testTurns(t *testing.T, s store.Store) {
	ctx := context.Background()
	create := func(id string, turn game.Color, black, white string, minute int) store.Game {
		g, first := Game(id)
		g.Turn, g.Black.Player, g.White.Player = turn, black, white
		g.Updated = g.Updated.Add(time.Duration(minute) * time.Minute)
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		return g
	}
	a := create("a", game.Black, "ada", "bo", 1)
	create("b", game.White, "ada", "bo", 2)
	create("c", game.White, "bo", "ada", 3)
	create("d", game.Empty, "ada", "bo", 4)
	create("e", game.Black, "ada", "", 5) // against the computer
	awaits := func(player string, limit int, want ...string) {
		t.Helper()
		games, err := s.List(ctx, store.Query{Awaits: player, Limit: limit})
		got := []string{}
		for _, g := range games {
			if g.Awaited() != player {
				t.Errorf("%s awaits %q", g.ID, g.Awaited())
			}
			got = append(got, g.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("awaiting %s: %v %v, want %v", player, got, err, want)
		}
	}
	awaits("ada", 0, "c", "a")
	awaits("ada", 1, "c")
	awaits("bo", 0, "b")
	a.Version, a.Turn, a.Updated = 2, game.White, a.Updated.Add(time.Hour)
	if err := s.Append(ctx, a, Move("m", game.Black, 3, noon)); err != nil {
		t.Fatal(err)
	}
	awaits("ada", 0, "c")
	awaits("bo", 0, "a", "b")
	if games, err := s.List(ctx, store.Query{Awaits: "bo", Phases: []match.Phase{match.Finished}}); err != nil || len(games) > 0 {
		t.Errorf("finished ones: %v %v", games, err)
	}
}

func notification(player, key string) store.Notification {
	return store.Notification{
		Player: player, Sender: "cy", Kind: "challenge", Key: key, Text: "Cy challenges you: " + key,
		Path: "/game/" + key, Created: store.Milli(noon),
	}
}

func testNotifications(t *testing.T, s store.Store) {
	ctx := context.Background()
	var want []store.Notification
	for _, key := range []string{"one", "two", "three"} {
		n := notification("ada", key)
		id, err := s.SaveNotification(ctx, n)
		if err != nil || len(want) > 0 && id <= want[0].ID {
			t.Fatalf("%s: id %d, %v", key, id, err)
		}
		n.ID = id
		want = append([]store.Notification{n}, want...)
	}
	if _, err := s.SaveNotification(ctx, notification("ada", "two")); !errors.Is(err, store.ErrExists) {
		t.Errorf("the same again: %v", err)
	}
	if _, err := s.SaveNotification(ctx, notification("bo", "two")); err != nil {
		t.Errorf("the same for another: %v", err)
	}
	if err := s.ReadNotifications(ctx, "ada", want[1].ID); err != nil {
		t.Fatal(err)
	}
	want[1].Read, want[2].Read = true, true
	got, err := s.Notifications(ctx, "ada")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := s.Notifications(ctx, "bo"); err != nil || len(got) != 1 || got[0].Read {
		t.Errorf("of another player: %+v %v", got, err)
	}
	if got, err := s.Notifications(ctx, "stranger"); err != nil || got == nil || len(got) != 0 {
		t.Errorf("of a player without any: %+v %v", got, err)
	}
}

// testNotifyOf stores the notifications of a notice in one step with marking the notice as handled:
// once, and neither after an error.
func testNotifyOf(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		g, _ := mustCreate(t, s, id)
		if err := end(t, s, g, noon); err != nil {
			t.Fatal(err)
		}
	}
	notices, err := s.Notices(ctx, store.SubscriberNotify, 9)
	if err != nil || len(notices) != 2 {
		t.Fatalf("%+v %v", notices, err)
	}
	list := []store.Notification{notification("ada", "k"), notification("bo", "k")}
	for i, want := range []string{"[ada bo]", "[]"} {
		kept, err := s.NotifyOf(ctx, notices[0].Number, list)
		players := []string{}
		for _, n := range kept {
			players = append(players, n.Player)
			if rows, err := s.Notifications(ctx, n.Player); err != nil || len(rows) != 1 || rows[0] != n {
				t.Errorf("rows of %s: %+v %v; want %+v", n.Player, rows, err, n)
			}
		}
		if err != nil || fmt.Sprint(players) != want {
			t.Errorf("time %d: kept those of %v, %v; want %s", i+1, players, err, want)
		}
	}
	if left, err := s.Notices(ctx, store.SubscriberNotify, 9); err != nil || len(left) != 1 || left[0] != notices[1] {
		t.Errorf("not heard: %+v %v", left, err)
	}
	if left, err := s.Notices(ctx, store.SubscriberRatings, 9); err != nil || len(left) != 2 {
		t.Errorf("not heard by ratings: %+v %v", left, err)
	}
	if kept, err := s.NotifyOf(ctx, notices[1].Number, []store.Notification{notification("ada", "k"), notification("ada", "l")}); err != nil ||
		len(kept) != 1 || kept[0].Key != "l" {
		t.Errorf("with an existing one: %+v %v", kept, err)
	}
}

// notifyOf is NotifyOf without notifications.
func notifyOf(s store.Store, number int64) error {
	_, err := s.NotifyOf(context.Background(), number, nil)
	return err
}

// testNotificationsBounded floods a player: the newest notifications stay, and other players
// lose none.
func testNotificationsBounded(t *testing.T, s store.Store) {
	ctx := context.Background()
	if _, err := s.SaveNotification(ctx, notification("bo", "x")); err != nil {
		t.Fatal(err)
	}
	for i := range store.MaxNotifications + 20 {
		if _, err := s.SaveNotification(ctx, notification("ada", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Notifications(ctx, "ada")
	if err != nil || len(got) != store.MaxNotifications || got[0].Key != fmt.Sprint(store.MaxNotifications+19) || got[len(got)-1].Key != "20" {
		t.Errorf("%d kept, %v", len(got), err)
	}
	if got, err := s.Notifications(ctx, "bo"); err != nil || len(got) != 1 {
		t.Errorf("of another player: %d %v", len(got), err)
	}
}

func testSubscriptions(t *testing.T, s store.Store) {
	ctx := context.Background()
	subscription := func(player string, i int) store.Subscription {
		return store.Subscription{
			Endpoint: fmt.Sprintf("https://push.example/%s/%d", player, i), Player: player, Session: fmt.Sprint("s", i),
			Key: "k", Auth: "a", Seen: store.Milli(noon.Add(time.Duration(i) * time.Hour)),
		}
	}
	var want []store.Subscription
	for i := range store.MaxSubscriptions + 2 {
		v := subscription("ada", i)
		if err := s.SaveSubscription(ctx, v); err != nil {
			t.Fatal(err)
		}
		want = append([]store.Subscription{v}, want...)
	}
	want = want[:store.MaxSubscriptions]
	mustHave(t, "subscriptions", want, s.Subscriptions, "ada")
	taken := want[0]
	taken.Player, taken.Session = "bo", "other" // another person in the same browser
	if err := s.SaveSubscription(ctx, taken); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "subscriptions", []store.Subscription{taken}, s.Subscriptions, "bo")
	mustHave(t, "subscriptions", want[1:], s.Subscriptions, "ada")
	if err := s.EndSubscription(ctx, "ada", taken.Endpoint); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("ending another's: %v", err)
	}
	if err := s.EndSubscription(ctx, "ada", want[1].Endpoint); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "subscriptions", want[2:], s.Subscriptions, "ada")
	oldest := want[len(want)-1]
	if err := s.EndSubscriptions(ctx, want[2].Session, oldest.Seen.Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "subscriptions", want[3:len(want)-1], s.Subscriptions, "ada")
	mustHave(t, "subscriptions", []store.Subscription{taken}, s.Subscriptions, "bo")
}

func testDigests(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(what string, since, sent time.Time, limit int, players ...string) {
		t.Helper()
		got, err := s.Digests(ctx, since, sent, limit)
		if err != nil || !slices.Equal(got, players) {
			t.Errorf("%s: %q %v, want %q", what, got, err, players)
		}
	}
	late := noon.Add(time.Hour)
	for _, w := range []struct {
		player string
		since  time.Time
	}{{"bo", late}, {"ada", noon}, {"ada", late}} {
		if err := s.WantDigest(ctx, w.player, w.since); err != nil {
			t.Fatal(err)
		}
	}
	want("in between", noon.Add(time.Minute), late, 9, "ada")
	want("all", late, late, 9, "ada", "bo")
	want("one", late, late, 1, "ada")
	want("too early", noon.Add(-time.Minute), late, 9)
	take := func(what, player string, last, at time.Time, want bool) {
		t.Helper()
		if mine, err := s.TakeDigest(ctx, player, last, at); err != nil || mine != want {
			t.Errorf("%s: %v %v, want %v", what, mine, err, want)
		}
	}
	take("the first", "ada", noon, late, true)
	take("another, at the same time", "ada", noon, late, false)
	take("stranger", "stranger", late, late, false)
	want("after an e-mail", late, late, 9, "bo")
	if err := s.WantDigest(ctx, "ada", late); err != nil {
		t.Fatal(err)
	}
	want("too soon", late, late.Add(-time.Minute), 9, "bo")
	want("again", late, late, 9, "ada", "bo")
	take("too soon", "ada", late.Add(-time.Millisecond), late.Add(time.Minute), false)
	take("an hour later", "ada", late, late.Add(time.Hour), true)
}

func testSecrets(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, c := range []struct{ name, fresh, want string }{{"a", "1", "1"}, {"a", "2", "1"}, {"b", "3", "3"}} {
		if got, err := s.Secret(ctx, c.name, []byte(c.fresh)); err != nil || string(got) != c.want {
			t.Errorf("%s, fresh %s: %q %v, want %s", c.name, c.fresh, got, err, c.want)
		}
	}
}

// testEraseNotifications erases a player: their notifications, and others' notifications
// about them, are deleted; nothing else.
func testEraseNotifications(t *testing.T, s store.Store) {
	ctx := context.Background()
	fill := func(player, sender string) {
		n := notification(player, "from "+sender)
		n.Sender = sender
		_, err := s.SaveNotification(ctx, n)
		err = errors.Join(err, s.SaveWishes(ctx, player, []byte(`{}`), noon), s.WantDigest(ctx, player, noon),
			s.SaveSubscription(ctx, store.Subscription{Endpoint: player, Player: player, Seen: noon}))
		if err != nil {
			t.Fatal(err)
		}
	}
	fill("ada", "bo")
	fill("bo", "ada")
	fill("bo", "")
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Wishes(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("wishes: %v", err)
	}
	if got, err := s.Wishes(ctx, "bo"); err != nil || string(got) != "{}" {
		t.Errorf("another's wishes: %s %v", got, err)
	}
	for player, want := range map[string][2]int{"ada": {0, 0}, "bo": {1, 1}} {
		rows, err1 := s.Notifications(ctx, player)
		browsers, err2 := s.Subscriptions(ctx, player)
		if err1 != nil || err2 != nil || [2]int{len(rows), len(browsers)} != want {
			t.Errorf("%s: %d notifications, %d subscriptions (%v, %v), want %v", player, len(rows), len(browsers), err1, err2, want)
		}
	}
	if got, err := s.Digests(ctx, noon, noon, 9); err != nil || !slices.Equal(got, []string{"bo"}) {
		t.Errorf("digests: %q %v", got, err)
	}
}

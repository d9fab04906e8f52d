package notify

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
	"moyo/server/people/notify/push"
	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{
		"Notifications": testNotifications, "NotifyOf": testNotifyOf, "Bounded": testNotificationsBounded, "Subscriptions": testSubscriptions,
		"Digests": testDigests, "Again": testAgain, "Erase": testEraseNotifications,
		"EraseTeams": testEraseTeams,
	})
}

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// mustHave checks what a method returns.
func mustHave[T, K any](t *testing.T, what string, want T, list func(context.Context, K) (T, error), of K) {
	t.Helper()
	if got, err := list(context.Background(), of); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n got %+v %v\nwant %+v", what, got, err, want)
	}
}

// news returns a notification of a player with a key.
func news(player, key string) News {
	return News{
		Player: player, Sender: "cy", Kind: "challenge", Key: key, Text: "Cy challenges you: " + key,
		Path: "/game/" + key, Created: noon,
	}
}

// testNotifications adds, reads and lists notifications.
func testNotifications(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	var want []News
	for _, key := range []string{"one", "two", "three"} {
		n := news("ada", key)
		id, err := r.save(ctx, n)
		if err != nil || len(want) > 0 && id <= want[0].ID {
			t.Fatalf("%s: id %d, %v", key, id, err)
		}
		n.ID = id
		want = append([]News{n}, want...)
	}
	if _, err := r.save(ctx, news("ada", "two")); !errors.Is(err, store.ErrExists) {
		t.Errorf("the same again: %v", err)
	}
	if _, err := r.save(ctx, news("bo", "two")); err != nil {
		t.Errorf("the same for another: %v", err)
	}
	if err := r.read(ctx, "ada", want[1].ID); err != nil {
		t.Fatal(err)
	}
	want[1].Read, want[2].Read = true, true
	got, err := r.of(ctx, "ada")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := r.of(ctx, "bo"); err != nil || len(got) != 1 || got[0].Read {
		t.Errorf("of another player: %+v %v", got, err)
	}
	if got, err := r.of(ctx, "stranger"); err != nil || got == nil || len(got) != 0 {
		t.Errorf("of a player without any: %+v %v", got, err)
	}
}

// testNotifyOf stores the notifications of a notice in one step with marking the notice as handled:
// once, and neither after an error.
func testNotifyOf(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	for _, id := range []string{"a", "b"} {
		g, first := storetest.Game(id)
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		ends(t, s, g, "B+R", match.Event{Kind: match.Resigned, By: game.White})
	}
	notices, err := s.Notices(ctx, store.SubscriberNotify, 9)
	if err != nil || len(notices) != 2 {
		t.Fatalf("%+v %v", notices, err)
	}
	list := []News{news("ada", "k"), news("bo", "k")}
	for i, want := range []string{"[ada bo]", "[]"} {
		kept, err := r.notifyOf(ctx, notices[0].Number, list)
		players := []string{}
		for _, n := range kept {
			players = append(players, n.Player)
			if list, err := r.of(ctx, n.Player); err != nil || len(list) != 1 || list[0] != n {
				t.Errorf("rows of %s: %+v %v; want %+v", n.Player, list, err, n)
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
	if kept, err := r.notifyOf(ctx, notices[1].Number, []News{news("ada", "k"), news("ada", "l")}); err != nil ||
		len(kept) != 1 || kept[0].Key != "l" {
		t.Errorf("with an existing one: %+v %v", kept, err)
	}
}

// testNotificationsBounded floods a player: the newest notifications stay, and other players
// lose none.
func testNotificationsBounded(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	if _, err := r.save(ctx, news("bo", "x")); err != nil {
		t.Fatal(err)
	}
	for i := range maxNotifications + 20 {
		if _, err := r.save(ctx, news("ada", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.of(ctx, "ada")
	if err != nil || len(got) != maxNotifications || got[0].Key != fmt.Sprint(maxNotifications+19) || got[len(got)-1].Key != "20" {
		t.Errorf("%d kept, %v", len(got), err)
	}
	if got, err := r.of(ctx, "bo"); err != nil || len(got) != 1 {
		t.Errorf("of another player: %d %v", len(got), err)
	}
}

// testSubscriptions adds subscriptions up to the limit, and ends them.
func testSubscriptions(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	subscription := func(player string, i int) push.Subscription {
		return push.Subscription{
			Endpoint: fmt.Sprintf("https://push.example/%s/%d", player, i), Player: player, Session: fmt.Sprint("s", i),
			Key: "k", Auth: "a", Seen: noon.Add(time.Duration(i) * time.Hour),
		}
	}
	var want []push.Subscription
	for i := range maxSubscriptions + 2 {
		v := subscription("ada", i)
		if err := r.subscribe(ctx, v); err != nil {
			t.Fatal(err)
		}
		want = append([]push.Subscription{v}, want...)
	}
	want = want[:maxSubscriptions]
	mustHave(t, "subscriptions", want, r.subscriptions, "ada")
	taken := want[0]
	taken.Player, taken.Session = "bo", "other" // another person in the same browser
	if err := r.subscribe(ctx, taken); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "subscriptions", []push.Subscription{taken}, r.subscriptions, "bo")
	mustHave(t, "subscriptions", want[1:], r.subscriptions, "ada")
	if err := r.unsubscribe(ctx, "ada", taken.Endpoint); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("ending another's: %v", err)
	}
	if err := r.unsubscribe(ctx, "ada", want[1].Endpoint); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "subscriptions", want[2:], r.subscriptions, "ada")
	oldest := want[len(want)-1]
	if err := r.endSubscriptions(ctx, want[2].Session, oldest.Seen.Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "subscriptions", want[3:len(want)-1], r.subscriptions, "ada")
	mustHave(t, "subscriptions", []push.Subscription{taken}, r.subscriptions, "bo")
}

// testDigests schedules and takes e-mails.
func testDigests(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	want := func(what string, since, sent time.Time, limit int, players ...string) {
		t.Helper()
		got, err := r.digests(ctx, since, sent, limit)
		if err != nil || !slices.Equal(got, players) {
			t.Errorf("%s: %q %v, want %q", what, got, err, players)
		}
	}
	late := noon.Add(time.Hour)
	for _, w := range []struct {
		player string
		since  time.Time
	}{{"bo", late}, {"ada", noon}, {"ada", late}} {
		if err := r.wantDigest(ctx, w.player, w.since); err != nil {
			t.Fatal(err)
		}
	}
	want("in between", noon.Add(time.Minute), late, 9, "ada")
	want("all", late, late, 9, "ada", "bo")
	want("one", late, late, 1, "ada")
	want("too early", noon.Add(-time.Minute), late, 9)
	take := func(what, player string, last, at time.Time, want bool) {
		t.Helper()
		if mine, err := r.takeDigest(ctx, player, last, at); err != nil || mine != want {
			t.Errorf("%s: %v %v, want %v", what, mine, err, want)
		}
	}
	take("the first", "ada", noon, late, true)
	take("another, at the same time", "ada", noon, late, false)
	take("stranger", "stranger", late, late, false)
	want("after an e-mail", late, late, 9, "bo")
	if err := r.wantDigest(ctx, "ada", late); err != nil {
		t.Fatal(err)
	}
	want("too soon", late, late.Add(-time.Minute), 9, "bo")
	want("again", late, late, 9, "ada", "bo")
	take("too soon", "ada", late.Add(-time.Millisecond), late.Add(time.Minute), false)
	take("an hour later", "ada", late, late.Add(time.Hour), true)
}

// testEraseNotifications erases a player: their notifications, and others' notifications
// about them, are deleted; nothing else.
func testEraseNotifications(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	fill := func(player, sender string) {
		n := news(player, "from "+sender)
		n.Sender = sender
		_, err := r.save(ctx, n)
		err = errors.Join(err, r.saveWishes(ctx, player, []byte(`{}`), noon), r.wantDigest(ctx, player, noon),
			r.subscribe(ctx, push.Subscription{Endpoint: player, Player: player, Seen: noon}))
		if err != nil {
			t.Fatal(err)
		}
	}
	fill("ada", "bo")
	fill("bo", "ada")
	fill("bo", "")
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted}, Erasure...); err != nil {
		t.Fatal(err)
	}
	if _, err := r.wishes(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("wishes: %v", err)
	}
	if got, err := r.wishes(ctx, "bo"); err != nil || string(got) != "{}" {
		t.Errorf("another's wishes: %s %v", got, err)
	}
	for player, want := range map[string][2]int{"ada": {0, 0}, "bo": {1, 1}} {
		list, err1 := r.of(ctx, player)
		browsers, err2 := r.subscriptions(ctx, player)
		if err1 != nil || err2 != nil || [2]int{len(list), len(browsers)} != want {
			t.Errorf("%s: %d notifications, %d subscriptions (%v, %v), want %v", player, len(list), len(browsers), err1, err2, want)
		}
	}
	if got, err := r.digests(ctx, noon, noon, 9); err != nil || !slices.Equal(got, []string{"bo"}) {
		t.Errorf("digests: %q %v", got, err)
	}
}

// twice is a database that rolls each write back and repeats it, as it does if it refuses another write of the transaction.
type twice struct{ store.DB }

func (d twice) Write(ctx context.Context, n int, write func(context.Context, store.Tx) error) error {
	refused := errors.New("refused")
	err := d.DB.Write(ctx, n, func(ctx context.Context, tx store.Tx) error { return errors.Join(write(ctx, tx), refused) })
	if !errors.Is(err, refused) {
		return err
	}
	return d.DB.Write(ctx, n, write)
}

// testAgain checks that notifyOf returns what its last run has stored.
func testAgain(t *testing.T, s store.Store) {
	kept, err := rows{twice{s}}.notifyOf(context.Background(), 1, []News{news("ada", "k")})
	all, err2 := rows{s}.of(context.Background(), "ada")
	if err := errors.Join(err, err2); err != nil || len(all) != 1 || !slices.Equal(kept, all) {
		t.Errorf("returned %+v, stored %+v, %v", kept, all, err)
	}
}

// testEraseTeams checks that deleting an account also deletes its opponents' notifications about its team games, which contain all
// names, but not the notifications of its partners and of spectators.
func testEraseTeams(t *testing.T, s store.Store) {
	ctx, r := context.Background(), rows{s}
	for i, player := range []string{"ada", "bo", "cy", "di"} {
		if err := storetest.Insert(ctx, s, `INSERT INTO game_partners (game_id, side, place, person, name, ranked, ended, changed)
			VALUES ('teams', ?, ?, ?, '', 0, 0, 0)`, 1+i%2, i/2, player); err != nil {
			t.Fatal(err)
		}
	}
	for _, player := range []string{"bo", "cy", "di", "eve"} {
		for _, id := range []string{"teams", "another"} {
			n := News{Player: player, Kind: GameOver, Key: id, Text: "Ada & Cy", Path: "/game/" + id, Created: noon}
			if _, err := r.save(ctx, n); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	for player, want := range map[string]int{"bo": 1, "cy": 2, "di": 1, "eve": 2} {
		if list, err := r.of(ctx, player); err != nil || len(list) != want || list[0].Key != "another" {
			t.Errorf("%s reads %+v %v, want %d", player, list, err, want)
		}
	}
}

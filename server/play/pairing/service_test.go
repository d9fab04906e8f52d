package pairing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"moyo/catalog"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// strengths are ratings by player.
type strengths map[string]float64

func (strengths) Refusal(context.Context, match.Setup) sentence.Sentence { return sentence.Sentence{} }

func (s strengths) Points(_ context.Context, player string, _ match.Setup) (float64, bool) {
	points, ok := s[player]
	return points, ok
}

func (strengths) Handicap(context.Context, match.Setup) (string, string, bool) { return "", "", false }

// bench is a service and the games that it has created.
type bench struct {
	*Service
	games []match.Setup
	fail  error
}

// newBench returns a running service. Call it within a synctest bubble.
func newBench(t *testing.T, points strengths) *bench {
	b := &bench{}
	b.Service = New(Config{
		Boards: boards.NewCache(sqlitetest.New(t)), Rules: catalog.Rules, Log: slog.New(slog.DiscardHandler), Now: time.Now, Rate: 1000,
		Rates: limit.NewAddresses(100, 100, time.Now),
		Terms: &Terms{Ratings: points, Relations: strangers{}, Suspended: unsuspended, Coin: func() bool { return false }},
		Create: func(_ context.Context, setup match.Setup) (store.Game, error) {
			b.games = append(b.games, setup)
			return store.Game{ID: fmt.Sprint("g", len(b.games))}, b.fail
		},
	})
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	go b.Run(ctx)
	return b
}

var nine = wire.PairingRequest{Type: "seek", Board: "grid:9", Rules: "weiqi", Clock: "fischer=3m+2s", Near: true}

// come makes a player look for a game from an address of their own.
func (b *bench) come(t *testing.T, player string, in wire.PairingRequest) (w *seeker, replies *[]wire.PairingReply) {
	t.Helper()
	replies = &[]wire.PairingReply{}
	w, err := b.seek(limit.With(t.Context(), player), identity.Who{Player: player}, in, func(r wire.PairingReply) {
		*replies = append(*replies, r)
	})
	if err != nil {
		t.Fatal(err)
	}
	return w, replies
}

// await lets time pass. The lock is for the race detector, which does not know the order between the test before its sleep and
// the service after it.
func (b *bench) await(d time.Duration) {
	b.mu.Lock()
	_ = len(b.waiting)
	b.mu.Unlock()
	time.Sleep(d)
	synctest.Wait()
}

// last returns the latest reply.
func last(replies *[]wire.PairingReply) wire.PairingReply {
	if len(*replies) == 0 {
		return wire.PairingReply{}
	}
	return (*replies)[len(*replies)-1]
}

// TestPairingTimes checks that equal players are paired within a second, others when the range has grown, and any players after
// 20 s. A player that has stopped is not paired.
func TestPairingTimes(t *testing.T) {
	for _, c := range []struct {
		points float64
		within time.Duration // paired by this time
		not    time.Duration // and not by this time
	}{{1500, time.Second, 0}, {1650, 4 * time.Second, 2 * time.Second}, {2500, 21 * time.Second, 19 * time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, strengths{"ada": 1500, "bo": c.points})
			_, ada := b.come(t, "ada", nine)
			_, bo := b.come(t, "bo", nine)
			b.await(c.not)
			if c.not > 0 && len(b.games) != 0 {
				t.Errorf("%g: paired within %v", c.points, c.not)
			}
			b.await(c.within - c.not)
			if len(b.games) != 1 || last(ada).Type != "paired" || last(ada).Game != last(bo).Game {
				t.Errorf("%g: after %v %+v and %+v", c.points, c.within, last(ada), last(bo))
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil)
		w, _ := b.come(t, "ada", nine)
		if !b.stop(w) || b.stop(w) {
			t.Error("stopping")
		}
		_, bo := b.come(t, "bo", nine)
		b.await(time.Minute)
		if len(b.games) != 0 || last(bo).Type != "waiting" || last(bo).Waiting != 1 || len(*bo) != 1 {
			t.Errorf("paired with a player that has stopped: %+v", *bo)
		}
	})
}

// TestAgain checks that the same two players are paired again only if no other player comes.
func TestAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil)
		for range 2 {
			b.come(t, "ada", nine)
			b.come(t, "bo", nine)
			b.await(5 * time.Second)
		}
		if len(b.games) != 1 {
			t.Errorf("%d games immediately", len(b.games))
		}
		_, cy := b.come(t, "cy", nine)
		b.await(time.Second)
		if len(b.games) != 2 || last(cy).Type != "paired" {
			t.Errorf("another player has come and is paired with %+v", last(cy))
		}
		b.come(t, "ada", nine)
		b.come(t, "bo", nine)
		b.await(untilAgain + time.Second)
		if len(b.games) != 3 {
			t.Errorf("no other player came, but there are %d games", len(b.games))
		}
	})
}

// TestSameSeek checks that a later seek replaces an earlier one of the same player, and that a player is never paired with
// itself.
func TestSameSeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil)
		old, first := b.come(t, "ada", nine)
		_, second := b.come(t, "ada", nine)
		b.await(time.Minute)
		if len(b.games) != 0 || last(first).Type != "stopped" || last(second).Type != "waiting" {
			t.Errorf("%+v, %+v, %d games", last(first), last(second), len(b.games))
		}
		if b.stop(old) {
			t.Error("the replaced seek ends the new one")
		}
		b.fail = errors.New("the disk is full")
		_, bo := b.come(t, "bo", nine)
		b.await(time.Second)
		if last(bo).Type != "error" || last(second).Type != "error" || last(bo).Error.Text == "" {
			t.Errorf("without a game: %+v, %+v", last(bo), last(second))
		}
	})
}

// TestApart checks that blocked players are not paired, nor any players while blocks cannot be read.
func TestApart(t *testing.T) {
	for _, failing := range []error{nil, errors.New("the disk is gone")} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, nil)
			b.Terms.Relations = relations{failing}
			b.come(t, "ada", nine)
			b.come(t, "bo", nine)
			b.await(time.Minute)
			if len(b.games) != 0 {
				t.Error("paired")
			}
		})
	}
}

// TestStopping checks that a player that stops while blocks are read is not paired.
func TestStopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil)
		b.come(t, "ada", nine)
		bo, _ := b.come(t, "bo", nine)
		b.Terms.Relations = leaving{func() { b.stop(bo) }}
		b.await(time.Second)
		if len(b.games) != 0 || len(b.waiting) != 1 {
			t.Errorf("%d games, %d wait", len(b.games), len(b.waiting))
		}
	})
}

// leaving are relations that call happens during a read.
type leaving struct{ happens func() }

func (l leaving) Blocked(context.Context, string, string) (bool, error) {
	l.happens()
	return false, nil
}

type relations struct{ err error }

func (r relations) Blocked(context.Context, string, string) (bool, error) { return r.err == nil, r.err }

// TestFlood sends thousands of seeks. Few from one address may wait, and all of them stay within the limit; the others learn why
// they are refused.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil)
		let := func(address string, i int) error {
			in := nine
			in.Clock = fmt.Sprintf("absolute=%dm", 1+i%60) // few of them can be paired
			_, err := b.seek(limit.With(t.Context(), address), identity.Who{Player: fmt.Sprint(address, "-", i)}, in, func(wire.PairingReply) {})
			return err
		}
		ok := 0
		for i := range 1000 {
			if err := let("192.0.2.1", i); err == nil {
				ok++
			} else if c := apierror.Of(err).Code; c != apierror.TooMany && c != apierror.TooOften {
				t.Fatal(err)
			}
		}
		if ok != maxPerAddress {
			t.Errorf("%d wait from one address", ok)
		}
		for i := range 3 * maxSeeks {
			_ = let(fmt.Sprint("a", i), i)
		}
		if n := len(b.waiting); n != maxSeeks {
			t.Errorf("%d wait in all", n)
		}
		start := time.Now()
		b.await(untilAll + time.Second)
		if n := len(b.waiting); n > 60 || len(b.games) < 900 {
			t.Errorf("after %v %d still wait, %d games", time.Since(start), n, len(b.games))
		}
	})
}

// TestTerms checks how sides are assigned.
func TestTerms(t *testing.T) {
	ada, bo := match.Seat{Kind: match.Human, Player: "ada"}, match.Seat{Kind: match.Human, Player: "bo"}
	for _, coin := range []bool{false, true} {
		for _, colors := range []match.Colors{match.Seated, match.ByChance, match.ByRank} {
			terms := &Terms{Ratings: unrated{}, Relations: strangers{}, Suspended: unsuspended, Coin: func() bool { return coin }}
			got := terms.Settle(t.Context(), match.Setup{Black: ada, White: bo, Colors: colors})
			want := match.Setup{Black: ada, White: bo, Colors: colors}
			if coin && colors != match.Seated {
				want.Black, want.White = bo, ada
			}
			if got != want {
				t.Errorf("%q, %v: %+v", colors, coin, got)
			}
		}
	}
}

// FuzzRequest handles raw bytes as a message. No player may wait twice, and each seek must be valid.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"type":"seek","board":"grid:9","rules":"weiqi","clock":"fischer=3m+2s"}`, `{"type":"stop"}`, `{`, `null`, `{"type":"seek"}`,
		`{"type":"seek","board":"torus:9x9","rules":"gomoku:n=5","near":true}` +
			"\n" + `{"type":"seek","board":"grid:5","rules":"weiqi:handicap=9"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := New(Config{
			Boards: boards.NewCache(sqlitetest.New(t)), Rules: catalog.Rules, Log: slog.New(slog.DiscardHandler), Now: time.Now, Rate: 1000,
			Rates: limit.NewAddresses(100, 100, time.Now),
			Terms: &Terms{Ratings: unrated{}, Relations: strangers{}, Suspended: unsuspended, Coin: func() bool { return false }},
		})
		v := &visit{service: s}
		for line := range bytes.SplitSeq(data[:min(len(data), maxMessage)], []byte("\n")) {
			c := socket.NewConn(identity.Who{Player: "ada"}, func(error) {})
			if err := v.Receive(t.Context(), c, line); err != nil {
				t.Fatal(err)
			}
			if len(s.waiting) > 1 || v.mine != nil && s.waiting["ada"] != v.mine {
				t.Fatalf("%d wait", len(s.waiting))
			}
		}
		v.Leave(nil)
		if len(s.waiting) != 0 {
			t.Fatal("a player waits after leaving")
		}
	})
}

// unrated are ratings of a server without ratings.
type unrated struct{}

func (unrated) Refusal(context.Context, match.Setup) sentence.Sentence {
	return sentence.Sentence{Text: "This server has no ratings. Make a casual game."}
}

func (unrated) Points(context.Context, string, match.Setup) (float64, bool) { return 0, false }

func (unrated) Handicap(context.Context, match.Setup) (rules, black string, ok bool) {
	return "", "", false
}

// unsuspended reports that a player is not suspended.
func unsuspended(context.Context, string) (bool, error) { return false, nil }

// strangers are players without blocks.
type strangers struct{}

func (strangers) Blocked(context.Context, string, string) (bool, error) { return false, nil }

// TestWhoMayMeet checks that a game is closed to players that have blocked, or were blocked by, a player on either seat or in
// either team, and that a suspended player cannot be met. Errors refuse.
func TestWhoMayMeet(t *testing.T) {
	broken := errors.New("no connection")
	open, human := match.Seat{Kind: match.Open}, func(player string) match.Seat { return match.Seat{Kind: match.Human, Player: player} }
	for _, c := range []struct {
		name      string
		black     match.Seat
		relations Relations
		suspended error // error of the check, or nil
		want      error
	}{
		{"strangers", human("bo"), strangers{}, nil, nil},
		{"blocked", human("bo"), relations{}, nil, errBlocked},
		{"cannot read blocks", human("bo"), relations{broken}, nil, broken},
		{"suspended", human("sly"), relations{}, nil, errAway},
		{"cannot read suspensions", human("bo"), strangers{}, broken, broken},
		{"their own game", human("ada"), relations{}, nil, nil},
		{"an engine", match.Seat{Kind: match.Engine, Engine: "x"}, relations{}, nil, nil},
	} {
		terms := &Terms{Ratings: unrated{}, Relations: c.relations, Suspended: func(_ context.Context, player string) (bool, error) {
			return player == "sly", c.suspended
		}}
		for _, setup := range []match.Setup{{Black: c.black, White: open, Private: true}, {Black: open, White: c.black, Private: true}} {
			if err := terms.ToJoin(t.Context(), setup, identity.Who{Player: "ada"}); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		}
	}
}

// refusing are ratings that refuse games without a clock.
type refusing struct{ unrated }

func (refusing) Refusal(_ context.Context, setup match.Setup) sentence.Sentence {
	if setup.Clock == "" {
		return sentence.Sentence{Text: "without a clock"}
	}
	return sentence.Sentence{}
}

// TestWhoMayMake checks that rated games need an account, no estimates, and a setup that can be rated. Guests make and join
// casual games.
func TestWhoMayMake(t *testing.T) {
	terms := &Terms{Ratings: refusing{}, Relations: strangers{}, Suspended: unsuspended}
	guest, member := identity.Who{Player: "g", Role: store.Guest}, identity.Who{Player: "ada", Role: store.Member}
	free := match.Setup{Black: match.Seat{Kind: match.Human, Player: "bo"}, White: match.Seat{Kind: match.Open}, Clock: "absolute=5m"}
	with := func(change func(*match.Setup)) match.Setup {
		setup := free
		change(&setup)
		return setup
	}
	rated := with(func(s *match.Setup) { s.Rated = true })
	for _, c := range []struct {
		name       string
		setup      match.Setup
		who        identity.Who
		make, join bool
	}{
		{"casual, a guest", free, guest, true, true},
		{"casual with estimates", with(func(s *match.Setup) { s.Estimates = true }), member, true, true},
		{"rated", rated, member, true, true},
		{"rated, a guest", rated, guest, false, false},
		{"rated and private, a guest", with(func(s *match.Setup) { s.Rated, s.Private = true, true }), guest, false, false},
		{"rated with estimates", with(func(s *match.Setup) { s.Rated, s.Estimates = true, true }), member, false, true},
		{"rated without a clock", with(func(s *match.Setup) { s.Rated, s.Clock = true, "" }), member, false, true},
	} {
		if err := terms.ToMake(t.Context(), c.setup, c.who); (err == nil) != c.make {
			t.Errorf("%s: to make it %v", c.name, err)
		}
		if err := terms.ToJoin(t.Context(), c.setup, c.who); (err == nil) != c.join {
			t.Errorf("%s: to join it %v", c.name, err)
		}
	}
}

// TestNames checks that an account plays under its name, and that a guest may choose any name that no account has.
func TestNames(t *testing.T) {
	broken := errors.New("no connection")
	var failure error
	asked := 0
	terms := &Terms{Taken: func(_ context.Context, name string) (bool, error) {
		asked++
		return name == "Bo", failure
	}}
	guest, ada := identity.Who{Player: "g", Role: store.Guest}, identity.Who{Player: "ada", Role: store.Member, Name: "Ada"}
	for _, c := range []struct {
		who         identity.Who
		given, want string
		failure     error
		asked       int
	}{
		{guest, "Cy", "Cy", nil, 1}, {guest, "Bo", "", nil, 1}, {guest, "", "", nil, 0}, {guest, "Cy", "", broken, 1},
		{ada, "Bo", "Ada", nil, 0}, {ada, "", "Ada", broken, 0},
	} {
		asked, failure = 0, c.failure
		got, err := terms.Name(t.Context(), c.who, c.given)
		if got != c.want || asked != c.asked || (err != nil) != (c.failure != nil && c.asked > 0) {
			t.Errorf("%+v: %q, %v, asked %d times", c, got, err, asked)
		}
	}
	terms.Taken = nil
	if got, err := terms.Name(t.Context(), guest, "Bo"); got != "Bo" || err != nil {
		t.Errorf("where no name is taken: %q %v", got, err)
	}
}

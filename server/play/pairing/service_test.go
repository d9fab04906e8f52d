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

// bench is a service with what it has made.
type bench struct {
	*Service
	games []match.Setup
	fail  error
}

// newBench returns a running service; call it within a bubble of synctest.
func newBench(t *testing.T, points strengths) *bench {
	b := &bench{}
	b.Service = New(Config{
		Boards: boards.NewCache(sqlitetest.New(t)), Rules: catalog.Rules, Log: slog.New(slog.DiscardHandler), Now: time.Now, Rate: 1000,
		Rates: limit.NewAddresses(100, 100, time.Now),
		Terms: &Terms{Ratings: points, Relations: strangers{}, Suspended: nobody, Coin: func() bool { return false }},
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

// come lets somebody look for a game from an address of their own.
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

// await lets time pass. The lock is for the race detector, which knows of no order
// between what a test has done before it sleeps and what the service does then.
func (b *bench) await(d time.Duration) {
	b.mu.Lock()
	_ = len(b.waiting)
	b.mu.Unlock()
	time.Sleep(d)
	synctest.Wait()
}

// last returns what somebody was told last.
func last(replies *[]wire.PairingReply) wire.PairingReply {
	if len(*replies) == 0 {
		return wire.PairingReply{}
	}
	return (*replies)[len(*replies)-1]
}

// TestPairingTimes: equals play within a second, others when the range has grown,
// anybody after 20 s; who has stopped plays nobody.
func TestPairingTimes(t *testing.T) {
	for _, c := range []struct {
		points float64
		within time.Duration // paired by then
		not    time.Duration // and not by then
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
			t.Errorf("paired with somebody who has stopped: %+v", *bo)
		}
	})
}

// TestAgain pairs the same two again at once only where nobody else comes.
func TestAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil)
		for range 2 {
			b.come(t, "ada", nine)
			b.come(t, "bo", nine)
			b.await(5 * time.Second)
		}
		if len(b.games) != 1 {
			t.Errorf("%d games at once", len(b.games))
		}
		_, cy := b.come(t, "cy", nine)
		b.await(time.Second)
		if len(b.games) != 2 || last(cy).Type != "paired" {
			t.Errorf("somebody else has come, and plays %+v", last(cy))
		}
		b.come(t, "ada", nine)
		b.come(t, "bo", nine)
		b.await(untilAgain + time.Second)
		if len(b.games) != 3 {
			t.Errorf("nobody else came, and %d games", len(b.games))
		}
	})
}

// TestSameSeek: what somebody looks for later takes the place of what they looked
// for before, and they never play themselves.
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
			t.Error("the old search ends the new one")
		}
		b.fail = errors.New("the disk is full")
		_, bo := b.come(t, "bo", nine)
		b.await(time.Second)
		if last(bo).Type != "error" || last(second).Type != "error" || last(bo).Error.Text == "" {
			t.Errorf("without a game: %+v, %+v", last(bo), last(second))
		}
	})
}

// TestApart keeps those apart of whom one has blocked the other, also where nobody
// can tell.
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

// TestStopping lets somebody stop while it is asked who is blocked: they play
// nobody.
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

// leaving are relations during whose look-up something happens.
type leaving struct{ happens func() }

func (l leaving) Blocked(context.Context, string, string) (bool, error) {
	l.happens()
	return false, nil
}

type relations struct{ err error }

func (r relations) Blocked(context.Context, string, string) (bool, error) { return r.err == nil, r.err }

// TestFlood lets strangers come by the thousand: from one address few wait, and no
// more in all than there is room for; each of the others hears why not.
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
			t.Errorf("%v later %d still wait, %d games", time.Since(start), n, len(b.games))
		}
	})
}

// TestTerms shares out sides.
func TestTerms(t *testing.T) {
	ada, bo := match.Seat{Kind: match.Human, Player: "ada"}, match.Seat{Kind: match.Human, Player: "bo"}
	for _, coin := range []bool{false, true} {
		for _, colors := range []match.Colors{match.Seated, match.ByChance, match.ByRank} {
			terms := &Terms{Ratings: unrated{}, Relations: strangers{}, Suspended: nobody, Coin: func() bool { return coin }}
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

// FuzzRequest sends raw bytes down the path of a message: whatever comes, nobody
// waits twice, and what waits makes sense.
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
			Terms: &Terms{Ratings: unrated{}, Relations: strangers{}, Suspended: nobody, Coin: func() bool { return false }},
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
			t.Fatal("somebody waits who has left")
		}
	})
}

// unrated are ratings where there are none: no game is rated, and nobody has points.
type unrated struct{}

func (unrated) Refusal(context.Context, match.Setup) sentence.Sentence {
	return sentence.Sentence{Text: "This server has no ratings: make a casual game."}
}

func (unrated) Points(context.Context, string, match.Setup) (float64, bool) { return 0, false }

func (unrated) Handicap(context.Context, match.Setup) (rules, black string, ok bool) {
	return "", "", false
}

// nobody is suspended.
func nobody(context.Context, string) (bool, error) { return false, nil }

// strangers have blocked nobody.
type strangers struct{}

func (strangers) Blocked(context.Context, string, string) (bool, error) { return false, nil }

// TestWhoMayMeet: a game is closed to those who have blocked, or were blocked by, a player who is
// there, on either seat and in either team; a suspended player is away. Failures refuse.
func TestWhoMayMeet(t *testing.T) {
	broken := errors.New("no connection")
	open, human := match.Seat{Kind: match.Open}, func(player string) match.Seat { return match.Seat{Kind: match.Human, Player: player} }
	for _, c := range []struct {
		name      string
		black     match.Seat
		relations Relations
		suspended error // of looking, where not nil
		want      error
	}{
		{"strangers", human("bo"), strangers{}, nil, nil},
		{"blocked", human("bo"), relations{}, nil, errBlocked},
		{"nobody knows whether they are blocked", human("bo"), relations{broken}, nil, broken},
		{"suspended", human("sly"), relations{}, nil, errAway},
		{"nobody knows whether they are suspended", human("bo"), strangers{}, broken, broken},
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

// refusing are ratings that rate nothing of a clock.
type refusing struct{ unrated }

func (refusing) Refusal(_ context.Context, setup match.Setup) sentence.Sentence {
	if setup.Clock == "" {
		return sentence.Sentence{Text: "without a clock"}
	}
	return sentence.Sentence{}
}

// TestWhoMayMake: rated games are for accounts, without estimates, and where the ratings have
// nothing against them; guests make and join casual ones.
func TestWhoMayMake(t *testing.T) {
	terms := &Terms{Ratings: refusing{}, Relations: strangers{}, Suspended: nobody}
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

// TestNames: a guest is called what they say, unless an account is; an account goes by its name.
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

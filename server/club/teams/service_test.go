package teams

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/schedule/scheduletest"
	"moyo/server/base/storage"
	"moyo/server/people/notify"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

var noon = scheduletest.Noon

// mortal is a store whose server ends at one of its writes.
type mortal struct {
	store.Store
	*scheduletest.Life
}

// Write implements store.DB.
func (m mortal) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	return m.Life.Write(func() error { return m.Store.Write(ctx, rows, write) })
}

// terms allow everything, and rank a above b and so on.
type terms struct{}

func (terms) ToMake(context.Context, match.Setup, identity.Who) error { return nil }
func (terms) Settle(_ context.Context, setup match.Setup) match.Setup { return setup }
func (terms) Points(_ context.Context, p string, _ match.Setup) (float64, bool) {
	return 2000 - float64(p[len(p)-1]), true
}

// scene is two teams, a of a0, a1 and so on, and b; the first of each is its captain.
type scene struct {
	*Service
	t       *testing.T
	kept    store.Store
	club    *scheduletest.Club
	now     time.Time
	told    []string // notifications by player
	blocked string   // two players to be kept apart, such as "a1b1"
	all     map[string]*running
}

func newScene(t *testing.T, members int) *scene {
	t.Helper()
	kept := sqlitetest.New(t)
	sc := &scene{t: t, kept: kept, now: noon, club: scheduletest.NewClub(kept), all: map[string]*running{}}
	sc.restart()
	for _, side := range []string{"a", "b"} {
		for i := range members {
			id := fmt.Sprint(side, i)
			sc.account(store.Player{ID: id, Role: store.Member, Name: "Name of " + id, Skeleton: id, Created: noon})
			if i == 0 {
				sc.must((teams{kept}).create(t.Context(), team{
					ID: side, Name: "Team " + side, Skeleton: side, Rules: "weiqi", Entry: "ask",
					Code: "code " + side, Version: 1, Created: noon, Used: noon,
				}, id, 9, 9))
				continue
			}
			sc.must((teams{kept}).setMember(t.Context(), member{
				Team: side, Player: id, Role: roleMate, Since: noon.Add(time.Duration(i) * time.Minute),
			}, bounds{members: 99, asked: 99, each: 99}))
		}
	}
	return sc
}

// restart continues with another server.
func (sc *scene) restart() {
	sc.all = map[string]*running{}
	now := func() time.Time { return sc.now }
	sc.club.Now = now
	sc.Service = New(sc.t.Context(), Config{
		Store: mortal{sc.kept, sc.club.Life}, Games: sc.club, Boards: boards.NewCache(sc.kept), Terms: terms{},
		Strength: func(_ context.Context, s match.Seat, _ match.Setup) string { return "rank of " + s.Player },
		Plain: func(_ context.Context, board, rules, clock string) (match.Setup, error) {
			return match.Setup{Board: board, Rules: rules, Clock: clock}, nil
		},
		Blocked:  func(_ context.Context, a, b string) (bool, error) { return a+b == sc.blocked || b+a == sc.blocked, nil },
		Name:     func(text string) (string, string, error) { return text, strings.ToLower(text), nil },
		Part:     strings.ToLower,
		Skeleton: func(name string) string { return strings.TrimPrefix(name, "Name of ") },
		Tell: func(_ context.Context, n notify.TeamNews) error {
			if line := fmt.Sprint(n.Player, " ", n.What, " ", n.Team, " ", n.Other, " ", n.Board); !slices.Contains(sc.told, line) {
				sc.told = append(sc.told, line)
			}
			return nil
		},
		Rates: limit.NewAddresses(9, 9, now), Budget: storage.New(storage.Config{Store: sc.kept, Log: slog.New(slog.DiscardHandler), Now: now}),
		Limits: Limits{
			Own: 9, All: 9, Members: 9, New: limit.Quota{Daily: 99, AtOnce: 99},
			Asks: limit.Quota{Daily: 99, AtOnce: 99}, Each: 3, Matches: 9, Lists: 1000,
		}, Coin: func() bool { return true }, Log: slog.New(slog.DiscardHandler), Now: now,
	})
}

func (sc *scene) must(err error) {
	sc.t.Helper()
	if err != nil {
		sc.t.Fatal(err)
	}
}

func (sc *scene) account(p store.Player) {
	sc.t.Helper()
	sc.must(sc.kept.SavePlayer(sc.t.Context(), p))
}

// as returns the context of a player's request.
func (sc *scene) as(id string) context.Context {
	return identity.With(sc.t.Context(), identity.Who{Player: id, Role: store.Member, Name: "Name of " + id})
}

// refused checks the code of an error.
func (sc *scene) refused(what string, err error, code apierror.Code) {
	sc.t.Helper()
	if e, ok := errors.AsType[*apierror.Error](err); !ok || e.Code != code {
		sc.t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// usual is the setup of a match on two boards.
var usual = TeamMatchSetup{Boards: 2, Board: "grid:9", Rules: "weiqi", Clock: "absolute=10m", NoShow: 60}

// challenged returns the id of a match in which a has challenged b.
func (sc *scene) challenged(setup TeamMatchSetup) string {
	sc.t.Helper()
	out, err := sc.challenge(sc.as("a0"), &challengeInput{NewTeamMatch{Home: "a", Guest: "b", Setup: setup}})
	sc.must(err)
	return out.Body.Head.ID
}

// do performs a player's act on a match.
func (sc *scene) do(who, id string, act TeamMatchAct) error {
	_, err := sc.matchAct(sc.as(who), &matchActInput{id, act})
	return err
}

// lined returns the id of a match with both line-ups, of two players and a reserve each.
func (sc *scene) lined(setup TeamMatchSetup) string {
	sc.t.Helper()
	id := sc.challenged(setup)
	sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept"}))
	sc.must(sc.do("a0", id, line("home", "a0 a1", "a2")))
	sc.must(sc.do("b0", id, line("guest", "b0 b1", "b2")))
	return id
}

// line is a line-up of the players with these ids.
func line(side, players, reserves string) TeamMatchAct {
	names := func(ids string) (list []string) {
		for _, id := range strings.Fields(ids) {
			list = append(list, "Name of "+id)
		}
		return list
	}
	return TeamMatchAct{Do: "lineup", Side: side, Line: names(players), Reserves: names(reserves)}
}

// run performs one step of the task that runs matches.
func (sc *scene) run() {
	sc.t.Helper()
	sc.must(sc.readAll(sc.t.Context(), sc.all))
	sc.lookAtAll(sc.t.Context(), sc.all, sc.hub.Due())
}

// later advances the time and runs.
func (sc *scene) later(d time.Duration) {
	sc.now = sc.now.Add(d)
	sc.run()
}

// seen returns a match as a player sees it.
func (sc *scene) seen(id, who string) *TeamMatch {
	sc.t.Helper()
	v, err := sc.matchView(sc.as(who), id)
	sc.must(err)
	return v
}

// gives makes a player resign the game at a board.
func (sc *scene) gives(id string, board int, side game.Color) {
	sc.t.Helper()
	g, err := sc.kept.Game(sc.t.Context(), gameID(id, board))
	sc.must(err)
	sc.must(scheduletest.Finish(sc.t.Context(), sc.kept, g, match.Event{Kind: match.Resigned, By: side}, side.Other(), "R"))
	g.Phase = match.Finished
	sc.GameChanged(g)
	sc.run()
}

// results returns the results of the boards.
func results(v *TeamMatch) string {
	out := fmt.Sprint(v.Head.Phase, " ", v.Head.Home.Points, ":", v.Head.Guest.Points, " ", v.Head.Winner, " ", v.Head.By)
	for _, b := range v.Boards {
		out += " " + b.Result
	}
	return strings.TrimSpace(out)
}

// TestMatch plays a match from its challenge to its end.
func TestMatch(t *testing.T) {
	sc := newScene(t, 3)
	id := sc.challenged(usual)
	if v := sc.seen(id, "a1"); v.Head.Phase != proposed || v.Until != convert.Stamp(noon.Add(answerIn)) || v.Guest.Captain || v.Home.Captain {
		t.Errorf("a challenge: %+v", v)
	}
	sc.refused("accepted by the wrong team", sc.do("a0", id, TeamMatchAct{Do: "accept"}), apierror.Forbidden)
	sc.refused("accepted by a member", sc.do("b1", id, TeamMatchAct{Do: "accept"}), apierror.Forbidden)
	sc.refused("a line-up before", sc.do("a0", id, line("home", "a0 a1", "")), apierror.OutOfStep)
	sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept"}))
	sc.refused("a second time", sc.do("b0", id, TeamMatchAct{Do: "accept"}), apierror.OutOfStep)
	sc.refused("a line-up of a member's", sc.do("a1", id, line("home", "a0 a1", "")), apierror.Forbidden)
	sc.refused("of the other side", sc.do("a0", id, line("guest", "b0 b1", "")), apierror.Forbidden)
	sc.refused("with others", sc.do("a0", id, line("home", "a0 b1", "")), apierror.BadRequest)
	sc.must(sc.do("a0", id, line("home", "a1 a0", "a2")))
	for who, sees := range map[string]int{"a0": 2, "a1": 0, "b0": 0, "": 0} {
		v := sc.seen(id, who)
		if len(v.Home.Line) != sees || !v.Home.Ready || v.Guest.Ready ||
			who == "a0" && (len(v.Home.Roster) != 3 || v.Home.Roster[0].Name != "Name of a0") || who != "a0" && len(v.Home.Roster) > 0 {
			t.Errorf("%q sees %+v", who, v.Home)
		}
	}
	sc.run()
	sc.must(sc.do("b0", id, line("guest", "b0 b1", "")))
	if v := sc.seen(id, ""); len(v.Home.Line) != 2 || v.Home.Line[0].Name != "Name of a1" || len(v.Guest.Line) != 2 || v.Until != "" {
		t.Errorf("both line-ups are given: %+v", v)
	}
	sc.run()
	v := sc.seen(id, "")
	if results(v) != "playing 0:0" || v.Boards[0].Home.Name != "Name of a1" || v.Boards[0].Guest.Rank != "rank of b0" ||
		v.Boards[0].Black != "guest" || v.Boards[1].Black != "home" || v.Boards[1].Game != gameID(id, 2) {
		t.Errorf("it has begun: %s %+v", results(v), v.Boards)
	}
	first, err := sc.kept.Game(t.Context(), gameID(id, 1))
	if err != nil || first.Black.Player != "b0" || first.White.Name != "Name of a1" {
		t.Errorf("the first game: %+v %v", first, err)
	}
	sc.gives(id, 2, game.White) // b1, playing the home team
	if got := results(sc.seen(id, "")); got != "playing 1:0    home" {
		t.Errorf("after a game: %q", got)
	}
	sc.gives(id, 1, game.White) // a1
	if got := results(sc.seen(id, "")); got != "over 1:1 draw points guest home" {
		t.Errorf("at the end: %q", got)
	}
	want := []string{
		"b0 challenged Team b Team a 0", "a0 accepted Team a Team b 0", "a1 begins Team a Team b 1",
		"a0 begins Team a Team b 2", "b0 begins Team b Team a 1", "b1 begins Team b Team a 2",
	}
	if !slices.Equal(sc.told, want) {
		t.Errorf("told: %q\nwant %q", sc.told, want)
	}
	team, err := sc.teamView(sc.as("b1"), "b")
	if err != nil || len(team.Matches) != 1 || team.Drawn != 1 || team.Won+team.Lost != 0 || team.Code != "" {
		t.Errorf("the team: %+v %v", team, err)
	}
}

// TestNotice shows line-ups for some time before the games; meanwhile reserves may replace players.
func TestNotice(t *testing.T) {
	sc := newScene(t, 3)
	setup := usual
	setup.Notice = 300
	id := sc.lined(setup)
	sc.run()
	if v := sc.seen(id, ""); v.Head.Phase != lining || v.Head.Begins != convert.Stamp(noon.Add(5*time.Minute)) ||
		!slices.Contains(sc.told, "b1 lined-up Team b Team a 2") {
		t.Errorf("lined up: %+v, told %q", v.Head, sc.told)
	}
	sc.refused("another order", sc.do("a0", id, line("home", "a1 a0", "a2")), apierror.BadRequest)
	sc.must(sc.do("a0", id, line("home", "a0 a2", "a1")))
	if v := sc.seen(id, ""); v.Head.Begins != convert.Stamp(noon.Add(5*time.Minute)) {
		t.Errorf("a reserve has put it off to %s", v.Head.Begins)
	}
	sc.later(299 * time.Second)
	if v := sc.seen(id, ""); v.Head.Phase != lining {
		t.Errorf("too early: %s", v.Head.Phase)
	}
	sc.now = sc.now.Add(time.Second)
	sc.refused("too late", sc.do("a0", id, line("home", "a0 a1", "a2")), apierror.OutOfStep)
	sc.run()
	if v := sc.seen(id, ""); v.Head.Phase != playing || v.Boards[1].Home.Name != "Name of a2" {
		t.Errorf("it has not begun: %+v", v)
	}
}

// TestTimes ends matches at missed deadlines.
func TestTimes(t *testing.T) {
	at := func(d time.Duration) TeamMatchSetup {
		setup := usual
		setup.Notice, setup.Begins = 600, noon.Add(d).Format(time.RFC3339)
		return setup
	}
	for name, c := range map[string]struct {
		setup  TeamMatchSetup
		accept bool
		lines  []string
		wait   time.Duration
		want   string
	}{
		"not taken up":         {setup: usual, wait: answerIn, want: "off late"},
		"not yet":              {setup: usual, wait: answerIn - 1, want: "proposed "},
		"not before its time":  {setup: at(time.Hour), wait: 50 * time.Minute, want: "off late"},
		"no line-up":           {setup: usual, accept: true, wait: lineUpIn, want: "off lineup"},
		"one line-up":          {setup: usual, accept: true, lines: []string{"guest"}, wait: lineUpIn, want: "over  guest lineup"},
		"one at its time":      {setup: at(time.Hour), accept: true, lines: []string{"home"}, wait: 50 * time.Minute, want: "over  home lineup"},
		"one before":           {setup: at(time.Hour), accept: true, lines: []string{"home"}, wait: 49 * time.Minute, want: "lineup "},
		"both, before":         {setup: at(time.Hour), accept: true, lines: []string{"home", "guest"}, wait: 59 * time.Minute, want: "lineup "},
		"both, at its time":    {setup: at(time.Hour), accept: true, lines: []string{"home", "guest"}, wait: time.Hour, want: "playing "},
		"both, long after all": {setup: at(time.Hour), accept: true, lines: []string{"home", "guest"}, wait: 9 * time.Hour, want: "playing "},
	} {
		sc := newScene(t, 2)
		id := sc.challenged(c.setup)
		if c.accept {
			sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept"}))
		}
		for _, side := range c.lines {
			team := map[string]string{"home": "a", "guest": "b"}[side]
			sc.must(sc.do(team+"0", id, line(side, team+"0 "+team+"1", "")))
		}
		sc.later(c.wait)
		v := sc.seen(id, "")
		got := v.Head.Phase + " " + v.Why
		if v.Head.Winner != "" {
			got += " " + v.Head.Winner + " " + v.Head.By
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want == "off late" {
			sc.refused("accepted late", sc.do("b0", id, TeamMatchAct{Do: "accept"}), apierror.OutOfStep)
		}
	}
}

// TestAcceptedInTime accepts challenges only while enough time is left for a line-up.
func TestAcceptedInTime(t *testing.T) {
	for name, c := range map[string]struct {
		due  time.Duration // deadline for line-ups, from the challenge on
		last time.Duration // deadline for accepting
	}{
		"soon":      {10 * time.Minute, 5 * time.Minute},
		"in a day":  {24 * time.Hour, 12 * time.Hour},
		"in a week": {7 * 24 * time.Hour, 6 * 24 * time.Hour},
		"in a year": {365 * 24 * time.Hour, answerIn},
		"any time":  {0, answerIn},
	} {
		for _, late := range []bool{false, true} {
			sc := newScene(t, 2)
			setup := usual
			if c.due > 0 {
				setup.Notice, setup.Begins = 60, noon.Add(c.due+time.Minute).Format(time.RFC3339)
			}
			id := sc.challenged(setup)
			if v := sc.seen(id, ""); v.Until != convert.Stamp(noon.Add(c.last)) {
				t.Errorf("%s: until %s", name, v.Until)
			}
			sc.now = noon.Add(c.last)
			if late {
				sc.refused(name, sc.do("b0", id, TeamMatchAct{Do: "accept"}), apierror.OutOfStep)
				continue
			}
			sc.now = sc.now.Add(-time.Millisecond)
			sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept"}))
			if v := sc.seen(id, ""); c.due > 0 && v.Until != convert.Stamp(noon.Add(c.due)) {
				t.Errorf("%s: line-ups are due %s", name, v.Until)
			}
		}
	}
}

// TestWhoCannotPlay leaves out players who left, are suspended or were deleted, and keeps two players apart.
func TestWhoCannotPlay(t *testing.T) {
	sc := newScene(t, 4)
	setup := usual
	setup.Boards, setup.Notice = 3, 60
	id := sc.challenged(setup)
	sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept"}))
	sc.must(sc.do("a0", id, line("home", "a0 a1 a2", "a3")))
	sc.blocked = "b0a0"
	sc.must(sc.do("b0", id, line("guest", "b0 b1 b2", "")))
	sc.must((teams{sc.kept}).removeMember(t.Context(), "a", "a1"))
	sc.account(store.Player{ID: "b1", Role: store.Member, Name: "Name of b1", Skeleton: "b1", Created: noon, Suspended: noon.Add(time.Hour)})
	sc.must(sc.kept.Erase(t.Context(), store.Player{ID: "a2", Role: store.Deleted, Skeleton: "a2"}, Erasure...))
	sc.blocked = "a3b1" // too late
	sc.later(time.Minute)
	v := sc.seen(id, "")
	if got := results(v); got != "over 1:1 draw points none home-forfeit guest-forfeit" ||
		v.Boards[1].Home.Name != "Name of a3" || len(sc.club.Made) != 0 {
		t.Errorf("%q %+v", got, v.Boards)
	}
}

// TestCancel lets the team that cancels lose when the other team has given its line-up.
func TestCancel(t *testing.T) {
	for name, c := range map[string]struct {
		lines string // teams with line-ups
		who   string // calls it off
		want  string
	}{
		"without line-ups":   {"", "b0", "off cancelled"},
		"with its own":       {"a", "a0", "off cancelled"},
		"with the other's":   {"a", "b0", "over  home cancelled"},
		"with both":          {"ab", "b0", "over  home cancelled"},
		"by the home team":   {"ab", "a0", "over  guest cancelled"},
		"by who leads both":  {"ab", "both", "off cancelled"},
		"by who judges only": {"ab", "judge", "off cancelled"},
	} {
		sc := newScene(t, 2)
		setup := usual
		setup.Notice = 60
		id := sc.challenged(setup)
		sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept"}))
		for _, team := range c.lines {
			side := map[rune]string{'a': "home", 'b': "guest"}[team]
			sc.must(sc.do(string(team)+"0", id, line(side, string(team)+"0 "+string(team)+"1", "")))
		}
		ctx := sc.as(c.who)
		if c.who == "judge" {
			ctx = identity.With(t.Context(), identity.Who{Player: c.who, Role: store.Moderator})
		}
		if c.who == "both" {
			sc.account(store.Player{ID: c.who, Role: store.Member, Name: c.who, Skeleton: c.who, Created: noon})
			for _, team := range []string{"a", "b"} {
				sc.must((teams{sc.kept}).setMember(t.Context(), member{Team: team, Player: c.who, Role: roleCaptain, Since: noon},
					bounds{members: 9, asked: 9, each: 9}))
			}
		}
		_, err := sc.matchAct(ctx, &matchActInput{id, TeamMatchAct{Do: "cancel"}})
		sc.must(err)
		v := sc.seen(id, "")
		got := v.Head.Phase + " " + v.Why
		if v.Head.Winner != "" {
			got += " " + v.Head.Winner + " " + v.Head.By
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		sc.refused(name+", again", sc.do("a0", id, TeamMatchAct{Do: "cancel"}), apierror.OutOfStep)
	}
}

// TestBlocksAfter: a block after both line-ups are given removes no board, and a player who has joined the
// other team plays for neither.
func TestBlocksAfter(t *testing.T) {
	sc := newScene(t, 3)
	setup := usual
	setup.Notice = 60
	id := sc.lined(setup)
	sc.blocked = "a0b0"
	sc.must((teams{sc.kept}).removeMember(t.Context(), "a", "a1"))
	sc.must((teams{sc.kept}).removeMember(t.Context(), "a", "a2"))
	sc.must((teams{sc.kept}).setMember(t.Context(), member{Team: "b", Player: "a1", Role: roleMate, Since: noon},
		bounds{members: 9, asked: 9, each: 9}))
	sc.later(time.Minute)
	if v := sc.seen(id, ""); results(v) != "playing 0:1    guest-forfeit" || v.Boards[0].Game == "" {
		t.Errorf("%q %+v", results(v), v.Boards)
	}
}

// TestNoShow lets absent players lose.
func TestNoShow(t *testing.T) {
	for name, c := range map[string]struct {
		side game.Color
		want string
	}{
		"neither": {game.Empty, "over 0:0 draw points none none"}, "White": {game.White, "over 1:1 draw points home-forfeit guest-forfeit"},
	} {
		sc := newScene(t, 3)
		sc.club.All, sc.club.Side = false, c.side
		id := sc.lined(usual)
		sc.run()
		sc.later(59 * time.Second)
		if got := results(sc.seen(id, "")); got != "playing 0:0" {
			t.Errorf("%s has come: %q too early", name, got)
		}
		sc.later(time.Second)
		if got := results(sc.seen(id, "")); got != c.want {
			t.Errorf("%s has come: %q, want %q", name, got, c.want)
		}
	}
}

// TestBegunAtTheEnd leaves a game alone if the awaited player moves just before it would be ended.
func TestBegunAtTheEnd(t *testing.T) {
	for moves := range 2 {
		sc := newScene(t, 3)
		sc.club.All = false
		id := sc.lined(usual)
		sc.run()
		first := gameID(id, 1)
		for range moves {
			sc.club.Move(t, first)
		}
		sc.club.AtEnd = func() { sc.club.Move(t, first) }
		sc.later(time.Minute)
		if got := results(sc.seen(id, "")); moves == 0 && got != "playing 0:0    none" || moves == 1 && !strings.HasPrefix(got, "playing") {
			t.Errorf("after %d moves: %q", moves, got)
		}
		if g, err := sc.kept.Game(t.Context(), first); err != nil || g.Phase == match.Finished {
			t.Errorf("after %d moves: %s, %v", moves, g.Phase, err)
		}
	}
}

// TestTornGame: a damaged unfinished game counts for neither side, and does not stop the other boards.
func TestTornGame(t *testing.T) {
	sc := newScene(t, 3)
	sc.club.All, sc.club.Side = false, game.White
	id := sc.lined(usual)
	sc.run()
	sc.club.Torn = gameID(id, 1)
	sc.later(time.Minute)
	sc.later(tryAgain)
	if got := results(sc.seen(id, "")); got != "over 0:1 guest points none guest-forfeit" {
		t.Error(got)
	}
}

// TestEndFails retries to end a game of two absent players before the match is over.
func TestEndFails(t *testing.T) {
	sc := newScene(t, 3)
	sc.club.All = false
	id := sc.lined(usual)
	sc.run()
	sc.club.Fails = errors.New("no disk")
	sc.later(time.Minute)
	sc.later(tryAgain)
	sc.later(tryAgain)
	if got := results(sc.seen(id, "")); got != "over 0:0 draw points none none" {
		t.Error(got)
	}
	for board := 1; board <= 2; board++ {
		if g, err := sc.kept.Game(t.Context(), gameID(id, board)); err != nil || g.Phase != match.Finished {
			t.Errorf("the game at board %d continues, %v", board, err)
		}
	}
}

// TestKilledAtEveryStep kills the server at each of its writes, before it is on disk and after, with
// present and absent players: every game is created once, and the match ends.
func TestKilledAtEveryStep(t *testing.T) {
	for writes := 1; writes <= 9; writes++ {
		for _, before := range []bool{false, true} {
			for _, come := range []bool{true, false} {
				if before && writes == 1 {
					continue // nothing would ever be written
				}
				name := fmt.Sprintf("%d writes, before: %v, people come: %v", writes, before, come)
				sc := newScene(t, 3)
				id := sc.lined(usual)
				rng := rand.New(rand.NewPCG(uint64(writes), 1))
				sc.club.All = come
				for lives := 0; sc.club.Life != nil; lives++ {
					if lives > 500 {
						t.Fatalf("%s: it does not end", name)
					}
					sc.club.Life = &scheduletest.Life{Left: writes, Before: before}
					sc.restart()
					for !sc.club.Life.Dead {
						sc.run()
						if m, err := (teams{sc.kept}).match(t.Context(), id); err != nil || m.Phase == over {
							sc.club.Life = nil
							break
						}
						if come {
							sc.club.PlayOne(t, rng)
						}
						sc.now = sc.now.Add(readEvery)
					}
				}
				v := sc.seen(id, "")
				if len(sc.club.Made) != 2 || sc.club.Made[gameID(id, 1)] != 1 || sc.club.Made[gameID(id, 2)] != 1 {
					t.Errorf("%s: games were made: %v", name, sc.club.Made)
				}
				for id := range sc.club.Made {
					if g, err := sc.kept.Game(t.Context(), id); err != nil || g.Phase != match.Finished {
						t.Errorf("%s: the game %s continues, %v", name, id, err)
					}
				}
				if v.Head.Left != 0 || come && v.Head.Home.Points+v.Head.Guest.Points != 2 {
					t.Errorf("%s: %s", name, results(v))
				}
			}
		}
	}
}

// TestTwoRunners lets two nodes run the same match: it begins once.
func TestTwoRunners(t *testing.T) {
	sc := newScene(t, 3)
	id := sc.lined(usual)
	sc.run()
	other := newRunning()
	old := sc.all[id]
	for _, e := range []*running{old, other} {
		if _, err := sc.look(t.Context(), id, e); err != nil {
			t.Error(err)
		}
	}
	late := newRunning()
	late.read, late.m, late.b = sc.now, old.m, old.b
	late.m.Phase, late.m.Version, late.b.Boards = lining, old.m.Version-1, nil // the old state
	if done, err := sc.look(t.Context(), id, late); err != nil || done || !late.read.IsZero() {
		t.Errorf("the late node: %v %v", done, err)
	}
	if m, err := (teams{sc.kept}).match(t.Context(), id); err != nil || m.Version != old.m.Version || len(sc.club.Made) != 2 {
		t.Errorf("it is of version %d %v, and has %d games", m.Version, err, len(sc.club.Made))
	}
}

// TestHoldsUpNobody continues the other matches if one is unreadable, or its games cannot be created.
func TestHoldsUpNobody(t *testing.T) {
	sc := newScene(t, 3)
	sc.must((teams{sc.kept}).createMatch(t.Context(), contest{
		ID: "torn", Home: "a", Guest: "b", Phase: playing, Version: 1, Created: noon, Changed: noon, Body: []byte("{"),
	}, 9, 9))
	id := sc.lined(usual)
	sc.run()
	if got := results(sc.seen(id, "")); got != "playing 0:0" {
		t.Errorf("beside one that is torn: %q", got)
	}
	team, err := sc.teamView(sc.as("a0"), "a")
	if err != nil || len(team.Matches) != 1 {
		t.Errorf("the team has %d matches, %v", len(team.Matches), err)
	}
	if err := sc.LeaveAll(t.Context(), "a1"); err != nil {
		t.Error(err)
	}
}

// TestHopeless gives up games that cannot be created; the others are played meanwhile.
func TestHopeless(t *testing.T) {
	sc := newScene(t, 3)
	sc.club.All = false
	id := sc.lined(usual)
	sc.Games = noGames{sc.club, map[string]bool{gameID(id, 1): true}}
	sc.now = noon.Add(2 * hopeless) // no server ran at the starting time
	sc.run()
	if got := results(sc.seen(id, "")); got != "playing 0:0" {
		t.Errorf("at first: %q", got)
	}
	want := []string{"a1 begins Team a Team b 2", "b1 begins Team b Team a 2"}
	if begun := sc.told[len(sc.told)-2:]; !slices.Equal(begun, want) {
		t.Errorf("told %q, want %q", begun, want)
	}
	sc.later(time.Minute)
	if got := results(sc.seen(id, "")); got != "playing 0:0    none" {
		t.Errorf("the other game without players: %q", got)
	}
	sc.later(hopeless - 2*time.Minute)
	if got := results(sc.seen(id, "")); !strings.HasPrefix(got, "playing") {
		t.Errorf("before: %q", got)
	}
	sc.later(2 * time.Minute)
	if v := sc.seen(id, ""); results(v) != "over 0:0 draw points none none" || v.Boards[0].Game != "" || v.Boards[1].Game == "" {
		t.Errorf("then: %q %+v", results(v), v.Boards)
	}
}

// TestGivenUpNotSaved gives a game up again after a failed write.
func TestGivenUpNotSaved(t *testing.T) {
	sc := newScene(t, 3)
	id := sc.lined(usual)
	sc.Games = noGames{sc.club, map[string]bool{gameID(id, 1): true}}
	sc.run()
	sc.now = sc.now.Add(hopeless)
	e := sc.all[id]
	stale := *e
	stale.m.Version--
	if err := sc.play(t.Context(), &stale, false); err == nil || stale.made {
		t.Errorf("an unwritten result counts: %v", err)
	}
	sc.run()
	sc.gives(id, 2, game.White)
	if got := results(sc.seen(id, "")); got != "over 1:0 home points none home" {
		t.Errorf("at the end: %q", got)
	}
}

// TestNotTold stores results although players cannot be notified of the start, notifies them later, and
// notifies no player twice of the same line-ups.
func TestNotTold(t *testing.T) {
	sc := newScene(t, 3)
	setup := usual
	setup.Notice = 300
	calls, fails := 0, false
	sc.Tell = func(_ context.Context, n notify.TeamNews) error {
		if fails {
			return errors.New("no disk")
		}
		calls++
		return nil
	}
	id := sc.lined(setup)
	calls = 0
	for range 4 {
		sc.later(time.Minute)
	}
	if calls != 4 {
		t.Errorf("%d are notified of their line-ups", calls)
	}
	fails = true
	sc.later(time.Minute)
	sc.gives(id, 1, game.Black)
	if got := results(sc.seen(id, "")); got != "playing 1:0   home" {
		t.Errorf("no player is notified: %q", got)
	}
	fails, calls = false, 0
	sc.later(time.Minute)
	sc.later(time.Minute)
	if calls != 2 {
		t.Errorf("%d are notified later", calls)
	}
}

// noGames fails to create some games.
type noGames struct {
	*scheduletest.Club
	not map[string]bool
}

func (n noGames) CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error) {
	if n.not[id] {
		return store.Game{}, errors.New("no board")
	}
	return n.Club.CreateAs(ctx, id, setup)
}

// TestByLink lets the captain of any team accept a challenge by its link.
func TestByLink(t *testing.T) {
	sc := newScene(t, 3)
	out, err := sc.challenge(sc.as("a0"), &challengeInput{NewTeamMatch{Home: "a", Setup: usual}})
	sc.must(err)
	id := out.Body.Head.ID
	sc.refused("with the challenging team", sc.do("a0", id, TeamMatchAct{Do: "accept", Team: "a"}), apierror.BadRequest)
	sc.refused("with the team of another", sc.do("b1", id, TeamMatchAct{Do: "accept", Team: "b"}), apierror.Forbidden)
	sc.refused("with none", sc.do("b0", id, TeamMatchAct{Do: "accept"}), apierror.NotFound)
	sc.refused("declined by an uninvolved captain", sc.do("b0", id, TeamMatchAct{Do: "decline"}), apierror.Forbidden)
	sc.blocked = "a0b0"
	sc.refused("blocked", sc.do("b0", id, TeamMatchAct{Do: "accept", Team: "b"}), apierror.Forbidden)
	sc.blocked = ""
	sc.must(sc.do("b0", id, TeamMatchAct{Do: "accept", Team: "b"}))
	if v := sc.seen(id, "b0"); v.Head.Guest.Name != "Team b" || !v.Guest.Captain || v.Home.Captain {
		t.Errorf("taken up: %+v", v)
	}
}

// TestChallengeBounds refuses invalid challenges, and too many.
func TestChallengeBounds(t *testing.T) {
	sc := newScene(t, 3)
	try := func(who string, in NewTeamMatch, change func(*TeamMatchSetup)) error {
		in.Setup = usual
		if change != nil {
			change(&in.Setup)
		}
		_, err := sc.challenge(sc.as(who), &challengeInput{in})
		return err
	}
	ours := NewTeamMatch{Home: "a", Guest: "b"}
	for name, change := range map[string]func(*TeamMatchSetup){
		"no board":    func(s *TeamMatchSetup) { s.Boards = 0 },
		"many boards": func(s *TeamMatchSetup) { s.Boards = 51 },
		"no clock":    func(s *TeamMatchSetup) { s.Clock = "" },
		"little time": func(s *TeamMatchSetup) { s.NoShow = 59 },
		"much time":   func(s *TeamMatchSetup) { s.NoShow = mostCome + 1 },
		"notice":      func(s *TeamMatchSetup) { s.Notice = -1 },
		"long notice": func(s *TeamMatchSetup) { s.Notice = mostShown + 1 },
		"the past":    func(s *TeamMatchSetup) { s.Begins = noon.Add(-1).Format(time.RFC3339) },
		"soon": func(s *TeamMatchSetup) {
			s.Begins, s.Notice = noon.Add(11*time.Minute-time.Second).Format(time.RFC3339), 60
		},
		"years ahead": func(s *TeamMatchSetup) { s.Begins = noon.Add(2 * mostAhead).Format(time.RFC3339) },
		"no time":     func(s *TeamMatchSetup) { s.Begins = "soon" },
		"no handicap": func(s *TeamMatchSetup) { s.Rules, s.Handicap = "gomoku", true },
	} {
		sc.refused(name, try("a0", ours, change), apierror.BadRequest)
	}
	sc.refused("by a member", try("a1", ours, nil), apierror.Forbidden)
	sc.refused("oneself", try("a0", NewTeamMatch{Home: "a", Guest: "a"}, nil), apierror.BadRequest)
	sc.refused("unknown team", try("a0", NewTeamMatch{Home: "a", Guest: "c"}, nil), apierror.NotFound)
	sc.blocked = "b0a0"
	sc.refused("blocked", try("a0", ours, nil), apierror.Forbidden)
	sc.blocked = ""
	sc.must(try("a0", ours, nil))
	sc.refused("twice", try("a0", ours, nil), apierror.OutOfStep)
	theirs, err := sc.challenge(sc.as("b0"), &challengeInput{NewTeamMatch{Home: "b", Guest: "a", Setup: usual}})
	sc.must(err)
	for range 2 {
		sc.must(try("a0", NewTeamMatch{Home: "a"}, nil)) // others' challenges do not count
	}
	sc.refused("a fourth", try("a0", NewTeamMatch{Home: "a"}, nil), apierror.TooMany)
	sc.refused("a fourth is taken up", sc.do("a0", theirs.Body.Head.ID, TeamMatchAct{Do: "accept"}), apierror.TooMany)
	for _, m := range mustList((teams{sc.kept}).matchesOf(t.Context(), "a", 9)) {
		if err := sc.do("a1", m.ID, TeamMatchAct{Do: "cancel"}); err == nil {
			t.Error("a member calls it off")
		}
		who := map[string]string{"a": "a0", "b": "b0"}[m.Home]
		sc.must(sc.do(who, m.ID, TeamMatchAct{Do: "cancel"}))
	}
	sc.must(try("a0", ours, nil))
	sc.later(2 * keepOff)
	if _, err := sc.CloseUnused(t.Context(), time.UnixMilli(1)); err != nil {
		t.Error(err)
	}
	sc.later(2 * keepOff)
	if n, err := sc.CloseUnused(t.Context(), time.UnixMilli(1)); err != nil || n != 0 {
		t.Error(n, err)
	}
	if list := mustList((teams{sc.kept}).matchesOf(t.Context(), "a", 9)); len(list) != 0 {
		t.Errorf("%d matches are left that came to nothing", len(list))
	}
}

// TestChallengesOfADay bounds a team's challenges per day; the other team's captains are notified once a day.
func TestChallengesOfADay(t *testing.T) {
	sc := newScene(t, 2)
	sc.Limits.Asks = limit.Quota{Daily: 3, AtOnce: 3}
	keys := map[string]int{}
	sc.Tell = func(_ context.Context, n notify.TeamNews) error {
		keys[string(n.What)+" "+n.Key]++
		return nil
	}
	in := &challengeInput{NewTeamMatch{Home: "a", Guest: "b", Setup: usual}}
	for i := range 3 {
		out, err := sc.challenge(limit.With(sc.as("a0"), fmt.Sprint("address ", i)), in)
		sc.must(err)
		sc.must(sc.do("a0", out.Body.Head.ID, TeamMatchAct{Do: "cancel"}))
	}
	if len(keys) != 1 {
		t.Errorf("told of: %v", keys)
	}
	_, err := sc.challenge(limit.With(sc.as("a0"), "another address"), in)
	if !errors.Is(err, limit.ErrTooOften) {
		t.Errorf("a fourth of the day: %v", err)
	}
	sc.now = sc.now.Add(24 * time.Hour)
	if _, err := sc.challenge(sc.as("a0"), in); err != nil || len(keys) != 2 {
		t.Errorf("a day later: %v, told of %v", err, keys)
	}
}

// TestForgetsAll deletes all called-off matches, for any number.
func TestForgetsAll(t *testing.T) {
	sc := newScene(t, 1)
	for i := range 2*atOnceOff + 1 {
		m := contest{ID: fmt.Sprint("m", i), Home: "a", Phase: off, Version: 1, Created: noon, Changed: noon, Body: []byte("{}")}
		sc.must((teams{sc.kept}).createMatch(t.Context(), m, 1, 1))
	}
	sc.now = sc.now.Add(2 * keepOff)
	if _, err := sc.CloseUnused(t.Context(), time.UnixMilli(1)); err != nil {
		t.Error(err)
	}
	if list := mustList((teams{sc.kept}).matchesOf(t.Context(), "a", 999)); len(list) != 0 {
		t.Errorf("%d are left", len(list))
	}
}

func mustList[T any](list []T, err error) []T {
	if err != nil {
		panic(err)
	}
	return list
}

// TestMembers adds and removes members.
func TestMembers(t *testing.T) {
	sc := newScene(t, 2)
	act := func(who string, in TeamAct) error {
		_, err := sc.act(sc.as(who), &actInput{"a", in})
		return err
	}
	is := func(want string) {
		t.Helper()
		got := []string{}
		for _, m := range mustList((teams{sc.kept}).members(t.Context(), "a")) {
			got = append(got, m.Player+" "+string(m.Role))
		}
		slices.Sort(got)
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	player := func(do, id string) TeamAct { return TeamAct{Do: do, Player: "Name of " + id} }
	sc.must(act("b0", TeamAct{Do: "join"}))
	sc.must(act("b0", TeamAct{Do: "join"}))
	is("a0 captain, a1 member, b0 asked")
	if v, err := sc.teamView(sc.as("a0"), "a"); err != nil || len(v.Asked) != 1 || v.Code != "code a" ||
		v.Head.Role != "captain" || len(v.Members) != 2 || !v.Members[0].Captain {
		t.Errorf("a captain sees %+v %v", v, err)
	}
	if v, err := sc.teamView(sc.as("b0"), "a"); err != nil || len(v.Asked) != 0 || v.Code != "" || v.Head.Role != "asked" {
		t.Errorf("a player who has asked sees %+v %v", v, err)
	}
	sc.refused("admitted by a member", act("a1", player("admit", "b0")), apierror.Forbidden)
	sc.refused("admitted by themselves", act("b0", player("admit", "b0")), apierror.Forbidden)
	sc.refused("a player who has not asked", act("a0", player("admit", "b1")), apierror.NotFound)
	sc.refused("a member", act("a0", player("admit", "a1")), apierror.NotFound)
	sc.refused("a player who has asked", act("a0", player("promote", "b0")), apierror.NotFound)
	sc.must(act("a0", player("admit", "b0")))
	is("a0 captain, a1 member, b0 member")
	sc.refused("the last captain leaves", act("a0", TeamAct{Do: "leave"}), apierror.BadRequest)
	sc.refused("the last captain steps down", act("a0", TeamAct{Do: "demote"}), apierror.BadRequest)
	sc.must(act("a0", player("promote", "b0")))
	sc.refused("a captain is removed", act("a0", player("remove", "b0")), apierror.BadRequest)
	sc.must(act("a0", TeamAct{Do: "demote"}))
	is("a0 member, a1 member, b0 captain")
	sc.must(act("b0", player("remove", "a1")))
	sc.refused("by an invalid link", act("a1", TeamAct{Do: "join", Code: "x"}), apierror.NotFound)
	sc.blocked = "a1b0"
	sc.refused("blocked", act("a1", TeamAct{Do: "join", Code: "code a"}), apierror.Forbidden)
	sc.blocked = ""
	sc.must(act("a1", TeamAct{Do: "join", Code: "code a"}))
	sc.must(act("b0", TeamAct{Do: "link"}))
	sc.must(act("b0", TeamAct{Do: "change", Name: "Others", About: "x", Rules: "gomoku", Entry: "link"}))
	sc.refused("no entry", act("b0", TeamAct{Do: "change", Name: "Others", Rules: "gomoku", Entry: "x"}), apierror.BadRequest)
	sc.refused("no game", act("b0", TeamAct{Do: "change", Name: "Others", Rules: "x", Entry: "open"}), apierror.BadRequest)
	sc.refused("another's name", act("b0", TeamAct{Do: "change", Name: "B", Rules: "weiqi", Entry: "open"}), apierror.OutOfStep)
	sc.refused("without a link", act("b1", TeamAct{Do: "join"}), apierror.Forbidden)
	sc.refused("by the link of before", act("b1", TeamAct{Do: "join", Code: "code a"}), apierror.NotFound)
	is("a0 member, a1 member, b0 captain")
	want := []string{"a0 asked Team a Name of b0 0", "b0 admitted Team a  0"}
	if !slices.Equal(sc.told, want) {
		t.Errorf("told %q, want %q", sc.told, want)
	}
	// the member of longest standing leads it now
	sc.must(sc.kept.Erase(t.Context(), store.Player{ID: "b0", Role: store.Deleted, Skeleton: "b0"}, Erasure...))
	sc.must(act("a0", player("remove", "a1")))
	sc.must(sc.LeaveAll(t.Context(), "a0"))
	if n, err := sc.CloseUnused(t.Context(), time.UnixMilli(1)); n != 1 || err != nil {
		t.Errorf("%d teams without anybody, %v", n, err)
	}
	if _, err := (teams{sc.kept}).one(t.Context(), "b"); err != nil {
		t.Error(err)
	}
}

// TestUsed records a team's use when members join, leave, step down or play.
func TestUsed(t *testing.T) {
	for name, use := range map[string]func(sc *scene) error{
		"join": func(sc *scene) error {
			_, err := sc.act(sc.as("b0"), &actInput{"a", TeamAct{Do: "join"}})
			return err
		},
		"leave": func(sc *scene) error {
			_, err := sc.act(sc.as("a1"), &actInput{"a", TeamAct{Do: "leave"}})
			return err
		},
		"demote": func(sc *scene) error {
			sc.must((teams{sc.kept}).setMember(t.Context(), member{Team: "a", Player: "a1", Role: roleCaptain, Since: noon},
				bounds{members: 9, asked: 9, each: 9}))
			_, err := sc.act(sc.as("a0"), &actInput{"a", TeamAct{Do: "demote"}})
			return err
		},
		"play": func(sc *scene) error {
			sc.run()
			return nil
		},
	} {
		sc := newScene(t, 3)
		if name == "play" {
			sc.lined(usual)
		}
		sc.now = sc.now.Add(usedFor)
		sc.must(use(sc))
		if v, err := (teams{sc.kept}).one(t.Context(), "a"); err != nil || !v.Used.Equal(sc.now) {
			t.Errorf("%s: used at %v, %v", name, v.Used, err)
		}
	}
}

// TestAskedAgain notifies captains again of a request on another day.
func TestAskedAgain(t *testing.T) {
	sc := newScene(t, 2)
	keys := map[string]bool{}
	sc.Tell = func(_ context.Context, n notify.TeamNews) error {
		keys[string(n.What)+" "+n.Key] = true
		return nil
	}
	for i, want := range []int{1, 1, 2} {
		if i == 2 {
			sc.now = sc.now.Add(24 * time.Hour)
		}
		for _, do := range []string{"join", "leave"} {
			_, err := sc.act(sc.as("b0"), &actInput{"a", TeamAct{Do: do}})
			sc.must(err)
		}
		if len(keys) != want {
			t.Errorf("the %d. time: %v", i+1, keys)
		}
	}
	for range 2 { // and still waiting the next day
		_, err := sc.act(sc.as("b1"), &actInput{"a", TeamAct{Do: "join"}})
		sc.must(err)
		sc.now = sc.now.Add(24 * time.Hour)
	}
	if len(keys) != 3 {
		t.Errorf("a player who already waits: %v", keys)
	}
}

// TestBarred: captains cannot rename their team for some time after moderators have renamed it.
func TestBarred(t *testing.T) {
	sc := newScene(t, 1)
	_, err := sc.kept.Act(t.Context(), store.Deed{At: noon, By: "mo", Kind: store.RenamedTeam, Target: "a0", Why: "rude"},
		store.Change{Also: []store.Also{sc.Renaming("a", "team-1", "team-1", noon.Add(time.Hour))}})
	sc.must(err)
	change := func(name, about, entry string) error {
		_, err := sc.act(sc.as("a0"), &actInput{"a", TeamAct{Do: "change", Name: name, About: about, Rules: "weiqi", Entry: entry}})
		return err
	}
	sc.refused("another name", change("A", "", "ask"), apierror.Forbidden)
	sc.refused("a line about it", change("team-1", "x", "ask"), apierror.Forbidden)
	sc.must(change("team-1", "", "open"))
	sc.now = noon.Add(time.Hour)
	sc.must(change("A", "x", "open"))
}

// TestCloseTeam closes a team without a running match; planned matches are called off.
func TestCloseTeam(t *testing.T) {
	sc := newScene(t, 3)
	setup := usual
	setup.Notice = 60
	id, other := sc.lined(setup), sc.lined(usual)
	sc.run()
	if got := results(sc.seen(other, "")); got != "playing 0:0" {
		t.Fatal(got)
	}
	end := func() error {
		_, err := sc.act(sc.as("a0"), &actInput{"a", TeamAct{Do: "close"}})
		return err
	}
	sc.refused("it plays", end(), apierror.BadRequest)
	if n, err := sc.CloseUnused(t.Context(), sc.now.Add(time.Hour)); n != 0 || err != nil {
		t.Errorf("%d teams closed that play, %v", n, err)
	}
	sc.gives(other, 1, game.White)
	sc.gives(other, 2, game.White)
	sc.must(end())
	sc.run()
	if v := sc.seen(id, "b0"); v.Head.Phase != off || v.Why != "closed" || v.Head.Home.Name != "" || v.Head.Home.ID != "a" {
		t.Errorf("a match of a closed team: %+v", v.Head)
	}
	if v := sc.seen(other, "b0"); v.Head.Phase != over || v.Boards[0].Home.Name != "Name of a0" {
		t.Errorf("one that was played: %+v", v)
	}
	_, err := sc.teamView(sc.as("a0"), "a")
	sc.refused("a closed team", err, apierror.NotFound)
}

// TestLists lists teams by part of their names, the player's own teams, and matches.
func TestLists(t *testing.T) {
	sc := newScene(t, 3)
	sc.lined(usual)
	sc.run()
	for search, want := range map[string]int{"": 2, "A": 1, "x": 0} {
		out, err := sc.list(sc.as("b1"), &listInput{search})
		if err != nil || len(out.Body.Teams) != want || len(out.Body.Mine) != 1 ||
			out.Body.Mine[0].Role != "member" || out.Body.Mine[0].Members != 3 || len(out.Body.Matches) != 1 {
			t.Errorf("%q: %+v %v", search, out, err)
		}
	}
}

// TestCaptainOf finds the player responsible for a team: a captain, or the member of longest standing.
func TestCaptainOf(t *testing.T) {
	sc := newScene(t, 3)
	is := func(id, want string) {
		t.Helper()
		if got, err := sc.CaptainOf(t.Context(), id); err != nil || got != want {
			t.Errorf("%q answers for %s (%v), want %q", got, id, err, want)
		}
	}
	is("a", "a0")
	set := func(player string, as role) {
		sc.must(sc.Service.kept.setMember(t.Context(), member{Team: "a", Player: player, Role: as, Since: noon}, many))
	}
	set("a2", roleCaptain)
	is("a", "a0")
	set("a0", roleMate)
	is("a", "a2")
	set("a2", roleMate)
	is("a", "a0")
	set("a0", roleAsked)
	is("a", "a1")
	is("none", "")
}

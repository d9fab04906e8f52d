package tournaments

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

	"moyo/contest/tournament"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/schedule/scheduletest"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// scene is a tournament of p0, p1 and so on, directed by ada, on a server that is not killed.
type scene struct {
	*Service
	kept store.Store
	club club
	now  time.Time
}

// swiss is a setup of two rounds.
var swiss = tournament.Setup{
	Format: tournament.Swiss, Rounds: 2, Most: 8, NoShow: 60, TieBreaks: tournament.DefaultTieBreaks(tournament.Swiss),
	Board: "grid:9", Rules: "weiqi", Clock: "absolute=10m",
}

// newScene returns a tournament with accounts of its players and director.
func newScene(t *testing.T, setup tournament.Setup, players int, then ...tournament.Event) *scene {
	t.Helper()
	kept := sqlitetest.New(t)
	sc := &scene{kept: kept, now: noon, club: club{scheduletest.NewClub(kept)}}
	sc.club.Now = func() time.Time { return sc.now }
	sc.restart(t)
	for _, id := range append([]string{"ada"}, playerIDs(players)...) {
		sc.account(t, store.Player{ID: id, Role: store.Member, Name: "Name of " + id, Skeleton: id, Created: noon})
	}
	keepCup(t, kept, setup, players, then...)
	return sc
}

// restart continues the tournament on another server.
func (sc *scene) restart(t *testing.T) {
	t.Helper()
	now := func() time.Time { return sc.now }
	sc.Service = New(t.Context(), Config{
		Store: sc.kept, Games: sc.club, Boards: boards.NewCache(sc.kept), Strengths: unranked{}, Log: slog.New(slog.DiscardHandler), Now: now,
		Rates: limit.NewAddresses(9, 9, now), Limits: Limits{Own: 9, All: 9, Lists: 1000},
	})
}

func playerIDs(n int) (ids []string) {
	for i := range n {
		ids = append(ids, "p"+string(rune('0'+i)))
	}
	return ids
}

func (sc *scene) account(t *testing.T, p store.Player) {
	t.Helper()
	if err := sc.kept.SavePlayer(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

// erase deletes an account.
func (sc *scene) erase(t *testing.T, id string) {
	t.Helper()
	if err := sc.kept.Erase(t.Context(), store.Player{ID: id, Role: store.Deleted, Skeleton: id, Created: noon}, Erasure...); err != nil {
		t.Fatal(err)
	}
}

// write adds events to the tournament.
func (sc *scene) write(t *testing.T, events ...tournament.Event) {
	t.Helper()
	err := sc.with(t.Context(), "cup", func(e *entry) error {
		return sc.Service.write(t.Context(), "cup", e, func(*tournament.Tournament) ([]tournament.Event, error) { return events, nil })
	})
	if err != nil {
		t.Fatal(err)
	}
}

// goOn performs one step of the service, and returns the tournament.
func (sc *scene) goOn(t *testing.T) *tournament.Tournament {
	t.Helper()
	if err := sc.look(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	return sc.get("cup").t
}

// TestWinnerErased shows the winner by their current name, and no name of a deleted
// account.
func TestWinnerErased(t *testing.T) {
	sc := newScene(t, swiss, 2, tournament.Event{Kind: tournament.Started})
	sc.goOn(t)
	sc.write(t, tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins},
		tournament.Event{Kind: tournament.Closed}, tournament.Event{Kind: tournament.Ended})
	winner := func() string {
		t.Helper()
		out, err := sc.list(t.Context(), nil)
		if err != nil || len(out.Body.Over) != 1 {
			t.Fatal(out, err)
		}
		return out.Body.Over[0].Winner
	}
	first := sc.get("cup").t.Players()[sc.get("cup").t.Games()[0].Black].ID
	if got := winner(); got != "Name of "+first {
		t.Errorf("%q has won", got)
	}
	sc.account(t, store.Player{ID: first, Role: store.Member, Name: "Another", Skeleton: first, Created: noon})
	if got := winner(); got != "Another" {
		t.Errorf("after a change of names %q has won", got)
	}
	sc.erase(t, first)
	if got := winner(); got != "" {
		t.Errorf("after their account was deleted %q has won", got)
	}
}

// TestErasedPlayer withdraws players with deleted accounts before an opponent waits for them; games
// have current names.
func TestErasedPlayer(t *testing.T) {
	sc := newScene(t, swiss, 4, tournament.Event{Kind: tournament.Started})
	sc.goOn(t)
	sc.erase(t, "p1")
	sc.account(t, store.Player{ID: "p0", Role: store.Member, Name: "Another", Skeleton: "p0", Created: noon})
	sc.write(t, tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins},
		tournament.Event{Kind: tournament.Resulted, Game: 2, Result: tournament.BlackWins})
	tour := sc.goOn(t)
	if i, _ := tour.Player("p1"); !tour.Players()[i].Withdrawn {
		t.Error("a deleted player is still in the tournament")
	}
	if len(tour.Rounds()) != 2 || len(tour.Rounds()[1].Games) != 1 || len(tour.Rounds()[1].Byes) != 1 {
		t.Errorf("rounds: %+v", tour.Rounds())
	}
	names := ""
	for _, n := range []int{1, 2, 3} {
		g, err := sc.kept.Game(t.Context(), gameID("cup", n))
		if err != nil {
			t.Fatal(err)
		}
		names += g.Black.Name + ", " + g.White.Name + "; "
	}
	if !strings.Contains(names, "Name of p0") || tour.Rounds()[1].Byes[0] != 0 && !strings.Contains(names, "Another") {
		t.Errorf("games of %s", names)
	}
}

// TestByHand requires a note from the director, who may not decide their own games, or rated games while
// they are running.
func TestByHand(t *testing.T) {
	result := tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins, By: "ada", Note: "seen"}
	remove := tournament.Event{Kind: tournament.Withdrew, Player: "p1", By: "ada", Note: "rude"}
	without, own, ownRemoved := result, result, remove
	without.Note, own.By, ownRemoved.By = "", "p0", "p0"
	silently := remove
	silently.Note = ""
	for name, c := range map[string]struct {
		ev             tournament.Event
		rated, decided bool
		want           string
	}{
		"a result":                  {ev: result},
		"without a word":            {ev: without, want: "tournament.reason"},
		"a removal":                 {ev: remove},
		"a removal without a word":  {ev: silently, want: "tournament.reason"},
		"the director's own game":   {ev: own, want: "tournament.ownGame"},
		"who plays against oneself": {ev: ownRemoved, want: "tournament.ownGame"},
		"the director's own, later": {ev: own, decided: true},
		"a removal, later":          {ev: ownRemoved, decided: true},
		"a rated game":              {ev: result, rated: true, want: "tournament.ratedGame"},
		"who plays a rated game":    {ev: remove, rated: true, want: "tournament.ratedGame"},
		"a rated game, later":       {ev: result, rated: true, decided: true},
		"a player withdraws":        {ev: tournament.Event{Kind: tournament.Withdrew, Player: "p1"}, rated: true},
		"no game":                   {ev: tournament.Event{Kind: tournament.Resulted, Game: 7, By: "ada", Note: "seen"}},
	} {
		setup := swiss
		setup.Rated = c.rated
		sc := newScene(t, setup, 2, tournament.Event{Kind: tournament.Started})
		tour := sc.goOn(t)
		if c.decided {
			sc.write(t, tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.WhiteWins})
		}
		err := byHand(tour, c.ev)
		got := ""
		if said, ok := errors.AsType[*apierror.Error](err); ok {
			got = said.Sentence.ID
		}
		if got != c.want || (err != nil) != (c.want != "") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestNotes shows the director's decisions about others, and not the players' own acts.
func TestNotes(t *testing.T) {
	sc := newScene(t, swiss, 4, tournament.Event{Kind: tournament.Withdrew, Player: "p1", By: "ada"},
		tournament.Event{Kind: tournament.Withdrew, Player: "p2"})
	out, err := sc.view(t.Context(), "cup")
	if err != nil || len(out.Notes) != 1 || out.Notes[0].Player != "Name of p1" {
		t.Errorf("%+v %v", out, err)
	}
	sc.write(t, tournament.Event{Kind: tournament.Started})
	sc.goOn(t)
	for i := range mostNotes + 10 {
		result := []tournament.Result{tournament.BlackWins, tournament.WhiteWins}[i%2]
		sc.write(t, tournament.Event{Kind: tournament.Resulted, Game: 1, Result: result, By: "ada", Note: fmt.Sprint("note ", i)})
	}
	out, err = sc.view(t.Context(), "cup")
	if err != nil || len(out.Notes) != mostNotes || out.Notes[mostNotes-1].Note != fmt.Sprint("note ", mostNotes+9) {
		t.Errorf("%d notes, the last %+v; %v", len(out.Notes), out.Notes[len(out.Notes)-1], err)
	}
}

// TestPoisoned handles other tournaments' results if one is unreadable or accepts none.
func TestPoisoned(t *testing.T) {
	for name, body := range map[string]string{"no JSON": `{`, "no event": `{"kind":"nonsense"}`} {
		sc := newScene(t, swiss, 2, tournament.Event{Kind: tournament.Started})
		sc.goOn(t)
		head, err := sc.Service.kept.header(t.Context(), "cup")
		if err != nil {
			t.Fatal(err)
		}
		head.Version++
		if err := sc.Service.kept.change(t.Context(), head, [][]byte{[]byte(body)}); err != nil {
			t.Fatal(err)
		}
		sc.club.PlayOne(t, rand.New(rand.NewPCG(1, 1)))
		if err := sc.ended.Catch(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := sc.kept.Notices(t.Context(), store.SubscriberTournaments, 9); err != nil || len(left) > 0 {
			t.Errorf("%s: not handled: %v %v", name, left, err)
		}
		if _, err := sc.list(t.Context(), nil); err != nil {
			t.Errorf("%s: there is no list: %v", name, err)
		}
	}
}

// TestWhoIsAwaited: a present player who is not to move does not lose, nor does a player with days for
// each move.
func TestWhoIsAwaited(t *testing.T) {
	for name, c := range map[string]struct {
		clock string
		side  game.Color
		want  tournament.Result
	}{
		"neither":        {"absolute=10m", game.Empty, tournament.BothAbsent},
		"White":          {"absolute=10m", game.White, tournament.WhiteForfeit},
		"Black":          {"absolute=10m", game.Black, tournament.BothAbsent},
		"correspondence": {"correspondence=3d", game.Empty, tournament.WhiteForfeit},
	} {
		setup := swiss
		setup.Clock = c.clock
		sc := newScene(t, setup, 2, tournament.Event{Kind: tournament.Started})
		sc.club.All, sc.club.Side = false, c.side
		sc.goOn(t)
		sc.club.Side = game.Empty // and goes again
		sc.now = noon.Add(time.Minute)
		if got := sc.goOn(t).Games()[0].Result; got != c.want {
			t.Errorf("%s has come: %s, want %s", name, got, c.want)
		}
	}
}

// TestNoShowOverRestarts: an absent player loses when their time is up, although servers restart meanwhile; not
// earlier, and not before they could reconnect. Time without a server does not count.
func TestNoShowOverRestarts(t *testing.T) {
	setup := swiss
	setup.NoShow = 3600
	sc := newScene(t, setup, 2, tournament.Event{Kind: tournament.Started})
	sc.club.All = false
	sc.goOn(t)
	lost := func(minutes int) bool {
		t.Helper()
		sc.now = noon.Add(time.Duration(minutes) * time.Minute)
		return sc.goOn(t).Games()[0].Result != tournament.Open
	}
	sc.club.Away = 10 * time.Minute
	for _, minutes := range []int{20, 40, 60} {
		sc.now = noon.Add(time.Duration(minutes) * time.Minute)
		sc.restart(t)
		if lost(minutes) || lost(minutes+1) {
			t.Fatalf("it is lost after %d minutes", minutes)
		}
	}
	if lost(69) {
		t.Error("a time without a server has counted")
	}
	sc.now = noon.Add(70 * time.Minute)
	sc.restart(t)
	if lost(70) {
		t.Error("it is lost before anybody could come back")
	}
	if !lost(71) {
		t.Error("the game is not lost")
	}
}

// TestNoBoard cancels a tournament whose games can never be created, with the reason; not one whose games cannot
// be created for now.
func TestNoBoard(t *testing.T) {
	for err, want := range map[error]tournament.Phase{
		apierror.Invalid(errors.New("no such board")): tournament.Over, apierror.Say(apierror.NotFound, "game.board", "gone"): tournament.Over,
		errors.New("busy"): tournament.Running, apierror.Say(apierror.TooMany, "game.many", "many"): tournament.Running,
	} {
		sc := newScene(t, swiss, 4, tournament.Event{Kind: tournament.Started})
		sc.club.Never = err
		for _, after := range []time.Duration{0, hopeless - time.Second, hopeless + readEvery} {
			sc.now = noon.Add(after)
			if failed := sc.look(t.Context(), "cup"); (failed == nil) != (want == tournament.Over) {
				t.Errorf("%v: %v", err, failed)
			}
			if out, err := sc.view(t.Context(), "cup"); err != nil || after < hopeless && out.Head.Phase != string(tournament.Running) {
				t.Errorf("it is called off too early: %+v %v", out, err)
			}
		}
		out, err := sc.view(t.Context(), "cup")
		if err != nil {
			t.Fatal(err)
		}
		if v := out; v.Head.Phase != string(want) || v.Head.Cancelled != (want == tournament.Over) ||
			(v.Why == "games") != (want == tournament.Over) {
			t.Errorf("%v: %s, %q", err, v.Head.Phase, v.Why)
		}
		sc.club.Never = nil
		if tour := sc.goOn(t); len(sc.club.Made) != map[tournament.Phase]int{tournament.Running: 2}[want] || tour.Phase() != want {
			t.Errorf("%d games are made, it is %s", len(sc.club.Made), tour.Phase())
		}
	}
}

// TestBotsAreMarked marks the seats of bot accounts in games, and no others.
func TestBotsAreMarked(t *testing.T) {
	sc := newScene(t, swiss, 2, tournament.Event{Kind: tournament.Started})
	sc.account(t, store.Player{ID: "p1", Role: store.Bot, Name: "Robo", Skeleton: "robo", Created: noon})
	sc.goOn(t)
	g, err := sc.kept.Game(t.Context(), gameID("cup", 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []match.Seat{g.Black, g.White} {
		if seat.Bot != (seat.Player == "p1") {
			t.Errorf("%+v", seat)
		}
	}
}

// TestNoGamesAnyMore does not cancel a tournament with running games, after a restart with a server that could not
// create them.
func TestNoGamesAnyMore(t *testing.T) {
	sc := newScene(t, swiss, 4, tournament.Event{Kind: tournament.Started})
	sc.goOn(t)
	sc.club.Never = apierror.Invalid(errors.New("no such rules"))
	sc.restart(t)
	for _, after := range []time.Duration{0, hopeless + readEvery} {
		sc.now = noon.Add(after)
		if tour := sc.goOn(t); tour.Phase() != tournament.Running {
			t.Errorf("after %v: %s", after, tour.Phase())
		}
	}
}

// TestNoVacation: if the director chose so, vacations do not stop the clocks of
// games.
func TestNoVacation(t *testing.T) {
	for _, goOn := range []bool{false, true} {
		setup := swiss
		setup.Clock, setup.NoVacation = "correspondence=3d", goOn
		sc := newScene(t, setup, 2, tournament.Event{Kind: tournament.Started})
		sc.goOn(t)
		_, log, err := sc.kept.Load(t.Context(), gameID("cup", 1))
		if err != nil || log[0].Event.Setup.NoVacation != goOn {
			t.Errorf("clocks continue %v: %+v %v", goOn, log[0].Event.Setup, err)
		}
		out, err := sc.view(t.Context(), "cup")
		if err != nil || out.Setup.NoVacation != goOn {
			t.Errorf("clocks continue %v: %+v %v", goOn, out, err)
		}
		sc.Plain = func(context.Context, string, string, string) (match.Setup, error) {
			return match.Setup{Board: "grid:9", Rules: "weiqi", Clock: "correspondence=3d"}, nil
		}
		sc.Terms = anybody{}
		made, err := sc.setup(t.Context(), identity.Who{}, out.Setup)
		if err != nil || made.NoVacation != goOn {
			t.Errorf("created again, clocks continue %v: %+v %v", goOn, made, err)
		}
	}
}

// anybody are terms that allow everything.
type anybody struct{ Terms }

func (anybody) ToMake(context.Context, match.Setup, identity.Who) error { return nil }

// TestDirectorErased cancels tournaments that only the deleted director could start, and continues the others.
func TestDirectorErased(t *testing.T) {
	timed := swiss
	timed.Begins = noon.Add(time.Hour)
	for name, c := range map[string]struct {
		setup  tournament.Setup
		then   []tournament.Event
		phase  tournament.Phase
		rounds int
	}{
		"not started": {swiss, nil, tournament.Over, 0},
		"with a time": {timed, nil, tournament.Registering, 0},
		"halted":      {swiss, []tournament.Event{{Kind: tournament.Started}, {Kind: tournament.Halted}}, tournament.Running, 1},
	} {
		sc := newScene(t, c.setup, 4, c.then...)
		sc.erase(t, "ada")
		if tour := sc.goOn(t); tour.Phase() != c.phase || len(tour.Rounds()) != c.rounds {
			t.Errorf("%s: %s, %d rounds", name, tour.Phase(), len(tour.Rounds()))
		}
	}
}

// TestEndsAgain retries to end games: of absent players, of players who left, and those decided by the
// director, also in an earlier wave of an arena.
func TestEndsAgain(t *testing.T) {
	for name, ev := range map[string]tournament.Event{
		"absent": {},
		"left":   {Kind: tournament.Withdrew, Player: "p0"},
		"result": {Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins, By: "ada", Note: "seen"},
	} {
		for _, setup := range []tournament.Setup{swiss, arena} {
			sc := newScene(t, setup, 2, tournament.Event{Kind: tournament.Started})
			sc.goOn(t)
			if setup.Format == tournament.Arena {
				sc.write(t, tournament.Event{Kind: tournament.Joined, Player: "p2"}, tournament.Event{Kind: tournament.Joined, Player: "p3"})
				sc.now = sc.now.Add(tournament.WaveEvery)
				sc.goOn(t)
			}
			sc.club.All, sc.club.Fails = ev.Kind != "", errors.New("busy")
			if ev.Kind == "" {
				sc.now = sc.now.Add(time.Minute)
			} else {
				sc.write(t, ev)
			}
			if err := sc.look(t.Context(), "cup"); err == nil {
				t.Errorf("%s: nothing failed", name)
			}
			tour := sc.goOn(t)
			g, err := sc.kept.Game(t.Context(), gameID("cup", 1))
			if err != nil || g.Phase != match.Finished || tour.Games()[0].Result == tournament.Open {
				t.Errorf("%s, %s: %s, %q, %v", setup.Format, name, g.Phase, tour.Games()[0].Result, err)
			}
		}
	}
}

// arena is a setup of an hour.
var arena = tournament.Setup{
	Format: tournament.Arena, Minutes: 60, Most: 8, NoShow: 60, TieBreaks: tournament.DefaultTieBreaks(tournament.Arena),
	Board: "grid:9", Rules: "weiqi", Clock: "absolute=10m",
}

// TestArenaCloses counts a game that ended before the arena, even if its end was not handled in time,
// and no game that ended later.
func TestArenaCloses(t *testing.T) {
	for name, c := range map[string]struct {
		ended time.Time
		hears bool // handles the end after the arena's end, before the next step
		want  tournament.Result
	}{
		"before the end":          {ended: noon.Add(time.Hour), want: tournament.WhiteWins},
		"after the end":           {ended: noon.Add(time.Hour + time.Millisecond), want: tournament.Open},
		"after the end, handled":  {ended: noon.Add(time.Hour + time.Millisecond), hears: true, want: tournament.Open},
		"before the end, handled": {ended: noon.Add(time.Hour), hears: true, want: tournament.WhiteWins},
	} {
		sc := newScene(t, arena, 2, tournament.Event{Kind: tournament.Started})
		sc.goOn(t)
		g, err := sc.kept.Game(t.Context(), gameID("cup", 1))
		if err != nil {
			t.Fatal(err)
		}
		g.Updated = c.ended
		if err := scheduletest.Finish(t.Context(), sc.kept, g, match.Event{Kind: match.Resigned, By: game.Black}, game.White, "W+R"); err != nil {
			t.Fatal(err)
		}
		sc.now = noon.Add(time.Hour + time.Minute)
		if c.hears {
			if err := sc.ended.Catch(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		tour := sc.goOn(t)
		if got := tour.Games()[0].Result; got != c.want || tour.Phase() != tournament.Over {
			t.Errorf("%s: %q, %s", name, got, tour.Phase())
		}
	}
}

// torn is a store in which all games are damaged.
type torn struct{ store.Store }

func (t torn) Load(ctx context.Context, id string) (store.Game, []store.Entry, error) {
	return store.Game{}, nil, &store.Damaged{Game: id}
}

// TestTornGame uses the result in the header of a damaged game, so that the tournament continues.
func TestTornGame(t *testing.T) {
	sc := newScene(t, swiss, 2, tournament.Event{Kind: tournament.Started})
	sc.goOn(t)
	sc.Store = torn{sc.kept}
	if !sc.club.PlayOne(t, rand.New(rand.NewPCG(1, 1))) {
		t.Fatal("there is no game")
	}
	if err := sc.ended.Catch(t.Context()); err != nil {
		t.Fatal(err)
	}
	g, err := sc.kept.Game(t.Context(), gameID("cup", 1))
	if err != nil {
		t.Fatal(err)
	}
	want := map[game.Color]tournament.Result{game.Black: tournament.BlackWins, game.White: tournament.WhiteWins}[g.Winner]
	if got := sc.goOn(t).Games()[0].Result; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if left, err := sc.kept.Notices(t.Context(), store.SubscriberTournaments, 9); err != nil || len(left) > 0 {
		t.Errorf("not handled: %v %v", left, err)
	}
}

// TestBegunAtTheEnd leaves a game alone, and pauses no player, if the awaited player moves just before it would be ended.
func TestBegunAtTheEnd(t *testing.T) {
	for moves := range 2 {
		sc := newScene(t, swiss, 2, tournament.Event{Kind: tournament.Started})
		sc.club.All = false
		sc.goOn(t)
		id := gameID("cup", 1)
		for range moves {
			sc.club.Move(t, id)
		}
		sc.now = noon.Add(time.Minute)
		sc.club.AtEnd = func() { sc.club.Move(t, id) }
		tour := sc.goOn(t)
		if got := tour.Games()[0].Result; got != tournament.Open || sc.club.AtEnd != nil {
			t.Errorf("after %d moves: %q", moves, got)
		}
		for _, p := range tour.Players() {
			if p.Paused {
				t.Errorf("after %d moves: %s is paused", moves, p.ID)
			}
		}
		if g, err := sc.kept.Game(t.Context(), id); err != nil || g.Phase == match.Finished {
			t.Errorf("after %d moves: %s %v", moves, g.Phase, err)
		}
	}
}

// TestTornGameGoesOn: a damaged unfinished game does not stop the other games of its round, nor its players in
// the next round.
func TestTornGameGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		then []tournament.Event
		want []tournament.Result
	}{
		"both absent": {nil, []tournament.Result{tournament.Draw}},
		"one leaves": {[]tournament.Event{{Kind: tournament.Withdrew, Player: "p0"}},
			[]tournament.Result{tournament.BlackForfeit, tournament.WhiteForfeit}},
	} {
		sc := newScene(t, swiss, 4, tournament.Event{Kind: tournament.Started})
		sc.club.All = false
		tour := sc.goOn(t)
		n := tour.Playing(0)
		sc.club.Torn = gameID("cup", n)
		sc.Store = torn{sc.kept}
		sc.write(t, c.then...)
		if len(c.then) == 0 {
			sc.now = noon.Add(time.Minute)
		}
		tour = sc.goOn(t)
		if got := tour.Games()[n-1].Result; !slices.Contains(c.want, got) {
			t.Errorf("%s: %q", name, got)
		}
		sc.now = noon.Add(time.Minute)
		tour = sc.goOn(t)
		for _, g := range tour.Games()[:2] {
			if g.Result == tournament.Open {
				t.Errorf("%s: game %d continues", name, g.Number)
			}
		}
	}
}

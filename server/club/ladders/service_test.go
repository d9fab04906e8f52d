package ladders

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/club/ladders/rungs"
	"moyo/server/play/correspondence"
	"moyo/server/store"
)

const day = 24 * time.Hour

// TestChallenge plays a challenge: its game exists immediately, and places change when it is won.
func TestChallenge(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c", "d")
	id := sc.challenge(t, "d", "b")
	g, err := sc.kept.Game(t.Context(), id)
	if err != nil || g.Private || g.Clock != usual.Clock || g.Black.Name != "Name of d" && g.White.Name != "Name of d" {
		t.Fatalf("%+v %v", g, err)
	}
	if strings.Contains(id, sc.id) {
		t.Error("who sees the game learns the id of its ladder")
	}
	rest := id[strings.LastIndex(id, "-"):]
	if next := gameID(ladder{ID: sc.id}, 2); len(rest) < 16 || strings.HasSuffix(next, rest) {
		t.Errorf("who sees game %s can guess %s", id, next)
	}
	sc.club.win(t, id, "d")
	sc.now = sc.now.Add(time.Hour)
	sc.goOn(t)
	sc.stands(t, "a", "d", "b", "c")
	var told []string
	for _, text := range sc.club.told {
		told = append(told, text)
	}
	slices.Sort(told)
	if want := []string{
		"Name of d challenges you on the ladder Club.", "Name of d has passed you: you are now at place 3 on the ladder Club.",
		"Name of d has passed you: you are now at place 4 on the ladder Club.",
	}; !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
	v, err := sc.viewFor(t.Context(), sc.id, "d")
	if err != nil || v.Head.Place != 2 || len(v.May) != 4 || v.Players[1].Before != 4 ||
		v.Last[0].Kind != "won" || v.Last[0].Game != id || v.Last[0].From != 4 || v.Last[0].To != 2 {
		t.Errorf("%+v %v", v, err)
	}
	for i, want := range []string{"", "self", "below", "below"} {
		if v.May[i].Why != want {
			t.Errorf("place %d: %q, want %q", i+1, v.May[i].Why, want)
		}
	}
	if v, err := sc.viewFor(t.Context(), sc.id, "b"); err != nil || v.May[1].Why != "rest" || v.May[1].Until == "" {
		t.Errorf("%+v %v", v.May, err)
	}
	if v, err := sc.viewFor(t.Context(), sc.id, "ada"); err != nil || v.Head.Place != 0 || len(v.May) != 0 {
		t.Errorf("a visitor: %+v %v", v.May, err)
	}
	sc.now = sc.now.Add(arrows + time.Hour)
	if v, err := sc.viewFor(t.Context(), sc.id, "d"); err != nil || v.Players[1].Before != 2 {
		t.Errorf("a week later: %+v %v", v.Players, err)
	}
	out, err := sc.history(t.Context(), &historyInput{sc.id, "d"})
	if err != nil || len(out.Body.Steps) != 2 || out.Body.Steps[0].Place != 4 || out.Body.Steps[1].Place != 2 {
		t.Errorf("%+v %v", out, err)
	}
}

// TestNotBegun: the awaited player loses a game not begun in time, and is removed after the second.
func TestNotBegun(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c")
	first, second := sc.challenge(t, "b", "a"), sc.challenge(t, "c", "a")
	for _, id := range []string{first, second} { // a has the first move in one of the two
		if g, err := sc.kept.Game(t.Context(), id); err != nil {
			t.Fatal(err)
		} else if g.Black.Player != "a" {
			sc.club.move(t, id)
		}
	}
	sc.club.here = true
	sc.now = noon.Add(5*day + time.Minute)
	if l := sc.goOn(t); len(l.Challenges) != 2 {
		t.Errorf("a player with the game open has lost it: %+v", l.Challenges)
	}
	sc.club.here = false
	sc.now = noon.Add(5*day - time.Second)
	sc.goOn(t)
	sc.stands(t, "a", "b", "c")
	sc.now = noon.Add(5*day + 10*time.Minute)
	sc.goOn(t)
	sc.stands(t, "b", "c")
	for _, id := range []string{first, second} {
		if g, err := sc.kept.Game(t.Context(), id); err != nil || g.Phase != match.Finished {
			t.Errorf("%s: %s %v", id, g.Phase, err)
		}
	}
	if !slices.Contains(texts(sc), "You are no longer on the ladder Club.") {
		t.Errorf("told %q", texts(sc))
	}
	sc.check(t)
}

func texts(sc *scene) (all []string) {
	for _, text := range sc.club.told {
		all = append(all, text)
	}
	return all
}

// TestChallengerNotBegun: an absent challenger loses only the challenge.
func TestChallengerNotBegun(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	id := sc.challenge(t, "b", "a")
	g, err := sc.kept.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if g.Black.Player == "a" {
		sc.club.move(t, id)
	}
	sc.now = noon.Add(6 * day)
	sc.goOn(t)
	sc.stands(t, "a", "b")
	if l := sc.ladder(t); len(l.Challenges) != 0 || l.Order[0].Missed != 0 {
		t.Errorf("%+v", l)
	}
}

// TestBegun leaves a game alone after both have moved.
func TestBegun(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	id := sc.challenge(t, "b", "a")
	sc.club.move(t, id)
	sc.club.move(t, id)
	sc.now = noon.Add(30 * day)
	l := sc.goOn(t)
	if len(l.Challenges) != 1 || !l.Due().IsZero() {
		t.Errorf("%+v", l.Challenges)
	}
	head, err := (ladders{sc.kept}).one(t.Context(), sc.id)
	if err != nil || !head.Due.Equal(l.Used.Add(idleFor)) {
		t.Errorf("due %v %v", head.Due, err)
	}
}

// TestVacation waits for a player whose vacation is current or has just ended, unless vacations do not stop the clocks.
func TestVacation(t *testing.T) {
	for _, c := range []struct {
		noVacation bool
		first      time.Duration // time of the first step after the deadline
		goesOn     int
	}{
		{false, 6 * day, 1}, {false, 9*day + time.Minute, 1}, {false, 14*day - time.Minute, 1},
		{true, 6 * day, 0}, {true, 9*day + time.Minute, 0},
	} {
		setup := usual
		setup.NoVacation = c.noVacation
		sc := newScene(t, setup, "a", "b")
		sc.challenge(t, "b", "a")
		for _, player := range []string{"a", "b"} {
			err := correspondence.Kept{DB: sc.kept}.BeginVacation(t.Context(), correspondence.KeptVacation{
				Player: player, Began: noon, Until: noon.Add(9 * day), Days: 9,
			}, 30)
			if err != nil {
				t.Fatal(err)
			}
		}
		sc.now = noon.Add(c.first)
		if l := sc.goOn(t); len(l.Challenges) != c.goesOn {
			t.Errorf("clocks continue %v, after %v: %+v", c.noVacation, c.first, l.Challenges)
		}
		sc.now = noon.Add(14*day + time.Minute)
		if l := sc.goOn(t); len(l.Challenges) != 0 {
			t.Errorf("long after the vacation: %+v", l.Challenges)
		}
	}
}

// TestLive begins a live game when both are present; a player who never is loses.
func TestLive(t *testing.T) {
	setup := usual
	setup.Clock = "absolute=10m"
	sc := newScene(t, setup, "a", "b", "c")
	if id := sc.challenge(t, "b", "a"); id != "" {
		t.Fatalf("game %s exists before its players are present", id)
	}
	v := sc.must(t, "a", LadderAct{Do: "ready", Number: 1})
	if v.Challenges[0].Game == "" || v.Challenges[0].OfReady != "" {
		t.Errorf("%+v", v.Challenges)
	}
	sc.challenge(t, "c", "b")
	sc.now = noon.Add(5 * day)
	sc.goOn(t)
	sc.stands(t, "a", "c", "b")
}

// TestReadyUntil shows both players until when one counts as present.
func TestReadyUntil(t *testing.T) {
	setup := usual
	setup.Clock = "absolute=10m"
	sc := newScene(t, setup, "a", "b")
	sc.challenge(t, "b", "a")
	for after, want := range map[time.Duration]string{0: "2026-11-26T12:10:00Z", rungs.ReadyFor: ""} {
		sc.now = noon.Add(after)
		c := rungs.Challenge{ByReady: noon}
		if got := sc.challengeOf(t.Context(), ladder{}, c); got.ByReady != want || got.OfReady != "" {
			t.Errorf("after %v: %q, want %q", after, got.ByReady, want)
		}
	}
}

// TestReadyApart: a challenge has no result if one of the two has since blocked the other.
func TestReadyApart(t *testing.T) {
	setup := usual
	setup.Clock = "absolute=10m"
	for _, who := range []string{"a", "b"} {
		sc := newScene(t, setup, "a", "b")
		sc.challenge(t, "b", "a")
		told := len(sc.club.told)
		sc.club.blocks = map[[2]string]bool{{"b", "a"}: true}
		sc.now = noon.Add(day)
		v := sc.must(t, who, LadderAct{Do: "ready", Number: 1})
		if len(v.Challenges) != 0 || v.Last[0].Kind != "lapsed" || len(sc.club.told) != told {
			t.Errorf("%s is present: %+v, notified %q", who, v, texts(sc))
		}
		sc.stands(t, "a", "b")
		if _, err := sc.do(who, LadderAct{Do: "ready", Number: 1}); apierror.Of(err).ID != "ladder.noChallenge" {
			t.Errorf("%v", err)
		}
	}
}

// TestGrace: no player loses before they could reconnect, or for time without a server; but they do lose
// even if servers restart all the time.
func TestGrace(t *testing.T) {
	for _, clock := range []string{"absolute=10m", usual.Clock} {
		setup := usual
		setup.Clock = clock
		sc := newScene(t, setup, "a", "b")
		if id := sc.challenge(t, "b", "a"); id != "" {
			sc.club.move(t, id) // now it is a's turn
		}
		sc.now = noon.Add(6 * day)
		sc.began = sc.now
		sc.goOn(t)
		sc.now = sc.began.Add(grace - time.Second)
		if l := sc.goOn(t); len(l.Challenges) != 1 || !l.Challenges[0].Due.Equal(sc.began.Add(grace)) {
			t.Errorf("%s: %+v", clock, l.Challenges)
		}
		sc.now = sc.began.Add(grace)
		sc.goOn(t)
		sc.stands(t, "b", "a")
	}
	for _, clock := range []string{"absolute=10m", usual.Clock} {
		setup := usual
		setup.Clock = clock
		sc := newScene(t, setup, "a", "b")
		if id := sc.challenge(t, "b", "a"); id != "" {
			sc.club.move(t, id)
		}
		sc.club.away = day
		for sc.now = noon; sc.now.Before(noon.Add(6*day + time.Hour)); sc.now = sc.now.Add(time.Hour / 2) {
			if sc.now.Sub(noon)%time.Hour == 0 {
				sc.start(t)
				sc.began = sc.now
			}
			sc.goOn(t)
			if sc.now.Equal(noon.Add(6 * day)) {
				sc.stands(t, "a", "b")
			}
		}
		sc.stands(t, "b", "a")
	}
}

// TestSuspended: suspended players' live challenges have no result, and long suspensions remove a player.
func TestSuspended(t *testing.T) {
	setup := usual
	setup.Clock = "absolute=10m"
	for name, see := range map[string]func(sc *scene) error{
		"immediately": func(sc *scene) error { return sc.Suspended(t.Context(), "b") },
		"later":       func(sc *scene) error { return sc.look(t.Context(), sc.id) },
	} {
		for _, c := range []struct {
			length time.Duration
			want   []string
			kinds  []string // events, newest first
		}{
			{outFor - day, []string{"a", "b", "c"}, []string{"lapsed", "lapsed"}},
			{outFor, []string{"a", "c"}, []string{"removed", "default", "lapsed"}},
		} {
			sc := newScene(t, setup, "a", "b", "c")
			sc.challenge(t, "b", "a")
			sc.challenge(t, "c", "b")
			if err := sc.kept.SavePlayer(t.Context(), store.Player{
				ID: "b", Role: store.Member, Name: "Name of b", Skeleton: "b", Created: noon, Suspended: noon.Add(c.length),
			}); err != nil {
				t.Fatal(err)
			}
			sc.now = noon.Add(time.Minute)
			if err := see(sc); err != nil {
				t.Fatal(err)
			}
			sc.stands(t, c.want...)
			v, err := sc.viewFor(t.Context(), sc.id, "a")
			if err != nil || len(v.Challenges) != 0 {
				t.Fatalf("%+v %v", v, err)
			}
			for i, kind := range c.kinds {
				if v.Last[i].Kind != kind {
					t.Errorf("%s, for %v: %+v, want %q", name, c.length, v.Last[:len(c.kinds)], c.kinds)
				}
			}
			sc.check(t)
		}
	}
}

// TestErased removes players with deleted accounts; the others continue.
func TestErased(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c")
	id := sc.challenge(t, "c", "b")
	if err := sc.kept.Erase(t.Context(), store.Player{ID: "b", Role: store.Deleted, Skeleton: "b", Created: noon}, Erasure...); err != nil {
		t.Fatal(err)
	}
	sc.goOn(t)
	sc.stands(t, "a", "c")
	if g, err := sc.kept.Game(t.Context(), id); err != nil || g.Phase != match.Finished {
		t.Errorf("the game of a deleted player: %s %v", g.Phase, err)
	}
	sc.now = sc.now.Add(namesFor)
	v, err := sc.viewFor(t.Context(), sc.id, "a")
	if err != nil || v.Last[0].Kind != "gone" || v.Last[0].Player != "" {
		t.Errorf("%+v %v", v.Last, err)
	}
	gone := store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada", Created: noon}
	if err := sc.kept.Erase(t.Context(), gone, Erasure...); err != nil {
		t.Fatal(err)
	}
	sc.now = sc.now.Add(namesFor)
	if v, err := sc.viewFor(t.Context(), sc.id, "a"); err != nil || v.Maker != "" || v.Head.Title != "" || v.Head.Closed {
		t.Errorf("without its maker: %+v %v", v, err)
	}
	sc.check(t)
}

// TestErasedBetween removes deleted players also if others act before the next step.
func TestErasedBetween(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c")
	if err := sc.kept.Erase(t.Context(), store.Player{ID: "b", Role: store.Deleted, Skeleton: "b", Created: noon}, Erasure...); err != nil {
		t.Fatal(err)
	}
	sc.challenge(t, "c", "a")
	sc.goOn(t)
	sc.stands(t, "a", "c")
	head, err := (ladders{sc.kept}).one(t.Context(), sc.id)
	if err != nil || !head.Due.After(sc.now) {
		t.Errorf("due %v, and nothing is left to do; %v", head.Due, err)
	}
	sc.check(t)
}

// TestRenamed shows a new name.
func TestRenamed(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	sc.account(t, "a", "Another")
	sc.now = sc.now.Add(namesFor)
	if v, err := sc.viewFor(t.Context(), sc.id, ""); err != nil || v.Players[0].Name != "Another" {
		t.Errorf("%+v %v", v.Players, err)
	}
}

// TestIdle closes unused ladders, and deletes closed ones.
func TestIdle(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	sc.challenge(t, "b", "a")
	sc.now = noon.Add(idleFor - time.Second)
	sc.goOn(t)
	if head, err := (ladders{sc.kept}).one(t.Context(), sc.id); err != nil || head.Closed {
		t.Errorf("closed early: %v %v", head.Closed, err)
	}
	sc.now = sc.now.Add(idleFor + time.Second)
	sc.goOn(t)
	if head, err := (ladders{sc.kept}).one(t.Context(), sc.id); err != nil || !head.Closed {
		t.Fatalf("not closed: %v", err)
	}
	if _, err := sc.do("a", LadderAct{Do: "challenge", Player: "b"}); err == nil {
		t.Error("a challenge on a closed ladder was accepted")
	}
	sc.now = sc.now.Add(closedFor)
	if err := sc.lookAround(t.Context(), map[string]time.Time{}); err != nil {
		t.Fatal(err)
	}
	if _, err := (ladders{sc.kept}).one(t.Context(), sc.id); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("not forgotten: %v", err)
	}
}

// TestClosed: games of a closed ladder continue without effect on it.
func TestClosed(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	id := sc.challenge(t, "b", "a")
	if _, err := sc.do("a", LadderAct{Do: "close"}); err == nil {
		t.Error("another player has closed it")
	}
	sc.must(t, "ada", LadderAct{Do: "close"})
	sc.club.win(t, id, "b")
	sc.goOn(t)
	sc.stands(t, "a", "b")
}

// TestPoisoned: other ladders continue, and their games' ends are handled, if one ladder is unreadable.
func TestPoisoned(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	torn := ladder{
		ID: "torn", Owner: "a", Title: "Torn", Games: "torngames", Listed: true, Version: 1,
		Created: noon, Changed: noon, Due: time.UnixMilli(1), State: []byte("{"),
	}
	if err := (ladders{sc.kept}).create(t.Context(), torn, 9, 9); err != nil {
		t.Fatal(err)
	}
	g, err := sc.club.CreateAs(t.Context(), gameID(torn, 1), match.Setup{
		Board: "grid:9", Rules: "weiqi", Black: match.Seat{Kind: match.Human, Player: "a"}, White: match.Seat{Kind: match.Human, Player: "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	sc.club.win(t, g.ID, "a")
	id := sc.challenge(t, "b", "a")
	sc.club.win(t, id, "b")
	sc.goOn(t)
	sc.stands(t, "b", "a")
	if left, err := sc.kept.Notices(t.Context(), store.SubscriberLadders, 9); err != nil || len(left) > 0 {
		t.Errorf("not handled: %v %v", left, err)
	}
	out, err := sc.list(as("a"), nil)
	if err != nil || len(out.Body.Open) != 1 || len(out.Body.Mine) != 1 {
		t.Errorf("%+v %v", out, err)
	}
}

// TestGameFails retries to create a game, and ends a challenge whose game can never be created.
func TestGameFails(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c")
	sc.club.fails = errors.New("busy")
	if id := sc.challenge(t, "b", "a"); id != "" {
		t.Errorf("game %s exists", id)
	}
	if l := sc.goOn(t); len(l.Challenges) != 1 || !l.Challenges[0].Made {
		t.Errorf("%+v", l.Challenges)
	}
	live := usual
	live.Clock = "absolute=10m"
	now := newScene(t, live, "a", "b")
	now.challenge(t, "b", "a")
	now.club.fails = errors.New("busy")
	now.must(t, "a", LadderAct{Do: "ready", Number: 1})
	if l := now.goOn(t); len(l.Challenges) != 1 || !l.Challenges[0].Made {
		t.Errorf("live: %+v", l.Challenges)
	}
	sc.club.fails = apierror.New(apierror.NotFound, "no such board")
	sc.must(t, "c", LadderAct{Do: "challenge", Player: "b"})
	if l := sc.goOn(t); len(l.Challenges) != 1 {
		t.Errorf("%+v", l.Challenges)
	}
	sc.check(t)
}

// TestTornGame: a challenge with a damaged game has no result, and all others continue.
func TestTornGame(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c", "d")
	torn := sc.challenge(t, "b", "a")
	sc.challenge(t, "d", "c") // it is c's turn in the second game
	sc.club.mortal.torn = torn
	sc.now = noon.Add(5*day + time.Minute)
	if l := sc.goOn(t); len(l.Challenges) != 0 {
		t.Errorf("%+v", l.Challenges)
	}
	sc.stands(t, "a", "b", "d", "c")
	again := sc.challenge(t, "c", "a")
	sc.club.mortal.torn = again
	sc.must(t, "a", LadderAct{Do: "leave"})
	if l := sc.goOn(t); len(l.Ends) != 0 {
		t.Errorf("left to be ended: %+v", l.Ends)
	}
}

// TestBegunMeanwhile leaves a game alone that is begun while others are checked.
func TestBegunMeanwhile(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c", "d")
	sc.challenge(t, "b", "a")
	second := sc.challenge(t, "d", "c")
	sc.now = noon.Add(5*day + time.Minute)
	sc.club.atEnd = func() { sc.club.move(t, second) }
	if l := sc.goOn(t); len(l.Challenges) != 1 || l.Challenges[0].Number != 2 {
		t.Errorf("%+v", l.Challenges)
	}
	if g, err := sc.kept.Game(t.Context(), second); err != nil || g.Phase == match.Finished {
		t.Errorf("%s %v", g.Phase, err)
	}
}

// TestBegunAtTheEnd leaves a game alone if the awaited player moves just before it would be ended.
func TestBegunAtTheEnd(t *testing.T) {
	for moves := range 2 {
		sc := newScene(t, usual, "a", "b")
		id := sc.challenge(t, "b", "a")
		for range moves {
			sc.club.move(t, id)
		}
		sc.now = noon.Add(5*day + time.Minute)
		sc.club.atEnd = func() { sc.club.move(t, id) }
		if l := sc.goOn(t); len(l.Challenges) != 1 || l.Order[0].Missed != 0 {
			t.Errorf("after %d moves: %+v", moves, l)
		}
		if g, err := sc.kept.Game(t.Context(), id); err != nil || g.Phase == match.Finished {
			t.Errorf("after %d moves: %s %v", moves, g.Phase, err)
		}
	}
}

// TestDeaf notifies all other players if one cannot be notified.
func TestDeaf(t *testing.T) {
	sc := newScene(t, usual, "a", "b", "c")
	sc.club.deaf = "a"
	sc.challenge(t, "c", "a")
	sc.challenge(t, "c", "b")
	if len(sc.club.told) != 1 {
		t.Errorf("told %q", texts(sc))
	}
	sc.club.deaf = ""
	sc.goOn(t)
	if len(sc.club.told) != 2 {
		t.Errorf("told %q", texts(sc))
	}
	sc.check(t)
}

// TestApart checks the further conditions of a challenge.
func TestApart(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	sc.club.clash = errors.New("blocked")
	if _, err := sc.do("b", LadderAct{Do: "challenge", Player: "a"}); !errors.Is(err, sc.club.clash) {
		t.Errorf("%v", err)
	}
}

// TestByLink lists a ladder by link only for its players, and its games are private.
func TestByLink(t *testing.T) {
	setup := usual
	setup.ByLink = true
	sc := newScene(t, setup, "a", "b")
	if g, err := sc.kept.Game(t.Context(), sc.challenge(t, "b", "a")); err != nil || !g.Private {
		t.Errorf("%+v %v", g, err)
	}
	for who, mine := range map[string]int{"": 0, "x": 0, "a": 1, "ada": 1} {
		out, err := sc.list(as(who), nil)
		if err != nil || len(out.Body.Open) != 0 || len(out.Body.Mine) != mine {
			t.Errorf("%q sees %+v %v", who, out.Body, err)
		}
	}
}

// TestStaysByLink: a ladder by link with games cannot be listed, which would show its private games.
func TestStaysByLink(t *testing.T) {
	setup := usual
	setup.ByLink = true
	sc := newScene(t, setup, "a", "b")
	for _, byLink := range []bool{false, true} { // before the first challenge its maker may choose
		wish := usual
		wish.ByLink = byLink
		if _, err := sc.edit(as("ada"), &editInput{sc.id, wish}); err != nil {
			t.Fatal(err)
		}
	}
	sc.club.win(t, sc.challenge(t, "b", "a"), "b")
	sc.goOn(t)
	if _, err := sc.edit(as("ada"), &editInput{sc.id, usual}); apierror.Of(err).ID != "ladder.private" {
		t.Errorf("listed: %v", err)
	}
	setup.Title = "Other"
	if out, err := sc.edit(as("ada"), &editInput{sc.id, setup}); err != nil || out.Body.Setup.Title != "Other" {
		t.Errorf("%v", err)
	}
}

// TestKeptOff: players blocked by the maker cannot join, nor can players who have just left.
func TestKeptOff(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	sc.must(t, "a", LadderAct{Do: "leave"})
	sc.must(t, "ada", LadderAct{Do: "remove", Player: "b"})
	sc.now = noon.Add(day)
	if _, err := sc.do("b", LadderAct{Do: "join"}); apierror.Of(err).ID != "ladder.away" {
		t.Errorf("a removed player: %v", err)
	}
	sc.club.blocks = map[[2]string]bool{{"ada", "a"}: true}
	if _, err := sc.do("a", LadderAct{Do: "join"}); apierror.Of(err).ID != "ladder.notOpen" {
		t.Errorf("a blocked player: %v", err)
	}
	sc.club.blocks = nil
	sc.must(t, "a", LadderAct{Do: "join"})
}

// TestNobody names unknown players.
func TestNobody(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	for _, do := range []string{"challenge", "remove"} {
		if _, err := sc.do("ada", LadderAct{Do: do, Player: "Zoe"}); apierror.Of(err).ID != "ladder.noPlayer" ||
			!strings.Contains(err.Error(), "Zoe") {
			t.Errorf("%s: %v", do, err)
		}
	}
	if _, err := sc.history(t.Context(), &historyInput{sc.id, "Zoe"}); apierror.Of(err).ID != "ladder.noPlayer" {
		t.Errorf("places: %v", err)
	}
}

// TestEdit changes what may be changed, by the players who may.
func TestEdit(t *testing.T) {
	sc := newScene(t, usual, "a", "b")
	wish := usual
	wish.Title, wish.Reach, wish.Board, wish.Rated, wish.ByLink = "Other", 9, "grid:13", true, true
	if _, err := sc.edit(as("a"), &editInput{sc.id, wish}); err == nil {
		t.Error("another player has changed it")
	}
	out, err := sc.edit(as("ada"), &editInput{sc.id, wish})
	if err != nil {
		t.Fatal(err)
	}
	if got := out.Body.Setup; got.Title != "Other" || got.Reach != 9 || got.Board != usual.Board || got.Rated || !got.ByLink {
		t.Errorf("%+v", got)
	}
	for name, spoil := range map[string]func(*LadderSetup){
		"title": func(w *LadderSetup) { w.Title = "\n " }, "reach": func(w *LadderSetup) { w.Reach = 0 },
		"for": func(w *LadderSetup) { w.For = "cats" },
	} {
		bad := wish
		spoil(&bad)
		if _, err := sc.edit(as("ada"), &editInput{sc.id, bad}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestDays: the days to begin cannot exceed the time for a move.
func TestDays(t *testing.T) {
	for clock, want := range map[string]int{"correspondence=3d": 3, "correspondence=14d": 7, "absolute=10m": 7} {
		setup := usual
		setup.Clock, setup.Days = clock, 7
		sc := newScene(t, setup, "a", "b")
		if got := sc.ladder(t).Setup.Days; got != want {
			t.Errorf("%s: %d days, want %d", clock, got, want)
		}
		if out, err := sc.edit(as("ada"), &editInput{sc.id, setup}); err != nil || out.Body.Setup.Days != want {
			t.Errorf("%s, changed: %v, want %d", clock, err, want)
		}
	}
}

// TestCreateBounds creates as many ladders as allowed, and none without a clock.
func TestCreateBounds(t *testing.T) {
	sc := newScene(t, usual)
	without := usual
	without.Clock = ""
	if _, err := sc.create(as("ada"), &createInput{without}); err == nil {
		t.Error("a ladder without a clock")
	}
	made := 1
	for range 20 {
		if _, err := sc.create(as("ada"), &createInput{usual}); err == nil {
			made++
		} else if said := apierror.Of(err); said.Code != apierror.TooMany {
			t.Fatal(err)
		}
	}
	if made != 9 {
		t.Errorf("%d ladders", made)
	}
}

// TestAlone closes a ladder with fewer than two players early.
func TestAlone(t *testing.T) {
	for _, c := range []struct {
		people []string
		closed bool
	}{{nil, true}, {[]string{"a"}, true}, {[]string{"a", "b"}, false}} {
		sc := newScene(t, usual, c.people...)
		sc.now = noon.Add(aloneFor - time.Second)
		sc.goOn(t)
		if head, err := (ladders{sc.kept}).one(t.Context(), sc.id); err != nil || head.Closed {
			t.Errorf("%v: closed early: %v", c.people, err)
		}
		sc.now = noon.Add(aloneFor)
		sc.goOn(t)
		if head, err := (ladders{sc.kept}).one(t.Context(), sc.id); err != nil || head.Closed != c.closed {
			t.Errorf("%v: closed %v, want %v; %v", c.people, head.Closed, c.closed, err)
		}
	}
}

// TestOutcome reads games with every kind of end.
func TestOutcome(t *testing.T) {
	moved := func(side game.Color) store.Entry {
		return store.Entry{Event: match.Event{Kind: match.Moved, By: side}}
	}
	ends := func(kind match.Kind, by game.Color) store.Entry {
		return store.Entry{Event: match.Event{Kind: kind, By: by}}
	}
	c := rungs.Challenge{By: "by", Of: "of"}
	for name, x := range map[string]struct {
		winner game.Color
		log    []store.Entry
		want   rungs.Outcome
	}{
		"the challenger wins": {game.Black,
			[]store.Entry{moved(game.Black), moved(game.White), ends(match.Resigned, game.White)}, rungs.Outcome{Winner: "by"}},
		"the challenged wins": {game.White,
			[]store.Entry{moved(game.Black), moved(game.White), ends(match.Resigned, game.Black)}, rungs.Outcome{Winner: "of"}},
		"a draw": {game.Empty,
			[]store.Entry{moved(game.Black), moved(game.White), ends(match.Agreed, game.White)}, rungs.Outcome{}},
		"the challenged never moved": {game.Black, []store.Entry{moved(game.Black), ends(match.Flagged, game.White)},
			rungs.Outcome{Winner: "by", Silent: true}},
		"the challenged calls it off": {game.Empty, []store.Entry{moved(game.Black), ends(match.Cancelled, game.White)},
			rungs.Outcome{Winner: "by", Silent: true}},
		"the challenger calls it off": {game.Empty, []store.Entry{ends(match.Cancelled, game.Black)}, rungs.Outcome{Winner: "of", Silent: true}},
		"the server calls it off":     {game.Empty, []store.Entry{ends(match.Cancelled, game.Empty)}, rungs.Outcome{Void: true, Silent: true}},
	} {
		g := store.Game{Black: match.Seat{Player: "by"}, White: match.Seat{Player: "of"}, Winner: x.winner}
		if got := outcomeOf(c, g, x.log); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}

package rungs_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/club/ladders/rungs"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// usual is a setup of correspondence games.
var usual = rungs.Setup{Board: "grid:9", Rules: "weiqi", Clock: "correspondence=3d", Reach: 3, Out: 2, In: 2, Days: 5, Pause: 7, Most: 20}

// newLadder returns a ladder with some people on it, in order.
func newLadder(t *testing.T, setup rungs.Setup, people ...string) *rungs.Ladder {
	t.Helper()
	l := &rungs.Ladder{Setup: setup}
	for _, id := range people {
		if _, err := l.Join(id, false, noon); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func challenge(t *testing.T, l *rungs.Ladder, by, of string, at time.Time) int {
	t.Helper()
	e, err := l.Challenge(by, of, at)
	if err != nil {
		t.Fatal(err)
	}
	return e.Number
}

func mustStand(t *testing.T, l *rungs.Ladder, want string) {
	t.Helper()
	var ids []string
	for _, m := range l.Order {
		ids = append(ids, m.ID)
	}
	if got := strings.Join(ids, " "); got != want {
		t.Errorf("order %s, want %s", got, want)
	}
}

// TestLeapfrog: a winning challenger takes the place of the other, and the players between move down by one.
func TestLeapfrog(t *testing.T) {
	for _, c := range []struct {
		name    string
		outcome rungs.Outcome
		want    string
		kind    rungs.Kind
		told    []int // the new places of notified players
	}{
		{"won", rungs.Outcome{Winner: "d"}, "a d b c e", rungs.Won, []int{3, 4}},
		{"lost", rungs.Outcome{Winner: "b"}, "a b c d e", rungs.Held, nil},
		{"a draw", rungs.Outcome{}, "a b c d e", rungs.Drew, nil},
		{"called off, no player", rungs.Outcome{Void: true, Silent: true}, "a b c d e", rungs.Lapsed, nil},
		{"without a move", rungs.Outcome{Winner: "d", Silent: true}, "a d b c e", rungs.Default, []int{3, 4}},
	} {
		l := newLadder(t, usual, "a", "b", "c", "d", "e")
		n := challenge(t, l, "d", "b", noon)
		l.Tells = nil
		events, err := l.Decide(n, c.outcome, noon)
		if err != nil || len(events) != 1 || events[0].Kind != c.kind {
			t.Errorf("%s: %+v %v", c.name, events, err)
		}
		mustStand(t, l, c.want)
		var told []int
		for _, tell := range l.Tells {
			told = append(told, tell.Place)
			if tell.Other != "d" || l.Place(tell.Player) != tell.Place {
				t.Errorf("%s: told %+v", c.name, tell)
			}
		}
		if !slices.Equal(told, c.told) {
			t.Errorf("%s: told of places %v, want %v", c.name, told, c.told)
		}
		if _, err := l.Decide(n, c.outcome, noon); err == nil {
			t.Errorf("%s: decided again", c.name)
		}
	}
}

// TestPlacesChangedMeanwhile uses the two players' places at the end of the game.
func TestPlacesChangedMeanwhile(t *testing.T) {
	l := newLadder(t, usual, "a", "b", "c", "d", "e")
	first := challenge(t, l, "d", "b", noon)
	second := challenge(t, l, "e", "b", noon)
	third := challenge(t, l, "d", "a", noon)
	decide := func(n int, winner, want string) {
		t.Helper()
		if _, err := l.Decide(n, rungs.Outcome{Winner: winner}, noon); err != nil {
			t.Fatal(err)
		}
		mustStand(t, l, want)
	}
	decide(third, "d", "d a b c e")
	decide(first, "d", "d a b c e") // b is below now
	decide(second, "e", "d a e b c")
}

// TestWhy checks the reasons why a player cannot be challenged.
func TestWhy(t *testing.T) {
	l := newLadder(t, usual, "a", "b", "c", "d", "e", "f")
	challenge(t, l, "d", "b", noon)
	challenge(t, l, "d", "c", noon)
	challenge(t, l, "c", "b", noon)
	n := challenge(t, l, "f", "e", noon)
	if _, err := l.Decide(n, rungs.Outcome{Winner: "e"}, noon); err != nil {
		t.Fatal(err)
	}
	for pair, want := range map[string]rungs.Why{
		"a a": rungs.Self, "a b": rungs.Below, "e a": rungs.TooFar, "d b": rungs.Between, "b d": rungs.Between, "d a": rungs.OwnBusy,
		"e b": rungs.TheyBusy, "f e": rungs.Rest, "x a": rungs.NotOn, "a x": rungs.NotOn, "c a": "", "f d": "", "b a": "",
	} {
		by, of, _ := strings.Cut(pair, " ")
		why, until := l.MayChallenge(by, of, noon)
		if why != want || until.IsZero() == (why == rungs.Rest) {
			t.Errorf("%s: %q until %v, want %q", pair, why, until, want)
		}
		if _, err := clone(t, l).Challenge(by, of, noon); (err == nil) != (want == "") || err != nil && err.Error() == "" {
			t.Errorf("%s: %v", pair, err)
		}
	}
	if why, _ := l.MayChallenge("f", "e", noon.AddDate(0, 0, 7)); why != rungs.OwnBusy && why != "" {
		t.Errorf("after the pause: %q", why)
	}
	if why, _ := l.MayChallenge("f", "e", noon.AddDate(0, 0, 7).Add(-time.Second)); why != rungs.Rest {
		t.Errorf("just before: %q", why)
	}
}

// clone returns a ladder after a round trip through JSON.
func clone(t *testing.T, l *rungs.Ladder) *rungs.Ladder {
	t.Helper()
	data, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	again := &rungs.Ladder{}
	if err := json.Unmarshal(data, again); err != nil {
		t.Fatal(err)
	}
	return again
}

// TestMissed removes players who miss challenges in a row; a played game resets the count.
func TestMissed(t *testing.T) {
	l := newLadder(t, usual, "a", "b", "c", "d")
	pass := func(by, of string, silent bool, want string) (events []rungs.Event) {
		t.Helper()
		events, err := l.Decide(challenge(t, l, by, of, noon), rungs.Outcome{Winner: by, Silent: silent}, noon)
		if err != nil {
			t.Fatal(err)
		}
		mustStand(t, l, want)
		return events
	}
	pass("b", "a", true, "b a c d")
	pass("c", "a", false, "b c a d") // both have played
	pass("d", "a", true, "b c d a")
	if _, err := l.Join("e", false, noon); err != nil {
		t.Fatal(err)
	}
	events := pass("e", "a", true, "b c d e")
	if len(events) != 2 || events[1].Kind != rungs.Dropped || events[1].Player != "a" || events[1].From != 5 {
		t.Errorf("%+v", events)
	}
	if last := l.Tells[len(l.Tells)-1]; last.Player != "a" || last.Kind != rungs.TellDropped {
		t.Errorf("told %+v", last)
	}
}

// TestLeave: challengers of a leaving player win, and running games end.
func TestLeave(t *testing.T) {
	l := newLadder(t, usual, "a", "b", "c", "d", "e")
	challenge(t, l, "e", "b", noon) // 1
	challenge(t, l, "d", "b", noon) // 2
	challenge(t, l, "b", "a", noon) // 3
	challenge(t, l, "c", "a", noon) // 4
	events, err := l.Leave("b", rungs.Left, noon)
	if err != nil {
		t.Fatal(err)
	}
	mustStand(t, l, "a e d c")
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, fmt.Sprint(e.Number, e.Kind, e.From, e.To))
	}
	if want := []string{"1default5 2", "2default5 3", "3lapsed4 4", "0left4 0"}; !slices.Equal(kinds, want) {
		t.Errorf("%q, want %q", kinds, want)
	}
	if len(l.Challenges) != 1 || l.Challenges[0].Number != 4 || !reflect.DeepEqual(l.Ends, []rungs.End{{1, "b"}, {2, "b"}, {3, "b"}}) {
		t.Errorf("%+v, %+v to end", l.Challenges, l.Ends)
	}
	if _, err := l.Leave("b", rungs.Left, noon); err == nil {
		t.Error("left twice")
	}
}

// TestLive begins a game when both are present, and lets a player win if the other never was.
func TestLive(t *testing.T) {
	live := usual
	live.Live, live.Clock = true, "absolute=10m"
	minutes := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	for _, c := range []struct {
		name  string
		then  func(l *rungs.Ladder) error
		plays bool
		want  string // result when time is up
		kind  rungs.Kind
	}{
		{"immediately", func(l *rungs.Ladder) error { return l.Ready(1, "a", minutes(9)) }, true, "", ""},
		{"too late", func(l *rungs.Ladder) error { return l.Ready(1, "a", minutes(10)) }, false, "a b c", rungs.Lapsed},
		{"again", func(l *rungs.Ladder) error {
			_ = l.Ready(1, "a", minutes(20))
			return l.Ready(1, "b", minutes(29))
		}, true, "", ""},
		{"never", func(*rungs.Ladder) error { return nil }, false, "b a c", rungs.Default},
	} {
		l := newLadder(t, live, "a", "b", "c")
		challenge(t, l, "b", "a", noon)
		if err := c.then(l); err != nil {
			t.Fatal(err)
		}
		if l.Challenges[0].Playing != c.plays {
			t.Errorf("%s: playing %v", c.name, l.Challenges[0].Playing)
		}
		if due := l.Due(); !c.plays && !due.Equal(noon.AddDate(0, 0, 5)) {
			t.Errorf("%s: due %v", c.name, due)
		}
		if events, err := l.Pass(noon.AddDate(0, 0, 5).Add(-time.Second)); err != nil || len(events) > 0 {
			t.Errorf("%s: passed early: %v %v", c.name, events, err)
		}
		events, err := l.Pass(noon.AddDate(0, 0, 5))
		if err != nil || len(events) > 0 == c.plays || len(events) > 0 && events[0].Kind != c.kind {
			t.Errorf("%s: %v %v", c.name, events, err)
		}
		if !c.plays {
			mustStand(t, l, c.want)
		}
	}
	l := newLadder(t, live, "a", "b", "c")
	challenge(t, l, "b", "a", noon)
	if _, err := l.Yield(1, "c", noon); err == nil {
		t.Error("a stranger has given a place up")
	}
	if e, err := l.Yield(1, "a", noon); err != nil || e.Kind != rungs.Default {
		t.Errorf("%+v %v", e, err)
	}
	mustStand(t, l, "b a c")
	challenge(t, l, "c", "b", noon)
	if e, err := l.Yield(2, "c", noon); err != nil || e.Kind != rungs.Lapsed {
		t.Errorf("%+v %v", e, err)
	}
	mustStand(t, l, "b a c")
	if why, _ := l.MayChallenge("c", "b", noon); why != rungs.Rest {
		t.Errorf("a challenge that was taken back can be made again: %q", why)
	}
}

// TestReadyTells notifies the other player when one is present, but not each time.
func TestReadyTells(t *testing.T) {
	live := usual
	live.Live = true
	l := newLadder(t, live, "a", "b")
	challenge(t, l, "b", "a", noon)
	l.Tells = nil
	if err := l.Ready(1, "b", noon.Add(10*time.Minute)); err != nil || len(l.Tells) != 0 { // the challenged player has just been notified
		t.Errorf("told %+v; %v", l.Tells, err)
	}
	for i := range 30 {
		if err := l.Ready(1, "a", noon.Add(20*time.Minute+time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	for hours := range 23 { // nor each time after it expired
		if err := l.Ready(1, "a", noon.Add(time.Duration(hours+1)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.Tells) != 1 || l.Tells[0].Player != "b" || l.Tells[0].Kind != rungs.TellReady {
		t.Errorf("told %+v", l.Tells)
	}
}

// TestJoinBounds checks who may join a ladder, and how many.
func TestJoinBounds(t *testing.T) {
	setup := usual
	setup.Most = 2
	l := newLadder(t, setup, "a", "b")
	for _, id := range []string{"a", "c"} {
		if _, err := l.Join(id, false, noon); err == nil {
			t.Errorf("%s has come", id)
		}
	}
	for _, c := range []struct {
		for_    rungs.For
		program bool
		want    bool
	}{
		{rungs.All, true, true}, {rungs.People, true, false}, {rungs.People, false, true},
		{rungs.Programs, true, true}, {rungs.Programs, false, false},
	} {
		setup := usual
		setup.For = c.for_
		if _, err := newLadder(t, setup).Join("x", c.program, noon); (err == nil) != c.want {
			t.Errorf("%q, a program %v: %v", c.for_, c.program, err)
		}
	}
}

// TestSetupBounds refuses invalid setups.
func TestSetupBounds(t *testing.T) {
	if err := usual.Check(); err != nil {
		t.Error(err)
	}
	for i, spoil := range []func(*rungs.Setup){
		func(s *rungs.Setup) { s.Reach = 0 }, func(s *rungs.Setup) { s.Reach = rungs.MaxReach + 1 },
		func(s *rungs.Setup) { s.Out = 0 }, func(s *rungs.Setup) { s.In = rungs.MaxAtOnce + 1 },
		func(s *rungs.Setup) { s.Days = 0 }, func(s *rungs.Setup) { s.Pause = 0 },
		func(s *rungs.Setup) { s.Most = rungs.MaxPlayers + 1 }, func(s *rungs.Setup) { s.For = "cats" },
	} {
		setup := usual
		spoil(&setup)
		if setup.Check() == nil {
			t.Errorf("%d: %+v", i, setup)
		}
	}
	// The bounds as numbers, to notice changed bounds.
	for name, c := range map[string]struct {
		field       func(*rungs.Setup) *int
		least, most int
	}{
		"reach":      {func(s *rungs.Setup) *int { return &s.Reach }, 1, 50},
		"challenges": {func(s *rungs.Setup) *int { return &s.Out }, 1, 10},
		"challenged": {func(s *rungs.Setup) *int { return &s.In }, 1, 10},
		"days":       {func(s *rungs.Setup) *int { return &s.Days }, 1, 30},
		"pause":      {func(s *rungs.Setup) *int { return &s.Pause }, 1, 90},
		"players":    {func(s *rungs.Setup) *int { return &s.Most }, 2, 300},
	} {
		for _, n := range []int{c.least - 1, c.least, c.most, c.most + 1} {
			setup := usual
			*c.field(&setup) = n
			if err := setup.Check(); (err == nil) != (n >= c.least && n <= c.most) {
				t.Errorf("%s %d: %v, want %d to %d", name, n, err, c.least, c.most)
			}
		}
	}
}

// TestBounded fills the memory of a ladder.
func TestBounded(t *testing.T) {
	setup := usual
	setup.Live, setup.Most = true, rungs.MaxPlayers
	l := newLadder(t, setup)
	for i := range rungs.MaxPlayers {
		if _, err := l.Join(fmt.Sprint(i), false, noon); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3000 {
		by := l.Order[rungs.MaxPlayers-1-i%(rungs.MaxPlayers-4)].ID
		of := l.Order[l.Place(by)-2-i/(rungs.MaxPlayers-4)%3].ID
		if e, err := l.Challenge(by, of, noon); err == nil {
			_, _ = l.Yield(e.Number, by, noon)
		}
	}
	if len(l.Met) > 1000 || len(l.Tells) != 500 || l.Tells[499].Serial != l.Told {
		t.Errorf("%d meetings, %d things to tell, the last %d of %d", len(l.Met), len(l.Tells), l.Tells[len(l.Tells)-1].Serial, l.Told)
	}
}

// walk performs a random act on a ladder and on the slow implementation, and returns the events.
func walk(rng *rand.Rand, l *rungs.Ladder, s *slow, people []string, now time.Time) (events []rungs.Event) {
	anybody := func() string { return people[rng.IntN(len(people))] }
	a, b := anybody(), anybody()
	one := func(e rungs.Event, err error, f func()) {
		if err == nil {
			events = append(events, e)
			f()
		}
	}
	switch rng.IntN(10) {
	case 0, 1:
		e, err := l.Join(a, false, now)
		one(e, err, func() { s.facts = append(s.facts, fact{at: now, what: "join", a: a}) })
	case 2:
		if es, err := l.Leave(a, rungs.Left, now); err == nil {
			events = es
			s.leave(a, now)
		}
	case 3, 4, 5:
		e, err := l.Challenge(a, b, now)
		one(e, err, func() { s.facts = append(s.facts, fact{at: now, what: "challenge", a: a, b: b, number: e.Number}) })
	default:
		if len(l.Challenges) == 0 {
			return nil
		}
		c := l.Challenges[rng.IntN(len(l.Challenges))]
		winner := []string{c.By, c.By, c.Of, ""}[rng.IntN(4)]
		es, err := l.Decide(c.Number, rungs.Outcome{Winner: winner}, now)
		if err == nil {
			events = es
			s.end(c.Number, winner == c.By, now)
		}
	}
	return events
}

// TestAgainstSlow performs thousands of random acts, and compares the state with the slow implementation each
// time; the stored history must lead back to earlier places.
func TestAgainstSlow(t *testing.T) {
	people := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		setup := usual
		setup.Reach, setup.Out, setup.In, setup.Pause = 1+rng.IntN(5), 1+rng.IntN(3), 1+rng.IntN(3), 1+rng.IntN(4)
		l, s, now := &rungs.Ladder{Setup: setup}, &slow{setup: setup}, noon
		var log []rungs.Event
		places := []map[string]int{{}} // after each number of steps
		times := []time.Time{now}
		for range 80 {
			now = now.Add(time.Duration(rng.IntN(40)) * time.Hour).Add(time.Second)
			log = append(log, walk(rng, l, s, people, now)...)
			if why := s.differ(l, now, people); why != "" {
				t.Fatalf("seed %d: %s", seed, why)
			}
			l = clone(t, l)
			place := map[string]int{}
			for i, m := range l.Order {
				place[m.ID] = i + 1
			}
			places, times = append(places, place), append(times, now)
		}
		for i, at := range times {
			if before := l.Before(log, at); !reflect.DeepEqual(before, places[i]) {
				t.Fatalf("seed %d: after step %d places were %v, want %v", seed, i, before, places[i])
			}
		}
		for _, id := range people {
			checkHistory(t, l, log, id, times, places)
		}
	}
}

// checkHistory compares a player's history with the places at all times.
func checkHistory(t *testing.T, l *rungs.Ladder, log []rungs.Event, id string, times []time.Time, places []map[string]int) {
	t.Helper()
	steps := l.History(log, id)
	for i, at := range times {
		place := 0
		for _, step := range steps {
			if !step.At.After(at) {
				place = step.Place
			}
		}
		if place != places[i][id] {
			t.Fatalf("%s stood at %d after step %d, want %d: %v", id, place, i, places[i][id], steps)
		}
	}
}

// TestHistoryOfPart: a player who joined before the first stored event has a history from that event on.
func TestHistoryOfPart(t *testing.T) {
	l := newLadder(t, usual, "a", "b")
	e, err := l.Decide(challenge(t, l, "b", "a", noon), rungs.Outcome{Winner: "b"}, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	got, want := l.History(e, "b"), []rungs.Step{{At: noon.Add(time.Hour), Place: 2}, {At: noon.Add(time.Hour), Place: 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := l.History(nil, "b"); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// TestAway keeps players from joining again for a while, depending on why they left, and remembers a bounded number of them.
func TestAway(t *testing.T) {
	for kind, pause := range map[rungs.Kind]time.Duration{
		rungs.Left: rungs.AwayFor, rungs.Dropped: rungs.AwayFor, rungs.Removed: rungs.RemovedFor,
	} {
		l := newLadder(t, usual, "a", "b")
		if _, err := l.Leave("b", kind, noon); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Join("b", false, noon.Add(pause-time.Second)); err == nil {
			t.Errorf("%s: back early", kind)
		}
		if _, err := l.Join("b", false, noon.Add(pause)); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	l := newLadder(t, usual)
	for i := range 3000 {
		if _, err := l.Join(fmt.Sprint(i), false, noon); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Leave(fmt.Sprint(i), rungs.Left, noon); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.Away) > 1000 {
		t.Errorf("%d are remembered", len(l.Away))
	}
	if _, err := l.Join("2999", false, noon); err == nil {
		t.Error("the last one is back immediately")
	}
}

func ExampleLadder() {
	l := &rungs.Ladder{Setup: usual}
	for _, id := range []string{"ada", "bo", "cy"} {
		_, _ = l.Join(id, false, noon)
	}
	e, _ := l.Challenge("cy", "ada", noon)
	_, _ = l.Decide(e.Number, rungs.Outcome{Winner: "cy"}, noon.AddDate(0, 0, 1))
	for place, m := range l.Order {
		fmt.Println(place+1, m.ID)
	}
	// Output:
	// 1 cy
	// 2 ada
	// 3 bo
}

package tournament_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"moyo/contest/tournament"
	"moyo/contest/tournament/tournamenttest"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// setup returns a valid setup of a format.
func setup(f tournament.Format) tournament.Setup {
	s := tournament.Setup{
		Format: f, Most: tournament.MaxPlayers, NoShow: 60, TieBreaks: tournament.DefaultTieBreaks(f), Board: "grid:9", Rules: "weiqi",
	}
	switch f {
	case tournament.RoundRobin, tournament.DoubleRoundRobin:
		s.Most = tournament.MaxRobin
	case tournament.McMahon:
		s.Rounds, s.Bar, s.Floor = 5, 3, -5
	case tournament.Swiss:
		s.Rounds = 7
	case tournament.Arena:
		s.Minutes = 30
	}
	return s
}

// run is a tournament with its log.
type run struct {
	t   *tournament.Tournament
	log []tournament.Event
	now time.Time
}

func begin(s tournament.Setup) *run {
	first := tournament.Event{Kind: tournament.Opened, At: noon, Setup: &s}
	t, err := tournament.New(first)
	if err != nil {
		panic(err)
	}
	return &run{t, []tournament.Event{first}, noon}
}

// do applies an event and logs it.
func (r *run) do(e tournament.Event) error {
	e.At = r.now
	err := r.t.Apply(e)
	if err == nil {
		r.log = append(r.log, e)
	}
	return err
}

func (r *run) must(e tournament.Event) {
	if err := r.do(e); err != nil {
		panic(fmt.Sprintf("%+v: %v", e, err))
	}
}

// fill lets players join, the strongest first.
func (r *run) fill(n int) *run {
	for i := range n {
		r.must(tournament.Event{Kind: tournament.Joined, Player: fmt.Sprint("p", i+1), Rating: 2000 - i, Grade: 3 - i%20})
	}
	return r
}

// advance applies the tournament's own events and moves the time on to the next of them, until
// games have to be played.
func (r *run) advance() {
	for {
		e, ok := r.t.Next(r.now)
		if ok {
			r.must(e)
			continue
		}
		wake := r.t.Wakes()
		if wake.IsZero() || !wake.After(r.now) || len(r.running()) > 0 {
			return
		}
		r.now = wake
	}
}

// running returns the games that are being played.
func (r *run) running() (all []int) {
	if r.t.Phase() != tournament.Running {
		return nil
	}
	for _, g := range r.t.Games() {
		if g.Result == tournament.Open {
			all = append(all, g.Number)
		}
	}
	return all
}

// play plays all games to the end with random results. It calls each before every result.
func (r *run) play(rng *rand.Rand, each func()) {
	r.must(tournament.Event{Kind: tournament.Started})
	for range 100_000 {
		r.advance()
		games := r.running()
		if r.t.Phase() == tournament.Over {
			return
		}
		if len(games) == 0 {
			panic("no game runs, and the tournament has not ended")
		}
		each()
		r.now = r.now.Add(time.Duration(rng.IntN(60)) * time.Second)
		if e, ok := r.t.Next(r.now); ok { // an arena has ended
			r.must(e)
			continue
		}
		result := results[rng.IntN(len(results))]
		if rng.IntN(3) > 0 {
			result = []tournament.Result{tournament.BlackWins, tournament.WhiteWins}[rng.IntN(2)]
		}
		r.must(tournament.Event{Kind: tournament.Resulted, Game: games[rng.IntN(len(games))], Result: result})
	}
	panic("the tournament does not end")
}

// TestLogs plays every format with random events of all kinds; many are refused. After each event
// the invariants hold, a refused event changes nothing, and the log as JSON leads to the same
// tournament.
func TestLogs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := setup(rapid.SampledFrom(tournament.Formats()).Draw(t, "format"))
		s.Late = map[bool]int{true: 2}[s.Rounds > 0]
		r := begin(s).fill(rapid.IntRange(0, 9).Draw(t, "players"))
		for range rapid.IntRange(0, 60).Draw(t, "events") {
			r.now = r.now.Add(time.Duration(rapid.IntRange(0, 100).Draw(t, "seconds")) * time.Second)
			before, _ := tournament.Replay(r.log)
			e := anyEvent(t, r)
			if err := r.do(e); err != nil && !reflect.DeepEqual(before, r.t) {
				t.Fatalf("%+v was refused (%v), and has changed something", e, err)
			}
			if e, ok := r.t.Next(r.now); ok && rapid.Bool().Draw(t, "by itself") {
				if err := r.do(e); err != nil {
					t.Fatalf("what it does by itself, %+v: %v", e, err)
				}
			}
			if why := broken(r.t); why != "" {
				t.Fatal(why)
			}
		}
		data, err := json.Marshal(r.log)
		if err != nil {
			t.Fatal(err)
		}
		var log []tournament.Event
		if err := json.Unmarshal(data, &log); err != nil {
			t.Fatal(err)
		}
		again, err := tournament.Replay(log)
		if err != nil || !reflect.DeepEqual(again, r.t) {
			t.Fatalf("after JSON it is another tournament (%v)", err)
		}
		if !reflect.DeepEqual(again.Standings(), r.t.Standings()) {
			t.Fatal("after JSON the table is another")
		}
	})
}

// anyEvent returns an event that is valid, or nearly.
func anyEvent(t *rapid.T, r *run) tournament.Event {
	e := tournament.Event{
		Kind: rapid.SampledFrom([]tournament.Kind{
			tournament.Joined, tournament.Withdrew, tournament.Paused, tournament.Resumed, tournament.Started, tournament.Started,
			tournament.Resulted, tournament.Resulted, tournament.Resulted, tournament.Resulted, tournament.Halted,
			tournament.Continued, tournament.Continued, tournament.Assigned, tournament.Seeded, tournament.Closed,
		}).Draw(t, "kind"),
		Player: fmt.Sprint("p", rapid.IntRange(0, 12).Draw(t, "player")),
		Result: rapid.SampledFrom(results).Draw(t, "result"),
	}
	if n := len(r.t.Games()); n > 0 {
		e.Game = rapid.IntRange(1, n+1).Draw(t, "game")
	}
	if rapid.IntRange(0, 4).Draw(t, "by the director") == 0 {
		e.By, e.Note = "director", "because"
	}
	if rapid.IntRange(0, 80).Draw(t, "odd") == 0 {
		e.Kind = rapid.SampledFrom([]tournament.Kind{tournament.Ended, tournament.Cancelled, tournament.Paired, "nonsense"}).Draw(t, "kind")
	}
	return e
}

// broken returns the invariant that does not hold, "" if all hold.
func broken(t *tournament.Tournament) string {
	plays := map[int]int{}
	for i, g := range t.Games() {
		if g.Number != i+1 || g.Black == g.White {
			return fmt.Sprintf("game %d is %+v", i+1, g)
		}
		if !slices.Contains(t.Rounds()[g.Round-1].Games, g.Number) {
			return fmt.Sprintf("game %d is not in its round", g.Number)
		}
		if g.Result != tournament.Open {
			continue
		}
		if t.Rounds()[g.Round-1].Closed {
			return "a closed round has a game that goes on"
		}
		for _, p := range []int{g.Black, g.White} {
			if plays[p] != 0 && t.Phase() == tournament.Running {
				return "a player plays two games at the same time"
			}
			plays[p] = g.Number
		}
	}
	for p := range t.Players() {
		if want := map[bool]int{true: plays[p]}[t.Phase() == tournament.Running]; t.Playing(p) != want {
			return fmt.Sprintf("player %d plays %d, not %d", p, t.Playing(p), want)
		}
	}
	seen := map[int]bool{}
	for i, s := range t.Standings() {
		if seen[s.Player] || s.Place < 1 || s.Place > i+1 {
			return fmt.Sprintf("the table: %+v", t.Standings())
		}
		seen[s.Player] = true
	}
	if len(seen) != len(t.Players()) {
		return "a player is not in the table"
	}
	return ""
}

// TestEveryFormat plays all formats with fields of many sizes to their end.
func TestEveryFormat(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, f := range tournament.Formats() {
		for n := 2; n <= 20; n++ {
			r := begin(setup(f)).fill(n)
			r.play(rng, func() {
				if why := broken(r.t); why != "" {
					t.Fatalf("%s of %d: %s", f, n, why)
				}
			})
			r.check(t)
		}
	}
}

// TestRefusals checks the texts of refusals.
func TestRefusals(t *testing.T) {
	r := begin(setup(tournament.Knockout)).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	for _, e := range []tournament.Event{
		{Kind: tournament.Joined, Player: "late"}, {Kind: tournament.Joined, Player: "p1"}, {Kind: tournament.Paused, Player: "p1"},
		{Kind: tournament.Withdrew, Player: "nobody"}, {Kind: tournament.Started},
		{Kind: tournament.Resumed, Player: "p1"}, {Kind: tournament.Resulted, Game: 9, Result: tournament.Draw},
		{Kind: tournament.Resulted, Game: 1, Result: "six"}, {Kind: tournament.Closed}, {Kind: tournament.Paired}, {Kind: tournament.Continued},
		{Kind: tournament.Assigned, Game: 1}, {Kind: "more"},
		{Kind: tournament.Paired, Pairings: []tournament.Pairing{{Black: "p1", White: "p2", Match: 1}}},
	} {
		if err := r.do(e); err == nil || err.Error() == "" {
			t.Errorf("%+v: %v", e, err)
		}
	}
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins})
	if err := r.do(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.WhiteWins}); err == nil {
		t.Error("a result is corrected without a word")
	}
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.WhiteWins, By: "director", Note: "read wrongly"})
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 2, Result: tournament.WhiteWins})
	r.advance()
	err := r.do(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins, By: "director", Note: "again"})
	if err == nil {
		t.Error("a result is corrected by which others have gone on")
	}
}

// TestFor admits people, or programs, or both.
func TestFor(t *testing.T) {
	for who, want := range map[tournament.For][2]bool{
		tournament.ForAll: {true, true}, tournament.ForPeople: {true, false}, tournament.ForPrograms: {false, true},
	} {
		s := setup(tournament.Swiss)
		s.For = who
		r := begin(s)
		for i, program := range []bool{false, true} {
			err := r.do(tournament.Event{Kind: tournament.Joined, Player: fmt.Sprint("p", i), Program: program})
			if (err == nil) != want[i] {
				t.Errorf("for %q, program %v: %v", who, program, err)
			}
		}
	}
}

// TestRestless stops players that come and go without end, before the start and after.
func TestRestless(t *testing.T) {
	for name, c := range map[string]struct {
		leave, back tournament.Kind
		started     bool
	}{"withdraws": {tournament.Withdrew, tournament.Joined, false}, "pauses": {tournament.Paused, tournament.Resumed, true}} {
		r := begin(setup(tournament.Swiss)).fill(4)
		if c.started {
			r.must(tournament.Event{Kind: tournament.Started})
		}
		for range 49 {
			r.must(tournament.Event{Kind: c.leave, Player: "p1"})
			r.must(tournament.Event{Kind: c.back, Player: "p1"})
		}
		r.must(tournament.Event{Kind: c.leave, Player: "p1"})
		if err := r.do(tournament.Event{Kind: c.back, Player: "p1"}); err == nil {
			t.Errorf("%s: they come back for the 50th time", name)
		}
		r.must(tournament.Event{Kind: c.leave, Player: "p2"})
		r.must(tournament.Event{Kind: c.back, Player: "p2"})
	}
}

// TestReserve ends a tournament whatever its director and its players do.
func TestReserve(t *testing.T) {
	r := begin(setup(tournament.Swiss)).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	var err error
	for err == nil {
		if err = r.do(tournament.Event{Kind: tournament.Halted}); err == nil {
			r.must(tournament.Event{Kind: tournament.Continued})
		}
	}
	for _, e := range []tournament.Event{{Kind: tournament.Joined, Player: "late"}, {Kind: tournament.Resumed, Player: "p4"}} {
		if err := r.do(e); err == nil {
			t.Errorf("%+v takes what is left", e)
		}
	}
	for r.t.Phase() != tournament.Over {
		r.advance()
		for _, n := range r.running() {
			r.must(tournament.Event{Kind: tournament.Resulted, Game: n, Result: tournament.BlackWins})
		}
	}
	if err := r.do(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.Draw, By: "director", Note: "seen"}); err == nil {
		t.Error("a correction takes what is left")
	}
	if left := tournament.MaxEvents - r.t.Version(); left < 40_000 {
		t.Errorf("%d events are left", left)
	}
}

// TestCorrections limits corrections.
func TestCorrections(t *testing.T) {
	r := begin(setup(tournament.RoundRobin)).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	var err error
	for n := -1; err == nil; n++ {
		if n > tournament.MaxCorrections {
			t.Fatalf("%d corrections", n)
		}
		result := []tournament.Result{tournament.BlackWins, tournament.WhiteWins}[(n+1)%2]
		err = r.do(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: result, By: "director", Note: "seen"})
	}
	// This is no correction.
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 2, Result: tournament.Draw, By: "director", Note: "seen"})
}

// TestSetups refuses setups that are not valid.
func TestSetups(t *testing.T) {
	for name, change := range map[string]func(*tournament.Setup){
		"no format":            func(s *tournament.Setup) { s.Format = "tug of war" },
		"no rounds":            func(s *tournament.Setup) { s.Rounds = 0 },
		"too many rounds":      func(s *tournament.Setup) { s.Rounds = tournament.MaxRounds + 1 },
		"minutes":              func(s *tournament.Setup) { s.Minutes = 5 },
		"one player":           func(s *tournament.Setup) { s.Most = 1 },
		"too many":             func(s *tournament.Setup) { s.Most = tournament.MaxPlayers + 1 },
		"ratings":              func(s *tournament.Setup) { s.MinRating, s.MaxRating = 2000, 1000 },
		"for nobody":           func(s *tournament.Setup) { s.For = "cats" },
		"late":                 func(s *tournament.Setup) { s.Late = s.Rounds },
		"break":                func(s *tournament.Setup) { s.Break = -1 },
		"no time to come":      func(s *tournament.Setup) { s.NoShow = 0 },
		"a bar":                func(s *tournament.Setup) { s.Bar = 3 },
		"a tie-break twice":    func(s *tournament.Setup) { s.TieBreaks = []tournament.TieBreak{tournament.SOS, tournament.SOS} },
		"an unknown one":       func(s *tournament.Setup) { s.TieBreaks = []tournament.TieBreak{"lottery"} },
		"rounds of a knockout": func(s *tournament.Setup) { s.Format, s.TieBreaks = tournament.Knockout, nil },
	} {
		s := setup(tournament.Swiss)
		change(&s)
		if _, err := tournament.New(tournament.Event{Kind: tournament.Opened, Setup: &s}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestSetupBounds accepts the smallest and the largest values, and nothing beyond.
func TestSetupBounds(t *testing.T) {
	const days = 24 * 60 * 60
	swiss, mcmahon, robin, arena := setup(tournament.Swiss), setup(tournament.McMahon), setup(tournament.RoundRobin), setup(tournament.Arena)
	for name, c := range map[string]struct {
		of          tournament.Setup
		field       func(*tournament.Setup) *int
		least, most int
	}{
		"rounds":                  {swiss, func(s *tournament.Setup) *int { return &s.Rounds }, 1, 20},
		"rounds of a round robin": {robin, func(s *tournament.Setup) *int { return &s.Rounds }, 0, 0},
		"minutes":                 {arena, func(s *tournament.Setup) *int { return &s.Minutes }, 1, 24 * 60},
		"minutes of rounds":       {swiss, func(s *tournament.Setup) *int { return &s.Minutes }, 0, 0},
		"players":                 {swiss, func(s *tournament.Setup) *int { return &s.Most }, 2, 256},
		"players of each other":   {robin, func(s *tournament.Setup) *int { return &s.Most }, 2, 64},
		"least rating":            {swiss, func(s *tournament.Setup) *int { return &s.MinRating }, 0, 9999},
		"greatest rating":         {swiss, func(s *tournament.Setup) *int { return &s.MaxRating }, 0, 9999},
		"late":                    {swiss, func(s *tournament.Setup) *int { return &s.Late }, 0, 6},
		"late for an arena":       {arena, func(s *tournament.Setup) *int { return &s.Late }, 0, 0},
		"break":                   {swiss, func(s *tournament.Setup) *int { return &s.Break }, 0, 14 * days},
		"who has not come":        {swiss, func(s *tournament.Setup) *int { return &s.NoShow }, 30, 14 * days},
		"bar":                     {mcmahon, func(s *tournament.Setup) *int { return &s.Bar }, -5, 9},
		"floor":                   {mcmahon, func(s *tournament.Setup) *int { return &s.Floor }, -49, 3},
		"bar without McMahon":     {swiss, func(s *tournament.Setup) *int { return &s.Bar }, 0, 0},
		"floor without McMahon":   {swiss, func(s *tournament.Setup) *int { return &s.Floor }, 0, 0},
	} {
		for _, n := range []int{c.least - 1, c.least, c.most, c.most + 1} {
			s := c.of
			*c.field(&s) = n
			if err := s.Check(); (err == nil) != (n >= c.least && n <= c.most) {
				t.Errorf("%s %d: %v, want %d to %d", name, n, err, c.least, c.most)
			}
		}
	}
	for _, c := range []struct {
		least, most int
		ok          bool
	}{{0, 1, true}, {1, 1, true}, {2, 1, false}, {9999, 0, true}, {1500, 1500, true}, {1501, 1500, false}} {
		s := swiss
		s.MinRating, s.MaxRating = c.least, c.most
		if err := s.Check(); (err == nil) != c.ok {
			t.Errorf("ratings from %d to %d: %v", c.least, c.most, err)
		}
	}
}

// check compares the tournament with the slow implementation.
func (r *run) check(t interface {
	Helper()
	Fatal(args ...any)
}) {
	t.Helper()
	if err := tournamenttest.Check(r.log); err != nil {
		t.Fatal(err)
	}
}

// results are the possible results of a game.
var results = []tournament.Result{
	tournament.BlackWins, tournament.WhiteWins, tournament.Draw, tournament.BlackForfeit, tournament.WhiteForfeit, tournament.BothAbsent,
}

// couples are the pairs that have played each other, both ways.
func couples(t *tournament.Tournament) map[[2]int]bool {
	met := map[[2]int]bool{}
	for _, g := range t.Games() {
		if g.Result.Played() {
			met[[2]int{g.Black, g.White}], met[[2]int{g.White, g.Black}] = true, true
		}
	}
	return met
}

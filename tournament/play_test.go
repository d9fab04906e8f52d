package tournament

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// setup returns a sound setup of a format.
func setup(f Format) Setup {
	s := Setup{Format: f, Most: MaxPlayers, NoShow: 60, TieBreaks: DefaultTieBreaks(f), Board: "grid:9", Rules: "weiqi"}
	switch f {
	case RoundRobin, DoubleRoundRobin:
		s.Most = MaxRobin
	case McMahon:
		s.Rounds, s.Bar, s.Floor = 5, 3, -5
	case Swiss:
		s.Rounds = 7
	case Arena:
		s.Minutes = 30
	}
	return s
}

// run is a tournament with its log.
type run struct {
	t   *Tournament
	log []Event
	now time.Time
}

func begin(s Setup) *run {
	first := Event{Kind: Opened, At: noon, Setup: &s}
	t, err := New(first)
	if err != nil {
		panic(err)
	}
	return &run{t, []Event{first}, noon}
}

// do applies an event and notes it.
func (r *run) do(e Event) error {
	e.At = r.now
	err := r.t.Apply(e)
	if err == nil {
		r.log = append(r.log, e)
	}
	return err
}

func (r *run) must(e Event) {
	if err := r.do(e); err != nil {
		panic(fmt.Sprintf("%+v: %v", e, err))
	}
}

// fill has players join, the strongest first.
func (r *run) fill(n int) *run {
	for i := range n {
		r.must(Event{Kind: Joined, Player: fmt.Sprint("p", i+1), Rating: 2000 - i, Grade: 3 - i%20})
	}
	return r
}

// advance does what the tournament does by itself, and moves the time on to where it does
// something, until somebody has to play.
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
	if r.t.Phase() != Running {
		return nil
	}
	for _, g := range r.t.Games() {
		if g.Result == Open {
			all = append(all, g.Number)
		}
	}
	return all
}

// play plays all to the end with results by chance. each is called before every result.
func (r *run) play(rng *rand.Rand, each func()) {
	r.must(Event{Kind: Started})
	for range 100_000 {
		r.advance()
		games := r.running()
		if r.t.Phase() == Over {
			return
		}
		if len(games) == 0 {
			panic("nobody plays, and the tournament goes on")
		}
		each()
		r.now = r.now.Add(time.Duration(rng.IntN(60)) * time.Second)
		if e, ok := r.t.Next(r.now); ok { // an arena has ended
			r.must(e)
			continue
		}
		result := results[rng.IntN(len(results))]
		if rng.IntN(3) > 0 {
			result = []Result{BlackWins, WhiteWins}[rng.IntN(2)]
		}
		r.must(Event{Kind: Resulted, Game: games[rng.IntN(len(games))], Result: result})
	}
	panic("the tournament does not end")
}

// TestLogs plays every format with random events of all kinds, of which many are refused. The
// invariants hold after each, a refused one changes nothing, and the log as JSON leads to the
// same tournament.
func TestLogs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := setup(rapid.SampledFrom(Formats()).Draw(t, "format"))
		s.Late = map[bool]int{true: 2}[s.Rounds > 0]
		r := begin(s).fill(rapid.IntRange(0, 9).Draw(t, "players"))
		for range rapid.IntRange(0, 60).Draw(t, "events") {
			r.now = r.now.Add(time.Duration(rapid.IntRange(0, 100).Draw(t, "seconds")) * time.Second)
			before, _ := Replay(r.log)
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
		var log []Event
		if err := json.Unmarshal(data, &log); err != nil {
			t.Fatal(err)
		}
		again, err := Replay(log)
		if err != nil || !reflect.DeepEqual(again, r.t) {
			t.Fatalf("after JSON it is another tournament (%v)", err)
		}
		if !reflect.DeepEqual(again.Standings(), r.t.Standings()) {
			t.Fatal("after JSON the table is another")
		}
	})
}

// anyEvent returns an event that makes sense, or nearly.
func anyEvent(t *rapid.T, r *run) Event {
	e := Event{
		Kind:   rapid.SampledFrom([]Kind{Joined, Withdrew, Paused, Resumed, Started, Started, Resulted, Resulted, Resulted, Resulted, Halted, Continued, Continued, Assigned, Closed}).Draw(t, "kind"),
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
		e.Kind = rapid.SampledFrom([]Kind{Ended, Cancelled, Paired, "nonsense"}).Draw(t, "kind")
	}
	return e
}

// broken says which invariant does not hold, "" for none.
func broken(t *Tournament) string {
	plays := map[int]int{}
	for i, g := range t.Games() {
		if g.Number != i+1 || g.Black == g.White {
			return fmt.Sprintf("game %d is %+v", i+1, g)
		}
		if !slices.Contains(t.Rounds()[g.Round-1].Games, g.Number) {
			return fmt.Sprintf("game %d is not in its round", g.Number)
		}
		if g.Result != Open {
			continue
		}
		if t.Rounds()[g.Round-1].Closed {
			return "a closed round has a game that goes on"
		}
		for _, p := range []int{g.Black, g.White} {
			if plays[p] != 0 && t.Phase() == Running {
				return "somebody plays twice at once"
			}
			plays[p] = g.Number
		}
	}
	for p := range t.Players() {
		if want := map[bool]int{true: plays[p]}[t.Phase() == Running]; t.Playing(p) != want {
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
		return "somebody is not in the table"
	}
	return ""
}

// TestEveryFormat plays all formats with many fields to their end.
func TestEveryFormat(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, f := range Formats() {
		for n := 2; n <= 20; n++ {
			r := begin(setup(f)).fill(n)
			r.play(rng, func() {
				if why := broken(r.t); why != "" {
					t.Fatalf("%s of %d: %s", f, n, why)
				}
			})
		}
	}
}

// TestRefusals has what people cannot do refused in words.
func TestRefusals(t *testing.T) {
	r := begin(setup(Knockout)).fill(4)
	r.must(Event{Kind: Started})
	r.advance()
	for _, e := range []Event{
		{Kind: Joined, Player: "late"}, {Kind: Joined, Player: "p1"}, {Kind: Paused, Player: "p1"}, {Kind: Withdrew, Player: "nobody"}, {Kind: Started},
		{Kind: Resumed, Player: "p1"}, {Kind: Resulted, Game: 9, Result: Draw}, {Kind: Resulted, Game: 1, Result: "six"}, {Kind: Closed}, {Kind: Paired}, {Kind: Continued},
		{Kind: Assigned, Game: 1}, {Kind: "more"}, {Kind: Paired, Pairings: []Pairing{{Black: "p1", White: "p2", Match: 1}}},
	} {
		if err := r.do(e); err == nil || err.Error() == "" {
			t.Errorf("%+v: %v", e, err)
		}
	}
	r.must(Event{Kind: Resulted, Game: 1, Result: BlackWins})
	if err := r.do(Event{Kind: Resulted, Game: 1, Result: WhiteWins}); err == nil {
		t.Error("a result is corrected without a word")
	}
	r.must(Event{Kind: Resulted, Game: 1, Result: WhiteWins, By: "director", Note: "read wrongly"})
	r.must(Event{Kind: Resulted, Game: 2, Result: WhiteWins})
	r.advance()
	if err := r.do(Event{Kind: Resulted, Game: 1, Result: BlackWins, By: "director", Note: "again"}); err == nil {
		t.Error("a result is corrected by which others have gone on")
	}
}

// TestSetups are refused where they make no sense.
func TestSetups(t *testing.T) {
	for name, change := range map[string]func(*Setup){
		"no format":            func(s *Setup) { s.Format = "tug of war" },
		"no rounds":            func(s *Setup) { s.Rounds = 0 },
		"too many rounds":      func(s *Setup) { s.Rounds = MaxRounds + 1 },
		"minutes":              func(s *Setup) { s.Minutes = 5 },
		"one player":           func(s *Setup) { s.Most = 1 },
		"too many":             func(s *Setup) { s.Most = MaxPlayers + 1 },
		"ratings":              func(s *Setup) { s.MinRating, s.MaxRating = 2000, 1000 },
		"late":                 func(s *Setup) { s.Late = s.Rounds },
		"break":                func(s *Setup) { s.Break = -1 },
		"no time to come":      func(s *Setup) { s.NoShow = 0 },
		"a bar":                func(s *Setup) { s.Bar = 3 },
		"a tie-break twice":    func(s *Setup) { s.TieBreaks = []TieBreak{SOS, SOS} },
		"an unknown one":       func(s *Setup) { s.TieBreaks = []TieBreak{"lottery"} },
		"rounds of a knockout": func(s *Setup) { s.Format, s.TieBreaks = Knockout, nil },
	} {
		s := setup(Swiss)
		change(&s)
		if _, err := New(Event{Kind: Opened, Setup: &s}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

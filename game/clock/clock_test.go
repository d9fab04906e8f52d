package clock

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func mustParse(t interface{ Fatal(...any) }, text string) Spec {
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  Spec
		words string
		speed Speed
	}{
		{"", Spec{Kind: None}, "no clock", SpeedNone},
		{"none", Spec{Kind: None}, "no clock", SpeedNone},
		{"absolute=20m", Spec{Kind: Absolute, Main: 20 * time.Minute}, "20 minutes for the whole game", SpeedRapid},
		{"absolute=5m", Spec{Kind: Absolute, Main: 5 * time.Minute}, "5 minutes for the whole game", SpeedBlitz},
		{"fischer=5m+3s", Spec{Fischer, 5 * time.Minute, 3 * time.Second, 0}, "5 minutes, and 3 seconds more after each move", SpeedBlitz},
		{"fischer=7m+3s", Spec{Fischer, 7 * time.Minute, 3 * time.Second, 0}, "7 minutes, and 3 seconds more after each move", SpeedRapid},
		{"byoyomi=10m+5x30s", Spec{Byoyomi, 10 * time.Minute, 30 * time.Second, 5},
			"10 minutes, then 5 periods of 30 seconds a move", SpeedRapid},
		{"byoyomi=0s+1x1m", Spec{Byoyomi, 0, time.Minute, 1}, "1 period of 1 minute a move", SpeedClassical},
		{"canadian=10m+25/5m", Spec{Canadian, 10 * time.Minute, 5 * time.Minute, 25}, "10 minutes, then 25 stones per 5 minutes", SpeedRapid},
		{"move=30s", Spec{PerMove, 0, 30 * time.Second, 0}, "30 seconds a move", SpeedRapid},
		{"absolute=1h30m", Spec{Kind: Absolute, Main: 90 * time.Minute}, "1 hour 30 minutes for the whole game", SpeedClassical},
		{"correspondence=3d", Spec{Correspondence, 0, 3 * day, 0}, "3 days a move", SpeedCorrespondence},
	} {
		s, err := Parse("clock:" + c.text)
		if err != nil || s != c.want || s.Text() != c.words || s.Speed() != c.speed {
			t.Errorf("%s: %+v %q %q (%v), want %+v %q %q", c.text, s, s.Text(), s.Speed(), err, c.want, c.words, c.speed)
		}
		if want := strings.Replace("none "+c.text, "none ", "", min(len(c.text), 1)); s.String() != strings.TrimSpace(want) {
			t.Errorf("%q is written %q", c.text, s)
		}
	}
	for text, want := range map[string]string{
		"byoyomi=600s+5x90s": "byoyomi=10m+5x1m30s", "absolute=1d": "absolute=24h", "move=01m0s": "move=1m", "fischer=60m+0m5s": "fischer=1h+5s",
		"correspondence=48h": "correspondence=2d",
	} {
		if got := mustParse(t, text).String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
}

// TestParseRefuses: each error names the text and what is wrong with it.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"blitz":                      `unknown kind "blitz"`,
		"clock:clock:none":           `unknown kind "clock:none"`,
		"none=1m":                    `unknown kind "none"`,
		"absolute":                   "numbers are missing",
		"absolute=":                  `main time is ""`,
		"absolute=20":                "want numbers with the units",
		"absolute=0s":                "want 1s to 24h",
		"absolute=2d":                "want 1s to 24h",
		"absolute=-5m":               "want numbers",
		"absolute=5s3m":              "want numbers",
		"absolute=5m5m":              "want numbers",
		"absolute=1234567s":          "want numbers",
		"absolute=5.5m":              "want numbers",
		"fischer=5m":                 "plus between",
		"fischer=0s+3s":              "want 1s to 24h",
		"fischer=5m+0s":              `increment is "0s", want 1s to 1h`,
		"fischer=5m+2h":              "want 1s to 1h",
		"byoyomi=10m":                "plus between",
		"byoyomi=10m+30s":            `"x" between`,
		"byoyomi=10m+0x30s":          `periods is "0", want 1 to 100`,
		"byoyomi=10m+101x30s":        "want 1 to 100",
		"byoyomi=10m+5x0s":           "period is",
		"byoyomi=10m+5x61m":          "want 1s to 1h",
		"canadian=10m+25x5m":         `"/" between`,
		"canadian=10m+101/5m":        "number of stones",
		"canadian=10m+25/25h":        "want 1s to 24h",
		"move=25h":                   "want 1s to 24h",
		"correspondence=36h":         "want whole days",
		"correspondence=31d":         "want 24h to 30d",
		"absolute=20m ":              "want numbers",
		strings.Repeat("x", MaxSpec): "unknown kind",
		"absolute=" + strings.Repeat("0", MaxSpec) + "5m": "more than 64 characters",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), text[:min(len(text), 60)]) || len(err.Error()) > 400 {
			t.Errorf("%q: %v, want something with %q", text, err, want)
		}
	}
}

// FuzzParse: each spec that is read has a written form that reads the same and does not change
// again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"none", "absolute=20m", "clock:fischer=5m+3s", "byoyomi=10m+5x30s", "canadian=10m+25/5m",
		"move=30s", "correspondence=3d", "fischer=+", "byoyomi=1h1m1s+1x1s",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		if err != nil || again != s || again.String() != s.String() || len(s.String()) > MaxSpec {
			t.Fatalf("%q is written %q, which is read as %+v (%v)", text, s, again, err)
		}
		if start := s.Start(); s.Counts() && (s.Left(start) <= 0 || s.Text() == "" || s.Speed() == SpeedNone || s.Gift() <= 0) {
			t.Fatalf("%q begins with %+v, %q, %q", text, start, s.Text(), s.Speed())
		}
	})
}

// TestBoundary runs to the end of everything and one nanosecond beyond.
func TestBoundary(t *testing.T) {
	for _, text := range []string{
		"absolute=20m", "fischer=5m+3s", "byoyomi=10m+5x30s", "byoyomi=0s+1x1s", "canadian=10m+25/5m", "move=30s", "correspondence=3d",
	} {
		s := mustParse(t, text)
		left := s.Left(s.Start())
		if st, fallen := s.Run(s.Start(), left); fallen || s.Left(st) != 0 {
			t.Errorf("%s: all of %v is used, and there is %+v, fallen %v", text, left, st, fallen)
		}
		if _, fallen := s.Run(s.Start(), left+1); !fallen {
			t.Errorf("%s: more than %v is used and no flag falls", text, left)
		}
	}
	s := mustParse(t, "byoyomi=10m+5x30s")
	kept, _ := s.Run(s.Start(), 10*time.Minute+30*time.Second)
	lost, _ := s.Run(s.Start(), 10*time.Minute+30*time.Second+1)
	if kept.Periods != 5 || lost.Periods != 4 {
		t.Errorf("to the end of the first period %d are left, a moment later %d", kept.Periods, lost.Periods)
	}
	if _, fallen := mustParse(t, "none").Run(State{}, 1000*day); fallen {
		t.Error("no clock, and the flag falls")
	}
}

// anySpec draws a spec.
func anySpec(t *rapid.T) Spec {
	return mustParse(t, rapid.SampledFrom([]string{
		"absolute=20s", "fischer=5s+3s", "byoyomi=10s+5x7s", "byoyomi=0s+3x1s", "canadian=10s+3/5s", "move=30s", "correspondence=1d",
	}).Draw(t, "clock"))
}

// TestPieces: running in two pieces is the same as running once.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySpec(t)
		a := time.Duration(rapid.Int64Range(0, int64(30*time.Second)).Draw(t, "a"))
		b := time.Duration(rapid.Int64Range(0, int64(30*time.Second)).Draw(t, "b"))
		one, fell := s.Run(s.Start(), a+b)
		two, first := s.Run(s.Start(), a)
		second := false
		if !first {
			two, second = s.Run(two, b)
		}
		if one != two || fell != (first || second) {
			t.Fatalf("%s: %v is %+v %v, %v and %v are %+v %v", s, a+b, one, fell, a, b, two, first || second)
		}
	})
}

// TestState encodes and decodes states through JSON, to the millisecond.
func TestState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySpec(t)
		st, _ := s.Run(s.Start(), time.Duration(rapid.Int64Range(0, 40_000).Draw(t, "ms"))*time.Millisecond)
		data, err := json.Marshal(st)
		var again State
		if err == nil {
			err = json.Unmarshal(data, &again)
		}
		if err != nil || again != st {
			t.Fatalf("%+v is %s is %+v (%v)", st, data, again, err)
		}
	})
	for _, text := range []string{`{"main":-1}`, `{"period":4000000000000000}`, `{"periods":101}`, `{"stones":-1}`, `{"main":"1"}`, `[]`} {
		if err := new(State).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is a state", text)
		}
	}
}

// TestUndone: no player gains time by moving and taking back again and again.
func TestUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySpec(t)
		st, fallen := s.Run(s.Start(), time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "used")))
		if fallen {
			return
		}
		most := s.Left(s.Undone(st, 0))
		if s.Kind == Fischer {
			most = max(most, s.Step)
		}
		for range 5 {
			st = s.Undone(s.Moved(st), 1)
			if got := s.Left(st); got > most && !(s.Kind == Canadian && st.Main == 0 && st.Stones == s.Count) {
				t.Fatalf("%s: %v left after taking back, %v before", s, got, most)
			}
		}
	})
	s := mustParse(t, "fischer=10s+3s")
	if st := s.Undone(State{Main: 7 * time.Second}, 2); st.Main != 3*time.Second {
		t.Errorf("two moves taken back leave %v, want one increment", st.Main)
	}
	if st := s.Undone(State{Main: time.Second}, 2); st.Main != time.Second {
		t.Errorf("a player who had one second has %v", st.Main)
	}
	if st := mustParse(t, "canadian=10s+5/5s").Undone(State{Stones: 2, Period: 1}, 2); st.Stones != 4 {
		t.Errorf("two stones taken back leave %d to place, want 4", st.Stones)
	}
	for _, c := range []struct {
		spec  string
		moves int
		from  State
		want  State
	}{
		{"canadian=10s+5/5s", 2, State{Stones: 4, Period: 1}, State{Stones: 5, Period: 1}},
		{"canadian=10s+5/5s", 2, State{Main: 1, Stones: 5, Period: 5}, State{Main: 1, Stones: 5, Period: 5}},
		{"byoyomi=10s+5x30s", 1, State{Periods: 2, Period: 1}, State{Periods: 2, Period: 30 * time.Second}},
		{"move=30s", 1, State{Main: 1}, State{Main: 30 * time.Second}},
		{"correspondence=3d", 1, State{Main: 1, Leave: 7}, State{Main: 3 * day, Leave: 7}},
		{"absolute=20m", 3, State{Main: 1}, State{Main: 1}},
		{"none", 3, State{}, State{}},
	} {
		if got := mustParse(t, c.spec).Undone(c.from, c.moves); got != c.want {
			t.Errorf("%s: %d moves taken back turn %+v into %+v, want %+v", c.spec, c.moves, c.from, got, c.want)
		}
	}
}

func TestGive(t *testing.T) {
	for _, text := range []string{"absolute=20m", "fischer=5m+3s", "byoyomi=0s+5x30s", "canadian=0s+25/5m", "move=30s", "correspondence=3d"} {
		s := mustParse(t, text)
		more, ok := s.Give(s.Start(), s.Gift())
		if !ok || s.Left(more) != s.Left(s.Start())+s.Gift() {
			t.Errorf("%s: %v more than %+v is %+v", text, s.Gift(), s.Start(), more)
		}
		n := 0
		for ; ok && n < 10_000; n++ {
			more, ok = s.Give(more, s.Gift())
		}
		if most := max(day, 10*s.Step); ok || more.Main > most || more.Main+s.Gift() <= most {
			t.Errorf("%s: giving ends with %v", text, more.Main)
		}
	}
	for _, give := range []time.Duration{0, -time.Second} {
		if _, ok := mustParse(t, "absolute=20m").Give(State{}, give); ok {
			t.Errorf("%v was given", give)
		}
	}
	if _, ok := mustParse(t, "none").Give(State{}, time.Second); ok {
		t.Error("time was given without a clock")
	}
}

func TestEstimate(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"none": 0, "absolute=20m": 20 * time.Minute, "fischer=5m+3s": 8 * time.Minute, "byoyomi=10m+5x30s": 27 * time.Minute,
		"canadian=10m+25/5m": 22 * time.Minute, "move=30s": 15 * time.Minute, "correspondence=2d": 60 * day,
	} {
		if got := mustParse(t, text).Estimate(); got != want {
			t.Errorf("%s: about %v, want %v", text, got, want)
		}
	}
}

func TestRest(t *testing.T) {
	s := mustParse(t, "correspondence=3d")
	st, over := s.Rest(s.Start(), 10*day)
	if st.Leave != Leave-10*day || over != 0 || st.Main != 3*day {
		t.Errorf("%+v, %v over", st, over)
	}
	if st, over = s.Rest(st, 21*day); st.Leave != 0 || over != day {
		t.Errorf("%+v, %v over", st, over)
	}
	if st, over := mustParse(t, "absolute=20m").Rest(State{Main: time.Minute}, time.Second); over != time.Second || st.Main != time.Minute {
		t.Errorf("leave in a live game: %+v, %v over", st, over)
	}
}

// TestShare uses the share of every clock for a thousand moves: no flag falls, no period is lost,
// the share is not needlessly small, and the main time lasts.
func TestShare(t *testing.T) {
	for _, text := range []string{
		"absolute=20m", "absolute=1s", "fischer=5m+3s", "fischer=1s+1s", "byoyomi=10m+5x30s", "byoyomi=0s+1x1s",
		"byoyomi=3s+2x1m", "canadian=10m+25/5m", "canadian=0s+100/1s", "move=30s", "correspondence=3d",
	} {
		for _, turns := range []int{0, 1, 10, Ahead, 300} {
			s := mustParse(t, text)
			st := s.Start()
			periods, sum := st.Periods, time.Duration(0)
			for range 1000 {
				share := s.Share(st, turns)
				if share < 0 || share > s.Turn(st)*3/4 {
					t.Fatalf("%s, %d turns: a share of %v from %+v", text, turns, share, st)
				}
				var fallen bool
				if st, fallen = s.Run(st, share); fallen {
					t.Fatalf("%s, %d turns: a share of %v is too much", text, turns, share)
				}
				sum += share
				st = s.Moved(st)
			}
			if st.Periods != periods {
				t.Errorf("%s, %d turns: %d periods were lost", text, turns, periods-st.Periods)
			}
			if sum < s.Main*9/10 {
				t.Errorf("%s, %d turns: a thousand moves took %v only", text, turns, sum)
			}
		}
	}
	if share := mustParse(t, "none").Share(State{}, Ahead); share != 0 {
		t.Errorf("no clock, share %v", share)
	}
}

// TestShareOf compares the shares of clocks at their start and later.
func TestShareOf(t *testing.T) {
	for _, c := range []struct {
		text string
		st   State
		want time.Duration
	}{
		{"absolute=20m", State{Main: 100 * time.Second}, 10 * time.Second},
		{"absolute=20m", State{}, 0},
		{"fischer=5m+4s", State{Main: 100 * time.Second}, 13 * time.Second},
		{"fischer=5m+4s", State{Main: time.Second}, 750 * time.Millisecond},
		{"byoyomi=10m+5x20s", State{Main: 10 * time.Minute, Periods: 5, Period: 20 * time.Second}, time.Minute},
		{"byoyomi=10m+5x20s", State{Main: 100 * time.Second, Periods: 5, Period: 20 * time.Second}, 15 * time.Second},
		{"byoyomi=10m+5x20s", State{Periods: 5, Period: 20 * time.Second}, 15 * time.Second},
		{"byoyomi=10m+5x20s", State{Periods: 1, Period: 8 * time.Second}, 6 * time.Second},
		{"canadian=10m+25/5m", State{Main: 100 * time.Second, Stones: 25, Period: 5 * time.Minute}, 10 * time.Second},
		{"canadian=10m+25/5m", State{Main: 10 * time.Second, Stones: 25, Period: 5 * time.Minute}, 9 * time.Second},
		{"canadian=10m+25/5m", State{Stones: 5, Period: 100 * time.Second}, 15 * time.Second},
		{"move=20s", State{Main: 20 * time.Second}, 15 * time.Second},
		{"correspondence=1d", State{Main: day}, time.Minute},
	} {
		if got := mustParse(t, c.text).Share(c.st, 10); got != c.want {
			t.Errorf("%s, %+v: %v, want %v", c.text, c.st, got, c.want)
		}
	}
}

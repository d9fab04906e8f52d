package analysis

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"moyo/game"
)

// Settings are KataGo's parameters of a search that moyo has. Queries change them by overrideSettings.
type Settings struct {
	Visits   int64         // most visits; 0: no bound
	Playouts int64         // the same here; the lower one counts
	Time     time.Duration // most time of a search; 0: no bound
	// the side whose win probability, lead and ownership answers contain; Empty for the side to move
	As        game.Color
	PV        int     // most moves of a variation after the first
	Threads   int     // most search threads of a position; 0: all that are free
	Temper    float64 // temperature of the policy at the root; 0 is 1
	WideNoise float64 // KataGo's wideRootNoise, 0 or more: how much wider the search is at the root
}

// DefaultSettings are those of KataGo's example configuration.
func DefaultSettings() Settings { return Settings{Visits: 500, As: game.Black, PV: 15} }

const (
	maxVisits = int64(1) << 50
	maxPV     = 1000
	noTime    = 1e6 // seconds; more is no bound
)

// Set sets one parameter by KataGo's name. known is false for other names, which change nothing.
func (s *Settings) Set(name, value string) (known bool, err error) {
	set, known := parameters[name]
	if known && !set(s, strings.TrimSpace(value)) {
		err = fmt.Errorf("could not parse config value for %s: %s", name, clip(value))
	}
	return known, err
}

// parameters set a parameter, or return false for a value that it cannot have.
var parameters = map[string]func(s *Settings, value string) bool{
	"maxVisits":   func(s *Settings, value string) bool { return whole(value, maxVisits, &s.Visits) },
	"maxPlayouts": func(s *Settings, value string) bool { return whole(value, maxVisits, &s.Playouts) },
	"maxTime": func(s *Settings, value string) bool {
		v := 0.0
		ok := real(value, 0, math.MaxFloat64, &v)
		if s.Time = 0; v < noTime {
			s.Time = max(time.Duration(v*float64(time.Second)), time.Millisecond)
		}
		return ok
	},
	"reportAnalysisWinratesAs": func(s *Settings, value string) (ok bool) {
		s.As, ok = perspectives[strings.ToLower(value)]
		return ok
	},
	"analysisPVLen":                     func(s *Settings, value string) bool { return whole(value, maxPV, &s.PV) },
	"numSearchThreads":                  func(s *Settings, value string) bool { return whole(value, math.MaxInt32, &s.Threads) },
	"numSearchThreadsPerAnalysisThread": func(s *Settings, value string) bool { return whole(value, math.MaxInt32, &s.Threads) },
	"rootPolicyTemperature":             func(s *Settings, value string) bool { return real(value, 0.01, 100, &s.Temper) },
	"wideRootNoise":                     func(s *Settings, value string) bool { return real(value, 0, 5, &s.WideNoise) },
	"rootFpuReductionMax":               func(_ *Settings, value string) bool { return real(value, 0, 2, new(float64)) },
}

// whole parses an integer from 1 to most.
func whole[T int | int64](value string, most int64, to *T) bool {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 1 || n > most {
		return false
	}
	*to = T(n)
	return true
}

// real parses a number from least to most.
func real(value string, least, most float64, to *float64) bool {
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || !(v >= least && v <= most) {
		return false
	}
	*to = v
	return true
}

// perspectives are the values of reportAnalysisWinratesAs.
var perspectives = map[string]game.Color{
	"b": game.Black, "black": game.Black, "w": game.White, "white": game.White, "sidetomove": game.Empty,
}

// visits returns the lower one of the bounds of visits and playouts, 0 for no bound.
func (s *Settings) visits() int64 {
	return min(cmp.Or(s.Visits, s.Playouts), cmp.Or(s.Playouts, s.Visits))
}

// temper returns the temperature of the policy at the root, 0 for none. wideRootNoise makes KataGo's policy more even by the
// same factor.
func (s *Settings) temper() float64 {
	if s.Temper == 0 && s.WideNoise == 0 {
		return 0
	}
	return cmp.Or(s.Temper, 1) * (1 + 4*s.WideNoise)
}

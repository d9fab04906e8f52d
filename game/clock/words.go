package clock

import (
	"fmt"
	"strings"
	"time"
)

// Speed is a class of clocks, for lists and ratings.
type Speed string

// The speeds. The first three are live.
const (
	SpeedNone           Speed = "" // no clock
	SpeedBlitz          Speed = "blitz"
	SpeedRapid          Speed = "rapid"
	SpeedClassical      Speed = "classical"
	SpeedCorrespondence Speed = "correspondence"
)

// The estimates below which a clock is of a speed.
const (
	blitzBelow = 10 * time.Minute
	rapidBelow = 30 * time.Minute
)

// usual is how many moves of a player an estimate takes a game to have: between
// a game of Go on 9×9, of some 25, and one on 19×19, of some 120.
const usual = 60

// Estimate returns about how long one player thinks in a whole game: the main
// time and 60 moves, each with its increment, its part of a Canadian period, or
// half of the time that one move may take, and of byo-yomi what periods may be
// lost. For correspondence it only says that this is long.
func (s Spec) Estimate() time.Duration {
	switch s.Kind {
	case Fischer:
		return s.Main + usual*s.Step
	case Byoyomi:
		return s.Main + usual*s.Step/2 + time.Duration(s.Count-1)*s.Step
	case Canadian:
		return s.Main + usual*s.Step/time.Duration(s.Count)
	case PerMove, Correspondence:
		return usual * s.Step / 2
	}
	return s.Main
}

// Fair returns how long somebody whose turn it is may be away before the other
// player may do without them. live is false where people come and go, so that
// nobody can say.
func (s Speed) Fair() (wait time.Duration, live bool) {
	switch s {
	case SpeedBlitz:
		return time.Minute, true
	case SpeedRapid:
		return 2 * time.Minute, true
	case SpeedClassical:
		return 3 * time.Minute, true
	}
	return 0, false
}

// Speed returns the class of the clock: blitz with an estimate below 10 minutes
// a player, rapid below 30, else classical; correspondence is a class of its own.
func (s Spec) Speed() Speed {
	switch estimate := s.Estimate(); {
	case !s.Counts():
		return SpeedNone
	case s.Kind == Correspondence:
		return SpeedCorrespondence
	case estimate < blitzBelow:
		return SpeedBlitz
	case estimate < rapidBelow:
		return SpeedRapid
	}
	return SpeedClassical
}

// Text returns the clock in words, for people.
func (s Spec) Text() string {
	switch s.Kind {
	case Absolute:
		return words(s.Main) + " for the whole game"
	case Fischer:
		return fmt.Sprintf("%s, and %s more after each move", words(s.Main), words(s.Step))
	case Byoyomi:
		periods := "1 period"
		if s.Count > 1 {
			periods = fmt.Sprintf("%d periods", s.Count)
		}
		return s.first() + fmt.Sprintf("%s of %s a move", periods, words(s.Step))
	case Canadian:
		stones := "1 stone"
		if s.Count > 1 {
			stones = fmt.Sprintf("%d stones", s.Count)
		}
		return s.first() + stones + " per " + words(s.Step)
	case PerMove, Correspondence:
		return words(s.Step) + " a move"
	}
	return "no clock"
}

// first returns the words for a main time that something follows.
func (s Spec) first() string {
	if s.Main == 0 {
		return ""
	}
	return words(s.Main) + ", then "
}

// words returns a span of time in words, such as "1 hour 30 minutes".
func words(d time.Duration) string {
	var parts []string
	for _, u := range units {
		n := d / u.span
		d %= u.span
		switch {
		case n == 1:
			parts = append(parts, "1 "+u.word)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, u.word))
		}
	}
	return strings.Join(parts, " ")
}

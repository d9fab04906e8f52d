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

// The estimates that separate the speeds.
const (
	blitzBelow = 10 * time.Minute
	rapidBelow = 30 * time.Minute
)

// usual is the assumed number of moves of one player in a game. A 9×9 game of Go has about 25, a
// 19×19 game about 120.
const usual = 60

// Estimate returns about how long one player thinks in a whole game: the main time and 60 moves,
// each with its increment, its part of a Canadian period, or half of the time for one move. For
// byo-yomi it adds the periods that may be lost. For correspondence it is only a large number.
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

// Fair returns how long a player may be away on their turn before the opponent may claim the game.
// live is false for clocks without such a time, because their players come and go.
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

// Speed returns the class of the clock: blitz with an estimate below 10 minutes a player, rapid
// below 30, else classical. Correspondence is a class of its own.
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

// Text returns the clock in words.
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

// first returns the words for a main time before an overtime.
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

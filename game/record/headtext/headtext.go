// Package headtext reads what the heads of records say in words of people and servers, in several scripts: results such as
// "W+R", "黑中盘胜" or "White wins by 2.5 points", and komi such as "6目半" or "3又3/4子". The table of words is in words.go.
package headtext

import (
	"math"
	"slices"
	"strconv"
)

// Side is who won.
type Side uint8

// The sides.
const (
	Unknown Side = iota // the text does not say who won
	Black
	White
	Neither // a draw, or a game that does not count
)

func (s Side) other() Side { return Black + White - s }

// Reason is how a game ended.
type Reason uint8

// The reasons.
const (
	Unstated Reason = iota
	Count           // by points, or a draw
	Resignation
	Time
	Forfeit
	NoResult // the game does not count
)

// Result is the meaning of a result.
type Result struct {
	Winner Side
	Reason Reason
	Points float64 // of the count, 0 if the text does not say or for a draw
	Text   string  // as written
}

// FF4 returns the result in the form of FF[4]'s RE, such as "W+3.5" or "B+R"; "" if the winner is unknown.
func (r Result) FF4() string {
	side := map[Side]string{Black: "B+", White: "W+"}[r.Winner]
	switch {
	case r.Reason == NoResult:
		return "Void"
	case r.Winner == Neither:
		return "0"
	case side == "":
		return ""
	case r.Points > 0:
		return side + strconv.FormatFloat(r.Points, 'f', -1, 64)
	}
	return side + map[Reason]string{Resignation: "R", Time: "T", Forfeit: "F"}[r.Reason]
}

// ReadResult returns what a text says about the end of a game.
func ReadResult(text string) Result {
	r := Result{Text: text}
	folded := fold(text)
	if folded == "0" {
		r.Winner, r.Reason = Neither, Count
		return r
	}
	tokens := scan(folded)
	s := sentence{tokens: tokens}
	for i, t := range tokens {
		s.read(i, t)
	}
	s.finish(&r)
	return r
}

// sentence is a result while it is read.
type sentence struct {
	tokens  []token
	side    Side // the last one that was named
	both    bool // both were named
	winner  Side
	waiting kind // wins or loses, before a side is named
	reason  Reason
	verb    bool // the reason is what the losing side did
	points  float64
	counted bool // an amount was named
	draw    bool
	void    bool
	going   bool
	unclear bool // the text denies a result, or states two
}

// read reads token i.
func (s *sentence) read(i int, t token) {
	switch t.kind {
	case black, white:
		s.name(Side(t.kind-black) + Black)
	case wins, loses:
		s.decide(t.kind)
	case plus:
		if i > 0 && (s.tokens[i-1].kind == black || s.tokens[i-1].kind == white) {
			s.unclear = s.unclear || s.winner != Unknown && s.winner != s.side
			s.decide(wins)
		}
	case resigns, resigned:
		s.because(Resignation, t.kind == resigns)
	case timesOut, onTime:
		s.because(Time, t.kind == timesOut)
	case forfeits, forfeit:
		s.because(Forfeit, t.kind == forfeits)
	case letterR, letterT, letterF:
		if i > 0 && (s.tokens[i-1].kind == plus || s.tokens[i-1].kind == wins) {
			s.because(Resignation+Reason(t.kind-letterR), false)
		}
	case drawn:
		s.draw = true
	case void:
		s.void = true
	case goingOn:
		s.going = true
	case denied:
		if i+1 < len(s.tokens) { // else as in "not counted"
			s.unclear = s.unclear || s.tokens[i+1].kind >= wins && s.tokens[i+1].kind <= forfeit
		}
	case amount:
		if !s.counted && !t.large {
			s.points = t.value
			if t.bare {
				s.points = doubled(t.value)
			}
		}
		s.counted = true
	}
}

// name reads a side.
func (s *sentence) name(side Side) {
	s.both = s.both || s.side != Unknown && s.side != side
	s.side = side
	if s.waiting != other {
		s.decide(s.waiting)
	}
}

// decide reads that the side that was named wins or loses.
func (s *sentence) decide(what kind) {
	switch {
	case s.winner != Unknown:
	case s.side == Unknown:
		s.waiting = what
	case what == wins:
		s.winner = s.side
	default:
		s.winner = s.side.other()
	}
}

// because reads a reason.
func (s *sentence) because(r Reason, verb bool) {
	if s.reason == Unstated {
		s.reason, s.verb = r, verb
	}
}

// finish sets the result.
func (s *sentence) finish(r *Result) {
	plain := !slices.ContainsFunc(s.tokens, func(t token) bool { return t.kind != black && t.kind != white && t.kind != amount })
	switch {
	case s.void:
		r.Winner, r.Reason = Neither, NoResult
		return
	case s.going || s.unclear:
		return
	case s.draw && s.winner == Unknown:
		r.Winner, r.Reason = Neither, Count
		return
	case s.winner != Unknown:
		r.Winner = s.winner
	case s.side == Unknown || s.both:
		return
	case s.reason != Unstated && s.verb:
		r.Winner = s.side.other()
	case s.reason != Unstated || plain: // "White on time", "Black 3.5", "白"
		r.Winner = s.side
	default:
		return
	}
	r.Reason = s.reason
	if s.counted && s.reason == Unstated {
		r.Reason, r.Points = Count, s.points
	}
}

// doubled returns an amount without a unit in points: quarters are Chinese stones, each worth two points.
func doubled(value float64) float64 {
	if quarters := value * 4; quarters == math.Trunc(quarters) && int64(quarters)%2 != 0 {
		return value * 2
	}
	return value
}

// Komi returns the points that a text for the komi says, negative if White gives them. In East Asia numbers without a unit may
// be hundredths of points, as in 650, or Chinese stones, as in 3.75 or 375. ok is false if the text says no amount.
func Komi(text string) (points float64, ok bool) {
	folded := fold(text)
	if value, err := strconv.ParseFloat(folded, 64); err == nil && plainNumber(folded) && math.Abs(value) < 1e6 {
		return bareKomi(value), true
	}
	tokens := scan(folded)
	sign := signOf(folded, tokens)
	for _, t := range tokens {
		if t.kind == amount {
			return sign * komiOf(t), true
		}
	}
	return 0, slices.ContainsFunc(tokens, func(t token) bool { return t.kind == nothing })
}

// KomiIn is [Komi] for a text about other things: it needs a word for komi. The amount that follows it counts, or else one
// right before it. An amount without a unit must follow at once, so that years and numbers of rounds are no komi.
func KomiIn(text string) (points float64, ok bool) {
	tokens := scan(fold(text))
	at := slices.IndexFunc(tokens, func(t token) bool { return t.kind == komi || t.kind == reverse })
	if at < 0 {
		return 0, false
	}
	sign := signOf("", tokens)
	for i, t := range tokens[at+1:] {
		if t.kind == amount && (!t.bare || i == 0) {
			return sign * komiOf(t), likely(komiOf(t))
		}
	}
	if at > 0 && tokens[at-1].kind == amount && !tokens[at-1].bare {
		return sign * komiOf(tokens[at-1]), likely(komiOf(tokens[at-1]))
	}
	return 0, false
}

// likely reports whether an amount in a text about other things may be a komi.
func likely(points float64) bool { return points <= 50 && points*2 == math.Trunc(points*2) }

// signOf returns -1 if White gives the komi, else 1.
func signOf(folded string, tokens []token) float64 {
	if len(folded) > 0 && folded[0] == '-' || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == reverse }) {
		return -1
	}
	return 1
}

func komiOf(t token) float64 {
	if t.bare {
		return bareKomi(t.value)
	}
	return t.value
}

// bareKomi returns a komi without a unit in points.
func bareKomi(value float64) float64 {
	if math.Abs(value) >= 100 {
		value /= 100
	}
	return doubled(value)
}

// plainNumber reports whether a text has only digits, signs and a point: no hexadecimals, infinities or exponents.
func plainNumber(text string) bool {
	return !slices.ContainsFunc([]byte(text), func(c byte) bool { return !isDigit(c) && c != '.' && c != '-' && c != '+' })
}

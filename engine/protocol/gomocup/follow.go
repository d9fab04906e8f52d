package gomocup

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game"
)

// follower reads a searching program's output, and turns it into Infos.
type follower struct {
	pos    game.Position
	begun  time.Time
	report func(engine.Info)
	last   engine.Info
}

// handle takes a line and reports whether it is the answer.
func (f *follower) handle(text string) bool {
	head, rest, _ := strings.Cut(text, " ")
	switch head = strings.ToUpper(head); {
	case head == "MESSAGE":
		f.message(rest)
		return false
	case head == "DEBUG" || head == "UNKNOWN" || head == "OK":
		return false // an INFO that it does not know, or a late reply
	case head == "ERROR" && strings.HasPrefix(strings.ToLower(rest), "unknown command"):
		return false // Rapfi's name of it; Rapfi misses an INFO just after its move
	case head == "ERROR" || head == "SUGGEST":
		return true
	}
	return text[0] >= '0' && text[0] <= '9' && strings.Contains(text, ",")
}

// Formats of programs' reports: "depth 12-20 ev 31 n 1200K n/ms 800" of Rapfi,
// "Depth 10 | Eval +M5", "ev 63.2%" of moyo, and so on.
var (
	depthPattern = regexp.MustCompile(`(?i)\bdepth[ =:]*(\d{1,4})`)
	valuePattern = regexp.MustCompile(`(?i)\b(?:ev|eval|value|winrate)[ =:]*([+-]?M?\d{1,9}(?:\.\d{1,9})?)(%|M)?`)
	nodesPattern = regexp.MustCompile(`(?i)\b(?:n|nodes)[ =:]+(\d{1,15})([KMG])?\b`)
	linePattern  = regexp.MustCompile(`(?i)\bpv((?: \d{1,2},\d{1,2})+)`)
)

// evalScale turns an evaluation into a win probability: the logistic function
// of their quotient.
const evalScale = 200

// message parses the known parts of a MESSAGE and reports them.
func (f *follower) message(text string) {
	info := f.last
	info.Elapsed = time.Since(f.begun)
	found := false
	if m := depthPattern.FindStringSubmatch(text); m != nil {
		info.Depth, _ = strconv.Atoi(m[1])
		found = true
	}
	if m := valuePattern.FindStringSubmatch(text); m != nil {
		info.Value, info.Mate = parseValue(m[1], m[2])
		found = true
	}
	if m := nodesPattern.FindStringSubmatch(text); m != nil {
		n, _ := strconv.ParseInt(m[1], 10, 64)
		info.Nodes = n * map[string]int64{"": 1, "K": 1e3, "M": 1e6, "G": 1e9}[strings.ToUpper(m[2])]
		found = true
	}
	if m := linePattern.FindStringSubmatch(text); m != nil {
		if pv := f.line(m[1]); len(pv) > 0 {
			info.PV, info.Move = pv, pv[0]
		}
	}
	if !found {
		return
	}
	f.last = info
	if f.report != nil {
		f.report(info)
	}
}

// parseValue parses "31", "63.2%", "+M5" or "-5M".
func parseValue(number, unit string) (value float64, mate int) {
	mated := strings.Contains(strings.ToUpper(number), "M") || unit == "M" || unit == "m"
	v, err := strconv.ParseFloat(strings.NewReplacer("M", "", "m", "").Replace(number), 64)
	switch {
	case err != nil:
		return 0.5, 0
	case mated && strings.HasPrefix(number, "-"):
		return 0, int(-math.Abs(v))
	case mated:
		return 1, int(v)
	case unit == "%":
		return min(max(v/100, 0), 1), 0
	}
	return 1 / (1 + math.Exp(-v/evalScale)), 0
}

// line parses a variation of "x,y" as far as it is legal.
func (f *follower) line(text string) (pv []game.Move) {
	w, h, _ := f.pos.Board().Grid()
	pos := f.pos.Clone()
	for word := range strings.FieldsSeq(text) {
		at, ok := parseMove(word, w, h)
		m := game.Place(game.Point(at.y*w + at.x))
		if !ok || pos.Play(m) != nil {
			break
		}
		pv = append(pv, m)
	}
	return pv
}

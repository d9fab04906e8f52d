package gtp

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game"
)

// The commands that report during a search for a move, best first, with the win
// probability that they write for certainty.
var analysisCommands = []struct {
	name string
	full float64
}{
	{"kata-genmove_analyze", 1},
	{"lz-genmove_analyze", 10_000},
}

// reportEvery is the interval of a program's reports, in hundredths of a
// second.
const reportEvery = "10"

// follower turns a program's reports into Infos.
type follower struct {
	verts  *Vertices
	full   float64
	begun  time.Time
	report func(engine.Info)
	last   engine.Info
}

// line parses one report: "info move D4 visits 20 winrate 0.5 ... pv D4 E5",
// one such part for each candidate. It leaves out what it cannot parse.
func (f *follower) line(text string) {
	info := engine.Info{Elapsed: time.Since(f.begun)}
	for part := range strings.SplitSeq(" "+text, " info ") {
		words := strings.Fields(part)
		if c, ok := f.candidate(words); ok {
			if len(info.Candidates) == 0 {
				info.Lead, info.HasLead = scoreLead(words)
			}
			info.Candidates = append(info.Candidates, c)
			info.Nodes += c.Visits
		}
	}
	if len(info.Candidates) == 0 {
		return
	}
	best := info.Candidates[0]
	info.Move, info.Value, info.PV = best.Move, best.Value, best.PV
	f.last = info
	f.report(info)
}

// candidate parses the keys and values of one part.
func (f *follower) candidate(words []string) (c engine.Candidate, ok bool) {
	for i := 0; i+1 < len(words); i += 2 {
		value, number := words[i+1], 0.0
		switch words[i] {
		case "winrate", "prior", "visits":
			v, err := strconv.ParseFloat(value, 64)
			if err != nil || !(v >= 0 && v < 1e15) {
				return c, false
			}
			number = v
		}
		switch words[i] {
		case "move":
			m, err := f.verts.Parse(value)
			if err != nil {
				return c, false
			}
			c.Move, ok = m, true
		case "visits":
			c.Visits = int64(number)
		case "winrate":
			c.Value = min(number/f.full, 1)
		case "prior":
			c.Prior = min(number/f.full, 1)
		case "pv":
			c.PV = f.moves(words[i+1:])
			return c, ok
		}
	}
	return c, ok
}

// scoreLead parses the lead of the side to move in points, which KataGo reports.
func scoreLead(words []string) (points float64, ok bool) {
	const most = 1e6 // more than any board has
	i := slices.Index(words, "scoreLead")
	if i < 0 || i+1 == len(words) {
		return 0, false
	}
	points, err := strconv.ParseFloat(words[i+1], 64)
	return points, err == nil && points > -most && points < most
}

// moves parses vertices up to the first word that is not one.
func (f *follower) moves(words []string) (moves []game.Move) {
	for _, w := range words {
		m, err := f.verts.Parse(w)
		if err != nil {
			break
		}
		moves = append(moves, m)
	}
	return moves
}

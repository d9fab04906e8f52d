package gtp

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game"
)

// analysis is the request of an analysis command.
type analysis struct {
	side     game.Color
	interval time.Duration // between reports
	moves    int           // reported at most
	kata     bool          // in KataGo's format, else in Leela Zero's
	owners   bool          // with whose each point will be, in KataGo's format only
}

// The bounds of what is reported.
const (
	minInterval    = 50 * time.Millisecond
	maxInterval    = time.Hour
	maxReportMoves = 60
	maxReportLine  = 24 // moves of a principal variation
)

// parseAnalysis reads "[color] [interval] [key value]...", where the interval,
// in hundredths of a second, may also be the value of the key "interval".
func (c *call) parseAnalysis(kata bool) (analysis, error) {
	a := analysis{side: c.toPlay(), interval: time.Second, moves: maxReportMoves, kata: kata}
	args := c.args
	if len(args) > 0 {
		if side, err := parseColor(args[0]); err == nil {
			a.side, args = side, args[1:]
		}
	}
	if len(args) > 0 && isNumber(args[0]) {
		args = append([]string{"interval"}, args...)
	}
	for ; len(args) >= 2; args = args[2:] {
		if err := a.set(args[0], args[1]); err != nil {
			return a, err
		}
	}
	if len(args) > 0 {
		return a, errSyntax
	}
	return a, nil
}

// set reads one key with its value. A key that asks for more than an engine
// tells, or that is not known, is passed over: readers expect fields to be
// missing. To pass over a choice of moves would answer another question.
func (a *analysis) set(key, value string) error {
	switch key {
	case "interval", "maxmoves", "minmoves":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return errSyntax
		}
		if key == "interval" {
			a.interval = min(max(time.Duration(min(n, 1_000_000))*10*time.Millisecond, minInterval), maxInterval)
		}
		if key == "maxmoves" {
			a.moves = min(n, maxReportMoves)
		}
	case "ownership":
		a.owners = a.kata && value == "true"
	case "allow", "avoid":
		return fmt.Errorf("analysis option %q is not supported", key)
	}
	return nil
}

func lzAnalyze(c *call) (string, error)   { return c.analyze(false) }
func kataAnalyze(c *call) (string, error) { return c.analyze(true) }

func lzGenmoveAnalyze(c *call) (string, error)   { return c.genmoveAnalyze(false) }
func kataGenmoveAnalyze(c *call) (string, error) { return c.genmoveAnalyze(true) }

// analyze reports what the engine finds until another line comes.
func (c *call) analyze(kata bool) (string, error) {
	a, err := c.parseAnalysis(kata)
	if err != nil {
		return "", err
	}
	c.begin()
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		select {
		case ln := <-c.lines:
			c.pending = &ln
			stop()
		case <-ctx.Done():
		}
	}()
	out := reporter{call: c, analysis: a, tail: c.ownership(ctx, a)}
	pos, info, err := c.think(ctx, a.side, engine.Limits{Time: maxAnalysis, Threads: c.cfg.Limits.Threads}, out.report)
	if err == nil && !out.any {
		out.write(pos, info)
	}
	if err != nil {
		stop()
	}
	<-heard // an engine that has no more to say stays silent until the next line
	return "", err
}

// maxAnalysis bounds an analysis that nobody ends.
const maxAnalysis = 24 * time.Hour

// genmoveAnalyze reports while the engine chooses a move, which it plays.
func (c *call) genmoveAnalyze(kata bool) (string, error) {
	a, err := c.parseAnalysis(kata)
	if err != nil {
		return "", err
	}
	c.begin()
	out := reporter{call: c, analysis: a, tail: c.ownership(c.ctx, a)}
	text, err := c.generate(a.side, out.report)
	if err != nil {
		return "", err
	}
	return "play " + text, nil
}

// ownership returns whose each point will be as KataGo writes it, from -1 for
// the opponent to 1 for the side that is asked about, in the order of the
// points, which on grids is row by row from the top; "" where that is not asked
// for or the engine does not tell.
func (c *call) ownership(ctx context.Context, a analysis) string {
	owner, ok := c.cfg.Engine.(engine.Owner)
	pos := c.pos.Clone()
	if !a.owners || !ok || handTurn(pos, a.side) != nil {
		return ""
	}
	values, err := owner.Ownership(ctx, pos)
	if err != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(" ownership")
	for _, v := range values {
		if a.side == game.White {
			v = 0 - v // never minus zero
		}
		fmt.Fprintf(&b, " %.4f", v)
	}
	return b.String()
}

// reporter writes what a search finds as lines of a reply.
type reporter struct {
	*call
	analysis
	tail string        // of each line: whose each point will be
	last time.Duration // of the search, at the last report
	any  bool
}

// report writes info, if it is the first or the interval has passed.
func (r *reporter) report(info engine.Info) {
	if r.any && info.Elapsed-r.last < r.interval {
		return
	}
	r.last = info.Elapsed
	pos := r.pos.Clone()
	if handTurn(pos, r.side) == nil {
		r.write(pos, info)
	}
}

// write writes one line: every candidate, best first.
func (r *reporter) write(pos game.Position, info engine.Info) {
	cands := info.Candidates
	if len(cands) == 0 {
		cands = []engine.Candidate{{Move: info.Move, Visits: info.Nodes, Value: info.Value, PV: info.PV}}
	}
	var b strings.Builder
	for i, cand := range cands[:min(len(cands), r.moves)] {
		if i > 0 {
			b.WriteByte(' ')
		}
		r.writeCandidate(&b, cand, i)
	}
	r.any = true
	r.server.write(b.String() + r.tail + "\n")
}

func (r *reporter) writeCandidate(b *strings.Builder, cand engine.Candidate, order int) {
	fmt.Fprintf(b, "info move %s visits %d ", r.verts.format(cand.Move), cand.Visits)
	lcb := lowerBound(cand)
	if r.kata {
		fmt.Fprintf(b, "winrate %.6f prior %.6f lcb %.6f order %d pv", cand.Value, cand.Prior, lcb, order)
	} else {
		fmt.Fprintf(b, "winrate %d prior %d lcb %d order %d pv", tenThousandths(cand.Value), tenThousandths(cand.Prior), tenThousandths(lcb), order)
	}
	pv := cand.PV
	if len(pv) == 0 {
		pv = []game.Move{cand.Move}
	}
	for _, m := range pv[:min(len(pv), maxReportLine)] {
		b.WriteByte(' ')
		b.WriteString(r.verts.format(m))
	}
}

func tenThousandths(v float64) int { return int(math.Round(v * 10000)) }

// lowerBound is the win chance less two standard errors of as many coin flips as
// there were visits.
func lowerBound(cand engine.Candidate) float64 {
	if cand.Visits <= 0 {
		return 0
	}
	return max(0, cand.Value-2*math.Sqrt(cand.Value*(1-cand.Value)/float64(cand.Visits)))
}

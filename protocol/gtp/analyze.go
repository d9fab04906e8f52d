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

// set reads one key with its value. What asks for more than an engine tells is
// accepted and not answered, as GTP's readers expect.
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
		return nil
	case "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits", "noResultValue":
		return nil
	}
	return fmt.Errorf("analysis option %.20q is not supported", key)
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
	out := reporter{call: c, analysis: a}
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
	out := reporter{call: c, analysis: a}
	text, err := c.generate(a.side, out.report)
	if err != nil {
		return "", err
	}
	return "play " + text, nil
}

// reporter writes what a search finds as lines of a reply.
type reporter struct {
	*call
	analysis
	last time.Duration // of the search, at the last report
	any  bool
}

// report writes info if the interval has passed.
func (r *reporter) report(info engine.Info) {
	if info.Elapsed-r.last < r.interval {
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
	r.server.write(b.String() + "\n")
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

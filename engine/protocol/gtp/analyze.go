package gtp

import (
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
	moves    int           // most moves in a report
	kata     bool          // in KataGo's format, else in Leela Zero's
	avoid    []engine.Avoided
	allowed  bool // avoid is all moves except the allowed ones

	// In KataGo's format only: ownership, also after each of the moves; totals of
	// the position; visits of each move of a variation.
	ownership, movesOwnership, root, pvVisits bool
}

// Bounds of a report.
const (
	minInterval    = 50 * time.Millisecond
	maxInterval    = time.Hour
	maxReportMoves = 60
	maxReportLine  = 24 // moves of a principal variation
)

// parseAnalysis parses "[color] [interval] [key value]...", where the interval,
// in hundredths of a second, may also be the value of the key "interval".
func (c *call) parseAnalysis(kata bool) (analysis, error) {
	a := analysis{side: c.toPlay(), interval: time.Second, moves: maxReportMoves, kata: kata}
	args := c.args
	if len(args) > 0 {
		if side, err := ParseColor(args[0]); err == nil {
			a.side, args = side, args[1:]
		}
	}
	if len(args) > 0 && isNumber(args[0]) {
		args = append([]string{"interval"}, args...)
	}
	for len(args) >= 2 {
		if args[0] == "allow" || args[0] == "avoid" {
			if len(args) < 4 {
				return a, errSyntax
			}
			if err := c.choice(&a, args[0] == "allow", args[1:4]); err != nil {
				return a, err
			}
			args = args[4:]
			continue
		}
		if err := a.set(args[0], args[1]); err != nil {
			return a, err
		}
		args = args[2:]
	}
	if len(args) > 0 {
		return a, errSyntax
	}
	return a, nil
}

// set handles one key with its value. It ignores unknown and unsupported keys:
// readers expect missing fields.
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
		a.ownership = a.kata && value == "true"
	case "movesOwnership":
		a.movesOwnership = a.kata && value == "true"
	case "rootInfo":
		a.root = a.kata && value == "true"
	case "pvVisits", "pvEdgeVisits": // the same in a tree, where each position has one path
		a.pvVisits = a.kata && value == "true"
	}
	return nil
}

// choice parses a choice of moves, "COLOR VERTEX,VERTEX,... UNTILDEPTH": the
// only moves that the side may play up to that depth, or moves that it may not.
func (c *call) choice(a *analysis, allow bool, args []string) error {
	side, err := ParseColor(args[0])
	if err != nil {
		return err
	}
	plies, err := strconv.Atoi(args[2])
	if err != nil || plies < 1 || a.allowed || allow && len(a.avoid) > 0 {
		return errSyntax // also for a second list of allowed moves
	}
	var moves []game.Move
	for word := range strings.SplitSeq(args[1], ",") {
		m, err := c.verts.Parse(word)
		if err != nil {
			return err
		}
		moves = append(moves, m)
	}
	if a.allowed = allow; allow {
		moves = c.allBut(moves)
	}
	if len(a.avoid) == maxChoices {
		return errSyntax
	}
	a.avoid = append(a.avoid, engine.Avoided{Side: side, Moves: moves, Plies: plies})
	return nil
}

// maxChoices bounds the lists of moves of an analysis.
const maxChoices = 1000

// allBut returns all moves except those given.
func (s *session) allBut(moves []game.Move) (others []game.Move) {
	given := map[game.Move]bool{}
	for _, m := range moves {
		given[m] = true
	}
	for m := game.Pass; int(m) < s.board.Len(); m++ {
		if !given[m] {
			others = append(others, m)
		}
	}
	return others
}

// limit adds the analysis's requests to the limits of the search.
func (a *analysis) limit(lim engine.Limits) engine.Limits {
	lim.Ownership = a.ownership || a.movesOwnership
	lim.Avoid = a.avoid
	for _, avoid := range a.avoid {
		if avoid.Side == a.side {
			lim.Exclude = append(lim.Exclude, avoid.Moves...)
		}
	}
	return lim
}

func lzAnalyze(c *call) (string, error)   { return c.analyze(false) }
func kataAnalyze(c *call) (string, error) { return c.analyze(true) }

func lzGenmoveAnalyze(c *call) (string, error)   { return c.moveAnalyze(false, c.generate) }
func kataGenmoveAnalyze(c *call) (string, error) { return c.moveAnalyze(true, c.generate) }

// The same without playing the move, and the same until the next line.
func kataSearchAnalyze(c *call) (string, error) { return c.moveAnalyze(true, c.propose) }
func kataSearchAnalyzeCancellable(c *call) (string, error) {
	return c.moveAnalyze(true, c.proposeUntil)
}

// analyze reports the engine's results until another line comes.
func (c *call) analyze(kata bool) (string, error) {
	a, err := c.parseAnalysis(kata)
	if err != nil {
		return "", err
	}
	c.begin()
	ctx, heard := c.whileSilent()
	defer heard()
	out := reporter{call: c, analysis: a}
	pos, info, err := c.think(ctx, a.side, a.limit(engine.Limits{Time: maxAnalysis, Threads: c.bounds.threads}), out.report)
	if err != nil {
		return "", err
	}
	if !out.any {
		out.write(pos, info)
	}
	<-ctx.Done() // an engine that has finished stays silent until the next line
	return "", nil
}

// maxAnalysis bounds an analysis without an end.
const maxAnalysis = 24 * time.Hour

// moveAnalyze reports while the engine searches for a move.
func (c *call) moveAnalyze(kata bool, choose func(game.Color, func(engine.Info)) (string, error)) (string, error) {
	a, err := c.parseAnalysis(kata)
	if err != nil {
		return "", err
	}
	c.begin()
	out := reporter{call: c, analysis: a}
	c.ask, c.end = a.limit, out.finish
	text, err := choose(a.side, out.report)
	if err != nil {
		return "", err
	}
	return "play " + text, nil
}

// reporter writes the results of a search as lines of a reply.
type reporter struct {
	*call
	analysis
	played []float64     // ownership from a separate request
	tried  bool          // that request was made
	last   time.Duration // time of the search at the last report
	any    bool
}

// ownershipOf returns the search's ownership or, if it has none, as without a
// search, that of a separate request, made once; nil if the engine has none.
func (r *reporter) ownershipOf(info engine.Info, pos game.Position) []float64 {
	if info.Ownership != nil {
		return info.Ownership
	}
	if owner, ok := r.cfg.Engine.(engine.OwnershipEstimator); ok && !r.tried {
		r.tried = true
		r.played, _ = owner.Ownership(r.ctx, pos)
	}
	return r.played
}

// writeOwnership writes ownership as KataGo does, from -1 for the opponent to 1
// for the given side, in the order of the points, which on grids is row by row
// from the top.
func (r *reporter) writeOwnership(b *strings.Builder, key string, ownership []float64) {
	if ownership == nil {
		return
	}
	b.WriteString(" " + key)
	for _, v := range ownership {
		if r.side == game.White {
			v = 0 - v // never minus zero
		}
		fmt.Fprintf(b, " %.4f", v)
	}
}

// report writes info, if it is the first or the interval has passed.
func (r *reporter) report(info engine.Info) {
	if !r.any || info.Elapsed-r.last >= r.interval {
		r.writeInfo(info)
	}
}

// finish writes the final result of a search, if it was not the last report.
func (r *reporter) finish(info engine.Info) {
	if !r.any || info.Elapsed != r.last {
		r.writeInfo(info)
	}
}

func (r *reporter) writeInfo(info engine.Info) {
	r.last = info.Elapsed
	pos := r.pos.Clone()
	if HandTurn(pos, r.side) == nil {
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
	if r.root {
		r.writeRoot(&b, info, cands)
	}
	if r.ownership {
		r.writeOwnership(&b, "ownership", r.ownershipOf(info, pos))
	}
	r.any = true
	if line := strings.TrimSpace(b.String()); line != "" { // an empty line would end the reply
		r.server.write(line + "\n")
	}
}

// writeRoot writes the totals of the position: the visits of its moves, and
// their mean win probability.
func (r *reporter) writeRoot(b *strings.Builder, info engine.Info, cands []engine.Candidate) {
	visits, won := int64(0), 0.0
	for _, c := range cands {
		visits += c.Visits
		won += float64(c.Visits) * c.Value
	}
	value := info.Value
	if visits > 0 {
		value = won / float64(visits)
	}
	fmt.Fprintf(b, " rootInfo visits %d winrate %.6f", max(visits, info.Nodes), value)
	r.writeLead(b, info.Lead, info.HasLead)
}

// writeLead writes the lead of the side, if known.
func (r *reporter) writeLead(b *strings.Builder, lead float64, known bool) {
	if known {
		lead += r.komiLeft()
		fmt.Fprintf(b, " scoreMean %.4f scoreLead %.4f", lead, lead)
	}
}

// komiLeft is how much more the side leads by the client's komi than by the
// rules'.
func (r *reporter) komiLeft() float64 {
	komi, ok := KomiOf(r.rules.ID())
	if !ok {
		return 0
	}
	if r.side == game.White {
		return r.totalKomi() - komi
	}
	return komi - r.totalKomi()
}

func (r *reporter) writeCandidate(b *strings.Builder, cand engine.Candidate, order int) {
	fmt.Fprintf(b, "info move %s visits %d ", r.verts.Format(cand.Move), cand.Visits)
	lcb := LowerBound(cand)
	if r.kata {
		fmt.Fprintf(b, "winrate %.6f", cand.Value)
		r.writeLead(b, cand.Lead, cand.HasLead)
		fmt.Fprintf(b, " prior %.6f lcb %.6f order %d pv", cand.Prior, lcb, order)
	} else {
		fmt.Fprintf(b, "winrate %d prior %d lcb %d order %d pv",
			tenThousandths(cand.Value), tenThousandths(cand.Prior), tenThousandths(lcb), order)
	}
	pv := cand.PV
	if len(pv) == 0 {
		pv = []game.Move{cand.Move}
	}
	for _, m := range pv[:min(len(pv), maxReportLine)] {
		b.WriteByte(' ')
		b.WriteString(r.verts.Format(m))
	}
	if r.pvVisits && len(cand.PVVisits) > 0 {
		for _, key := range []string{"pvVisits", "pvEdgeVisits"} {
			b.WriteString(" " + key)
			for _, n := range cand.PVVisits[:min(len(cand.PVVisits), maxReportLine)] {
				fmt.Fprintf(b, " %d", n)
			}
		}
	}
	if r.movesOwnership {
		r.writeOwnership(b, "movesOwnership", cand.Ownership)
	}
}

func tenThousandths(v float64) int { return int(math.Round(v * 10000)) }

// LowerBound is the win probability less two standard errors of as many coin
// flips as visits.
func LowerBound(cand engine.Candidate) float64 {
	if cand.Visits <= 0 {
		return 0
	}
	return max(0, cand.Value-2*math.Sqrt(cand.Value*(1-cand.Value)/float64(cand.Visits)))
}

package life_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"moyo/board"
	"moyo/engine/protocol/gtp"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
)

// publicRun is a run over the collections.
type publicRun struct {
	t       *testing.T
	limit   time.Duration // of each problem, and again of its proofs
	threads int
	other   *gtp.Client // GNU Go
	rows    map[string]*tally
}

// tally counts, over the problems of a source.
type tally struct {
	all, solved, proved, refused, failed int
	compared                             int // problems with a known status
	known                                int // those among them that moyo solved
	agreeing, otherAgreeing, sameAgree   int
	moves                                int // problems with first moves listed
	knownMoves                           int // those among them that moyo solved, with a first move
	listed, otherListed, sameListed      int
	right, otherRight, sameRight         int
	otherSilent                          int
}

// TestPublicLong solves the problems of the collections on the whole board and compares with GNU
// Go. It prints a table when the problems or the test's time (-timeout) are used up. The problems
// are in a fixed random order, so that any part is a fair sample.
//
//	MOYO_PUBLIC_TIME     time for each problem, 10s
//	MOYO_PUBLIC_STEP     use only every n-th problem, 1
//	MOYO_PUBLIC_THREADS  threads of the solver, 1
//	MOYO_PUBLIC_ONLY     regular expression for the problems' names
func TestPublicLong(t *testing.T) {
	testenv.Long(t)
	r := &publicRun{t: t, rows: map[string]*tally{}, threads: 1, limit: 10 * time.Second}
	step := 1
	setting(t, "MOYO_PUBLIC_TIME", &r.limit, time.ParseDuration)
	setting(t, "MOYO_PUBLIC_STEP", &step, strconv.Atoi)
	setting(t, "MOYO_PUBLIC_THREADS", &r.threads, strconv.Atoi)
	only := regexp.MustCompile("")
	setting(t, "MOYO_PUBLIC_ONLY", &only, regexp.Compile)
	r.other = startGNUGo(t)

	items := publicProblems(t)
	rng := rand.New(rand.NewPCG(4, 2026))
	rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	end, limited := t.Deadline()
	for i := 0; i < len(items); i += step {
		if limited && time.Until(end) < 4*r.limit+time.Minute {
			t.Logf("the time is over after %d problems", i)
			break
		}
		if only.MatchString(items[i].ID) {
			r.problem(&items[i])
		}
	}
	t.Log("\n" + r.table())
}

// setting reads an environment variable if it is set.
func setting[T any](t *testing.T, name string, to *T, parse func(string) (T, error)) {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return
	}
	v, err := parse(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	*to = v
}

// startGNUGo returns nil if GNU Go is missing.
func startGNUGo(t *testing.T) *gtp.Client {
	c, err := gtp.Start(t.Context(), "gnugo --mode gtp", gtp.StartOptions{Reply: time.Minute})
	if err != nil {
		t.Logf("without GNU Go (Debian: apt-get install gnugo): %v", err)
		return nil
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// problem solves a problem and asks the other program.
func (r *publicRun) problem(item *format.Item) {
	asked := item.Problem // as moyo understands it
	if found, err := life.FindRegion(item.Problem); err == nil {
		asked = found
	}
	a, s := r.solve(item)
	var p proofs
	if a.Verdict != life.Unknown {
		p = proveAndCheck(r.t, s, r.limit)
	}
	if p.flaw != nil {
		r.t.Errorf("%s: the proof is refused: %v", item.ID, p.flaw)
	}
	other, took := r.ask(&asked)
	source, _, _ := strings.Cut(item.ID, "-")
	for _, name := range []string{source, "all"} {
		if r.rows[name] == nil {
			r.rows[name] = &tally{}
		}
		r.rows[name].add(&item.Expect, replyOf(a), p, other)
	}
	r.report(item, a, p, other, took)
	if moyo := replyOf(a); a.Verdict != life.Unknown && len(claimed(item.Expect.Status)) > 0 && !moyo.agrees(&item.Expect) {
		asked.Region, asked.Walls = a.Region, a.Walls
		r.t.Log("\n" + publicPicture(&asked))
	}
}

// solve returns an unknown answer if the problem is invalid.
func (r *publicRun) solve(item *format.Item) (*life.Answer, *life.Solver) {
	s, err := life.NewSolver(item.Problem, life.Options{Threads: r.threads})
	if errors.Is(err, tsumego.ErrProblem) {
		r.t.Logf("%s: %v", item.ID, err)
		return &life.Answer{Verdict: life.Unknown, Fate: life.NoFate, Best: game.Pass}, nil
	}
	if err != nil {
		r.t.Fatalf("%s: %v", item.ID, err)
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), r.limit)
	defer cancel()
	a, err := s.Solve(ctx)
	if err != nil {
		r.t.Fatalf("%s: %v", item.ID, err)
	}
	return a, s
}

// ask returns GNU Go's reply about the first target, and its time.
func (r *publicRun) ask(p *tsumego.Problem) (reply, time.Duration) {
	silent := reply{life.Unknown, game.Pass}
	width, height, grid := p.Board.Grid()
	if r.other == nil || len(p.Target) == 0 || !grid || width != height {
		return silent, 0
	}
	began := time.Now()
	commands := []string{fmt.Sprintf("boardsize %d", width), "clear_board"}
	for q, c := range p.Stones {
		if c != game.Empty {
			commands = append(commands, fmt.Sprintf("play %s %s", c, p.Board.Name(game.Point(q))))
		}
	}
	ask := "owl_attack"
	if p.Question == tsumego.Live {
		ask = "owl_defend"
	}
	var text string
	for _, command := range append(commands, ask+" "+p.Board.Name(p.Target[0])) {
		var err error
		if text, err = r.other.Command(r.t.Context(), command); err != nil {
			r.t.Logf("%s: %v", p.ID, err)
			return silent, time.Since(began)
		}
	}
	return parseOwl(r.t, p.Board, text), time.Since(began)
}

// parseOwl parses the reply of GNU Go's owl_attack and owl_defend: a code (gtp_print_code in its
// interface/play_gtp.c) and a move. 4 is the gain of some stones without success, 5 a success with
// the loss of some stones.
func parseOwl(t *testing.T, b *board.Board, text string) reply {
	code, name, _ := strings.Cut(text, " ")
	verdicts := map[string]life.Verdict{
		"0": life.Lose, "1": life.Win, "2": life.InKo, "3": life.InKo, "4": life.Lose, "5": life.Win,
	}
	r := reply{verdicts[code], game.Pass}
	if r.verdict == "" {
		t.Fatalf("GNU Go answers %q", text)
	}
	for q := range game.Point(b.Len()) {
		if b.Name(q) == name {
			r.first = game.Place(q)
		}
	}
	return r
}

// add counts a problem.
func (c *tally) add(e *format.Expect, moyo reply, p proofs, other reply) {
	count := func(n *int, yes bool) {
		if yes {
			*n++
		}
	}
	solved := moyo.verdict != life.Unknown
	c.all++
	count(&c.solved, solved)
	count(&c.proved, p.done)
	count(&c.refused, p.flaw != nil)
	count(&c.failed, p.open != nil)
	count(&c.otherSilent, other.verdict == life.Unknown)
	if len(claimed(e.Status)) > 0 {
		c.compared++
		count(&c.known, solved)
		count(&c.agreeing, moyo.agrees(e))
		count(&c.otherAgreeing, other.agrees(e))
		count(&c.sameAgree, solved && other.agrees(e))
		// A right answer has the verdict and, if moves are listed, one of them.
		right := func(r reply) bool { return r.agrees(e) && (len(e.Answers) == 0 || r.accepted(e)) }
		count(&c.right, right(moyo))
		count(&c.otherRight, right(other))
		count(&c.sameRight, solved && right(other))
	}
	if len(e.Answers) > 0 {
		c.moves++
		count(&c.knownMoves, solved)
		count(&c.listed, moyo.accepted(e))
		count(&c.otherListed, other.accepted(e))
		count(&c.sameListed, solved && other.accepted(e))
	}
}

// report prints the results of a problem.
func (r *publicRun) report(item *format.Item, a *life.Answer, p proofs, other reply, took time.Duration) {
	e := &item.Expect
	word := func(x reply) string {
		switch {
		case x.verdict == life.Unknown:
			return "open"
		case len(claimed(e.Status)) == 0:
			return "uncompared"
		case x.agrees(e):
			return "agrees"
		}
		return "DIFFERS"
	}
	said := func(x reply) string {
		text := fmt.Sprintf("%s %s", x.verdict, format.MoveText(item.Board, x.first))
		if len(e.Answers) > 0 && x.accepted(e) {
			text += " listed"
		}
		return text
	}
	proved := "none"
	switch {
	case p.done:
		proved = fmt.Sprintf("accepted, %d moves", p.moves)
	case p.flaw != nil:
		proved = "REFUSED"
	case p.open != nil:
		proved = p.open.Error()
	}
	texts := func(moves []game.Move) string {
		var list []string
		for _, m := range moves {
			list = append(list, format.MoveText(item.Board, m))
		}
		return strings.Join(list, " ")
	}
	r.t.Logf("%s, %s to %s, collection: %s [%s]; moyo %s: %s, %s, region %d, %d nodes, %d ms, proofs %s, line [%s]; GNU Go %s: %s, %d ms",
		item.ID, item.ToPlay, item.Question, e.Status, texts(e.Answers),
		word(replyOf(a)), said(replyOf(a)), a.Fate, len(a.Region), a.Nodes, a.Elapsed.Milliseconds(), proved, texts(a.Line),
		word(other), said(other), took.Milliseconds())
}

// table returns the results by source.
func (r *publicRun) table() string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := []string{"gnugo", "gokyo", "xxqj", "all"}
	line := func(title string, value func(c *tally) string) {
		fmt.Fprint(w, title, "\t")
		for _, name := range names {
			cell := ""
			if c := r.rows[name]; c != nil {
				cell = value(c)
			}
			fmt.Fprint(w, cell, "\t")
		}
		fmt.Fprintln(w)
	}
	of := func(n, all int) string { return fmt.Sprintf("%d/%d", n, all) }
	fmt.Fprintln(w, "\t"+strings.Join(names, "\t")+"\t")
	line("solved by moyo", func(c *tally) string { return of(c.solved, c.all) })
	line("proofs accepted", func(c *tally) string { return of(c.proved, c.solved) })
	line("proofs refused", func(c *tally) string { return of(c.refused, c.solved) })
	line("not proved in time", func(c *tally) string { return of(c.failed, c.solved) })
	line("moyo: verdict agrees", func(c *tally) string { return of(c.agreeing, c.known) })
	line("moyo: verdict differs", func(c *tally) string { return of(c.known-c.agreeing, c.known) })
	line("moyo: first move listed", func(c *tally) string { return of(c.listed, c.knownMoves) })
	line("moyo: verdict and move", func(c *tally) string { return of(c.right, c.known) })
	line("GNU Go on these: verdict agrees", func(c *tally) string { return of(c.sameAgree, c.known) })
	line("GNU Go on these: first move listed", func(c *tally) string { return of(c.sameListed, c.knownMoves) })
	line("GNU Go on these: verdict and move", func(c *tally) string { return of(c.sameRight, c.known) })
	line("GNU Go on all: verdict agrees", func(c *tally) string { return of(c.otherAgreeing, c.compared) })
	line("GNU Go on all: first move listed", func(c *tally) string { return of(c.otherListed, c.moves) })
	line("GNU Go on all: verdict and move", func(c *tally) string { return of(c.otherRight, c.compared) })
	line("GNU Go without an answer", func(c *tally) string { return of(c.otherSilent, c.all) })
	w.Flush()
	return text.String()
}

// publicPicture draws a position: # and @ are targets, black and white, X and O other
// stones; a stone of the region is followed by ', an empty point of it is -, and ! is
// one where a wall is assumed.
func publicPicture(p *tsumego.Problem) string {
	var text strings.Builder
	width, _, _ := p.Board.Grid()
	for q, c := range p.Stones {
		at := game.Point(q)
		target, inside := slices.Contains(p.Target, at), slices.Contains(p.Region, at)
		mark := [...]byte{game.Empty: '.', game.Black: 'X', game.White: 'O'}[c]
		switch {
		case target && c == game.Black:
			mark = '#'
		case target:
			mark = '@'
		case c == game.Empty && inside:
			mark = '-'
		case slices.Contains(p.Walls, at):
			mark = '!'
		}
		text.WriteByte(mark)
		if inside && c != game.Empty {
			text.WriteByte('\'')
		} else {
			text.WriteByte(' ')
		}
		if (q+1)%max(width, 1) == 0 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

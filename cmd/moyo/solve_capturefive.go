package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strings"
	"time"

	"moyo/arena"
	"moyo/catalog"
	"moyo/engine/eval/capturefive/solve"
	"moyo/engine/eval/capturefive/solve/proof"
	"moyo/game"
	"moyo/rules/atarigo"
	"moyo/rules/capturefive"
)

// isCaptureFive says whether a game is of Capture Five's family.
func isCaptureFive(id string) bool {
	name, _, _ := strings.Cut(id, ":")
	return name == capturefive.Name || name == atarigo.Name
}

// runCaptureFive finds the value of a position of Capture Five's family.
func (c *solveCmd) runCaptureFive(ctx context.Context, stdout io.Writer) error {
	pos, err := c.captureFivePosition()
	if err != nil {
		return wrongUse(err)
	}
	p, err := solve.ProblemOf(pos)
	if err != nil {
		return wrongUse(err)
	}
	threads := 0
	if c.Proof != "" {
		threads = 1 // so that the same file comes out every time
	}
	bar := newProgress("nodes")
	a, err := solve.Solve(ctx, p, solve.Options{
		Time: c.Time, Memory: c.Memory << 20, Threads: threads, Prove: c.Proof != "",
		Report: func(now solve.Progress) {
			bar.set(now.Nodes, -1)
			bar.describe(fmt.Sprintf("no win within %d plies", now.Plies))
		},
	})
	bar.end()
	if err != nil {
		return wrongUse(err)
	}
	files, err := c.writeProofs(a.Proofs)
	if err != nil {
		return err
	}
	if err := c.printCaptureFive(stdout, pos, &a, files); err != nil {
		return err
	}
	if a.Value == solve.Unknown {
		return errUndecided
	}
	return nil
}

// captureFivePosition plays the moves of the arguments.
func (c *solveCmd) captureFivePosition() (game.Position, error) {
	if c.Method != "auto" || c.ToPlay != "next" {
		return nil, errors.New("--method and --to-play are not for this game")
	}
	rules, err := catalog.Rules(c.Game)
	if err != nil {
		return nil, err
	}
	b, err := openBoard(c.Board)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	text := strings.Join(c.Position, " ")
	if text == "" {
		return pos, nil
	}
	opening, err := arena.ParseOpening(text, rules, b)
	if err != nil {
		return nil, err
	}
	for i, m := range opening.Moves {
		if err := pos.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return pos, nil
}

// writeProofs writes each proof to a file: the first to --proof, the others beside
// it.
func (c *solveCmd) writeProofs(proofs []*solve.Proof) (files []string, err error) {
	for i, p := range proofs {
		path := c.Proof
		if i > 0 {
			path += fmt.Sprintf(".%d", i+1)
		}
		var file bytes.Buffer
		if err := p.Write(&file); err != nil {
			return files, fmt.Errorf("%s: %w", path, err)
		}
		if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
			return files, err
		}
		files = append(files, path)
	}
	return files, nil
}

// solvedCaptureFive is the answer for machines.
type solvedCaptureFive struct {
	Value  string   `json:"value"` // win, draw, loss for the side to move, or unknown
	Plies  int      `json:"plies"` // until the game is won or lost with best play, 0 for none
	Best   []string `json:"best"`
	Nodes  int64    `json:"nodes"`
	Ms     float64  `json:"ms"`
	Proved bool     `json:"proved"`
	Rule   string   `json:"rule,omitempty"`  // under which the bound and, unless proved, the value hold, where not under the game's own
	Bound  int      `json:"bound,omitempty"` // neither side has a forced win within so many plies
	Proofs []string `json:"proofs,omitempty"`
}

// printCaptureFive prints the answer in words or as JSON.
func (c *solveCmd) printCaptureFive(stdout io.Writer, pos game.Position, a *solve.Answer, files []string) error {
	out := solvedCaptureFive{
		Value: a.Value.String(), Plies: a.Plies, Nodes: a.Nodes, Proved: a.Proved, Proofs: files, Best: []string{},
		Ms: float64(a.Elapsed.Microseconds()) / 1000,
	}
	for _, m := range a.Best {
		out.Best = append(out.Best, game.Format(pos, m))
	}
	if !a.Proved || a.Plies > 0 && !a.Exact {
		out.Bound = a.Bound
		if rules, ok := pos.Rules().(*capturefive.Rules); ok && rules.Options().Captures && rules.Options().Ko != capturefive.SimpleKo {
			out.Rule = "ko=simple"
		}
	}
	if c.JSON {
		return json.NewEncoder(stdout).Encode(out)
	}
	_, err := io.WriteString(stdout, captureFiveText(pos, a, &out))
	return err
}

// captureFiveText says the answer in words.
func captureFiveText(pos game.Position, a *solve.Answer, out *solvedCaptureFive) string {
	var b strings.Builder
	side := title(pos.ToPlay())
	switch {
	case a.Value == solve.Unknown:
		fmt.Fprintf(&b, "Not decided: neither side has a forced win within %d plies.\n", a.Bound)
	case a.Value == solve.Draw:
		fmt.Fprintf(&b, "%s to move: a draw.\n", side)
	case a.Plies > 0:
		fmt.Fprintf(&b, "%s to move: a %v after %d plies.\n", side, a.Value, a.Plies)
	default:
		fmt.Fprintf(&b, "%s to move: a %v, after more than %d plies.\n", side, a.Value, a.Bound)
	}
	if len(out.Best) > 0 {
		fmt.Fprintf(&b, "Best: %s\n", strings.Join(out.Best, " "))
	}
	switch {
	case out.Rule != "" && a.Proved:
		fmt.Fprintf(&b, "That it takes more than %d plies is proved for %s only.\n", out.Bound, out.Rule)
	case out.Rule != "":
		fmt.Fprintf(&b, "Proved for %s only.\n", out.Rule)
	}
	fmt.Fprintf(&b, "Found in %v, %d nodes.\n", a.Elapsed.Round(time.Millisecond), a.Nodes)
	for _, f := range out.Proofs {
		fmt.Fprintf(&b, "Proof: %s\n", f)
	}
	return b.String()
}

// proofMagic is how a proof of Capture Five's family begins.
const proofMagic = "moyo capturefive proof "

// isCaptureFiveProof says whether a file holds such a proof.
func isCaptureFiveProof(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(proofMagic))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == proofMagic
}

// verifyCaptureFive checks a proof by the rules alone.
func verifyCaptureFive(ctx context.Context, stdout io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	bar := newProgress("positions")
	r, err := proof.Check(ctx, f, proof.Options{Progress: func(done, all int) { bar.set(int64(done), int64(all)) }})
	bar.end()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	_, err = fmt.Fprintf(stdout, "%s: accepted. %s on %s: %s\nchecked %d positions of %d, %d replies; the longest line has %d plies.\n",
		path, r.Claim.Rules, r.Claim.Board, claimInWords(&r), r.Visited, r.Entries, r.Replies, r.Longest)
	return err
}

// claimInWords says what was shown, and under which rule about ko.
func claimInWords(r *proof.Report) string {
	side, within := r.Claim.Side, ""
	verb := "wins"
	if !r.Claim.Win {
		side, verb = side.Other(), "never wins"
	}
	if r.Claim.Plies > 0 {
		within = fmt.Sprintf(" within %d plies", r.Claim.Plies)
		if !r.Claim.Win {
			verb = "does not win"
		}
	}
	text := fmt.Sprintf("%s %s%s, whatever the other side does, from %d stones on, %s to move.", title(side), verb, within, bits.OnesCount64(r.Start.Black|r.Start.White), r.Claim.First)
	if r.Superko != proof.NotAsked {
		text += " Superko: " + r.Superko.String() + "."
	}
	return text
}

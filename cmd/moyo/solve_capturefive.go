package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"moyo/catalog"
	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/contest/arena"
	"moyo/game"
	"moyo/game/rules/atarigo"
	"moyo/game/rules/capturefive"
	solve "moyo/solve/capturefive"
	"moyo/solve/capturefive/proof"
)

// isCaptureFive reports whether a game belongs to Capture Five's family.
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
	threads := c.Threads
	if c.Proof != "" {
		if threads > 1 {
			return wrongUse(fmt.Errorf("--threads %d: --proof uses one thread, to get the same file every time", threads))
		}
		threads = 1
	}
	bar := newProgress("nodes")
	a, err := solve.Solve(ctx, p, solve.Options{
		Time: c.Time, Memory: c.Memory << 20, Threads: threads, Prove: c.Proof != "",
		Report: func(now solve.Progress) {
			bar.Set(now.Nodes, -1)
			bar.Describe(fmt.Sprintf("no win within %d plies", now.Plies))
		},
	})
	bar.End()
	if err != nil {
		return wrongUse(err)
	}
	written, err := c.writeProofs(a.Proofs)
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(stdout).Encode(answers.CaptureFiveOf(pos, &a, written))
	} else {
		_, err = io.WriteString(stdout, answers.CaptureFiveText(pos, &a, written))
	}
	if err != nil {
		return err
	}
	if a.Value == solve.Unknown {
		return errUndecided
	}
	return nil
}

// captureFivePosition plays the moves of the arguments.
func (c *solveCmd) captureFivePosition() (game.Position, error) {
	if err := c.only(ofCaptureFive); err != nil {
		return nil, err
	}
	rules, err := catalog.Rules(c.Game)
	if err != nil {
		return nil, err
	}
	b, err := openBoard(cmp.Or(c.Board, usualBoard))
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
		return nil, files.NotMoves(c.Position, err)
	}
	for i, m := range opening.Moves {
		if err := pos.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return pos, nil
}

// writeProofs writes each proof to a file: the first to --proof, the others beside it.
func (c *solveCmd) writeProofs(proofs []*solve.Proof) (written []string, err error) {
	for i, p := range proofs {
		path := c.Proof
		if i > 0 {
			path += fmt.Sprintf(".%d", i+1)
		}
		var file bytes.Buffer
		if err := p.Write(&file); err != nil {
			return written, fmt.Errorf("%s: %w", path, err)
		}
		if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
			return written, err
		}
		written = append(written, path)
	}
	return written, nil
}

// proofMagic is the start of a proof of Capture Five's family.
const proofMagic = "moyo capturefive proof "

// isCaptureFiveProof reports whether a file contains such a proof.
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
	r, err := proof.Check(ctx, f, proof.Options{Progress: func(done, all int) { bar.Set(int64(done), int64(all)) }})
	bar.End()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	_, err = fmt.Fprintf(stdout, "%s: accepted. %s on %s: %s\nchecked %d positions of %d, %d replies; the longest line has %d plies.\n",
		path, r.Claim.Rules, r.Claim.Board, answers.CaptureFiveClaim(&r), r.Visited, r.Entries, r.Replies, r.Longest)
	return err
}

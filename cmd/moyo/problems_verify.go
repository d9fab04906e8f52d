package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	"moyo/solve/life/format"
	"moyo/solve/life/proof"
)

// problemsVerifyCmd checks proofs of life and death.
type problemsVerifyCmd struct {
	Files   []string `arg:"" help:"Files written by moyo solve --proof."`
	Problem string   `placeholder:"FILE" help:"Accept only proofs of this problem: a file in any format of moyo solve, - for standard input. A file with several problems accepts any of them."`
	JSON    bool     `name:"json" help:"Print a line of JSON for each file."`
}

// Run checks every proof, and fails if one is refused.
func (c *problemsVerifyCmd) Run(ctx context.Context, stdout io.Writer) error {
	asked, err := c.asked(ctx)
	if err != nil {
		return err
	}
	bar := newProgress("files")
	defer bar.End()
	var refused []error
	for i, path := range c.Files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := c.file(ctx, stdout, path, asked); err != nil {
			refused = append(refused, err)
		}
		bar.Set(int64(i+1), int64(len(c.Files)))
	}
	return errors.Join(refused...)
}

// asked returns the problems of --problem.
func (c *problemsVerifyCmd) asked(ctx context.Context) ([]format.Item, error) {
	if c.Problem == "" {
		return nil, nil
	}
	var asked []format.Item
	bad := files.Bad{Warn: warnOf}
	for p := range files.Problems(ctx, []string{c.Problem}, os.Stdin) {
		item, err := p.Item, p.Err
		bad.Repaired(&item)
		if err == nil {
			err = (&files.LifeChanges{}).Settle(&item)
		}
		if err != nil {
			bad.Add(err)
			continue
		}
		asked = append(asked, item)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case bad.Any():
		return nil, wrongUse(bad.Err())
	}
	return asked, nil
}

// file checks the proof of one file.
func (c *problemsVerifyCmd) file(ctx context.Context, stdout io.Writer, path string, asked []format.Item) error {
	p, err := readProof(path)
	if err != nil {
		return err
	}
	v := answers.Verified{File: path, Problem: fmt.Sprintf("%x", p.Hash()), Asks: answers.Stated(&p.Statement)}
	refused := checkClaims(ctx, &v, p)
	if refused == nil {
		v.So = answers.Together(&p.Statement, p.Claims)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(asked) > 0 {
		refused = errors.Join(refused, c.match(&v, p, asked))
	}
	v.Accepted = refused == nil
	if c.JSON {
		err = json.NewEncoder(stdout).Encode(v)
	} else {
		_, err = io.WriteString(stdout, v.Text(&p.Statement, isTerminal(stdout))+"\n")
	}
	return errors.Join(err, refused)
}

// readProof reads the proof of a file.
func readProof(path string) (*proof.Proof, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, wrongUse(err)
	}
	defer f.Close()
	p, err := proof.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// checkClaims checks the claims of a proof and adds the results to v.
func checkClaims(ctx context.Context, v *answers.Verified, p *proof.Proof) (refused error) {
	for i := range p.Claims {
		report, err := proof.Check(ctx, &p.Statement, &p.Claims[i])
		c := answers.VerifiedClaim{
			Accepted: err == nil, Claim: answers.Claimed(&p.Statement, &p.Claims[i]),
			States: report.States, Replies: report.Replies, Depth: report.Depth,
		}
		if err != nil {
			c.Reason = err.Error()
			refused = errors.Join(refused, fmt.Errorf("%s: claim %d: %w", v.File, i+1, err))
		}
		v.Claims = append(v.Claims, c)
	}
	return refused
}

// match finds the proved problem among the given ones; the error describes how the nearest differs.
func (c *problemsVerifyCmd) match(v *answers.Verified, p *proof.Proof, asked []format.Item) error {
	nearest, least := 0, -1
	for i, item := range asked {
		differs, much := answers.Differs(item.Problem, p)
		if len(differs) == 0 {
			v.Of, v.Within, v.Differs = item.ID, len(item.Region) == 0 && len(p.Region) < p.Board.Len(), nil
			return nil
		}
		if least < 0 || much < least {
			nearest, least, v.Differs = i, much, differs
		}
	}
	which := "not the problem " + words.ID(asked[nearest].ID)
	if len(asked) > 1 {
		which = fmt.Sprintf("none of the %d problems; the nearest is %s", len(asked), words.ID(asked[nearest].ID))
	}
	return fmt.Errorf("%s: problem %.8x is %s of %s: %s", v.File, p.Hash(), which, c.Problem, strings.Join(v.Differs, "; "))
}

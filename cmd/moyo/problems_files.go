package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"moyo/tsumego"
	"moyo/tsumego/bank"
	"moyo/tsumego/proof"
)

// problemsVerifyCmd checks proofs of life and death.
type problemsVerifyCmd struct {
	Files []string `arg:"" help:"Files that moyo solve --proof wrote."`
	JSON  bool     `name:"json" help:"A line of JSON for each proof."`
}

// verified is what became of one proof, for machines.
type verified struct {
	File     string `json:"file"`
	Proof    int    `json:"proof"` // from 1
	Accepted bool   `json:"accepted"`
	Claim    string `json:"claim"`
	States   int    `json:"states"`
	Replies  int    `json:"replies"`
	Depth    int    `json:"depth"`
	Reason   string `json:"reason,omitempty"` // why it is refused
}

// Run checks every proof, and fails where one is refused.
func (c *problemsVerifyCmd) Run(ctx context.Context, stdout io.Writer) error {
	bar := newProgress("files")
	defer bar.end()
	var refused []error
	for i, path := range c.Files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := c.file(ctx, stdout, path); err != nil {
			refused = append(refused, err)
		}
		bar.set(int64(i+1), int64(len(c.Files)))
	}
	return errors.Join(refused...)
}

// file checks the proofs of one file.
func (c *problemsVerifyCmd) file(ctx context.Context, stdout io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return wrongUse(err)
	}
	defer f.Close()
	proofs, err := proof.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var refused error
	for i, p := range proofs {
		report, err := proof.Check(ctx, p)
		v := verified{
			File: path, Proof: i + 1, Accepted: err == nil, Claim: claimText(p),
			States: report.States, Replies: report.Replies, Depth: report.Depth,
		}
		if err != nil {
			v.Reason = err.Error()
			refused = errors.Join(refused, fmt.Errorf("%s: proof %d: %w", path, i+1, err))
		}
		if err := c.print(stdout, v); err != nil {
			return err
		}
	}
	return refused
}

func (c *problemsVerifyCmd) print(stdout io.Writer, v verified) (err error) {
	switch {
	case c.JSON:
		err = json.NewEncoder(stdout).Encode(v)
	case v.Accepted:
		_, err = fmt.Fprintf(stdout, "%s: proof %d accepted: %s; %d states, %d replies, %d moves deep\n", v.File, v.Proof, v.Claim, v.States, v.Replies, v.Depth)
	}
	return err
}

// claimText says what a proof claims.
func claimText(p *proof.Proof) string {
	what := "groups"
	if len(p.Targets) > 0 {
		what = strings.Join(pointNames(p.Board, p.Targets), " or ")
	}
	ends := "is never captured"
	if p.Captured {
		ends = "is captured"
	}
	threats := tsumego.Threats{Black: p.Black, White: p.White}
	return fmt.Sprintf("%s to move, %s's %s %s, threats %s", p.ToPlay, p.Defender, what, ends, threats)
}

// problemsListCmd lists problems of files or of the bank.
type problemsListCmd struct {
	Files []string `arg:"" optional:"" help:"Files of any form that moyo solve reads; none for the bank that comes with moyo."`
	JSON  bool     `name:"json" help:"Print the problems as JSON lines."`
}

// Run prints a line for each problem.
func (c *problemsListCmd) Run(ctx context.Context, stdout io.Writer) error {
	var bad badProblems
	for item, err := range listed(ctx, c.Files, &bad) {
		switch {
		case err != nil:
		case c.JSON:
			err = tsumego.Write(stdout, tsumego.JSONL, item.Item)
		default:
			_, err = fmt.Fprintln(stdout, listLine(item))
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(ctx.Err(), bad.err())
}

// listLine describes a problem.
func listLine(it listedItem) string {
	question := "?"
	if it.Asked {
		question = it.Question.String()
	}
	region := "region to be found"
	if len(it.Region) > 0 {
		region = count(len(it.Region), "point")
	}
	target := "-"
	if len(it.Target) > 0 {
		target = strings.Join(pointNames(it.Board, it.Target), ",")
	}
	line := fmt.Sprintf("%-28s %-12s %-5s %-6s %-10s %-18s", shownID(it.ID), it.Board.Spec(), it.ToPlay, question, target, region)
	return strings.TrimRight(line+" "+strings.Join(it.about, " "), " ")
}

// listedItem is a problem with what is known about it beside.
type listedItem struct {
	tsumego.Item
	about []string
}

// badProblems counts problems that could not be read, and keeps the first errors.
type badProblems struct {
	first []error
	count int
}

// mostBad is how many errors are kept.
const mostBad = 10

func (b *badProblems) add(err error) {
	if b.count++; b.count <= mostBad {
		b.first = append(b.first, err)
	}
}

// err is nil if there were none.
func (b *badProblems) err() error {
	if b.count > mostBad {
		return fmt.Errorf("%d problems cannot be asked, the first of them:\n%w", b.count, errors.Join(b.first...))
	}
	return errors.Join(b.first...)
}

// listed yields the problems of files, or of the shipped bank; what cannot be read
// goes to bad. An error ends it.
func listed(ctx context.Context, files []string, bad *badProblems) iter.Seq2[listedItem, error] {
	if len(files) == 0 {
		return listedBank
	}
	return func(yield func(listedItem, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for p := range readLives(ctx, files, os.Stdin) {
			if p.err != nil {
				bad.add(p.err)
				continue
			}
			var about []string
			if p.item.Expect.Status != "" {
				about = []string{shownID(p.item.Expect.Status)}
			}
			if !yield(listedItem{p.item, about}, nil) {
				return
			}
		}
	}
}

// listedBank yields the problems of the shipped bank.
func listedBank(yield func(listedItem, error) bool) {
	problems, err := bank.Shipped()
	if err != nil {
		yield(listedItem{}, err)
		return
	}
	for _, p := range problems {
		about := append([]string{p.Rank()}, p.Tags...)
		if !yield(listedItem{bankItem(&p), about}, nil) {
			return
		}
	}
}

// bankItem returns a problem of a bank as files hold it.
func bankItem(p *bank.Problem) tsumego.Item {
	item := tsumego.Item{Problem: p.Problem, Asked: true}
	if len(p.First) > 0 {
		item.Expect = tsumego.Expect{Status: string(p.Best), Answers: p.First, Complete: true}
	}
	return item
}

// problemsConvertCmd turns problems from any form into another.
type problemsConvertCmd struct {
	Files []string `arg:"" optional:"" help:"Files of any form that moyo solve reads, - for standard input; none for the bank that comes with moyo."`
	To    string   `help:"jsonl, sgf or text; the default is what the ending of --out says, else jsonl." enum:",jsonl,sgf,text" default:""`
	Out   string   `short:"o" placeholder:"FILE" help:"Write to a file, or to a folder, a file for each problem; a new folder's name ends in /."`
}

// Run converts, and goes on after problems that cannot be read.
func (c *problemsConvertCmd) Run(ctx context.Context, stdout io.Writer) error {
	format, err := c.format()
	if err != nil {
		return wrongUse(err)
	}
	folder, err := c.folder()
	if err != nil {
		return err
	}
	var bad badProblems
	switch {
	case folder:
		err = c.each(ctx, format, &bad)
	case c.Out != "":
		err = writeFile(c.Out, func(w io.Writer) error { return c.all(ctx, w, format, &bad) })
	default:
		err = c.all(ctx, stdout, format, &bad)
	}
	return cmp.Or(err, ctx.Err(), bad.err())
}

// endings are those of files by format.
var endings = [...]string{tsumego.JSONL: ".jsonl", tsumego.SGF: ".sgf", tsumego.Text: ".txt"}

func (c *problemsConvertCmd) format() (tsumego.Format, error) {
	if c.To != "" {
		return tsumego.ParseFormat(c.To)
	}
	for f, ending := range endings {
		if strings.EqualFold(filepath.Ext(c.Out), ending) {
			return tsumego.Format(f), nil
		}
	}
	return tsumego.JSONL, nil
}

// folder says whether --out is a folder, and makes one whose name says so.
func (c *problemsConvertCmd) folder() (bool, error) {
	if strings.HasSuffix(c.Out, "/") {
		return true, os.MkdirAll(c.Out, 0o755)
	}
	info, err := os.Stat(c.Out)
	return err == nil && info.IsDir(), nil
}

// all writes the problems one after the other.
func (c *problemsConvertCmd) all(ctx context.Context, w io.Writer, f tsumego.Format, bad *badProblems) error {
	n := 0
	for item, err := range listed(ctx, c.Files, bad) {
		if n++; n > 1 && f == tsumego.Text {
			return wrongUse(errors.New("a file in text form holds one problem: name a folder with --out"))
		}
		if err == nil {
			err = tsumego.Write(w, f, item.Item)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// each writes every problem to a file of its own, named by its ID.
func (c *problemsConvertCmd) each(ctx context.Context, f tsumego.Format, bad *badProblems) error {
	used := map[string]int{}
	for item, err := range listed(ctx, c.Files, bad) {
		if err != nil {
			return err
		}
		name := fileName(item.ID)
		if used[name]++; used[name] > 1 {
			name += "-" + strconv.Itoa(used[name])
		}
		path := filepath.Join(c.Out, name+endings[f])
		if err := writeFile(path, func(w io.Writer) error { return tsumego.Write(w, f, item.Item) }); err != nil {
			bad.add(err)
		}
	}
	return nil
}

package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/terminal/words"
	"moyo/solve/life/format"
	"moyo/study/bank"
)

// Problem is a problem of life and death, or the error in it.
type Problem struct {
	Item format.Item
	Err  error
}

// Problems sends the problems of files, each as soon as it has been read, until the files or ctx
// end. The file "-" is in.
func Problems(ctx context.Context, paths []string, in io.Reader) <-chan Problem {
	out := make(chan Problem)
	go func() {
		defer close(out)
		for _, path := range paths {
			if !sendProblems(ctx, path, in, out) {
				return
			}
		}
	}()
	return out
}

// sendProblems sends the problems of one file; false ends all.
func sendProblems(ctx context.Context, path string, in io.Reader, out chan<- Problem) bool {
	send := func(r Problem) bool {
		select {
		case out <- r:
			return true
		case <-ctx.Done():
			return false
		}
	}
	name := "stdin"
	if path != "-" {
		f, err := Open(path)
		if err != nil {
			return send(Problem{Err: err})
		}
		defer f.Close()
		in, name = f, filepath.Base(path)
	}
	for item, err := range format.Read(name, in, PlainBoard) {
		if !send(Problem{item, err}) {
			return false
		}
	}
	return true
}

// PlainBoard opens the boards that files may name: those that specs generate.
func PlainBoard(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }

// Listed is a problem with known facts about it.
type Listed struct {
	format.Item
	About []string
}

// Bad counts problems that could not be read, and keeps the first errors.
type Bad struct {
	What  string              // default "problems cannot be asked"
	Warn  func(repair string) // reports what was repaired in a problem; nil for no reports
	first []error
	count int
}

// mostBad is how many errors are kept.
const mostBad = 10

// Add counts an error.
func (b *Bad) Add(err error) {
	if b.count++; b.count <= mostBad {
		b.first = append(b.first, err)
	}
}

// Err returns the first errors as one, nil if there were none.
func (b *Bad) Err() error {
	if b.count > mostBad {
		return fmt.Errorf("%d %s, the first of them:\n%w", b.count, cmp.Or(b.What, "problems cannot be asked"), errors.Join(b.first...))
	}
	return errors.Join(b.first...)
}

// Repaired reports what was repaired in a problem.
func (b *Bad) Repaired(item *format.Item) {
	for _, text := range item.Repairs {
		if b.Warn != nil {
			b.Warn(text)
		}
	}
}

// Any reports whether there were any errors.
func (b *Bad) Any() bool { return b.count > 0 }

// List yields the problems of files, "-" for in, or of the shipped bank without files. Unreadable
// problems go to bad. An error ends it.
func List(ctx context.Context, paths []string, in io.Reader, bad *Bad) iter.Seq2[Listed, error] {
	if len(paths) == 0 {
		return listBank
	}
	return func(yield func(Listed, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for p := range Problems(ctx, paths, in) {
			if p.Err != nil {
				bad.Add(p.Err)
				continue
			}
			bad.Repaired(&p.Item)
			var about []string
			if p.Item.Expect.Status != "" {
				about = []string{words.ID(p.Item.Expect.Status)}
			}
			if !yield(Listed{p.Item, about}, nil) {
				return
			}
		}
	}
}

// listBank yields the problems of the shipped bank.
func listBank(yield func(Listed, error) bool) {
	problems, err := bank.Shipped()
	if err != nil {
		yield(Listed{}, err)
		return
	}
	for i := range problems {
		if !yield(bankListed(&problems[i]), nil) {
			return
		}
	}
}

func bankListed(p *bank.Problem) Listed {
	return Listed{bankItem(p), append([]string{p.Rank()}, p.Tags...)}
}

// bankItem returns a problem of a bank in the form of files.
func bankItem(p *bank.Problem) format.Item {
	item := format.Item{Problem: p.Problem, Asked: true}
	if len(p.First) > 0 {
		item.Expect = format.Expect{Status: string(p.Best), Answers: p.First, Complete: true}
	}
	return item
}

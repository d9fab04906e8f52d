package connect4

import (
	"bufio"
	"context"
	"embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	solve "moyo/solve/connect4"
)

// Book has the scores of all positions of the first plies on a board. The file
// has those of the last of these plies only, in the order of solve.Position.Key;
// the others follow from them:
//
//	# a comment
//	7 6 4
//	1 -2 0 ...
//
// These are columns, rows and plies, then the scores in lines of any length.
type Book struct {
	width, height, plies int
	scores               map[uint64]int // by ply<<56 + key
}

// maxBookPlies bounds the plies of a book: later plies have too many positions.
const maxBookPlies = 8

// layer returns the positions after plies moves, one of each mirrored pair, in
// the order of their keys, without those in which the game is over.
func layer(width, height, plies int) ([]solve.Position, error) {
	start, err := solve.Empty(width, height)
	if err != nil {
		return nil, err
	}
	list := []solve.Position{start}
	for range plies {
		next := map[uint64]solve.Position{}
		for _, p := range list {
			for x := range width {
				q := p
				if q.Drop(x) != nil {
					continue
				}
				if _, over := q.Over(); !over {
					next[q.Key()] = q
				}
			}
		}
		list = list[:0]
		for _, p := range next {
			list = append(list, p)
		}
		slices.SortFunc(list, func(a, b solve.Position) int {
			if a.Key() < b.Key() {
				return -1
			}
			return 1
		})
	}
	return list, nil
}

// MakeBook solves all positions after the given plies, up to 8. After each it calls
// report with the number done. The error is for sizes that do not fit, or ctx's.
func MakeBook(ctx context.Context, width, height, plies int, opt solve.Options, report func(done, total int)) (*Book, error) {
	if plies < 0 || plies > maxBookPlies {
		return nil, fmt.Errorf("book: %d plies, want 0 to %d", plies, maxBookPlies)
	}
	s, err := solve.New(width, height, opt)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	list, err := layer(width, height, plies)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	scores := make([]int, len(list))
	for i, p := range list {
		if scores[i], err = s.Score(ctx, p); err != nil {
			return nil, err
		}
		report(i+1, len(list))
	}
	return newBook(width, height, plies, scores)
}

// newBook computes all scores from those of the last ply.
func newBook(width, height, plies int, last []int) (*Book, error) {
	b := &Book{width, height, plies, map[uint64]int{}}
	for ply := plies; ply >= 0; ply-- {
		list, err := layer(width, height, ply)
		if err != nil {
			return nil, fmt.Errorf("book: %w", err)
		}
		if ply == plies && len(list) != len(last) {
			return nil, fmt.Errorf("book: %d scores, want %d", len(last), len(list))
		}
		for i := range list {
			if ply == plies {
				b.set(&list[i], last[i])
			} else {
				b.set(&list[i], b.best(&list[i]))
			}
		}
	}
	return b, nil
}

func bookKey(p *solve.Position) uint64 {
	return uint64(p.Width()*p.Height()-p.Left())<<56 ^ p.Key()
}

func (b *Book) set(p *solve.Position, score int) { b.scores[bookKey(p)] = score }

// best returns the score of a position whose successors the book has.
func (b *Book) best(p *solve.Position) int {
	best := -1000
	for x := range b.width {
		if next := *p; next.Drop(x) == nil {
			if score, ok := b.Score(&next); ok {
				best = max(best, -score)
			}
		}
	}
	return best
}

// Score returns the score of a position, if the book has it.
func (b *Book) Score(p *solve.Position) (score int, ok bool) {
	if b == nil || p.Width() != b.width || p.Height() != b.height {
		return 0, false
	}
	if score, over := p.Over(); over {
		return score, true
	}
	if p.Width()*p.Height()-p.Left() > b.plies {
		return 0, false
	}
	score, ok = b.scores[bookKey(p)]
	return score, ok
}

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.scores) }

// Write writes the book with a comment on top.
func (b *Book) Write(out io.Writer, comment string) error {
	list, err := layer(b.width, b.height, b.plies)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n%d %d %d", comment, b.width, b.height, b.plies)
	for i := range list {
		separator := " "
		if i%40 == 0 {
			separator = "\n"
		}
		score, _ := b.Score(&list[i])
		text.WriteString(separator + strconv.Itoa(score))
	}
	text.WriteString("\n")
	_, err = io.WriteString(out, text.String())
	return err
}

// ReadBook reads a book.
func ReadBook(in io.Reader) (*Book, error) {
	var numbers []int
	scan := bufio.NewScanner(in)
	for line := 1; scan.Scan(); line++ {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		for word := range strings.FieldsSeq(scan.Text()) {
			n, err := strconv.Atoi(word)
			if err != nil || n < -100 || n > 100 {
				return nil, fmt.Errorf("book: line %d: %.20q is not a score", line, word)
			}
			numbers = append(numbers, n)
		}
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	if len(numbers) < 3 || numbers[2] < 0 || numbers[2] > maxBookPlies {
		return nil, fmt.Errorf("book: want columns, rows, plies from 0 to %d, and scores", maxBookPlies)
	}
	return newBook(numbers[0], numbers[1], numbers[2], numbers[3:])
}

//go:embed book/*.txt
var books embed.FS

// shippedBook returns the built-in book of the usual board.
var shippedBook = sync.OnceValue(func() *Book {
	in, err := books.Open("book/grid7x6.txt")
	if err != nil {
		panic(err) // embedded
	}
	defer in.Close()
	b, err := ReadBook(in)
	if err != nil {
		panic(err) // embedded
	}
	return b
})

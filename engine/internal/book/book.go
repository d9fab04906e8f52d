// Package book contains opening books: an engine's own answers to first moves,
// found by long searches. A book is text with one line for each position, such as
//
//	H8 J9 = H6 0.532 17
//
// the stones in turn, Black first, the answer, the win probability of the side
// that answers, and the depth of the search. A book has only one of several
// symmetric positions. None of its positions contains captures.
package book

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
)

// Answer is a book's answer in a position.
type Answer struct {
	Move  board.Point
	Value float64 // win probability of the side that answers, 0 to 1
	Depth int
}

// Book is an opening book for one board.
type Book struct {
	board   *board.Board
	maps    [][]board.Point
	answers map[string]Answer // by the stones, sorted within a colour
	longest int               // stones of the largest position
	all     [][]board.Point   // the positions, in the order of Add
	lines   []string          // of the file, in the same order
}

// maxSymmetries bounds the symmetries to try; grids have 8.
const maxSymmetries = 48

// New returns an empty book for a board.
func New(b *board.Board) *Book {
	return &Book{board: b, maps: b.Symmetries(maxSymmetries), answers: map[string]Answer{}}
}

// Read reads a book. Lines that begin with # and empty lines are comments.
func Read(b *board.Board, in io.Reader) (*Book, error) {
	k := New(b)
	scan := bufio.NewScanner(in)
	for n := 1; scan.Scan(); n++ {
		line := strings.TrimSpace(scan.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := k.read(line); err != nil {
			return nil, fmt.Errorf("book: line %d: %w", n, err)
		}
	}
	return k, scan.Err()
}

func (k *Book) read(line string) error {
	left, right, ok := strings.Cut(line, "=")
	words := strings.Fields(right)
	if !ok || len(words) != 3 {
		return fmt.Errorf("%q: want stones = move chance depth", line)
	}
	var stones []board.Point
	for _, name := range append(strings.Fields(left), words[0]) {
		p, ok := k.board.Lookup(name)
		if !ok {
			return fmt.Errorf("%q is not on %s", name, k.board.Title())
		}
		stones = append(stones, p)
	}
	value, err := strconv.ParseFloat(words[1], 64)
	if err != nil {
		return fmt.Errorf("chance %q: not a number", words[1])
	}
	depth, err := strconv.Atoi(words[2])
	if err != nil {
		return fmt.Errorf("depth %q: not a number", words[2])
	}
	last := len(stones) - 1
	k.Add(stones[:last], Answer{stones[last], value, depth})
	return nil
}

// Add adds the answer to stones placed in turn, and returns its line.
func (k *Book) Add(stones []board.Point, a Answer) string {
	k.answers[key(stones)] = a
	k.all = append(k.all, slices.Clone(stones))
	k.longest = max(k.longest, len(stones))
	words := make([]string, 0, len(stones)+4)
	for _, p := range stones {
		words = append(words, k.board.Name(p))
	}
	words = append(words, "=", k.board.Name(a.Move), fmt.Sprintf("%.3f", a.Value), strconv.Itoa(a.Depth))
	line := strings.Join(words, " ")
	k.lines = append(k.lines, line)
	return line
}

// key does not depend on the order of the stones of a colour.
func key(stones []board.Point) string {
	var sides [2][]int
	for i, p := range stones {
		sides[i&1] = append(sides[i&1], int(p))
	}
	slices.Sort(sides[0])
	slices.Sort(sides[1])
	return fmt.Sprint(sides)
}

// Find returns the answer to stones placed in turn.
func (k *Book) Find(stones []board.Point) (Answer, bool) {
	if len(stones) > k.longest {
		return Answer{}, false
	}
	moved := make([]board.Point, len(stones))
	for _, m := range k.maps {
		for i, p := range stones {
			moved[i] = m[p]
		}
		if a, ok := k.answers[key(moved)]; ok {
			a.Move = board.Point(slices.Index(m, a.Move))
			return a, true
		}
	}
	return Answer{}, false
}

// Canonical returns the same text for all symmetric positions of stones placed
// in turn.
func (k *Book) Canonical(stones []board.Point) string {
	least := ""
	moved := make([]board.Point, len(stones))
	for _, m := range k.maps {
		for i, p := range stones {
			moved[i] = m[p]
		}
		if text := key(moved); least == "" || text < least {
			least = text
		}
	}
	return least
}

// Len returns the number of positions.
func (k *Book) Len() int { return len(k.lines) }

// Positions returns the stones of every position in turn. Callers must not change them.
func (k *Book) Positions() [][]board.Point { return k.all }

// Write writes the book with a comment on top.
func (k *Book) Write(out io.Writer, comment string) error {
	_, err := fmt.Fprintf(out, "# %s\n%s\n", comment, strings.Join(k.lines, "\n"))
	return err
}

// Answer returns the book's answer in pos as an engine's, if it has a legal one
// that is not excluded. A nil book has none.
func (k *Book) Answer(pos game.Position, exclude []game.Move) (engine.Info, bool) {
	if k == nil {
		return engine.Info{}, false
	}
	stones, ok := k.inTurn(pos)
	if !ok {
		return engine.Info{}, false
	}
	a, ok := k.Find(stones)
	m := game.Place(a.Move)
	if !ok || slices.Contains(exclude, m) || pos.Check(m) != game.Legal {
		return engine.Info{}, false
	}
	return engine.Info{Move: m, Value: a.Value, Depth: a.Depth, PV: []game.Move{m}, Book: true}, true
}

// inTurn returns the stones of pos in alternating order; ok is false if that is
// impossible, or if they are too many for the book.
func (k *Book) inTurn(pos game.Position) (stones []board.Point, ok bool) {
	var sides [3][]board.Point
	for q := range board.Point(k.board.Len()) {
		if c := pos.At(q); c != game.Empty {
			sides[c] = append(sides[c], q)
			if len(sides[c]) > k.longest {
				return nil, false
			}
		}
	}
	black, white := sides[game.Black], sides[game.White]
	turn := game.Black
	if len(black) > len(white) {
		turn = game.White
	}
	if len(black) != len(white) && len(black) != len(white)+1 || pos.ToPlay() != turn {
		return nil, false
	}
	for i := range black {
		stones = append(stones, black[i])
		if i < len(white) {
			stones = append(stones, white[i])
		}
	}
	return stones, true
}

// Shelf reads the books in the folder "book" of some files on first use. It is
// safe for use by several goroutines.
type Shelf struct {
	files fs.FS
	mu    sync.Mutex
	books map[string]*Book
}

// NewShelf returns a shelf with the books of files.
func NewShelf(files fs.FS) *Shelf { return &Shelf{files: files, books: map[string]*Book{}} }

// File returns the file name of a book for a board.
func File(name string, b *board.Board) string {
	return name + "-" + strings.ReplaceAll(b.Spec(), ":", "") + ".txt"
}

// Book returns the book of that name for a board, or nil. It panics if a book
// cannot be read: shelves are embedded.
func (s *Shelf) Book(name string, b *board.Board) *Book {
	file := File(name, b)
	s.mu.Lock()
	defer s.mu.Unlock()
	if k, ok := s.books[file]; ok {
		return k
	}
	in, err := s.files.Open("book/" + file)
	if err != nil {
		return nil
	}
	defer in.Close()
	k, err := Read(b, in)
	if err != nil {
		panic(err)
	}
	s.books[file] = k
	return k
}

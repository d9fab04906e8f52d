package gomoku

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

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/rules/gomoku"
)

// Book holds the engine's own answers to first moves, found by long searches. It
// is text: a line for each position, such as
//
//	H8 J9 = H6 0.532 17
//
// the stones in the order of play, Black first, the answer, the win chance of
// the side that answers, and the depth searched. Positions that a symmetry of
// the board turns into each other stand in it once.
type Book struct {
	board   *board.Board
	maps    [][]board.Point
	answers map[string]answer // by the names of the stones, sorted within a colour
	longest int               // stones of the largest position
	lines   []string
}

type answer struct {
	move  board.Point
	value float64
	depth int
}

//go:embed book/*.txt
var books embed.FS

// maxBookSymmetries bounds the symmetries that are tried; grids have 8.
const maxBookSymmetries = 48

// NewBook returns an empty book for a board.
func NewBook(b *board.Board) *Book {
	return &Book{board: b, maps: b.Symmetries(maxBookSymmetries), answers: map[string]answer{}}
}

// ReadBook reads a book. Lines that begin with # and empty lines are comments.
func ReadBook(b *board.Board, in io.Reader) (*Book, error) {
	k := NewBook(b)
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
	k.add(stones[:last], answer{stones[last], value, depth})
	return nil
}

// add enters the answer to stones placed in turn.
func (k *Book) add(stones []board.Point, a answer) {
	k.answers[stonesKey(stones)] = a
	k.longest = max(k.longest, len(stones))
	names := make([]string, len(stones))
	for i, p := range stones {
		names[i] = k.board.Name(p)
	}
	k.lines = append(k.lines, fmt.Sprintf("%s = %s %.3f %d", strings.Join(names, " "), k.board.Name(a.move), a.value, a.depth))
}

// stonesKey is the same whatever the order of the stones of a colour was.
func stonesKey(stones []board.Point) string {
	var sides [2][]int
	for i, p := range stones {
		sides[i&1] = append(sides[i&1], int(p))
	}
	slices.Sort(sides[0])
	slices.Sort(sides[1])
	return fmt.Sprint(sides)
}

// find returns the answer to stones placed in turn.
func (k *Book) find(stones []board.Point) (answer, bool) {
	if len(stones) > k.longest {
		return answer{}, false
	}
	moved := make([]board.Point, len(stones))
	for _, m := range k.maps {
		for i, p := range stones {
			moved[i] = m[p]
		}
		if a, ok := k.answers[stonesKey(moved)]; ok {
			a.move = board.Point(slices.Index(m, a.move))
			return a, true
		}
	}
	return answer{}, false
}

// Len returns the number of positions.
func (k *Book) Len() int { return len(k.lines) }

// Write writes the book after a comment.
func (k *Book) Write(out io.Writer, comment string) error {
	_, err := fmt.Fprintf(out, "# %s\n%s\n", comment, strings.Join(k.lines, "\n"))
	return err
}

var (
	bookLock  sync.Mutex
	bookShelf = map[string]*Book{}
)

// bookFor returns the book shipped for a board and rules, nil where there is
// none.
func bookFor(b *board.Board, opt rules.Options) *Book {
	if opt.N != 5 {
		return nil
	}
	name := opt.Rule.String() + "-" + strings.ReplaceAll(b.Spec(), ":", "") + ".txt"
	bookLock.Lock()
	defer bookLock.Unlock()
	if k, ok := bookShelf[name]; ok {
		return k
	}
	in, err := books.Open("book/" + name)
	if err != nil {
		bookShelf[name] = nil
		return nil
	}
	defer in.Close()
	k, err := ReadBook(b, in)
	if err != nil {
		panic(err) // embedded
	}
	bookShelf[name] = k
	return k
}

// fromBook returns the book's answer to the position, if it has a legal one.
func (e *Engine) fromBook(p *rules.Position, lim engine.Limits) (engine.Info, bool) {
	if e.opt.NoBook || e.opt.Level > 0 && e.opt.Level < Levels() || lim.Best > 1 {
		return engine.Info{}, false
	}
	k := bookFor(e.board, e.rule)
	if k == nil {
		return engine.Info{}, false
	}
	var sides [3][]board.Point
	for q := range board.Point(e.board.Len()) {
		sides[p.At(q)] = append(sides[p.At(q)], q)
	}
	black, white := sides[game.Black], sides[game.White]
	if len(black)+len(white) > k.longest || len(black) != len(white) && len(black) != len(white)+1 {
		return engine.Info{}, false
	}
	var stones []board.Point
	for i := range black {
		stones = append(stones, black[i])
		if i < len(white) {
			stones = append(stones, white[i])
		}
	}
	a, ok := k.find(stones)
	if !ok || !allowed(p, a.move, lim.Exclude) || (p.ToPlay() == game.Black) != (len(black) == len(white)) {
		return engine.Info{}, false
	}
	m := game.Place(a.move)
	return engine.Info{Move: m, Value: a.value, Depth: a.depth, PV: []game.Move{m}, Book: true}, true
}

// MakeBook searches the answers to the first stones on b: to a first stone
// within reach of the middle, and to White's second within twice the reach of
// one in the middle. Each is searched with so many nodes. What there is of the
// book comes also with an error, such as the context's.
func MakeBook(ctx context.Context, opt rules.Options, b *board.Board, nodes int64, reach int, told func(line string)) (*Book, error) {
	r, err := rules.New(opt)
	if err != nil {
		return nil, err
	}
	const longest = 2 // stones of the positions answered
	k := NewBook(b)
	k.longest = longest
	e := New(Options{NoBook: true})
	middle := nearest(b, board.Vec{})
	var positions [][]board.Point
	for q, d := range b.Distances(middle) {
		if d <= reach {
			positions = append(positions, []board.Point{board.Point(q)})
		}
	}
	for q, d := range b.Distances(middle) {
		if d > 0 && d <= 2*reach {
			positions = append(positions, []board.Point{middle, board.Point(q)})
		}
	}
	for _, stones := range positions {
		if _, known := k.find(stones); known {
			continue
		}
		a, err := searchAnswer(ctx, e, r, b, stones, nodes)
		if err != nil {
			return k, err
		}
		k.add(stones, a)
		told(k.lines[len(k.lines)-1])
	}
	return k, nil
}

// searchAnswer searches the answer to stones placed in turn.
func searchAnswer(ctx context.Context, e *Engine, r game.Rules, b *board.Board, stones []board.Point, nodes int64) (answer, error) {
	pos, err := r.New(b)
	if err != nil {
		return answer{}, err
	}
	for _, q := range stones {
		if err := pos.Play(game.Place(q)); err != nil {
			return answer{}, err
		}
	}
	info, err := e.Search(ctx, pos, engine.Limits{Nodes: nodes}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return answer{info.Move.Point(), info.Value, info.Depth}, err
}

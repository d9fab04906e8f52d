package gomoku

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku/pattern"
)

// Puzzle is a position whose side to move wins by continuous fours.
type Puzzle struct {
	ID       string   `json:"id"`
	Board    string   `json:"board"` // a spec
	Game     string   `json:"game"`  // an id of rules
	Stones   Stones   `json:"stones"`
	ToPlay   string   `json:"toPlay"`   // "black" or "white"
	Depth    int      `json:"depth"`    // moves of the side to move, including the five
	Solution []string `json:"solution"` // names of points, both sides; "-" if no answer helps
}

// Stones contains the names of the points with stones.
type Stones struct {
	Black []string `json:"black"`
	White []string `json:"white"`
}

// Problem returns the position of p. open makes boards from specs. It returns an error if p is
// invalid.
func (p Puzzle) Problem(open func(spec string) (*board.Board, error)) (Problem, error) {
	b, err := open(p.Board)
	if err != nil {
		return Problem{}, err
	}
	problem := Problem{Board: b, Game: p.Game}
	switch p.ToPlay {
	case "black":
		problem.ToPlay = game.Black
	case "white":
		problem.ToPlay = game.White
	default:
		return Problem{}, fmt.Errorf("toPlay %.20q: want black or white", p.ToPlay)
	}
	for c, names := range [][]string{game.Black: p.Stones.Black, game.White: p.Stones.White} {
		for _, name := range names {
			at, ok := b.Lookup(name)
			if !ok {
				return Problem{}, fmt.Errorf("stone %.20q: no such point on %s", name, b.Title())
			}
			problem.Stones = append(problem.Stones, game.Placed{Point: at, Color: game.Color(c)})
		}
	}
	return problem, nil
}

// PuzzleMaker makes puzzles from games between two players that see fours coming and stop them, but
// never play their own. So positions become rich in threats, and wins are deep.
type PuzzleMaker struct {
	Want   func(depth int) bool // whether a puzzle of that depth is wanted; nil accepts all
	Unique bool                 // only puzzles with a single first move that wins by fours
	Nodes  int                  // limit of each search; positions that need more are skipped

	g      *board.Board
	game   string
	rule   string
	b      *pattern.Board
	fours  *Fours
	random *rand.Rand
	seed   uint64
	made   int
	turn   int
	points []board.Point
	weight []float64
}

// NewPuzzleMaker returns a maker of puzzles for n in a row under a rule (see [pattern.TableFor]).
// Equal arguments give equal puzzles.
func NewPuzzleMaker(g *board.Board, rule string, n int, seed uint64) (*PuzzleMaker, error) {
	table, err := pattern.TableFor(rule, n)
	if err != nil {
		return nil, err
	}
	b, err := pattern.New(g, table)
	if err != nil {
		return nil, err
	}
	return &PuzzleMaker{
		Unique: true, Nodes: 3000,
		g: g, game: fmt.Sprintf("gomoku:rule=%s,n=%d,opening=none", rule, n), rule: rule,
		b: b, fours: NewFours(b, 16), random: rand.New(rand.NewPCG(seed, 0x6d6f796f)), seed: seed,
	}, nil
}

// Step plays one move of its games and returns a puzzle if the position before was one. Call it
// until there are enough puzzles.
func (m *PuzzleMaker) Step() (Puzzle, bool) {
	if m.b.Stones() == 0 || m.b.Stones() > m.b.Len()*2/5 {
		m.begin()
	}
	me := m.turn
	puzzle, found := m.puzzle(me)
	if p, ok := m.choose(me); !ok || found {
		m.begin()
	} else {
		m.b.Place(p, me)
		m.turn = 3 - me
	}
	return puzzle, found
}

// begin starts a new game with a random stone.
func (m *PuzzleMaker) begin() {
	for m.b.Stones() > 0 {
		m.b.Undo()
	}
	m.b.Place(board.Point(m.random.IntN(m.b.Len())), pattern.Black)
	m.turn = pattern.White
}

// puzzle returns the puzzle of the position for colour me, to move, if it is one.
func (m *PuzzleMaker) puzzle(me int) (Puzzle, bool) {
	answer := m.fours.Search(me, 0, m.Nodes)
	if !answer.Won || answer.Depth == 1 || m.Want != nil && !m.Want(answer.Depth) {
		return Puzzle{}, false
	}
	line := slices.Clone(answer.Line)
	if m.Unique && !m.fours.Only(me, line[0], m.Nodes) {
		return Puzzle{}, false
	}
	m.made++
	p := Puzzle{
		ID:    fmt.Sprintf("vcf-%s-%d-%d", m.rule, m.seed, m.made),
		Board: m.g.Spec(), Game: m.game, ToPlay: [...]string{"", "black", "white"}[me],
		Depth: answer.Depth,
	}
	for i := range m.b.Stones() {
		at, c := m.b.Stone(i)
		list := &p.Stones.Black
		if c == pattern.White {
			list = &p.Stones.White
		}
		*list = append(*list, m.g.Name(at))
	}
	for _, at := range line {
		p.Solution = append(p.Solution, name(m.g, at))
	}
	return p, true
}

func name(g *board.Board, p board.Point) string {
	if p == board.None {
		return "-"
	}
	return g.Name(p)
}

// worth is the players' preference for a point by what a stone on it would make. They build up, and
// use fours that lead nowhere.
var worth = [pattern.Classes]float64{
	pattern.Dull: 0.3, pattern.TwoPlus: 4, pattern.TwoTwo: 8,
	pattern.ThreePlain: 4, pattern.ThreePlain2: 10, pattern.ThreeOpen: 6, pattern.ThreeOpen2: 8, pattern.ThreeThree: 4,
	pattern.FourPlain: 3, pattern.FourPlus: 3, pattern.FourThree: 0.2, pattern.FourFour: 0.1,
}

// choose returns a move for colour me. ok is false if the game is practically over.
func (m *PuzzleMaker) choose(me int) (p board.Point, ok bool) {
	if m.b.Count(me, pattern.Win) > 0 {
		return board.None, false
	}
	if five, n := m.b.FivePoint(3 - me); n > 0 {
		return five, n == 1 && !m.b.Banned(five, me)
	}
	m.points = m.points[:0]
	if answer := m.fours.Search(3-me, 0, m.Nodes); answer.Won {
		for _, q := range answer.Line {
			if q != board.None && m.b.At(q) == 0 {
				m.points = append(m.points, q)
			}
		}
	} else {
		m.points = m.b.Near(m.points)
	}
	return m.draw(me)
}

// draw returns one of the points at random, the better ones more often.
func (m *PuzzleMaker) draw(me int) (board.Point, bool) {
	m.weight = m.weight[:0]
	sum := 0.0
	for _, p := range m.points {
		w := 0.0
		if !m.b.Banned(p, me) {
			w = worth[m.b.Class(p, me)] + worth[m.b.Class(p, 3-me)]/2
		}
		sum += w
		m.weight = append(m.weight, sum)
	}
	if sum == 0 {
		return board.None, false
	}
	i, _ := slices.BinarySearch(m.weight, m.random.Float64()*sum)
	return m.points[min(i, len(m.points)-1)], true
}

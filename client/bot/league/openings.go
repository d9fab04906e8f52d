package league

import (
	"cmp"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
)

// maxSymmetries limits the number of symmetries to consider: the torus of 9×9 has 648.
const maxSymmetries = 1024

// openingMoves is the number of moves in an opening.
const openingMoves = 2

// openings counts how games begin, up to the symmetries of the board.
type openings struct {
	board *board.Board
	turns [][]board.Point
	count [openingMoves]map[string]*opening // by their moves; first for one move, then for two
}

// opening counts the games with an opening, by result.
type opening struct {
	moves              string
	black, white, draw int // games won by Black, by White, drawn
}

func (o *opening) games() int { return o.black + o.white + o.draw }

// share returns Black's share of the points.
func (o *opening) share() float64 {
	return (float64(o.black) + float64(o.draw)/2) / float64(max(o.games(), 1))
}

func newOpenings(e Event) (*openings, error) {
	pos, err := e.Rules.New(e.Board)
	if err != nil {
		return nil, err
	}
	o := &openings{
		board: e.Board, turns: slices.DeleteFunc(e.Board.Symmetries(maxSymmetries), func(m []board.Point) bool { return !keeps(m, pos) }),
	}
	for i := range o.count {
		o.count[i] = map[string]*opening{}
	}
	return o, nil
}

// keeps reports whether a symmetry of the board preserves the start of a game, and the way in which
// stones fall.
func keeps(m []board.Point, pos game.Position) bool {
	faller, falls := pos.(game.Faller)
	for p, q := range m {
		if pos.At(game.Point(p)) != pos.At(q) {
			return false
		}
		if !falls {
			continue
		}
		if from, to := faller.Landing(game.Point(p)), faller.Landing(q); from == board.None || to == board.None || m[from] != to {
			return false
		}
	}
	return true
}

// add counts a game.
func (o *openings) add(moves []string, out outcome) {
	for n, text := range o.canonical(moves[:min(len(moves), openingMoves)]) {
		at := o.count[n][text]
		if at == nil {
			at = &opening{moves: text}
			o.count[n][text] = at
		}
		switch out {
		case blackWins:
			at.black++
		case whiteWins:
			at.white++
		default:
			at.draw++
		}
	}
}

// canonical returns the first move, the first two and so on, under the symmetry with the smallest
// points. It does not change passes and choices.
func (o *openings) canonical(moves []string) (all []string) {
	points := make([]board.Point, len(moves))
	for i, text := range moves {
		p, ok := o.board.Lookup(text)
		if points[i] = p; !ok {
			points[i] = board.None
		}
	}
	var best []board.Point
	for _, m := range o.turns {
		turned := make([]board.Point, len(points))
		for i, p := range points {
			if turned[i] = p; p != board.None {
				turned[i] = m[p]
			}
		}
		if best == nil || slices.Compare(turned, best) < 0 {
			best = turned
		}
	}
	words := slices.Clone(moves)
	for i, p := range best {
		if p != board.None {
			words[i] = o.board.Name(p)
		}
		all = append(all, strings.Join(words[:i+1], " "))
	}
	return all
}

// most returns the n most frequent openings of the given number of moves, and the number of others.
func (o *openings) most(moves, n int) (list []*opening, others int) {
	for _, at := range o.count[moves-1] {
		list = append(list, at)
	}
	slices.SortFunc(list, func(a, b *opening) int {
		return cmp.Or(cmp.Compare(b.games(), a.games()), strings.Compare(a.moves, b.moves))
	})
	n = min(n, len(list))
	return list[:n], len(list) - n
}

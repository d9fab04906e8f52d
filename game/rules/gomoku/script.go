package gomoku

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"moyo/board"
	"moyo/game"
	"moyo/internal/sentence"
)

// An opening is a script: a list of steps. In each step a player places a stone, makes one of the
// game's choices, offers a point for the fifth stone or takes an offered one.

// leastOpenedN is the smallest n with openings: the game cannot end during the opening.
const leastOpenedN = 4

// The choices. The numbers of fifths follow: oneFifth-1 is two, and so on.
const (
	takeBlack game.Move = game.FirstChoice - iota
	takeWhite
	swapSides
	staySides
	twoMore
	tenFifths
	oneFifth
)

// maxFifths is the largest number of fifths in Soosorv-8.
const maxFifths = 8

// named are the choices other than numbers, with the labels of their buttons.
var named = []struct {
	move  game.Move
	name  string
	title sentence.Sentence
}{
	{takeBlack, "black", sentence.New("opening.takeBlack", "Take Black")},
	{takeWhite, "white", sentence.New("opening.takeWhite", "Take White")},
	{swapSides, "swap", sentence.New("opening.swap", "Swap sides")},
	{staySides, "stay", sentence.New("opening.stay", "Stay")},
	{twoMore, "two-more", sentence.New("opening.placeTwoMore", "Place two more")},
	{tenFifths, "ten", sentence.New("opening.offerTen", "Offer ten points")},
}

// fifthsOf returns the number of fifths of a choice, or 0 for other choices.
func fifthsOf(m game.Move) int {
	if n := int(oneFifth-m) + 1; n >= 1 && n <= maxFifths {
		return n
	}
	return 0
}

// Choice returns the name of a choice of the opening, such as "swap", "two-more" or a number of
// fifths, or "" for other moves.
func (p *Position) Choice(m game.Move) string {
	if p.script == nil {
		return ""
	}
	return choiceName(m)
}

// ChoiceTitle returns the label of a choice, such as "Take Black", or nothing for other moves.
func (p *Position) ChoiceTitle(m game.Move) sentence.Sentence {
	if p.script == nil {
		return sentence.Sentence{}
	}
	for _, c := range named {
		if c.move == m {
			return c.title
		}
	}
	switch n := fifthsOf(m); n {
	case 0:
		return sentence.Sentence{}
	case 1:
		return sentence.New("opening.fifth", "1 point")
	default:
		return sentence.New("opening.fifths", "%d points", n)
	}
}

// choiceName returns the name of a choice, or "" for other moves.
func choiceName(m game.Move) string {
	for _, c := range named {
		if c.move == m {
			return c.name
		}
	}
	if n := fifthsOf(m); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// ParseChoice is the inverse of Choice. It ignores case and accepts blanks for hyphens.
func (p *Position) ParseChoice(name string) (game.Move, bool) {
	if p.script == nil {
		return game.NoMove, false
	}
	name = strings.ReplaceAll(name, " ", "-")
	for _, c := range named {
		if strings.EqualFold(c.name, name) {
			return c.move, true
		}
	}
	if len(name) == 1 && name[0] >= '1' && name[0] <= '0'+maxFifths {
		return oneFifth - game.Move(name[0]-'1'), true
	}
	return game.NoMove, false
}

// act is the action of a step.
type act uint8

const (
	putStone  act = iota // a stone of the step's colour is placed
	choose               // the player makes one of the step's choices
	offer                // points are offered for the fifth stone, without stones
	takeFifth            // one of them is taken
)

// actor is the player who acts.
type actor uint8

const (
	beginner  actor = iota // the player who started the game
	responder              // the other
	holdsBlack
	holdsWhite
)

// step is one step of a script.
type step struct {
	act     act
	by      actor
	color   game.Color        // of the stone that is placed next
	least   int               // distance of the stone from the centre, in steps along lines
	most    int               // likewise; -1 for no limit
	choices []choice          // alternatives to placing a stone
	prompt  sentence.Sentence // what the player must do, in a sentence
}

// choice is a choice of a step and the next step.
type choice struct {
	move game.Move
	to   int
}

// script is an opening on a board. Positions share it.
type script struct {
	steps    []step
	distance []int // of each point from the centre, in steps along lines; nil if no step needs it

	board    *board.Board
	lazily   sync.Once
	mappings [][]game.Point
}

// maxMappings limits the symmetries of the board. A board with a centre has at most 48, if it is a
// box.
const maxMappings = 64

// symmetries returns the symmetries of the board.
func (s *script) symmetries() [][]game.Point {
	s.lazily.Do(func() { s.mappings = s.board.Symmetries(maxMappings) })
	return s.mappings
}

// script returns the script of the rules' opening on b, or nil.
func (r *Rules) script(b *board.Board) (*script, error) {
	steps := scripts[r.opt.Opening]
	if steps == nil {
		return nil, nil
	}
	s := &script{steps: steps, board: b}
	for _, st := range steps {
		for _, c := range st.choices {
			name := choiceName(c.move)
			if _, clash := b.Lookup(name); clash {
				return nil, fmt.Errorf("a point of the board has the name of a choice, %q", name)
			}
		}
		if st.least == 0 && st.most < 0 || st.act != putStone {
			continue
		}
		if s.distance == nil {
			centre, ok := Centre(b)
			if !ok {
				return nil, errors.New("the board has no point in the middle")
			}
			s.distance = lineSteps(b, centre)
		}
		if !s.hasRoom(st) {
			return nil, errors.New("the board is too small")
		}
	}
	return s, nil
}

// hasRoom reports whether the step has an empty point, wherever the stones before it are.
func (s *script) hasRoom(st step) bool {
	before := st.most // the n-th stone has the central points at distances up to n-1
	if before < 0 {
		before = 1 // only White's first stone may be so far from the centre
	}
	room := 0
	for p := range s.distance {
		if s.within(st, game.Point(p)) {
			room++
		}
	}
	return room > before
}

// within reports whether the step allows a stone at pt's distance.
func (s *script) within(st step, pt game.Point) bool {
	if s.distance == nil || st.act != putStone {
		return true
	}
	d := s.distance[pt]
	return d >= st.least && (st.most < 0 || d <= st.most)
}

// Centre returns the point in the middle of b, from which openings are measured. Grids with odd
// sides, hexagons, and boxes with odd sides have one; boards that wrap around and custom boards
// have none.
func Centre(b *board.Board) (game.Point, bool) {
	if b.Custom() || !b.Flat() && !strings.HasPrefix(b.Spec(), "box:") {
		return board.None, false
	}
	const here = 1e-9
	for p := range game.Point(b.Len()) {
		c := b.Coord(p)
		if c[0]*c[0]+c[1]*c[1]+c[2]*c[2] < here {
			return p, true
		}
	}
	return board.None, false
}

// lineSteps returns the number of steps along lines from one point to each, which on a grid is a
// chess king's distance. For unreachable points it is far larger than the board.
func lineSteps(b *board.Board, from game.Point) []int {
	lines := b.Lines()
	steps := make([]int, b.Len())
	for p := range steps {
		steps[p] = b.Len()
	}
	steps[from] = 0
	queue := []game.Point{from}
	for i := 0; i < len(queue); i++ {
		for d := range lines.Dirs {
			to := lines.Next(queue[i], d).To
			if to != board.None && steps[to] == b.Len() {
				steps[to] = steps[queue[i]] + 1
				queue = append(queue, to)
			}
		}
	}
	return steps
}

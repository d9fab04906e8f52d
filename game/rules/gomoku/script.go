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

// An opening is a script: a list of steps, in each of which one of the players
// places a stone, makes one of the choices that the game names, offers a point
// for the fifth stone or takes one that was offered.

// leastOpenedN is the smallest n with which openings are played: nobody can win
// before the opening is over.
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

// maxFifths is the largest number of fifths that Soosorv-8 lets one ask for.
const maxFifths = 8

// named are the choices but the numbers, with the words on their buttons.
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

// fifthsOf returns the number of fifths that a choice asks for, 0 for others.
func fifthsOf(m game.Move) int {
	if n := int(oneFifth-m) + 1; n >= 1 && n <= maxFifths {
		return n
	}
	return 0
}

// Choice returns the name of a choice of the opening, such as "swap", "two-more"
// or a number of fifths; "" where there is none or no opening.
func (p *Position) Choice(m game.Move) string {
	if p.script == nil {
		return ""
	}
	return choiceName(m)
}

// ChoiceTitle returns the words for the button of a choice, such as "Take
// Black"; nothing where there is none.
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

// choiceName returns the name of a choice, "" for any other move.
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

// ParseChoice is the inverse of Choice, in any case and with blanks for hyphens.
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

// act is what is done in a step.
type act uint8

const (
	putStone  act = iota // a stone of the step's colour is placed
	choose               // one of the step's choices is made
	offer                // points are offered for the fifth stone, without stones
	takeFifth            // one of them is taken
)

// actor says which player acts.
type actor uint8

const (
	beginner  actor = iota // the player who began the game
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
	most    int               // likewise; -1 for any
	choices []choice          // beside a stone, where that can be placed
	prompt  sentence.Sentence // what the player has to do, a sentence
}

// choice is a choice of a step and the step that it leads to.
type choice struct {
	move game.Move
	to   int
}

// script is an opening on a board. It is shared by positions.
type script struct {
	steps    []step
	distance []int // of each point from the centre, in steps along lines; nil where no step asks

	board    *board.Board
	lazily   sync.Once
	mappings [][]game.Point
}

// maxMappings bounds the symmetries of the board that are looked at. A board
// with a centre has 48 at most, if it is a box.
const maxMappings = 64

// symmetries returns the symmetries of the board.
func (s *script) symmetries() [][]game.Point {
	s.lazily.Do(func() { s.mappings = s.board.Symmetries(maxMappings) })
	return s.mappings
}

// script returns the script of the rules' opening on b, nil for none.
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
				return nil, fmt.Errorf("a point of the board is called %q, as one of the choices is", name)
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

// hasRoom says whether the step finds a free point, wherever the stones before it
// lie.
func (s *script) hasRoom(st step) bool {
	before := st.most // the n-th stone has the central points at distances up to n-1
	if before < 0 {
		before = 1 // White's first stone alone may lie so far from the centre
	}
	room := 0
	for p := range s.distance {
		if s.within(st, game.Point(p)) {
			room++
		}
	}
	return room > before
}

// within says whether a stone on pt would lie where the step wants it.
func (s *script) within(st step, pt game.Point) bool {
	if s.distance == nil || st.act != putStone {
		return true
	}
	d := s.distance[pt]
	return d >= st.least && (st.most < 0 || d <= st.most)
}

// Centre returns the point in the middle of b, from which openings are measured.
// Grids with odd sides have one, hexagons, and boxes with odd sides; boards that
// are wrapped around have none, nor have boards of people's own.
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

// lineSteps returns the number of steps along lines from one point to each, which
// on a grid is that of a king in chess; far beyond the board where there is no
// way.
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

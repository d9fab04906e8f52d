package gomocup

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"moyo/internal/errtext"
)

// list is the state of a BOARD, YXBOARD, SWAP2BOARD, YXBLOCK, YXBLOCKPATH or
// the UNDO of these whose lines are being read, or of an unknown command.
type list struct {
	command string
	table   table // the new board, empty at first
	colors  []int // the third fields of SWAP2BOARD's lines, where present
	err     error // the first error
	outer   *list // the list around this one, which belongs to an unknown command; else nil
}

// foreignLists are unsupported commands of boards made for Yixin that a list
// follows: those of databases and of the Soosorv opening.
var foreignLists = map[string]bool{
	"YXQUERYDATABASEALL": true, "YXQUERYDATABASEONE": true, "YXQUERYDATABASETEXT": true, "YXQUERYDATABASEALLT": true,
	"YXEDITTVDDATABASE": true, "YXEDITTEXTDATABASE": true, "YXEDITLABELDATABASE": true,
	"YXDELETEDATABASEONE": true, "YXDELETEDATABASEALL": true, "YXSETBESTMOVEDATABASE": true,
	"YXSOOSORVSTEP2": true, "YXSOOSORVSTEP3": true, "YXSOOSORVSTEP4": true, "YXSOOSORVSTEP5": true, "YXSOOSORVSTEP6": true,
}

func openList(c *call) {
	c.list = &list{command: c.name, table: table{width: c.table.width, height: c.table.height}, outer: c.list}
}

// read takes a line of the list. It returns false if the line is a command: one
// that leaves the list open, or one that drops it. An unknown command leaves
// the list open, with its own list, if any.
func (l *list) read(c *call, ln line) bool {
	_, known := handlers[c.name]
	known = known && !ln.tooLong
	foreign := foreignLists[l.command] // its command has been answered
	switch {
	case c.name == "DONE" && !ln.tooLong:
		c.list = l.outer
		if !foreign {
			c.name = l.command
			c.do(l.done)
		}
		return true
	case known && (c.name == "INFO" || c.name == "END" || c.name == "STOP" || c.name == "YXSTOP"):
		return false
	case known:
		if c.list = nil; foreign {
			l = l.outer
		}
		if l != nil {
			c.fail("%s without DONE", l.command)
		}
		return false
	case foreign:
		return true
	case isName(c.name):
		return false
	}
	if err := l.row(c, ln); err != nil && l.err == nil {
		l.err = err
	}
	return true
}

// isName reports whether a word can be the name of a command, known or not.
func isName(word string) bool {
	for i, r := range word {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && !unicode.IsDigit(r)) {
			return false
		}
	}
	return word != ""
}

// Values of the third field of a BOARD's line.
const (
	fieldOwn      = 1
	fieldOpponent = 2
	fieldWon      = 3 // a point of a won line, or a mark on a forbidden point
)

// row parses one line: x,y,field, or x,y of SWAP2BOARD.
func (l *list) row(c *call, ln line) error {
	if ln.tooLong {
		return fmt.Errorf("a line of more than %d bytes", maxLine)
	}
	numbers, err := parseNumbers(ln.text)
	if err != nil {
		return err
	}
	swap2, block := l.command == "SWAP2BOARD", strings.HasPrefix(l.command, "YXBLOCK")
	if len(numbers) != 3 && !((swap2 || block) && len(numbers) == 2) {
		return fmt.Errorf("%q: want x,y,field", errtext.Clip(ln.text, maxQuoted))
	}
	at := cell{numbers[0], numbers[1]}
	if block {
		return l.table.put(stone{at, false})
	}
	if swap2 {
		l.colors = append(l.colors, numbers[2:]...)
		return l.table.put(stone{at, false})
	}
	switch numbers[2] {
	case fieldOwn, fieldOpponent:
		return l.table.put(stone{at, numbers[2] == fieldOwn})
	case fieldWon:
		if c.settings.rule&bitRenju != 0 && !c.settings.continuous() {
			return nil // a mark: the rules know the forbidden points
		}
		if !l.table.empty(at) {
			return fmt.Errorf("%v is not empty", at)
		}
		l.table.won = append(l.table.won, at)
		return nil
	}
	return fmt.Errorf("%q: the field is 1, 2 or 3", errtext.Clip(ln.text, maxQuoted))
}

// done replaces the table, unless the list has an error, and makes the engine
// move if the command asks for that.
func (l *list) done(c *call) {
	if l.err != nil {
		c.fail("%s: %v", l.command, l.err)
		return
	}
	switch l.command {
	case "SWAP2BOARD":
		l.inOrder()
		c.swap2(l.table)
		return
	case "YXBLOCK", "YXBLOCKUNDO":
		c.block(l.table.stones, l.command == "YXBLOCK")
		return
	case "YXBLOCKPATH", "YXBLOCKPATHUNDO":
		c.blockPath(l.command, &l.table, l.command == "YXBLOCKPATH")
		return
	}
	c.table = l.table
	own := c.table.color()
	if _, err := c.position(own, own); err != nil {
		c.fail("%s: %v", l.command, err)
		return
	}
	if l.command == "BOARD" {
		c.move(1)
	}
}

// inOrder sorts the stones of a SWAP2BOARD whose lines have colours, 1 for
// Black and 2 for White, into the order of play.
func (l *list) inOrder() {
	if len(l.colors) != len(l.table.stones) {
		return
	}
	var sides [3][]stone
	for i, color := range l.colors {
		if color != 1 && color != 2 {
			return
		}
		sides[color] = append(sides[color], l.table.stones[i])
	}
	black, white := sides[1], sides[2]
	if len(black) != len(white)+1 {
		return
	}
	order := slices.Clone(black[:1])
	for i := range white {
		order = append(order, white[i], black[i+1])
	}
	l.table.stones = order
}

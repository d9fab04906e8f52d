// Package serverfile reads the files in which servers of East Asia keep games: Tygem's GIB, WBaduk's and Cyberoro's NGF, and
// PandaNet's UGF and UGI. No server documents its format; the description is of what their programs write. Each file has one
// game of Go on a square board. What cannot be read is left out, and listed among the faults of the game if it is a move of GIB
// or NGF, a handicap or another game.
//
// # GIB
//
// Between \HS and \HE are fields such as \[GAMEBLACKNAME=ada (5K)\]. Some hold several values. GAMEINFOMAIN has GRLT, the
// result (0 and 1: Black and White win by points, 3 and 4: by resignation, 7 and 8: on time), and in tenths of points ZIPSU, the
// margin, and GONGJE, the komi. GAMETAG has the same as W, Z and G. The moves are between \GS and \GE:
//
//	INI 0 1 3       a handicap of three stones
//	STO 0 5 1 15 3  a move: its colour (1 is Black), column and row from 0 at the top left
//	SKI 0 6         a pass
//
// Blocks from \RS to \RE after them are comments on the game after a number of moves, or variations, which are not read.
//
// # NGF
//
// Lines without names: title, size, White, Black, site, handicap, nothing, komi, date, time, result, number of moves. Then
// moves: PMAEWDPPD is move E, White, in column D and row P from B at the top left; AA is a pass. A komi without a half has one
// in even games. Older files begin each line of the head with GI, and have another order.
//
// # UGF and UGI
//
// Sections as in an INI file. [Header] has Hdcp with the handicap and the komi, Winner and others. [Data] has moves such as
// QP,B1,1,0: column, row, colour and number. Letters count from A at the left and at the bottom, or at the top if CoordinateType
// is not IGS. Points beyond the board are passes, and handicap stones have the number 0. UGI adds [ReviewNode], a tree with
// variations, and [ReviewComment].
package serverfile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"moyo/game/record/charset"
	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

// The formats.
const (
	GIB = "gib"
	NGF = "ngf"
	UGF = "ugf"
)

// mostHead limits the bytes in which a format is recognized.
const mostHead = 4096

// Format returns the format of a file, by its content, or "".
func Format(data []byte) string {
	head, _ := charset.FromUTF16(string(data[:min(len(data), mostHead)]))
	head = lineEnds.Replace(strings.TrimPrefix(head, "\uFEFF"))
	switch begun := strings.TrimLeft(head, " \t\n"); {
	case strings.HasPrefix(begun, `\HS`):
		return GIB
	case isUGF(begun):
		return UGF
	case isNGF(head):
		return NGF
	}
	return ""
}

// Error describes an error in a file, with its line.
type Error struct {
	Format string
	Line   int // from 1
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: line %d: %s", e.Format, e.Line, e.Reason) }

// Read returns the game of a file in one of the formats as a record in UTF-8, within lim.
func Read(data []byte, lim sgf.Limits) (*sgf.Game, error) {
	lim = lim.OrDefault()
	format := Format(data)
	if len(data) > lim.Bytes {
		return nil, &Error{format, 1, fmt.Sprintf("the file is longer than %d bytes", lim.Bytes)}
	}
	b := &builder{format: format, lim: lim, game: sgf.New(), comments: map[*sgf.Node]*strings.Builder{}}
	b.at = b.game.Root
	var err error
	switch text := decode(data); format {
	case GIB:
		err = readGIB(b, text)
	case NGF:
		err = readNGF(b, text)
	case UGF:
		err = readUGF(b, text)
	default:
		err = &Error{"file", 1, "no game of a server"}
	}
	if err != nil {
		return nil, err
	}
	b.setComments()
	return b.game, nil
}

// date matches a year, a month and a day, with any signs between.
var date = regexp.MustCompile(`(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})`)

// dateOf returns the first date in a text as FF[4] writes it, or "".
func dateOf(text string) string {
	m := date.FindStringSubmatch(text)
	if m == nil || atoi(m[2]) < 1 || atoi(m[2]) > 12 || atoi(m[3]) < 1 || atoi(m[3]) > 31 {
		return ""
	}
	return fmt.Sprintf("%s-%02d-%02d", m[1], atoi(m[2]), atoi(m[3]))
}

// hints are words in a head that name a charset.
var hints = []struct{ word, charset string }{
	{"GIBOKIND=China", "gb18030"}, {"GBKIND:2", "gb18030"}, {"GIBOKIND=Korea", "euc-kr"}, {"GBKIND:0", "euc-kr"},
	{"GIBOKIND=Japan", "shift_jis"}, {"Lang=SJIS", "shift_jis"}, {"Lang=JPN", "shift_jis"}, {"Lang=GB", "gb18030"},
	{"Lang=BIG5", "big5"}, {"Lang=KOR", "euc-kr"}, {"Lang=KSC", "euc-kr"}, {"Lang=UTF", "utf-8"},
}

// decode returns the text of a file.
func decode(data []byte) string {
	text, wide := charset.FromUTF16(string(data))
	if !wide {
		declared := ""
		for _, h := range hints {
			if strings.Contains(text[:min(len(text), mostHead)], h.word) {
				declared = h.charset
				break
			}
		}
		text = charset.Guess(text, declared).Decode(text)
	}
	return lineEnds.Replace(strings.TrimPrefix(text, "\uFEFF"))
}

// lineEnds makes all ends of lines the same.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// builder makes a record.
type builder struct {
	format string
	lim    sgf.Limits
	game   *sgf.Game
	grid   sgf.Board
	at     *sgf.Node // the last move
	nodes  int
	line   int // the one that is read, for errors

	noted    []*sgf.Node
	comments map[*sgf.Node]*strings.Builder
}

func (b *builder) errorf(format string, args ...any) error {
	return &Error{b.format, b.line, fmt.Sprintf(format, args...)}
}

// mostFaults limits the faults that are reported for a file.
const mostFaults = 10

// mend reports a fault on the line that is read. The rest of the file is read.
func (b *builder) mend(format string, args ...any) {
	if len(b.game.Faults) < mostFaults {
		fault := &sgf.Error{Line: b.line, Column: 1, Reason: fmt.Sprintf(format, args...), Lost: true}
		b.game.Faults = append(b.game.Faults, fault)
	}
}

// setSize sets the board.
func (b *builder) setSize(size int) error {
	if size < 1 || size > sgf.MaxSide {
		return b.errorf("a board of size %d: want 1 to %d", size, sgf.MaxSide)
	}
	b.grid = sgf.Grid(size, size)
	b.game.SetBoard(b.grid)
	return nil
}

// set sets a property of the root, unless the text is empty or the property is set.
func (b *builder) set(id, text string) {
	if text = strings.TrimSpace(text); text != "" && !b.game.Root.Has(id) {
		b.game.Root.Set(id, sgf.Escape(text))
	}
}

// setKomi sets the komi.
func (b *builder) setKomi(points float64) { b.set("KM", strconv.FormatFloat(points, 'f', -1, 64)) }

// setResult sets the result, in FF[4]'s form if the text is understood.
func (b *builder) setResult(text string) {
	if re := headtext.ReadResult(text).FF4(); re != "" {
		text = re
	}
	b.set("RE", text)
}

// setClock sets the time of each player, in seconds, with periods of overtime.
func (b *builder) setClock(main, periods, seconds int) {
	if main < 0 || periods < 0 || seconds < 0 || main+periods == 0 {
		return
	}
	b.set("TM", strconv.Itoa(main))
	if periods > 0 && seconds > 0 {
		b.set("OT", fmt.Sprintf("%dx%d byo-yomi", periods, seconds))
	}
}

// play adds a move; points beyond the board are passes.
func (b *builder) play(color sgf.Color, x, y int) error {
	point := sgf.Pass
	if x >= 0 && y >= 0 && x < b.grid.Width && y < b.grid.Width {
		point = y*b.grid.Width + x
	}
	return b.add(b.at, color, point)
}

// add adds a move after a node.
func (b *builder) add(at *sgf.Node, color sgf.Color, point int) error {
	if b.nodes++; b.nodes >= b.lim.Nodes {
		return b.errorf("more than %d moves", b.lim.Nodes-1)
	}
	b.at = at.Add()
	b.at.SetMove(b.grid, sgf.Move{Color: color, Point: point})
	return nil
}

// handicap places stones on the usual points, the third one in the lower right corner or, on Korean servers, in the upper left
// one. White moves first. A board without these points keeps only the number.
func (b *builder) handicap(stones int, lowerRight bool) {
	if stones > 9 {
		b.mend("a handicap of %d stones is left out: want 2 to 9", stones)
	}
	if stones < 2 || stones > 9 {
		return
	}
	b.set("HA", strconv.Itoa(stones))
	size := b.grid.Width
	if size < 7 || stones > 4 && (size < 9 || size%2 == 0) {
		return
	}
	near := 2
	if size >= 13 {
		near = 3
	}
	far, middle := size-1-near, size/2
	at := func(x, y int) int { return y*size + x }
	points := []int{at(near, far), at(far, near), at(near, near), at(far, far)}
	if lowerRight {
		points[2], points[3] = points[3], points[2]
	}
	points = points[:min(stones, 4)]
	if stones >= 6 {
		points = append(points, at(near, middle), at(far, middle))
	}
	if stones >= 8 {
		points = append(points, at(middle, near), at(middle, far))
	}
	if stones > 4 && stones%2 == 1 {
		points = append(points, at(middle, middle))
	}
	b.setUp(points)
}

// setUp places black stones, after which White moves.
func (b *builder) setUp(points []int) {
	setup := sgf.Setup{ToPlay: sgf.White}
	setup.Stones[sgf.Black] = points
	b.game.Root.SetSetup(b.grid, setup)
}

// comment adds a line to the comment of a node.
func (b *builder) comment(n *sgf.Node, text string) {
	if text = strings.Trim(text, "\n"); text == "" {
		return
	}
	if b.comments[n] == nil {
		b.comments[n] = &strings.Builder{}
		b.noted = append(b.noted, n)
	} else {
		b.comments[n].WriteByte('\n')
	}
	b.comments[n].WriteString(text)
}

// setComments sets the comments of all nodes.
func (b *builder) setComments() {
	for _, n := range b.noted {
		n.Set("C", sgf.Escape(b.comments[n].String()))
	}
}

// atoi reads an integer, or returns -1.
func atoi(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return -1
	}
	return n
}

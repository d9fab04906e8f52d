package serverfile

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

var (
	ngfMove = regexp.MustCompile(`^PM[A-Z]{2}([BW])([A-Z])([A-Z])`)
	ngfRank = regexp.MustCompile(`^(\d+)\s*(DP|D|K|P)(\*?)$`)
	ngfDay  = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})`)
	ngfTold = regexp.MustCompile(`^ID.(?:\[\d*\])?(.*?)(?:\[EndTxt\])?$`)
)

// ngfHead are the numbers of the lines of a head.
type ngfHead struct {
	prefix                                                        string
	title, size, white, black, site, handicap, komi, date, result int // -1 for none
}

var ngfHeads = []ngfHead{
	{"", 0, 1, 2, 3, 4, 5, 7, 8, 10},
	{"GI", 0, 6, 1, 2, 3, 7, 9, 5, -1},
}

// isNGF reports whether a text begins with the head of an NGF file.
func isNGF(text string) bool {
	_, lines, _ := ngfLines(text)
	return lines != nil
}

// ngfLines returns the kind of a head, and the lines of the text without its prefix; nil if it is no such head. The first line
// may be empty, as a title. If the text then has no head, empty lines before it are skipped, but for an empty title.
func ngfLines(text string) (head ngfHead, lines []string, skipped int) {
	lines = strings.Split(text, "\n")
	blank := max(0, slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" }))
	for _, skipped := range []int{0, blank, max(0, blank-1)} {
		if head, own := ngfHeadOf(lines[skipped:]); own != nil {
			return head, own, skipped
		}
	}
	return ngfHead{}, nil, 0
}

// ngfHeadOf returns the kind of the head at the beginning of lines, and the lines without its prefix, or nil.
func ngfHeadOf(lines []string) (ngfHead, []string) {
	for _, head := range ngfHeads {
		own := make([]string, 0, len(lines))
		for _, line := range lines {
			if len(own) <= 10 && !ngfMove.MatchString(line) {
				if !strings.HasPrefix(line, head.prefix) {
					break
				}
				line = strings.TrimPrefix(line, head.prefix)
			}
			own = append(own, strings.TrimSpace(line))
		}
		if len(own) > head.handicap && isSize(own[head.size]) && atoi(own[head.handicap]) >= 0 && len(own) > 8 {
			return head, own
		}
	}
	return ngfHead{}, nil
}

// isSize reports whether a line is the size of a board.
func isSize(line string) bool {
	n := atoi(line)
	return n >= 2 && n <= sgf.MaxSide
}

// readNGF reads a game of WBaduk.
func readNGF(b *builder, text string) error {
	head, lines, skipped := ngfLines(text)
	if lines == nil {
		return b.errorf("no head of an NGF file")
	}
	line := func(number int) string {
		if number < 0 || number >= len(lines) || ngfMove.MatchString(lines[number]) {
			return ""
		}
		return lines[number]
	}
	b.line = skipped + head.size + 1
	if err := b.setSize(atoi(line(head.size))); err != nil {
		return err
	}
	b.set("GN", line(head.title))
	b.set("PC", line(head.site))
	b.set("DT", ngfDate(line(head.date)))
	ngfPlayer(b, "PW", "WR", line(head.white))
	ngfPlayer(b, "PB", "BR", line(head.black))
	if result := line(head.result); atoi(result) < 0 { // else a line is missing, and this is the number of moves
		b.setResult(result)
	}
	stones := atoi(line(head.handicap))
	b.line = skipped + head.handicap + 1
	b.handicap(stones, false)
	if komi, err := strconv.ParseFloat(line(head.komi), 64); err == nil && math.Abs(komi) < 1000 {
		if stones < 1 && komi == math.Trunc(komi) {
			komi += 0.5
		}
		b.setKomi(komi)
	}
	return ngfMoves(b, lines[head.handicap+1:], skipped+head.handicap+1)
}

// ngfMoves reads the moves, and the result after them, from lines that follow the site, whose name may begin like a move.
// skipped is the number of lines before them.
func ngfMoves(b *builder, lines []string, skipped int) error {
	for i, line := range lines {
		b.line = skipped + i + 1
		m := ngfMove.FindStringSubmatch(line)
		if m == nil {
			if told := ngfTold.FindStringSubmatch(line); told != nil && headtext.ReadResult(told[1]).Winner != headtext.Unknown {
				b.setResult(told[1])
			}
			if strings.HasPrefix(line, "PM") {
				b.mend("%.20q is no move: it is left out", line)
			}
			continue
		}
		color := sgf.Black
		if m[1] == "W" {
			color = sgf.White
		}
		x, y := int(m[2][0])-'B', int(m[3][0])-'B'
		if (x < 0 || y < 0) != (x < 0 && y < 0) || x >= b.grid.Width || y >= b.grid.Width {
			b.mend("%s%s is not a point of a board of %dx%d: the move is left out", m[2], m[3], b.grid.Width, b.grid.Width)
			continue
		}
		if err := b.play(color, x, y); err != nil {
			return err
		}
	}
	return nil
}

// ngfPlayer sets a player's name and rank, the last word if there are several.
func ngfPlayer(b *builder, name, rank, text string) {
	words := strings.Fields(text)
	if len(words) > 1 {
		last := words[len(words)-1]
		if m := ngfRank.FindStringSubmatch(strings.ToUpper(last)); m != nil {
			last = m[1] + map[string]string{"DP": "p", "P": "p", "D": "d", "K": "k"}[m[2]] + m[3]
		}
		b.set(rank, last)
		words = words[:len(words)-1]
	}
	b.set(name, strings.Join(words, " "))
}

// ngfDate returns the date of a line such as "20170316 [09:51]" or "2006-9-5".
func ngfDate(text string) string {
	return dateOf(ngfDay.ReplaceAllString(text, "$1-$2-$3"))
}

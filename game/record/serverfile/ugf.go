package serverfile

import (
	"math"
	"strconv"
	"strings"

	"moyo/game/record/headtext"
	"moyo/game/record/ruletext"
	"moyo/game/record/sgf"
)

// isUGF reports whether a text begins with the section of a head.
func isUGF(text string) bool {
	line, rest, _ := strings.Cut(text, "\n")
	rest = strings.ToLower(rest)
	return strings.EqualFold(strings.TrimSpace(line), "[header]") &&
		(strings.Contains(rest, "player") || strings.Contains(rest, "hdcp=") || strings.Contains(rest, "[data]"))
}

// ugf is a file of PandaNet while it is read.
type ugf struct {
	*builder
	head     map[string]string // by key in small letters
	stones   int
	hdcpLine int   // of the handicap
	placed   []int // handicap stones
	main     []*sgf.Node
	numbered map[int]*sgf.Node // of the tree of reviews
	forks    []*sgf.Node       // nodes with an open variation
	about    *sgf.Node         // with the comment that is read
}

// readUGF reads a game of PandaNet.
func readUGF(b *builder, text string) error {
	u := &ugf{builder: b, head: map[string]string{}, numbered: map[int]*sgf.Node{}}
	section := ""
	for line := range strings.SplitSeq(text, "\n") {
		b.line++
		trimmed := strings.TrimSpace(line)
		if name := strings.ToLower(trimmed); sections[name] {
			section = name
			if err := u.begin(section); err != nil {
				return err
			}
			continue
		}
		var err error
		switch section {
		case "[header]":
			if key, value, ok := strings.Cut(trimmed, "="); ok {
				key = strings.ToLower(key)
				u.head[key] = value
				if key == "hdcp" {
					u.hdcpLine = b.line
				}
			}
		case "[data]":
			err = u.move(strings.Split(trimmed, ","))
		case "[reviewnode]":
			err = u.node(strings.Split(trimmed, ","))
		case "[reviewcomment]":
			u.note(line)
		}
		if err != nil {
			return err
		}
	}
	if b.grid.Width == 0 {
		return b.errorf("the file has no section [Data]")
	}
	u.placeStones()
	return nil
}

// sections are the names of sections in small letters. Other lines in brackets are text: comments have them.
var sections = map[string]bool{
	"[header]": true, "[remote]": true, "[files]": true, "[data]": true, "[figure]": true, "[reviewnode]": true, "[reviewcomment]": true,
}

// begin begins a section.
func (u *ugf) begin(section string) error {
	switch section {
	case "[data]":
		return u.setHead()
	case "[reviewnode]":
		if u.main != nil {
			return nil // a further section continues the first one
		}
		u.placeStones()
		u.main = []*sgf.Node{}
		for n := range u.game.MainLine() {
			u.main = append(u.main, n)
		}
		u.at = u.game.Root
	}
	return nil
}

// setHead sets the properties of the head.
func (u *ugf) setHead() error {
	if u.grid.Width > 0 {
		return u.errorf("two sections [Data]")
	}
	size := 19
	if text := u.head["size"]; text != "" {
		size = atoi(text)
	}
	if err := u.setSize(size); err != nil {
		return err
	}
	part := func(key string, i int) string {
		parts := strings.Split(u.head[key], ",")
		if i >= len(parts) {
			return ""
		}
		return strings.TrimSpace(parts[i])
	}
	u.set("PB", part("playerb", 0))
	u.set("BR", part("playerb", 1))
	u.set("PW", part("playerw", 0))
	u.set("WR", part("playerw", 1))
	u.set("DT", dateOf(part("date", 0)))
	u.set("PC", u.head["place"])
	u.set("CP", u.head["copyright"])
	u.set("GN", strings.Trim(strings.TrimPrefix(u.head["title"], part("title", 0)+","), ", "))
	u.set("GC", u.head["comment"])
	u.setRules(first(u.head["rule"], u.head["rules"]))
	u.setWinner(part("winner", 0), part("winner", 1))
	u.stones = atoi(part("hdcp", 0))
	if komi, err := strconv.ParseFloat(part("hdcp", 1), 64); err == nil && math.Abs(komi) < 1000 {
		u.setKomi(komi)
	}
	return nil
}

// ruleNames are the names in FF[4] of sets.
var ruleNames = map[string]string{"japanese": "Japanese", "chinese": "Chinese", "korean": "Korean", "aga": "AGA", "ing": "GOE"}

// setRules sets the rules, by their name in FF[4] if it is known.
func (u *ugf) setRules(text string) {
	if t, err := ruletext.Read(text); err == nil {
		text = first(ruleNames[t.Name], text)
	}
	u.set("RU", text)
}

// setWinner sets the result from the side and the points or the reason. Points are never Chinese stones.
func (u *ugf) setWinner(side, by string) {
	points, err := strconv.ParseFloat(by, 64)
	switch result := headtext.ReadResult(side + "+" + by); {
	case strings.EqualFold(side, "d") || strings.EqualFold(side, "j"):
		u.setResult("draw")
	case strings.EqualFold(side, "n"):
		u.setResult("void")
	case err == nil && points > 0 && points < 1000 && result.Reason == headtext.Count:
		result.Points = points
		u.set("RE", result.FF4())
	case strings.EqualFold(by, "c"): // counted, without points
		u.setResult(side + "+")
	case result.Winner != headtext.Unknown:
		u.setResult(side + "+" + by)
	default:
		u.setResult(side + " " + by)
	}
}

// move reads a move of the data: point, colour, number, time.
func (u *ugf) move(f []string) error {
	if len(f) < 2 || len(f[0]) != 2 || len(f[1]) < 1 {
		return nil
	}
	color := sgf.Black
	switch f[1][0] | 0x20 {
	case 'b':
	case 'w':
		color = sgf.White
	default:
		return nil
	}
	x, y := int(f[0][0]&^0x20)-'A', u.rowOf(int(f[0][1]&^0x20)-'A')
	onBoard := x >= 0 && y >= 0 && x < u.grid.Width && y < u.grid.Width
	if color == sgf.Black && len(f) > 2 && strings.TrimSpace(f[2]) == "0" && u.nodes == 0 && u.stones > len(u.placed) && onBoard {
		u.placed = append(u.placed, y*u.grid.Width+x)
		return nil
	}
	return u.play(color, x, y)
}

// placeStones places the handicap stones: those of the data, else the usual ones.
func (u *ugf) placeStones() {
	switch {
	case u.game.Root.Has("AB") || u.stones < 2:
	case len(u.placed) > 0:
		u.set("HA", strconv.Itoa(u.stones))
		u.setUp(u.placed)
	case u.nodes == 0 || len(u.game.Root.Children) > 0 && u.game.Root.Children[0].Has("W"):
		line := u.line
		u.line = u.hdcpLine
		u.handicap(u.stones, true)
		u.line, u.stones = line, 0
	default:
		u.set("HA", strconv.Itoa(u.stones))
	}
}

// node reads a node of the tree of a review: number, colour, column and row from 1. The main line is that of the data.
func (u *ugf) node(f []string) error {
	switch {
	case f[0] == "VARIATION" && len(u.forks) < u.lim.Depth:
		u.forks = append(u.forks, u.at)
	case f[0] == "VARIATIONEND" && len(u.forks) > 0:
		u.at = u.forks[len(u.forks)-1]
		u.forks = u.forks[:len(u.forks)-1]
	case f[0] == "NODE" && len(f) >= 5:
		number, color, x, y := atoi(f[1]), atoi(f[2]), atoi(f[3])-1, atoi(f[4])-1
		if len(u.forks) == 0 && number >= 1 && number <= len(u.main) {
			u.at = u.main[number-1]
		} else if color != 1 && color != 2 {
			return nil
		} else if err := u.play(sgf.Color(color), x, u.rowOf(y)); err != nil {
			return err
		}
		u.numbered[number] = u.at
	}
	return nil
}

// rowOf returns the row from the top of one that the file counts, from the bottom unless it says otherwise.
func (u *ugf) rowOf(y int) int {
	if kind := u.head["coordinatetype"]; kind != "" && !strings.EqualFold(kind, "IGS") {
		return y
	}
	return u.grid.Width - 1 - y
}

// note reads a line of the comments of a review.
func (u *ugf) note(line string) {
	if number, ok := strings.CutPrefix(strings.TrimSpace(line), ".Comment,"); ok {
		u.about = u.numbered[atoi(number)]
		return
	}
	if text := strings.TrimSpace(line); u.about != nil && text != "" {
		u.comment(u.about, text)
	}
}

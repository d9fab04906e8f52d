package serverfile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

// readGIB reads a game of Tygem.
func readGIB(b *builder, text string) error {
	head, rest, _ := strings.Cut(text, `\GS`)
	rest, _, second := strings.Cut(rest, `\HS`)
	moves, notes, _ := strings.Cut(rest, `\GE`)
	f := gibFields(head)
	main, tag := listed(f["GAMEINFOMAIN"], ":"), listed(f["GAMETAG"], "")
	b.line = 1
	size := 19
	if text := main["LINE"]; text != "" {
		size = atoi(text)
	}
	if err := b.setSize(size); err != nil {
		return err
	}
	gibPlayers(b, f)
	gibResult(b, f["GAMERESULT"], first(main["GRLT"], tag["W"]), first(main["ZIPSU"], tag["Z"]))
	gibKomi(b, f, first(main["GONGJE"], f["GAMEGONGJE"], tag["G"]))
	sub := listed(f["GAMEINFOSUB"], ":")
	b.set("DT", dateOf(first(tag["C"], f["GAMEDATE"], sub["GDATE"])))
	b.set("GN", first(f["GAMENAME"], sub["GNAME"]))
	b.set("PC", first(f["GAMEPLACE"], sub["GPLC"]))
	b.set("GC", first(f["GAMECOMMENT"], sub["GCMT"]))
	if t := strings.Split(main["GTIME"], "-"); len(t) == 3 {
		b.setClock(atoi(t[0]), atoi(t[2]), atoi(t[1]))
	} else if t := strings.Split(tag["T"], "-"); len(t) == 3 {
		b.setClock(atoi(t[2]), atoi(t[1]), atoi(t[0]))
	}
	b.line += strings.Count(head, "\n")
	if err := gibMoves(b, moves); err != nil {
		return err
	}
	gibNotes(b, notes)
	if second {
		b.line = 1 + strings.Count(head+rest, "\n")
		b.mend("the file has a second game: only the first one is read")
	}
	return nil
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}

// gibFields returns the values of fields by name. A field without an end ends with its line.
func gibFields(text string) map[string]string {
	fields := map[string]string{}
	end := 0 // of the field that is read, or a later one's
	for open := strings.Index(text, `\[`); open >= 0; {
		open += len(`\[`)
		next := indexFrom(text, `\[`, open)
		if end >= 0 && end < open {
			end = indexFrom(text, `\]`, open)
		}
		field := text[open:]
		switch {
		case end >= 0 && (next < 0 || end < next):
			field = text[open:end]
		case next >= 0:
			field, _, _ = strings.Cut(text[open:next], "\n")
		default:
			field, _, _ = strings.Cut(field, "\n")
		}
		if key, value, ok := strings.Cut(field, "="); ok {
			if _, twice := fields[key]; !twice {
				fields[key] = value
			}
		}
		open = next
	}
	return fields
}

// indexFrom returns the index of a part in text[from:], counted from the beginning, or -1.
func indexFrom(text, part string, from int) int {
	i := strings.Index(text[from:], part)
	if i < 0 {
		return -1
	}
	return from + i
}

// listed returns the values of a field by key: "GRLT:3,ZIPSU:0" or, without a separator, "W3,Z0".
func listed(text, separator string) map[string]string {
	values := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(part, separator)
		if separator == "" && len(part) > 1 {
			key, value, ok = part[:1], part[1:], true
		}
		if _, twice := values[key]; ok && !twice {
			values[key] = value
		}
	}
	return values
}

// ranked matches a name with a rank in parentheses.
var ranked = regexp.MustCompile(`^(.*?)\s*[(（]([^()（）]*)[)）]\s*$`)

// gibPlayers sets the names and ranks of the players.
func gibPlayers(b *builder, f map[string]string) {
	for _, side := range []struct{ name, rank, field, info, initial string }{
		{"PB", "BR", "GAMEBLACKNAME", "BUSERINFO", "B"}, {"PW", "WR", "GAMEWHITENAME", "WUSERINFO", "W"},
	} {
		name := f[side.field]
		if m := ranked.FindStringSubmatch(name); m != nil && strings.TrimSpace(m[1]) != "" {
			name = m[1]
			b.set(side.rank, m[2])
		}
		info := listed(f[side.info], ":")
		b.set(side.name, first(name, info[side.initial+"ID"], info[side.initial+"NICK"]))
		b.set(side.rank, gibRank(info[side.initial+"LV"]))
	}
}

// gibRank returns the rank of a level: 0 is 18 kyu, 18 is 1 dan, 27 is 1 dan of professionals.
func gibRank(level string) string {
	switch n := atoi(level); {
	case n < 0 || n > 35:
		return ""
	case n < 18:
		return fmt.Sprintf("%dk", 18-n)
	case n < 27:
		return fmt.Sprintf("%dd", n-17)
	default:
		return fmt.Sprintf("%dp", n-26)
	}
}

// gibResult sets the result: that of the text, else that of the code and the tenths of points. A count without points says
// nothing: programs write it before the end.
func gibResult(b *builder, text, code, tenths string) {
	r := headtext.ReadResult(text)
	coded := headtext.Result{}
	switch code = strings.TrimSpace(code); code {
	case "0", "1":
		if points := atoi(tenths); points > 0 {
			coded = headtext.Result{Winner: headtext.Black, Reason: headtext.Count, Points: float64(points) / 10}
		}
	case "3", "4":
		coded = headtext.Result{Winner: headtext.Black, Reason: headtext.Resignation}
	case "7", "8":
		coded = headtext.Result{Winner: headtext.Black, Reason: headtext.Time}
	}
	if coded.Winner == headtext.Black && (code == "1" || code == "4" || code == "8") {
		coded.Winner = headtext.White
	}
	if r.Winner == headtext.Unknown || r.Reason == headtext.Unstated && r.Winner == coded.Winner {
		b.set("RE", coded.FF4())
	}
	b.setResult(text)
}

// gibKomi sets the komi: tenths of points, else as the conditions say.
func gibKomi(b *builder, f map[string]string, tenths string) {
	if n, err := strconv.Atoi(tenths); err == nil {
		b.setKomi(float64(n) / 10)
	} else if points, ok := headtext.KomiIn(f["GAMECONDITION"]); ok {
		b.setKomi(points)
	}
}

// gibMoves reads the lines of moves.
func gibMoves(b *builder, text string) error {
	last := sgf.White
	for line := range strings.SplitSeq(text, "\n") {
		f := strings.Fields(line)
		switch {
		case len(f) >= 4 && f[0] == "INI" && b.nodes == 0:
			if stones := atoi(f[3]); stones >= 2 {
				b.handicap(stones, false)
				last = sgf.Black
			}
		case len(f) >= 6 && f[0] == "STO":
			last = sgf.White
			if f[3] == "1" {
				last = sgf.Black
			}
			x, y := atoi(f[4]), atoi(f[5])
			if x < 0 || y < 0 || x >= b.grid.Width || y >= b.grid.Width {
				b.mend("%.20s,%.20s is not a point of a board of %dx%d: the move is left out", f[4], f[5], b.grid.Width, b.grid.Width)
			} else if err := b.play(last, x, y); err != nil {
				return err
			}
		case len(f) >= 1 && f[0] == "SKI":
			last = sgf.Black + sgf.White - last
			if err := b.play(last, -1, -1); err != nil {
				return err
			}
		}
		b.line++
	}
	return nil
}

// gibNotes adds the comments after the moves. A block with its own moves is a variation.
func gibNotes(b *builder, text string) {
	var nodes []*sgf.Node
	for n := range b.game.MainLine() {
		nodes = append(nodes, n)
	}
	for {
		_, rest, ok := strings.Cut(text, `\RS`)
		if !ok {
			return
		}
		var block string
		block, text, _ = strings.Cut(rest, `\RE`)
		f := gibFields(block)
		if _, variation := f["REFGIBO"]; !variation {
			b.comment(nodes[min(max(atoi(f["REFSUSUN"]), 0), len(nodes)-1)], f["REFEXPLAIN"])
		}
	}
}

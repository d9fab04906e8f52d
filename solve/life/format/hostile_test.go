package format

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"moyo/board"
)

// The same problem in the three formats.
const (
	soundLine = `{"id":"c","size":5,"black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
		`"to_move":"w","target":["ac"],"question":"kill","region":["ac:ce","dc:de"]}`
	soundText = "*****\nooooo\nxxxxo\n---xo\n---xo\nA3 x\n"
	soundGame = "(;GM[1]SZ[5]AB[ac][bc][cc][dc][dd][de]AW[ab][bb][cb][db][eb][ec][ed][ee]PL[B]MA[ac]SQ[bc:ce][ad:ae][dc:de])"
)

// lineWith is soundLine with one key changed, or removed if the value is "".
func lineWith(key, value string) string {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(soundLine), &keys); err != nil {
		panic(err)
	}
	if delete(keys, key); value != "" {
		keys[key] = json.RawMessage(value)
	}
	text, err := json.Marshal(keys)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func gameWith(old, new string) string { return strings.Replace(soundGame, old, new, 1) }
func textWith(old, new string) string { return strings.ReplaceAll(soundText, old, new) }

// inUTF16 returns a text as some editors save it.
func inUTF16(text string, order binary.ByteOrder, mark bool) string {
	if mark {
		text = "\ufeff" + text
	}
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		two := make([]byte, 2)
		order.PutUint16(two, u)
		out = append(out, two...)
	}
	return string(out)
}

// squares is a region of the first n points of a board.
func squares(n, width int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`"%c%c"`, 'a'+i%width, 'a'+i/width))
	}
	return fmt.Sprintf(`{"size":%d,"black":["aa"],"white":["ba"],"to_move":"w","target":["aa"],"question":"kill","region":[%s]}`,
		width, strings.Join(list, ","))
}

// hostile are texts with the one expected error, or "" for a valid problem.
var hostile = []struct{ name, text, want string }{
	// Bytes.
	{"CRLF", strings.ReplaceAll(soundText, "\n", "\r\n"), ""},
	{"CR", strings.ReplaceAll(soundText, "\n", "\r"), ""},
	{"mixed ends", "*****\r\nooooo\nxxxxo\r---xo\r\n---xo\nA3 x\r", ""},
	{"marked text", "\ufeff" + soundText, ""},
	{"marked game", "\ufeff" + soundGame, ""},
	{"marked line", "\ufeff" + soundLine, ""},
	{"UTF-16 line", inUTF16(soundLine, binary.LittleEndian, true), "write it as UTF-8"},
	{"UTF-16 text", inUTF16(soundText, binary.BigEndian, true), "write it as UTF-8"},
	{"UTF-16 game", inUTF16(soundGame, binary.LittleEndian, false), "write it as UTF-8"},
	{"UTF-16 game, big", inUTF16(soundGame, binary.BigEndian, false), "write it as UTF-8"},
	{"zeros", strings.Repeat("\x00", 1000), "write it as UTF-8"},
	{"zero after a line", soundLine + "\x00", `invalid character '\x00'`},
	{"zero in a row", strings.Replace(soundText, "x", "\x00", 1), "line 3"},
	{"zero in a game", gameWith("SZ", "\x00SZ"), `"\x00" has no place here`},
	{"not UTF-8", gameWith("PL", "C[\xe9t\xe9]PL"), ""},
	{"null", "null", "line 1: no rows"},
	{"parenthesis", "(", "line 1: no rows"},
	{"one stone", "x", "the file ends"},
	{"a list of lines", "[" + soundLine + "]", "line 1: no rows"},
	{"two on a line", soundLine + soundLine, "after top-level value"},
	{"deep JSON", `{"a":` + strings.Repeat("[", 500_000), "exceeded max depth"},
	{"an open line", "{", "a problem must be on one line"},
	// Keys of JSON.
	{"no id", lineWith("id", ""), ""},
	{"control characters in the id", lineWith("id", `"\u001b]0;x\u0007\n\u0000"`), ""},
	{"long id", lineWith("id", `"`+strings.Repeat("x", 500_000)+`"`), ""},
	{"number for id", lineWith("id", "5"), "id: number, want text"},
	{"a second size", soundLine[:len(soundLine)-1] + `,"size":1}`, "size is there twice"},
	{"size 0", lineWith("size", "0"), "neither size nor board"},
	{"size -1", lineWith("size", "-1"), "not a size"},
	{"size 1", lineWith("size", "1"), "not a point of grid:1"},
	{"size 53", lineWith("size", "53"), "not a point of grid:53"},
	{"size 1000", lineWith("size", "1000"), "points are more than"},
	{"size 1e30", lineWith("size", "1"+strings.Repeat("0", 30)), "size: number 1000"},
	{"size 5.5", lineWith("size", "5.5"), "size: number 5.5, want a whole number"},
	{"size as text", lineWith("size", `"5"`), "size: string, want a whole number"},
	{"large board", lineWith("board", `"grid:999999999x2"`), "not a size"},
	{"unknown board", lineWith("board", `"nonsense"`), "unknown kind"},
	{"board of control characters", lineWith("board", `"\u001b[2J"`), `"\x1b[2J"`},
	{"file board", lineWith("board", `"file:/etc/passwd"`), "file"},
	{"points of another board", lineWith("board", `"torus:5x5"`), "size 5, and the board torus:5x5"},
	{"the same board", lineWith("board", `"grid:5"`), ""},
	{"stones twice", lineWith("black", `["ac","ac","bc","cc","dc","dd","de"]`), ""},
	{"stones of both colours", lineWith("black", `["ab","ac","bc","cc","dc","dd","de"]`), "both colours on A4"},
	{"no liberty", lineWith("black", `["ac:ce","dc:de"]`), "the chain at A3 has no liberty"},
	{"no stones", lineWith("black", "null"), "no stone on the target A3"},
	{"stones as text", lineWith("black", `"ac"`), "black: string, want a list"},
	{"target off the board", lineWith("target", `["zz"]`), `target: "zz" is not a point`},
	{"target on an empty point", lineWith("target", `["ad"]`), "no stone on the target A2"},
	{"target of the attacker's", lineWith("target", `["ab"]`), "no stone of Black's on the target A4"},
	{"targets of both colours", lineWith("target", `["ac","ab"]`), "no stone of Black's on the target A4"},
	{"a target many times", lineWith("target", `["ac","bc","cc","dc","dd","de","ac","bc","cc","dc"]`), ""},
	{"many targets", `{"size":19,"black":["aa","ca","ea","ga","ia","ka","ma","oa","qa"],"white":["ss"],"to_move":"w","question":"kill",` +
		`"target":["aa","ca","ea","ga","ia","ka","ma","oa","qa"]}`, "9 targets: the maximum is 8"},
	{"the target alone", lineWith("region", `["ac"]`), "no liberty in the region"},
	{"region of stones", lineWith("region", `["ac","ab"]`), "no liberty in the region"},
	{"region far away", lineWith("region", `["ea"]`), "no liberty in the region"},
	{"no region", lineWith("region", "[]"), ""},
	{"region backwards", lineWith("region", `["ce:ac","de:dc"]`), ""},
	{"half a rectangle", lineWith("region", `["ac:"]`), `"" is not a point`},
	{"a colon", lineWith("region", `[":"]`), `"" is not a point`},
	{"region off the board", lineWith("region", `["zz:aa"]`), `"zz" is not a point`},
	{"region as text", lineWith("region", `"ac"`), "region: string, want a list"},
	{"region of 191", squares(191, 14), ""},
	{"region of 192", squares(192, 14), ""},
	{"region of 193", squares(193, 14), "a region of 193 points: the maximum is 192"},
	{"region of 361", squares(361, 19), "a region of 361 points"},
	{"ko on a stone", lineWith("ko", `"ac"`), "the ko is not on an empty point"},
	{"ko off the board", lineWith("ko", `"zz"`), "ko: "},
	{"no ko", lineWith("ko", "null"), ""},
	{"a ko where nothing was taken", lineWith("ko", `"bd"`),
		"the ko B2 is not possible: no single stone of Black's could be retaken there by White"},
	{"a ko outside", lineWith("ko", `"aa"`), "the ko A5 is not possible"},
	{"walls without a region", strings.Replace(lineWith("region", ""), `"size"`, `"walls":["aa"],"size"`, 1), "and there is no region"},
	{"size beside the board", strings.Replace(soundLine, `"size"`, `"board":"grid:5x5","size"`, 1), ""},
	{"another size beside the board", strings.Replace(soundLine, `"size"`, `"board":"grid:9","size"`, 1), "size 5, and the board grid:9"},
	{"a key twice", soundLine[:len(soundLine)-1] + `,"to_move":"w"}`, "to_move is there twice"},
	{"a key twice, once in capitals", soundLine[:len(soundLine)-1] + `,"TO_MOVE":"b"}`, "to_move is there twice"},
	{"a key twice that means nothing", soundLine[:len(soundLine)-1] + `,"x":[{"size":1}],"x":{"to_move":"b"}}`, ""},
	{"threats of no side", lineWith("threats", `{"black":1}`), `threats: json: unknown field "black"`},
	{"a list of threats", lineWith("threats", "[1,2]"), "threats: array, want an object"},
	{"wall on a stone", lineWith("walls", `["ab"]`), "a wall on A4"},
	{"wall inside", lineWith("walls", `["ad"]`), "a wall on A2"},
	{"wall outside", lineWith("walls", `["aa"]`), ""},
	{"walls that take the last liberties", lineWith("walls", `["aa:ea"]`), "no liberty beside the walls"},
	{"fewer threats than none", lineWith("threats", `{"b":-1}`), "want threats such as"},
	{"more threats than count", lineWith("threats", `{"b":255}`), "want threats such as"},
	{"1e30 threats", lineWith("threats", `{"b":1`+strings.Repeat("0", 30)+`}`), "want threats such as"},
	{"half a threat", lineWith("threats", `{"b":1.5}`), "want threats such as"},
	{"threats as text", lineWith("threats", `"b=1"`), "threats: string, want an object"},
	{"unlimited threats", lineWith("threats", `{"b":"unlimited","w":"unlimited"}`), ""},
	{"no side to move", lineWith("to_move", ""), "want b or w"},
	{"green to move", lineWith("to_move", `"green"`), `to_move "green"`},
	{"the other side to move", lineWith("to_move", `"b"`), "no stone of White's on the target A3"},
	{"question in capitals", lineWith("question", `"KILL"`), "want live, kill or status"},
	{"question by number", lineWith("question", "5"), "question: number, want text"},
	{"status of nothing", strings.Replace(lineWith("target", ""), `"kill"`, `"status"`, 1), "a status question needs a target"},
	{"long notes", lineWith("notes", `"`+strings.Repeat("x", 1_000_000)+`"`), ""},
	{"notes too long", lineWith("notes", `"`+strings.Repeat("x", 2_000_000)+`"`), "more than 1048576 bytes"},
	{"answers off the board", lineWith("answers", `["zz"]`), `answers: "zz"`},
	{"a pass for an answer", lineWith("answers", `["pass"]`), ""},
	// Games.
	{"10,000 variations deep", "(;SZ[9]AB[aa]AW[ba]MA[aa]" + strings.Repeat("(;C[x]", 10_000) + strings.Repeat(")", 10_001), ""},
	{"30,000 variations deep", strings.Repeat("(;C[x]", 30_000) + strings.Repeat(")", 30_000), "more than 20000 variations"},
	{"10,000 variations open", "(;SZ[9]AB[aa]AW[ba]MA[aa]" + strings.Repeat("(;C[x]", 10_000), ""},
	{"a long comment", gameWith("PL", "C["+strings.Repeat("y ", 500_000)+"]PL"), ""},
	{"no end of a value", soundGame[:len(soundGame)-3], "no closing"},
	{"backslashes", "(;C[" + strings.Repeat(`\`, 100_001), "no closing"},
	{"SZ[0]", gameWith("SZ[5]", "SZ[0]"), "SZ[0]: want"},
	{"SZ[53]", gameWith("SZ[5]", "SZ[53]"), "SZ[53]: want"},
	{"SZ[-1]", gameWith("SZ[5]", "SZ[-1]"), "SZ[-1]: want"},
	{"SZ of 30 digits", gameWith("SZ[5]", "SZ["+strings.Repeat("9", 30)+"]"), "want N or W:H"},
	{"a stone off the board", gameWith("AB[ac]", "AB[zz]"), `"zz" is not a point of grid:5 in AB`},
	{"two sides to move", gameWith("PL[B]", "PL[B][W]"), "PL[B][W]: want one value"},
	{"the side to move in two places", gameWith("PL[B]", "PL[W]PL[B]"), "PL[W][B]: want one value"},
	{"PL[WB]", gameWith("PL[B]", "PL[WB]"), "PL[WB]: want B or W"},
	{"PL[white]", gameWith("PL[B]", "PL[white]"), ""},
	{"a move of two points", "(;SZ[9];B[aa][bb];W[cc])", "B[aa][bb]: want one value"},
	{"two sizes", gameWith("SZ[5]", "SZ[5]SZ[9]"), "SZ[5][9]: want one value"},
	{"two games of one game", gameWith("GM[1]", "GM[1]GM[2]"), "GM[1][2]: want one value"},
	{"a stone of both colours", gameWith("AB[ac]", "AB[ac][ab]"), "game 1: sgf: ab in AB is also in AW of the node"},
	{"a stone that is taken away", gameWith("PL[B]", "AE[dd]PL[B]"), "game 1: sgf: dd in AE is also in AB of the node"},
	{"a stone in two nodes", gameWith("PL[B]", "PL[B];AE[ed];AW[ed]"), ""},
	{"PL[X]", gameWith("PL[B]", "PL[X]"), "PL[X]: want B or W"},
	{"control characters in GN", gameWith("PL", "GN[\x1b[2J\\]PL]PL"), ""},
	{"another file's board", "(;GM[0]BD[file:/etc/passwd]AB[A1])", "file"},
	{"target off the board, by comment", "(;SZ[9]AB[aa]AW[ba]C[target: Z99])", "not a point of grid:9"},
	{"threats by comment", gameWith("PL", "C[threats: b=999]PL"), "want threats such as"},
	{"ko on a stone, by comment", gameWith("PL", "C[ko: A3]PL"), "the ko is not on an empty point"},
	{"40,000 nodes that set up", "(;SZ[9]" + strings.Repeat(";B[aa];W[bb];AE[aa][bb]", 20_000) + ")", "more than 1000 nodes"},
	{"words around", "words " + soundGame + " more )))", ""},
	// Rows.
	{"a row too long", strings.Replace(soundText, "---xo", "---xoo", 1), "line 4: a row of 6 points: the first has 5"},
	{"target off the board, in text", textWith("A3 x", "Z9 x"), `"Z9" is not a point`},
	{"target empty, in text", textWith("A3 x", "A1 x"), "no stone on the target A1"},
	{"ko on a stone, in text", textWith("A3 x", "A3 x ko=A3"), "the ko is not on an empty point"},
	{"two questions", "x----\n-----\nnone x live kill\n", "line 3: two questions, live and kill"},
	{"two kos", textWith("A3 x", "A3 x ko=A1 ko=B1"), "ko= is there twice"},
	{"threats twice", textWith("A3 x", "A3 x threats=b=1 threats=w=1"), "threats= is there twice"},
	{"99999 threats, in text", textWith("A3 x", "A3 x threats=b=99999"), "want threats such as"},
	{"threats in no ASCII", textWith("A3 x", "A3 x threats=é"), "want threats such as"},
	{"an equals sign", textWith("A3 x", "A3 x ="), `"=" is not a point`},
	{"walls without air", textWith("*", "#"), "no liberty beside the walls"},
	{"letters of double width", textWith("x", "ｘ"), "is not a point"},
	{"stones out of bounds", textWith("ooooo", "wwwww"), ""},
	{"a board of a stone", "x\nA1 x\n", "the chain at A1 has no liberty"},
	{"more rows than a board has", strings.Repeat("-\n", 10_001) + "none x\n", "size 10001 is out of range"},
}

// TestLongLine: a line that is too long does not prevent reading the lines before and after it.
func TestLongLine(t *testing.T) {
	long := `{"x":"` + strings.Repeat("y", 3*MaxLine) + `"}`
	for _, text := range []string{
		soundLine + "\n" + long + "\n\n" + soundLine, soundLine + "\r\n" + soundLine + "\n" + long,
		soundLine + "\n" + long + "\n" + soundLine + "\n",
	} {
		items, errs := readItems(text)
		if len(items) != 2 || len(errs) != 1 || !strings.Contains(errs[0], "more than 1048576 bytes") {
			t.Errorf("%d problems, errors %.300q", len(items), errs)
		}
	}
	_, errs := readItems(soundLine + "\n" + long + "\n{}\n")
	if len(errs) != 2 || !strings.HasPrefix(errs[0], "in: line 2: ") || !strings.HasPrefix(errs[1], "in: line 3: ") {
		t.Errorf("errors %.300q", errs)
	}
}

// TestKoOfTheOtherSide: a ko from the last move of a game only restricts the side whose turn that move made it.
func TestKoOfTheOtherSide(t *testing.T) {
	const begun = "(;SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
	for comment, want := range map[string]bool{"": true, "C[to move: black]": true, "C[to move: white]": false, ";PL[W]": false} {
		if it := readItem(t, begun+comment+")"); (it.Ko != board.None) != want {
			t.Errorf("%q: the ko is %d, want one %v", comment, it.Ko, want)
		}
	}
}

// TestHostile: each text gives one valid problem, or one error with its place and reason.
func TestHostile(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			items, errs := readItems(c.text)
			if c.want == "" {
				if len(items) != 1 || len(errs) > 0 {
					t.Errorf("%d problems, errors %.300q", len(items), errs)
				}
				return
			}
			if len(items) > 0 || len(errs) != 1 || !strings.Contains(errs[0], c.want) || !strings.HasPrefix(errs[0], "in: ") {
				t.Errorf("%d problems, errors %.300q, want one with %q", len(items), errs, c.want)
			}
			for _, err := range errs {
				if len(err) > 400 || strings.ContainsFunc(err, func(r rune) bool { return r < ' ' }) {
					t.Errorf("an error of %d bytes: %.500q", len(err), err)
				}
			}
		})
	}
}

package sgf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	xtext "golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// tongue is a language with its declared charset names and texts. In the first of several texts a
// character's second byte is that of "\", in the second that of "]".
type tongue struct {
	enc   xtext.Encoding
	names []string // the correct one first
	texts []string
}

var tongues = []tongue{
	{simplifiedchinese.GBK, []string{"GBK", "gb2312", "GB18030", "", "UTF-8", "ISO-8859-1", "nonsense"},
		[]string{"黑中盤勝，圍棋朶", "韓國棋院朷", "中国围棋甲级联赛第三轮：古力九段胜", "柯洁执黑中盘胜", "这里应该先手打吃，再粘上。"}},
	{traditionalchinese.Big5, []string{"Big5", "big5-hkscs", "", "UTF-8", "windows-1252", "gb2312"},
		[]string{"許功蓋，黑中盤勝的對局", "圍棋對局：尼姑", "這裡應該先手，再接上。白棋的大龍死了", "周俊勳九段對王立誠九段"}},
	{japanese.ShiftJIS, []string{"Shift_JIS", "x-sjis", "SJIS", "", "UTF-8", "ISO8859-1"},
		[]string{"十段戦の予想図、ソフト表示", "弓と黒の手構え", "ここは先手です。この手は悪手で、黒が良くなりました", "第五十期名人戦の第三局"}},
	{japanese.EUCJP, []string{"EUC-JP", "", "UTF-8"}, []string{"十段戦の予想図、ソフト表示", "ここは先手です。", "黒の中押し勝ちでした"}},
	{korean.EUCKR, []string{"EUC-KR", "ks_c_5601-1987", "cp949", "", "UTF-8", "ISO-8859-1"},
		[]string{"이세돌 9단이 흑으로 불계승", "여기서 백이 끊었습니다.", "한국바둑리그 제3국"}},
	{charmap.ISO8859_1, []string{"ISO-8859-1", "latin1", "", "UTF-8"}, []string{"Müller gegen Jörg", "François Élisée", "José à Göteborg"}},
	{charmap.Windows1252, []string{"windows-1252", "", "UTF-8"}, []string{"a “quoted” move – “good”", "José’s Café"}},
	{charmap.Windows1251, []string{"windows-1251", "cp1251"}, []string{"Привет, чёрные выиграли", "хороший ход"}},
	{charmap.Windows1250, []string{"windows-1250", "CP1250"}, []string{"dobrý tah, žlutý kůň", "Łódź"}},
	{charmap.ISO8859_2, []string{"ISO-8859-2"}, []string{"dobrý tah, žlutý kůň"}},
	{charmap.KOI8R, []string{"KOI8-R"}, []string{"Привет, чёрные выиграли"}},
	{xtext.Nop, []string{"UTF-8", "utf8", "", "gb2312", "ISO-8859-1", "EUC-KR", "Shift_JIS", "Big5"},
		[]string{"黑中盘胜，围棋", "これは黒の勝ち", "이세돌 9단", "Müller, 黒"}},
}

// ways are the ways in which programs write a text between brackets.
var ways = map[string]func(t *tongue, text string) string{
	"characters": func(t *tongue, text string) string { return t.encode(Escape(text)) },
	"bytes":      func(t *tongue, text string) string { return Escape(t.encode(text)) },
}

func (t *tongue) encode(text string) string {
	raw, err := t.enc.NewEncoder().String(text)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
	return raw
}

// habits are formats of programs and servers, in which %[1]s stands for CA, if any, and %[2]s to
// %[4]s for texts.
var habits = map[string]string{
	"plain": "(;FF[4]%[1]sGM[1]SZ[19]PB[%[2]s]PW[%[3]s];B[pd]C[%[4]s];W[dp])",
	"Fox": "(;GM[1]FF[4]\r\n%[1]sSZ[19]GN[%[4]s]DT[2019-05-04]PB[%[2]s]PW[%[3]s]" +
		"BR[9\xb6\xce]WR[P9\xb6\xce]KM[375]HA[0]RU[Chinese]AP[foxwq]RN[3]RE[W+R]TM[7200]TC[5]TT[60]RL[0]\r\n" +
		";B[qd];W[dc])",
	"Fox UTF-8": "(;GM[1]FF[4]%[1]sSZ[19]GN[]DT[2020-01-01]PB[%[2]s]PW[%[3]s]" +
		"BR[9d]WR[9d]KM[0]HA[2]RU[Japanese]AP[foxwq]RE[B+T]C[%[4]s];W[dd];B[pp])",
	"Tygem": "(;GM[1]%[1]sSZ[19]\nEV[%[4]s]\nPB[%[2]s]\nBR[9D]\nPW[%[3]s]\n" +
		"WR[9D]\nKM[6.5]\nRE[W+Resign]\nTE[%[4]s]\n;B[pp];W[dd];B[pc];W[dq]\n)",
	"Oro": "(;%[1]sTE[%[4]s]RD[2004-01-01]PC[]TM[30]LT[]LC[5]KO[6.5]RE[B+R]PB[%[2]s]PW[%[3]s]GK[1]TC[ \r\nCyberOro ]\r\n;B[qd];W[dd])",
	"KGS": "(;GM[1]FF[4]%[1]sAP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]HA[2]KM[0.50]TM[1800]OT[5x30 byo-yomi]\n" +
		"PW[%[2]s]PB[%[3]s]WR[3d]BR[1d]DT[2010-01-02]PC[The KGS Go Server at http://www.gokgs.com/]C[%[4]s [3d\\]: hi\n" +
		"]RE[W+Resign]AB[dd][pp]\n;W[dp]WL[1795.2]C[x [1d\\]: %[4]s\n]\n" +
		"(;B[pd]BL[1790]KGSDE[dd:A]KGSSB[ab]KGSSW[cc];W[]WL[30]OW[5])\n(;B[tt]BL[1700]OB[3]))",
	"Online-Go": "(;FF[4]\n%[1]sGM[1]\nDT[2020-05-05]\nPC[OGS: https://online-go.com/game/1]\nGN[%[4]s]\nPB[%[2]s]\nPW[%[3]s]\nBR[5k]\n" +
		"WR[4k]\nTM[600]OT[5x30 byo-yomi]\nRE[W+12.5]\nSZ[19]\nKM[6.5]\nRU[Japanese],\n" +
		";B[pd]\nC[%[2]s: %[4]s\n-- chat --\n]LB[pd:A][dd:1]\n(;W[dp]\n(;B[pp]\n(;W[dd]\n))))",
	"FF[1]":      "(;FF[1]%[1]sGaMe[1]SiZe[19]PLayerBlack[%[2]s]PlayerWhite[%[3]s]\n;Black[pd]Comment[%[4]s]\n;White[dp]\n;Black[tt];White[])",
	"small":      "(;%[1]sgm[1]sz[9]pb[%[2]s]pw[%[3]s];b[ee]c[%[4]s];w[cc])",
	"list":       "(;%[1]sSZ[9]AB[aa:cc][ee]AW[gg]LB[aa:%[2]s][bb:%[3]s][cc:x]TR[aa][bb]C[%[4]s]PL[W])",
	"odd ends":   "\xEF\xBB\xBFhello (or so)\n(;%[1]sSZ[9]PB[%[2]s]PW[%[3]s];B[ee]()(;W[cc]C[%[4]s])(W[dd])",
	"games":      "(;%[1]sGN[%[2]s];B[aa])\n\n(;GN[%[3]s]%[1]s;B[bb])junk(;%[1]sC[%[4]s](;B[cc])(;B[dd]))",
	"late CA":    "(;PB[%[2]s]PW[%[3]s]SZ[19]FF[4]%[1]s;B[pd]C[%[4]s])",
	"root moves": "(;%[1]sPB[%[2]s]B[pd]W[dd]C[%[4]s];B[pd];W[zz]N[%[3]s];B[])",
	"cut":        "(;%[1]sPB[%[2]s]PW[%[3]s];B[pd](;W[dp];B[pp])(;W[qq]C[%[4]s",
}

// TestNasty reads files in all these formats and charsets as their authors meant them, and reads
// its own output as the same.
func TestNasty(t *testing.T) {
	files := 0
	for _, tongue := range tongues {
		for _, name := range tongue.names {
			for way, write := range ways {
				for habit, format := range habits {
					if habit == "Fox" && tongue.enc != simplifiedchinese.GBK {
						continue
					}
					text := func(i int) string { return tongue.texts[i%len(tongue.texts)] }
					ca := ""
					if name != "" {
						ca = "CA[" + name + "]"
					}
					file := fmt.Sprintf(format, ca, write(&tongue, text(0)), write(&tongue, text(1)), write(&tongue, text(2)))
					files++
					checkNasty(t, fmt.Sprintf("%s, %s in %v as %q", habit, way, tongue.enc, name), file, []string{text(0), text(1), text(2)})
				}
			}
		}
	}
	if files < 500 {
		t.Errorf("%d files only", files)
	}
	t.Logf("%d files", files)
}

// checkNasty reads a file that contains texts.
func checkNasty(t *testing.T, name, file string, texts []string) {
	t.Helper()
	games, err := Parse(file)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	checkRoundTrip(t, games)
	inGames := func() string {
		var all strings.Builder
		for _, g := range games {
			for n := range g.Nodes() {
				for _, p := range n.Properties {
					for _, raw := range p.Values {
						all.WriteString(n.encoding.text(raw, "\n") + "\n")
					}
				}
			}
		}
		return all.String()
	}
	for range 2 {
		for _, want := range texts {
			if have := inGames(); !strings.Contains(have, want) {
				t.Errorf("%s: %s is not in\n%s", name, want, have)
				return
			}
		}
		for _, g := range games { // and again in UTF-8
			moves := flatMoves(g)
			g.ToUTF8()
			if !slices.Equal(flatMoves(g), moves) {
				t.Errorf("%s: other moves in UTF-8", name)
			}
		}
		checkRoundTrip(t, games)
	}
}

// flatMoves returns the moves of all nodes as written.
func flatMoves(g *Game) (moves []string) {
	for n := range g.Nodes() {
		moves = append(moves, n.first("B")+","+n.first("W"))
	}
	return moves
}

// TestHalves reads characters that contain a byte of one of SGF's signs, in all places.
func TestHalves(t *testing.T) {
	big5 := tongue{enc: traditionalchinese.Big5}
	gbk := tongue{enc: simplifiedchinese.GBK}
	sjis := tongue{enc: japanese.ShiftJIS}
	for _, tt := range []struct{ file, want string }{
		{"(;CA[Big5]C[" + big5.encode("許") + "];B[aa])", "許"},            // "\" and the end
		{"(;CA[Big5]C[" + Escape(big5.encode("許")) + "];B[aa])", "許"},    // "\\" and the end
		{"(;CA[Big5]C[" + big5.encode("許許許功") + "];B[aa])", "許許許功"},      //
		{"(;CA[Big5]C[" + big5.encode("許") + `\]` + "];B[aa])", "許]"},    // "\", then an escaped bracket
		{"(;CA[Big5]C[" + big5.encode("許") + `\\` + "];B[aa])", `許\`},    //
		{"(;CA[Big5]C[" + big5.encode("許(功)。;") + "];B[aa])", "許(功)。;"},  //
		{"(;CA[Shift_JIS]C[" + sjis.encode("黒の手ｱ") + "];B[aa])", "黒の手ｱ"}, // one byte
		{"(;CA[Shift_JIS]C[" + sjis.encode("ｱ") + `\]` + sjis.encode("黒の手") + "];B[aa])", "ｱ]黒の手"},
		{"(;CA[GBK]C[" + gbk.encode("朷") + "];B[aa])", "朷"},                               // "]" and the end
		{"(;CA[GBK]C[" + Escape(gbk.encode("朷")) + "];B[aa])", "朷"},                       // "\]" and the end
		{"(;CA[GBK]C[" + gbk.encode("中朷 hello (朷)") + "];B[aa])", "中朷 hello (朷)"},         //
		{"(;CA[GBK]C[" + gbk.encode("中文") + gbk.encode("国")[:1] + "];B[aa])", "中文\uFFFD"}, // cut within a character
		{"(;CA[GBK]C[" + gbk.encode("中文") + gbk.encode("国")[:1] + "]\nN[x];B[aa])", "中文\uFFFD"},
		{"(;CA[GBK]C[" + gbk.encode("中文") + gbk.encode("国")[:1] + "](;B[aa])(;B[bb]))", "中文\uFFFD"},
		{"(;CA[gb2312]PB[" + gbk.encode("許誠") + "]C[" + gbk.encode("陳誠") + "];B[aa])", "陳誠"},
		{"(;CA[GBK]PB[" + gbk.encode("許誠") + "]PW[Ann]C[" + gbk.encode("誠") + "];B[aa])", "誠"},
		{"(;CA[GBK]PB[" + gbk.encode("盶") + "]C[" + gbk.encode("盶") + "];B[aa]C[" + gbk.encode("乗") + "])", "盶"},
		{"(;CA[GBK]C[" + gbk.encode("彞") + "]PB[" + gbk.encode("朷") + "];B[aa])", "彞"},
		{"(;CA[Big5]PB[Ann]C[" + big5.encode("許") + "]PW[" + big5.encode("尼") + "];B[aa])", "許"},
		{"(;CA[Shift_JIS]PB[Ann]C[" + sjis.encode("十") + "]PW[" + sjis.encode("弓") + "];B[aa])", "十"},
		{"(;CA[GBK];B[aa]C[" + gbk.encode("中文") + gbk.encode("国")[:1] + "])", ""},
	} {
		g := mustParse(t, tt.file)
		if got := g.Root.Text("C"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.file, got, tt.want)
		}
		if count(g) < 2 || g.Root.Next().first("B") != "aa" || len(g.Faults) > 0 {
			t.Errorf("%q is read as %q, %v", tt.file, g, g.Faults)
		}
		checkRoundTrip(t, Collection{g})
		g.ToUTF8()
		if got := g.Root.Text("C"); got != tt.want || g.Root.first("CA") != "UTF-8" {
			t.Errorf("%q in UTF-8: %q, want %q", tt.file, got, tt.want)
		}
		checkRoundTrip(t, Collection{g})
	}
}

// TestMixed: a value in UTF-8 stays in a game whose other values are not, unless the game declares another charset.
func TestMixed(t *testing.T) {
	gbk := tongue{enc: simplifiedchinese.GBK}
	for _, tt := range []struct{ file, black, white, comment string }{
		{"(;CA[UTF-8]PB[柯洁]PW[" + gbk.encode("许誠九段") + "]C[caf\xe9];B[aa])", "柯洁", "许誠九段", "caf\uFFFD"},
		{"(;CA[UTF-8]PB[柯]PW[" + gbk.encode("古力九段中国") + "]C[Иван \\] x];B[aa])", "柯", "古力九段中国", "Иван ] x"},
		{"(;PB[柯洁]PW[" + gbk.encode("中国围棋甲级联赛") + "]C[黑中盘胜];B[aa])", "柯洁", "中国围棋甲级联赛", "黑中盘胜"},
		{"(;CA[UTF-8]PB[Jörg]PW[M\xfcller]C[\xc9lis\xe9e];B[aa])", "Jörg", "Müller", "Élisée"},
		{"(;CA[GBK]PB[" + gbk.encode("茅茅茅茅") + "]PW[" + gbk.encode("许誠九段") + "]C[x];B[aa])", "茅茅茅茅", "许誠九段", "x"},
		{"(;CA[windows-1251]PB[\xe2\x80\x94]PW[\xcf\xf0\xe8\xe2\xe5\xf2]C[x];B[aa])", "вЂ”", "Привет", "x"},
	} {
		g := mustParse(t, tt.file)
		for range 2 {
			for id, want := range map[string]string{"PB": tt.black, "PW": tt.white, "C": tt.comment} {
				if got := g.Root.Text(id); got != want {
					t.Errorf("%q: %s is %q, want %q", tt.file, id, got, want)
				}
			}
			if count(g) != 2 || g.Root.Next().first("B") != "aa" || len(g.Faults) > 0 {
				t.Errorf("%q is read as %q, %v", tt.file, g, g.Faults)
			}
			checkRoundTrip(t, Collection{g})
			g.ToUTF8()
		}
	}
}

// TestSetTextCharset writes texts into games of other charsets.
func TestSetTextCharset(t *testing.T) {
	for _, tt := range []struct {
		ca, text string
		ok       bool
	}{
		{"Big5", "許功蓋 [x] \\", true}, {"GBK", "朷]", true}, {"Shift_JIS", "表示\\ソ", true}, {"EUC-KR", "이세돌", true}, {"KOI8-R", "ход", true},
		{"Big5", "이세돌", false}, {"KOI8-R", "黒", false}, {"GBK", "朷;B[aa]", false},
	} {
		g := mustParse(t, "(;CA["+tt.ca+"];B[aa])")
		err := g.Root.SetText("C", tt.text)
		if (err == nil) != tt.ok {
			t.Errorf("%s in %s: %v", tt.text, tt.ca, err)
		}
		if again := mustParse(t, g.String()); err == nil && again.Root.Text("C") != tt.text {
			t.Errorf("%s in %s comes back as %s", tt.text, tt.ca, again.Root.Text("C"))
		}
		g.ToUTF8()
		if err := g.Root.SetText("C", tt.text); err != nil || mustParse(t, g.String()).Root.Text("C") != tt.text {
			t.Errorf("%s in UTF-8: %v", tt.text, err)
		}
	}
}

// TestUTF16 reads a game with two bytes a character.
func TestUTF16(t *testing.T) {
	const text = "(;FF[4]CA[UTF-16]PB[柯洁];B[pd]C[許\\] 表])"
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, bom := range []unicode.BOMPolicy{unicode.UseBOM, unicode.IgnoreBOM} {
			raw, err := unicode.UTF16(order, bom).NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			g := mustParse(t, raw)
			if g.Root.Text("PB") != "柯洁" || g.Root.Next().Text("C") != "許] 表" || g.Root.first("CA") != "UTF-8" {
				t.Errorf("%q is read as %s", raw, g)
			}
			checkRoundTrip(t, Collection{g})
		}
	}
}

// isWhole reports whether the games were read completely.
func isWhole(c Collection) bool {
	return !slices.ContainsFunc(c, func(g *Game) bool { return g.Faults != nil })
}

// isAll reports whether a text contains nothing but the games read from it.
func isAll(text string, c Collection) bool {
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	var b strings.Builder
	return Write(&b, c) == nil && bare(b.String()) == bare(text)
}

// FuzzCharsets looks for bytes that change on reading, in charsets whose characters contain bytes
// of SGF's signs.
func FuzzCharsets(f *testing.F) {
	for i := range tongues {
		for _, text := range tongues[i].texts {
			f.Add(tongues[i].names[0], tongues[i].encode(Escape(text)), tongues[i].encode(text)+"][x];B[aa]")
		}
	}
	f.Add("Big5", "\xb3\\]", "\xb3]")
	f.Add("GBK", "\x81\\\\]", "\x81]\n[")
	lim := Limits{Bytes: 1 << 16, Nodes: 1000, Values: 1000, Depth: 50}
	f.Fuzz(func(t *testing.T, ca, a, b string) {
		text := "(;CA[" + Escape(ca) + "]C[" + a + "];X[" + b + "][" + a + "];B[aa])"
		c, err := ParseLimits(text, lim)
		if err != nil {
			return
		}
		if isWhole(c) && isAll(text, c) { // otherwise the missing part may have determined the charset
			checkRoundTrip(t, c)
		}
		for _, g := range c {
			g.ToUTF8()
		}
		checkRoundTrip(t, c)
	})
}

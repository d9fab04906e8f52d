package serverfile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"moyo/game/record/sgf"
)

// gib returns a file of Tygem with fields and lines of moves.
func gib(fields, moves string) string {
	return "\\HS\n" + fields + "\\HE\n\\GS\n2 1 0\n9 0 &4\n" + moves + "\\GE\n"
}

// ngf returns a file of WBaduk with a head, by lines, and moves.
func ngf(moves string, head ...string) string { return strings.Join(head, "\n") + "\n" + moves }

var (
	gibSimple = gib(`\[GAMEBLACKNAME=ada (5K)\]
\[GAMEWHITENAME=bob (4K)\]
\[GAMERESULT=white 3.5 win\]
\[GAMETAG=S1,R3,D5,G65,W1,Z35,T30-3-1800,C2020:06:14:11:59,I:ada,L:10\]
`, "INI 0 1 0 &4\nSTO 0 2 1 15 3 \nSTO 0 3 2 3 15 \nSKI 0 4\nSTO 0 5 2 0 18\n")
	gibHandicap = gib(`\[GAMEINFOMAIN=GBKIND:3,GTYPE:1,GTIME:1200-30-3,GRLT:4,ZIPSU:0,DUM:0,GONGJE:0,TCNT:2,LINE:19\]
\[GAMEINFOSUB=GNAMEF:0,GNAME:Free,GDATE:2016- 3- 6-17-29-25,GPLC:Club,GCMT:\]
\[WUSERINFO=WID:wu,WLV:35,WNICK:w\]
\[BUSERINFO=BID:,BLV:17,BNICK:bea\]
`, "INI 0 1 3 &4\nSKI 0 2\nSTO 0 3 1 3 3\n") + "\\RS\n\\[REFSUSUN=1\\]\n\\[REFEXPLAIN=\na pass]\nwhy?\n\\]\n\\RE\n" +
		"\\RS\n\\[REFSUSUN=1\\]\n\\[REFGIBO=\nSTO 0 2 1 9 9\n\\]\n\\RE\n\\RS\n\\[REFSUSUN=1\\]\n\\[REFEXPLAIN=well\\]\n\\RE\n"
	ngfSimple = ngf("PMABBREER\nPMACWEEEE\nPMADBAAAA\nPMAEWTTTT\n", "Rated game", "19", "cleo        9DP", "dan  e      12K*",
		"www.example.org", "0", "0", "6",
		"20170316 [09:51]", "5", "Black wins by  resign!", "4")
	ngfHandicap = ngf("PMABWCCCC\n", "Spiel", "13", "w 1D", "b 3K", "", "2", "0", "0", "2017-03-16", "", "White win 12.5 points", "1")
	ngfOld      = ngf("PMABBREER\nPMACWDDDD\nGI1\nIDB[2] 黑中盘胜(消息)[EndTxt]\n", "GI杯赛", "GI甲 九段", "GI乙 初段", "GI", "GI", "GI2006-9-5",
		"GI19",
		"GI0", "GI0", "GI6", "GI2")
	ugfSimple = `[Header]
Ver=UGF3,200
Lang=SJIS
Title=2019,PANDA-NET,club
Place=PANDA-NET
Date=2019/03/08,22:09:00,2019/03/09,07:16:59
Rule=JPN
Size=19
Hdcp=0,6.50
Winner=B,2.50
CoordinateType=IGS
PlayerB=fay,7d,,f@x
PlayerW=gus,8d,,
[Remote]
[Data]
QP,B1,1,0
DA,W1,2,15
YA,B1,3,0
`
	ugfHandicap = "[Header]\nHdcp=2,0.50\nSize=9\nCoordinateType=JPN\nWinner=W,R\nPlayerB=h\n" +
		"[Data]\nCC,B1,0,0\nGG,B1,0,0\nEE,W1,1,0\nAI,B1,2,0\n"
	ugiReview = `[Header]
Size=9
CoordinateType=IGS
Hdcp=3
Winner=W,T
[Data]
EE,W1,1,0
CC,B1,2,0
[ReviewNode]
NODE,1,0,0,0
NODE,2,2,5,5
  VARIATION,
    NODE,4,1,3,7
      VARIATION,
        NODE,5,2,7,7
      VARIATIONEND,
    NODE,6,2,10,10
  VARIATIONEND,
NODE,3,1,3,3
[ReviewComment]
.Comment,1
hi
.Comment,4
[good]
[maybe] here
 or there
.Comment,99
lost
`
)

// TestRead reads games of each format.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, data, format, want string }{
		{"gib", gibSimple, GIB,
			`BR[5K]PB[ada]WR[4K]PW[bob]RE[W+3.5]KM[6.5]DT[2020-06-14]TM[1800]OT[3x30 byo-yomi];B[pd];W[dp];B[];W[as]`},
		{"gib with a handicap", gibHandicap, GIB,
			`SZ[19]PB[bea]BR[1k]PW[wu]WR[9p]RE[W+R]KM[0]DT[2016-03-06]GN[Free]PC[Club]TM[1200]OT[3x30 byo-yomi]` +
				`HA[3]AB[dp][pd][dd]PL[W];W[]C[a pass\]why?well];B[dd]`},
		{"ngf", ngfSimple, NGF,
			`SZ[19]GN[Rated game]PC[www.example.org]DT[2017-03-16]WR[9p]PW[cleo]BR[12k*]PB[dan e]RE[B+R]KM[6.5];B[qd];W[dd];B[];W[ss]`},
		{"ngf with a handicap", ngfHandicap, NGF,
			`SZ[13]GN[Spiel]DT[2017-03-16]WR[1d]PW[w]BR[3k]PB[b]RE[W+12.5]HA[2]AB[dj][jd]PL[W]KM[0];W[bb]`},
		{"old ngf", ngfOld, NGF, `SZ[19]GN[杯赛]DT[2006-09-05]WR[九段]PW[甲]BR[初段]PB[乙]KM[6.5]RE[B+R];B[qd];W[cc]`},
		{"ngf without a title", strings.Replace(ngfSimple, "Rated game", "", 1), NGF,
			`SZ[19]PC[www.example.org]DT[2017-03-16]WR[9p]PW[cleo]BR[12k*]PB[dan e]RE[B+R]KM[6.5];B[qd];W[dd];B[];W[ss]`},
		{"ugf", ugfSimple, UGF,
			`SZ[19]PB[fay]BR[7d]PW[gus]WR[8d]DT[2019-03-08]PC[PANDA-NET]GN[PANDA-NET,club]RU[Japanese]RE[B+2.5]KM[6.5];B[qd];W[ds];B[]`},
		{"ugf with a handicap", ugfHandicap, UGF, `SZ[9]PB[h]RE[W+R]KM[0.5]HA[2]AB[cc][gg]PL[W];W[ee];B[ai]`},
		{"ugi", ugiReview, UGF, `SZ[9]RE[W+T]HA[3]AB[cg][gc][gg]PL[W]C[hi];W[ee](;B[cg])(;B[cc]C[[good\][maybe\] hereor there](;W[gc])(;W[]))`},
	} {
		wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(c.data)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range []string{c.data, "\uFEFF" + c.data, strings.ReplaceAll(c.data, "\n", "\r\n"), strings.ReplaceAll(c.data, "\n", "\r"),
			" \n" + c.data, wide} {
			g, err := Read([]byte(data), sgf.Limits{})
			if err != nil || Format([]byte(data)) != c.format {
				t.Errorf("%s: %v, %s", c.name, err, Format([]byte(data)))
				continue
			}
			if got := strings.ReplaceAll(g.String(), "\n", ""); !strings.HasSuffix(got, strings.ReplaceAll(c.want, "\n", "")+")") {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
}

// TestHead reads fields in forms that programs also write.
func TestHead(t *testing.T) {
	move := "STO 0 2 1 3 3\n"
	field := func(fields string) string { return gib(fields, move) }
	hdr := func(lines string) string { return "[Header]\n" + lines + "\n[Data]\nDD,B1,1,0\n" }
	even := []string{"x", "19", "w 1D", "b 1D", "s", "0", "0", "6", "20170316", "5", "", "1"}
	result := func(text string) string {
		head := append([]string(nil), even...)
		head[10] = text
		return ngf("PMABBREER\n", head...)
	}
	for data, want := range map[string]string{
		field("\\[GAMERESULT=흑 불계승\\]\n"): "RE[B+R]", field("\\[GAMERESULT=백 1집반 승\\]\n"): "RE[W+1.5]",
		field("\\[GAMERESULT=黑中盘胜\\]\n"): "RE[B+R]", field("\\[GAMERESULT=Black win by time\\]\n"): "RE[B+T]",
		field("\\[GAMERESULT=strange\\]\n"):                             "RE[strange]",
		field("\\[GAMETAG=W0,Z75,G65\\]\n"):                             "RE[B+7.5]KM[6.5]",
		field("\\[GAMETAG=W7,Z0,C2012:12:01\\]\n"):                      "RE[B+T]DT[2012-12-01]",
		field("\\[GAMEINFOMAIN=GRLT:8,ZIPSU:0\\]\n"):                    "RE[W+T]",
		field("\\[GAMERESULT=white win\\]\n\\[GAMETAG=W1,Z25\\]\n"):     "RE[W+2.5]",
		field("\\[GAMECONDITION=호선 덤 6집반\\]\n"):                         "KM[6.5]",
		field("\\[GAMEGONGJE=75\\]\n\\[GAMEDATE=2012- 9-20-19-23\\]\n"): "KM[7.5]DT[2012-09-20]",
		field("\\[GAMEBLACKNAME=a(b)c (9단)\\]\n"):                       "BR[9단]PB[a(b)c]",
		field("\\[GAMEBLACKNAME=(x)\\]\n"):                              "PB[(x)]",
		field("\\[GAMEBLACKNAME=no end\n\\[GAMEWHITENAME=w\\]\n"):       "PB[no end]PW[w]",
		field("\\[GAMEBLACKNAME=a]b\\c\\]\n"):                           `PB[a\]b\\c]`,
		result("White wins by 0.5 points!"):                             "RE[W+0.5]", result("Black wins by time!"): "RE[B+T]",
		result("Draw"):                 "RE[0]",
		result("White lose by resign"): "RE[B+R]", result("白中盘胜"): "RE[W+R]",
		strings.Replace(ngfSimple, "PMABBREER", "PMABBREERxyz", 1):                        ";B[qd]",
		gib("", "INI 0 1 3\nSTO 0 2 2 3 3\nSKI 0 3\nSKI 0 4\nSTO 0 5 1 4 4\nINI 0 1 2\n"): "PL[W];W[dd];B[];W[];B[ee])",
		gib("", "SKI 0 2\nSTO 0\nXXX 0 1 1 1 1 1\n"):                                      "SZ[19];B[])",
		"[Header]\nHdcp=2,0\n[Data]\nDD,B1,0,0\nDD,W1,1,0\n":                              "HA[2]AB[dp]PL[W];W[dp])",
		"[Header]\nHdcp=0,0\n[Data]\nDD,B1,0,0\n":                                         ";B[dp])",
		"[Header]\nHdcp=2,0\n[Data]\nDD,B1,1,0\nDD,X1,2,0\nD,B1,2,0\n":                    "HA[2];B[dp])",
		"[Header]\nHdcp=2,0\n[Data]\nDD,B1,1,0\nDE,B1,0,0\n":                              "HA[2];B[dp];B[do])",
		hdr("Winner=W,R"): "RE[W+R]", hdr("Winner=B,T"): "RE[B+T]", hdr("Winner=D,0"): "RE[0]", hdr("Winner=W,C"): "RE[W+]",
		hdr("Winner=W,12.75"): "RE[W+12.75]", hdr("Winner=B,3"): "RE[B+3]", hdr("Winner=J,"): "RE[0]", hdr("Winner=N,"): "RE[Void]",
		hdr("Winner="):      "SZ[19]",
		hdr("Hdcp=0,-5.50"): "KM[-5.5]", hdr("Rule=CHN"): "RU[Chinese]", hdr("Rule=HOUSE"): "RU[HOUSE]", hdr("Size=13"): "SZ[13]",
		hdr("playerb=a b , 3k*,JP"): "PB[a b]BR[3k*]", hdr("Hdcp=4,0.5"): "HA[4]",
	} {
		g, err := Read([]byte(data), sgf.Limits{})
		if err != nil {
			t.Errorf("%q: %v", data, err)
		} else if got := strings.ReplaceAll(g.String(), "\n", ""); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", data, got, want)
		}
	}
}

// TestHandicaps places the stones of each handicap, on boards with these points.
func TestHandicaps(t *testing.T) {
	for n, want := range map[string]string{
		"19 2": "dp pd", "19 3": "dp pd dd", "19 4": "dp pd dd pp", "19 5": "dp pd dd pp jj", "19 6": "dp pd dd pp dj pj",
		"19 7": "dp pd dd pp dj pj jj", "19 8": "dp pd dd pp dj pj jd jp", "19 9": "dp pd dd pp dj pj jd jp jj", "19 1": "", "19 0": "",
		"19 10": "", "13 5": "dj jd dd jj gg", "9 4": "cg gc cc gg", "9 5": "cg gc cc gg ee", "7 4": "ce ec cc ee", "7 5": "", "6 2": "",
		"12 4": "cj jc cc jj", "12 5": "",
	} {
		size, stones, _ := strings.Cut(n, " ")
		for format, data := range map[string]string{
			GIB: gib("\\[GAMEINFOMAIN=LINE:"+size+"\\]\n", "INI 0 1 "+stones+" &4\nSTO 0 2 2 0 0\n"),
			NGF: ngf("PMABWBBBB\n", "x", size, "w", "b", "s", stones, "0", "0", "", "", ""),
			UGF: "[Header]\nSize=" + size + "\nHdcp=" + stones + ",0\n[Data]\nAA,W1,1,0\n",
		} {
			g, err := Read([]byte(data), sgf.Limits{})
			if err != nil {
				t.Errorf("%s %s: %v", format, n, err)
				continue
			}
			want := want
			if f := strings.Fields(want); format == UGF && len(f) > 2 { // the third stone in the lower right corner
				last := string(f[1][0]) + string(f[0][1])
				rest := strings.Join(append([]string{f[0], f[1], last, f[2]}, f[min(4, len(f)):]...), " ")
				want = strings.Join(strings.Fields(rest)[:len(f)], " ")
			}
			if got := strings.Join(g.Root.Values("AB"), " "); got != want || g.Root.Has("PL") != (want != "") {
				t.Errorf("%s %s: %s, want %s", format, n, got, want)
			}
		}
	}
	for level, want := range map[string]string{"0": "18k", "17": "1k", "18": "1d", "26": "9d", "27": "1p", "35": "9p", "36": "",
		"-1": "", "x": ""} {
		if got := gibRank(level); got != want {
			t.Errorf("level %s is %s, want %s", level, got, want)
		}
	}
}

// TestCharsets reads names in the charsets of the servers.
func TestCharsets(t *testing.T) {
	for name, enc := range map[string]encoding.Encoding{
		"柯洁": simplifiedchinese.GB18030, "이세돌": korean.EUCKR, "井山裕太": japanese.ShiftJIS, "黑嘉嘉": unicode.UTF8, "박정환": unicode.UTF8,
		"芝野虎丸": unicode.UTF8,
	} {
		for _, data := range []string{
			gib("\\[GAMEBLACKNAME="+name+" (9D)\\]\n\\[GAMENAME=x\\]\n", "STO 0 2 1 3 3\n"),
			ngf("PMABBREER\n", "x", "19", "w 1D", name+"     9DP", "s", "0", "0", "6", "20170316", "5", "", "1"),
			"[Header]\nLang=SJIS\nPlayerB=" + name + ",9d\n[Data]\nDD,B1,1,0\n",
		} {
			if strings.Contains(data, "Lang") && enc != japanese.ShiftJIS && enc != unicode.UTF8 {
				continue
			}
			raw, err := enc.NewEncoder().String(data)
			if err != nil {
				t.Fatal(err)
			}
			g, err := Read([]byte(raw), sgf.Limits{})
			if err != nil || g.Root.SimpleText("PB") != name || g.Root.SimpleText("CA") != "UTF-8" {
				t.Errorf("%s in %s: %v, %v", name, enc, g, err)
			}
		}
	}
}

// TestRefused names what is wrong, with its line.
func TestRefused(t *testing.T) {
	for data, want := range map[string]string{
		gib("\\[GAMEINFOMAIN=LINE:99\\]\n", ""): "gib: line 1: a board of size 99",
		"[Header]\nSize=0\n[Data]\n":            "ugf: line 3: a board of size 0",
		"[Header]\nPlayerB=x\n":                 "no section [Data]",
		"(;SZ[9])":                              "no game of a server",
		"":                                      "no game of a server",
	} {
		if _, err := Read([]byte(data), sgf.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
	for _, data := range []string{gibSimple, ngfSimple, ugfSimple} {
		if _, err := Read([]byte(data), sgf.Limits{Nodes: 3}); err == nil || !strings.Contains(err.Error(), "more than 2 moves") {
			t.Errorf("%.10q: %v in spite of a limit", data, err)
		}
		if _, err := Read([]byte(data), sgf.Limits{Bytes: 20}); err == nil {
			t.Errorf("%.10q is read in spite of a limit", data)
		}
	}
	for _, data := range []string{"(;SZ[9]C[\\HS])", "Rated\n19\na\n", "[Header]\n", "hello", "Piskvorky 15x15, 11:11, 0\n8,8,0\n",
		"1\n2\n3\n4\n5\nx\n"} {
		if got := Format([]byte(data)); got != "" {
			t.Errorf("%q is %s", data, got)
		}
	}
}

// TestFaults leaves out what cannot be read, and reports it with its line.
func TestFaults(t *testing.T) {
	even := "INI 0 1 0\nSTO 0 2 1 3 3\n"
	for _, c := range []struct{ data, want, faults string }{
		{gib("", even+"STO 0 3 2 19 3\nSKI 0 4\n"), ";B[dd];B[])", "8: 19,3 is not a point of a board of 19x19: the move is left out"},
		{gib("", "INI 0 1 20\nSTO 0 2 1 3 3\n"), "SZ[19];B[dd])", "6: a handicap of 20 stones is left out: want 2 to 9"},
		{gib("", even) + gib("", even), "SZ[19];B[dd])", "9: the file has a second game: only the first one is read"},
		{strings.Replace(ngfSimple, "PMAEWTTTT", "PMAEWUUUU", 1), "W[dd];B[])",
			"16: UU is not a point of a board of 19x19: the move is left out"},
		{ngfSimple + "PMADBaaaa\nPMACwEEEE\nPM1DBDDDD\n", "W[ss])", `17: "PMADBaaaa" is no move: it is left out; ` +
			`18: "PMACwEEEE" is no move: it is left out; 19: "PM1DBDDDD" is no move: it is left out`},
		{strings.Replace(ngfSimple, "www.example.org\n0", "PMA\n12", 1), "W[ss])", "6: a handicap of 12 stones is left out: want 2 to 9"},
		{strings.Replace(ngfSimple, "20170316 [09:51]\n", "", 1), "PB[dan e]KM[6.5];B[qd]", ""}, // and RE is not the number of moves
		{"[Header]\nHdcp=10,0.5\n[Data]\nDD,W1,1,0\n[ReviewNode]\n", ";W[dp])", "2: a handicap of 10 stones is left out: want 2 to 9"},
		{ngfSimple + strings.Repeat("PM\n", 99), "W[ss])", strings.TrimPrefix(func() (faults string) {
			for i := range mostFaults {
				faults += fmt.Sprintf(`; %d: "PM" is no move: it is left out`, 17+i)
			}
			return faults
		}(), "; ")},
	} {
		g, err := Read([]byte(c.data), sgf.Limits{})
		if err != nil {
			t.Errorf("%q: %v", c.data, err)
			continue
		}
		var faults []string
		for _, f := range g.Faults {
			faults = append(faults, fmt.Sprintf("%d: %s", f.Line, f.Reason))
		}
		if got := strings.ReplaceAll(g.String(), "\n", ""); strings.Join(faults, "; ") != c.faults || !strings.Contains(got, c.want) {
			t.Errorf("%q: %s, want %s; %q, want %s", c.data, got, c.want, faults, c.faults)
		}
	}
}

// TestBombs reads long files that are made to be slow: a reader that takes more than linear time does not come back.
func TestBombs(t *testing.T) {
	const length = 4 << 20
	for _, c := range [][2]string{
		{"\\HS\n", "\\[a"}, {"\\HS\n", "\\[a\n"}, {"\\HS\n", "\\]"}, {"\\HS\n", "\\[a=b\\]"}, {"\\HS\n\\GS\nSTO 0 1 1 3 3\n\\GE\n",
			"\\RS\\[REFEXPLAIN=a\\]\\RE"},
		{"\\HS\n", "\\RS"}, {"[Header]\nPlayerB=x\n[Data]\n", "[ReviewNode]\nVARIATION,\n"},
		{"[Header]\nPlayerB=x\n[Data]\nDD,B1,1,0\n[ReviewNode]\nNODE,1,0,0,0\n[ReviewComment]\n.Comment,1\n", "a\n"},
		{"[Header]\nPlayerB=x\n[Data]\n", "[ReviewNode]\n"},
		{"[Header]\nPlayerB=x\n[Data]\n" + strings.Repeat("DD,B1,1,0\n", 100_000), "[ReviewNode]\n"},
		{ngfSimple, "IDx\n"}, {"x\n19\n1\n1\n1\n1\n1\n1\n1\n", "1\n"},
	} {
		data := bytes.Repeat([]byte(c[1]), length/len(c[1]))
		_, _ = Read(append([]byte(c[0]), data...), sgf.Limits{})
	}
}

func FuzzRead(f *testing.F) {
	for _, data := range []string{gibSimple, gibHandicap, ngfSimple, ngfHandicap, ngfOld, ugfSimple, ugfHandicap, ugiReview} {
		f.Add([]byte(data))
	}
	lim := sgf.Limits{Bytes: 1 << 14, Nodes: 1000, Values: 2000, Depth: 100}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Read(data, lim)
		if err != nil {
			return
		}
		text := g.String()
		if back, err := sgf.Parse(text); err != nil || len(back) != 1 || back[0].String() != text {
			t.Errorf("%q becomes %q, which comes back as %v: %v", data, text, back, err)
		}
	})
}

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/engine/protocol/gtp"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/testenv"
	"moyo/server"
	"moyo/server/base/wire"
	"moyo/server/people/account/password"
	"moyo/server/share/libraries"
	"moyo/server/share/studies"
	"moyo/server/share/viewer"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/study/gameindex"

	records "moyo/game/record/files"
)

// sayings are records as other programs write them, by what is unusual in them. Each is read as the
// text beside it says: the moves, and the side to move after them.
var sayings = []struct{ name, text, moves, toPlay string }{
	{"plain", "(;FF[4]GM[1]SZ[9]KM[6.5]RE[B+R];B[ee];W[cc])", "E5 C7", "black"},
	// Stones set up in the middle.
	{"a stone more", "(;FF[4]GM[1]SZ[9];B[ee];W[cc];AB[gg];W[gc])", "E5 C7 G7", "black"},
	{"a stone less", "(;FF[4]GM[1]SZ[9];B[ee];W[cc];AE[cc];B[cc])", "E5 C7 C7", "white"},
	{"an empty point emptied", "(;FF[4]GM[1]SZ[9];B[ee];W[cc];AE[aa];B[gg])", "E5 C7 G3", "white"},
	{"another position", "(;FF[4]GM[1]SZ[9];B[ee];AE[aa:ii]AW[cc][gg]PL[B];B[cg])", "E5 C3", "white"},
	{"stones at the end", "(;FF[4]GM[1]SZ[9];B[ee];W[cc];AB[gg]AW[gc]PL[B])", "E5 C7", "black"},
	{"many setups", "(;FF[4]GM[1]SZ[9];B[ee];AB[aa];AB[ba];W[cc];AE[aa];B[gg];AW[ia])", "E5 C7 G3", "white"},
	{"stones without liberties", "(;FF[4]GM[1]SZ[3];B[bb];AB[aa:cc];W[bb];B[ba])", "B2 B2 B3", "white"},
	{"a move and stones", "(;FF[4]GM[1]SZ[9];B[ee]AW[cc][gg];W[gc])", "E5 G7", "black"},
	// The side to move.
	{"PL alone", "(;FF[4]GM[1]SZ[9];B[ee];PL[B];B[cc])", "E5 C7", "white"},
	{"PL at the end", "(;FF[4]GM[1]SZ[9];B[ee];W[cc];PL[W])", "E5 C7", "white"},
	{"PL beside every move", "(;FF[4]GM[1]SZ[9];B[ee]PL[W];W[cc]PL[B];B[gg]PL[W])", "E5 C7 G3", "white"},
	{"PL against the move beside it", "(;FF[4]GM[1]SZ[9];B[ee]PL[B];W[cc]PL[W])", "E5 C7", "black"},
	{"unknown PL", "(;FF[4]GM[1]SZ[9];B[ee];PL[green];W[cc])", "E5 C7", "black"},
	{"PL in words", "(;FF[4]GM[1]SZ[9];B[ee];PL[black];B[cc])", "E5 C7", "white"},
	{"one side only", "(;FF[4]GM[1]SZ[9];B[ee];B[cc];B[gg])", "E5 C7 G3", "white"},
	// Handicaps.
	{"a handicap", "(;FF[4]GM[1]SZ[9]HA[2]AB[cg][gc])", "", "white"},
	{"a handicap and PL", "(;FF[4]GM[1]SZ[9]HA[2]AB[cg][gc]PL[B])", "", "black"},
	{"a handicap without HA", "(;FF[4]GM[1]SZ[9]AB[cg][gc][cc];W[ee])", "E5", "black"},
	{"a handicap in two nodes", "(;FF[4]GM[1]SZ[9]HA[2];AB[cg];AB[gc])", "", "white"},
	{"a handicap in no node", "(;FF[4]GM[1]SZ[9]HA[3];W[ee])", "E5", "black"},
	{"a handicap after which Black moves", "(;FF[4]GM[1]SZ[9]HA[2]AB[cg][gc];B[ee])", "E5", "white"},
	{"a handicap of none", "(;FF[4]GM[1]SZ[9]HA[0]AB[cg][gc])", "", "black"},
	// Moves against the rules.
	{"on a stone", "(;FF[4]GM[1]SZ[9];B[ee];W[ee];B[cc])", "E5 E5 C7", "white"},
	{"on one's own stone", "(;FF[4]GM[1]SZ[9];B[ee];W[cc];B[ee];W[gg])", "E5 C7 E5 G3", "black"},
	{"a suicide", "(;FF[4]GM[1]SZ[9];B[ab];W[ii];B[ba];W[aa];B[ee])", "A8 J1 B9 A9 E5", "white"},
	{"a ko taken at once", "(;FF[4]GM[1]SZ[5]AB[ab][ba][bc]AW[cb][da][bb]PL[B];B[ca]W[ba])", "C5 B5", "black"},
	{
		"a repetition", "(;FF[4]GM[1]SZ[9]AW[bi][di][ch]AB[ah][bh]PL[W];W[ai];B[ci];W[bi];B[aa];W[ia])", "A1 C1 B1 A9 J9", "black",
	},
	{"a move after two passes", "(;FF[4]GM[1]SZ[9];B[ee];W[];B[tt];W[cc])", "E5 pass pass C7", "black"},
	{"five in a row and on", "(;FF[4]GM[4]SZ[9];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])",
		"A9 A8 B9 B8 C9 C8 D9 D8 E9 E8", "black"},
	// Nodes and values.
	{"both sides in a node", "(;FF[4]GM[1]SZ[9];B[ee]W[cc];B[gg])", "E5 C7 G3", "white"},
	{"two values", "(;FF[4]GM[1]SZ[9];B[ee][cc];W[gg])", "E5 G3", "black"},
	{"twice the same property", "(;FF[4]GM[1]SZ[9];B[ee]B[cc];W[gg])", "E5 G3", "black"},
	{"off the board", "(;FF[4]GM[1]SZ[9];B[ee];W[zz];B[cc])", "E5 C7", "white"},
	{"a stone off the board", "(;FF[4]GM[1]SZ[9]AB[ee][kk]AW[cc]PL[B];B[gg])", "G3", "white"},
	{"a stone of both sides", "(;FF[4]GM[1]SZ[9]AB[ee]AW[ee]PL[B];B[gg])", "G3", "white"},
	{"half a point", "(;FF[4]GM[1]SZ[9];B[e];W[cc])", "C7", "black"},
	{"tt on a large board", "(;FF[4]GM[1]SZ[21];B[tt];W[])", "U2 pass", "black"},
	{"a move in the root", "(;FF[4]GM[1]SZ[9]B[ee];W[cc])", "E5 C7", "black"},
	// Sizes and names.
	{"SZ in another form", "(;FF[4]GM[1]SZ[9x9];B[ee])", "E5", "white"},
	{"SZ twice the same", "(;FF[4]GM[1]SZ[9:9];B[ee])", "E5", "white"},
	{"SZ without a number", "(;FF[4]GM[1]SZ[small];B[dd])", "D16", "white"},
	{"no SZ", "(;FF[4]GM[1];B[dd])", "D16", "white"},
	{"no header", "(;B[dd];W[pp])", "D16 Q4", "black"},
	{"small letters", "(;ff[4]gm[1]sz[9];b[ee];w[cc])", "E5 C7", "black"},
	{"long names", "(;GaMe[1]SiZe[9];Black[ee];White[cc])", "E5 C7", "black"},
	// The text.
	{"no end", "(;FF[4]GM[1]SZ[9];B[ee];W[cc]", "E5 C7", "black"},
	{"no end of variations", "(;FF[4]GM[1]SZ[9];B[ee](;W[cc];B[gg](;W[cg])(;W[gc]", "E5 C7 G3 C3", "black"},
	{"words around", "dear friend (; see below)\n(;FF[4]GM[1]SZ[9];B[ee];W[cc]) yours", "E5 C7", "black"},
	{"a byte order mark", "\ufeff(;FF[4]GM[1]SZ[9];B[ee];W[cc])", "E5 C7", "black"},
	{"line ends", "(;FF[4]\r\nGM[1]\r\nSZ[9]\r\n;B[ee]\r\n;W[cc])\r\n", "E5 C7", "black"},
	{"brackets in comments", `(;FF[4]GM[1]SZ[9]C[a ( b \] c ) d \\];B[ee];W[cc])`, "E5 C7", "black"},
	{"an open bracket in a comment", "(;FF[4]GM[1]SZ[9];B[ee]C[see [1] and [2]];W[cc])", "E5 C7", "black"},
	{"an empty variation", "(;FF[4]GM[1]SZ[9];B[ee]();W[cc])", "E5 C7", "black"},
	{"no semicolon", "(FF[4]GM[1]SZ[9];B[ee];W[cc])", "E5 C7", "black"},
	{"no parenthesis", ";FF[4]GM[1]SZ[9];B[ee];W[cc]", "E5 C7", "black"},
	{"a bracket in a name", "(;FF[4]GM[1]SZ[9]US[Ada[3d]];B[ee];W[cc])", "E5 C7", "black"},
	{"a point in words", "(;FF[4]GM[1]SZ[9];B[ee];W[undefined];W[cc])", "E5 C7", "black"},
	{"zeros at the end", "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\x00\x00", "E5 C7", "black"},
	{"signs between", "(;FF[4]GM[1],SZ[9];B[ee]?!;W[cc])", "E5 C7", "black"},
	{"deep", "(;FF[4]GM[1]SZ[9];B[ee]" + strings.Repeat("(;C[x]", 5000) + ";W[cc]" + strings.Repeat(")", 5001), "E5 C7", "black"},
	{"resigned after two passes", "(;FF[4]GM[1]SZ[9]RE[W+R];B[ee];W[];B[])", "E5 pass pass", "white"},
	{"Latin-1", "(;FF[4]GM[1]SZ[9]CA[ISO-8859-1]PB[J\xf6rg];B[ee];W[cc]", "E5 C7", "black"},
}

// meaning is what a record says.
type meaning struct {
	Board, Rules, Result string
	Moves                []string // with their sides
	Stones               []game.Color
	ToPlay               string // "" after the end
	Repairs              []string
}

// of removes what an entry point does not tell.
func (m meaning) of(other meaning) meaning {
	if other.Rules == "" {
		m.Rules = ""
	}
	if other.Board == "" {
		m.Board = ""
	}
	if other.Result == "" {
		m.Result = ""
	}
	if other.Stones == nil {
		m.Stones = nil
	}
	if other.ToPlay == "?" {
		m.ToPlay = "?"
	}
	return m
}

func (m meaning) String() string {
	return fmt.Sprintf("%s %s %q %v %v > %s, repaired %q", m.Board, m.Rules, m.Result, m.Moves, m.Stones, m.ToPlay, m.Repairs)
}

func sideName(c game.Color) string {
	if c == game.Empty {
		return ""
	}
	return c.String()
}

// told collects what is printed on standard error meanwhile.
func told(t *testing.T, work func()) string {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "told")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	before := os.Stderr
	os.Stderr = f
	defer func() { os.Stderr = before }()
	work()
	text, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// repairsIn returns the repairs in what a command printed.
func repairsIn(text string) (repairs []string) {
	for line := range strings.Lines(text) {
		if _, repair, ok := strings.Cut(line, "repaired: "); ok {
			repairs = append(repairs, strings.TrimSpace(repair))
		}
	}
	return repairs
}

// lineMeaning returns the meaning of the first game of a text by record.Follow.
func lineMeaning(t *testing.T, text string, open game.Opener) (m meaning, ok bool) {
	t.Helper()
	games, _, err := records.Read([]byte(text), sgf.Limits{})
	if err != nil {
		return m, false
	}
	games[0].ToUTF8()
	line, err := record.Follow(t.Context(), games[0], open)
	if err != nil {
		return m, false
	}
	m = meaning{
		Board: line.Board.Spec(), Rules: line.Rules.ID(), Result: games[0].Root.SimpleText("RE"), Stones: line.Stones,
		ToPlay: sideName(line.ToPlay), Repairs: line.Repairs,
	}
	for _, p := range line.Parts {
		m.Moves = append(m.Moves, turnNames(line.Board.Name, p.Turns)...)
	}
	return m, true
}

func turnNames(name func(game.Point) string, turns []game.Turn) (names []string) {
	for _, t := range turns {
		move := "pass"
		if t.Move >= 0 {
			move = name(t.Move.Point())
		}
		names = append(names, t.Color.String()+" "+move)
	}
	return names
}

// entries read a file with one game, each in its way.
var entries = map[string]func(t *testing.T, path, text string, base meaning) meaning{
	"convert": convertMeaning, "review": reviewMeaning, "find": findMeaning, "loadsgf": gtpMeaning, "page": treeMeaning,
}

func convertMeaning(t *testing.T, path, _ string, _ meaning) (m meaning) {
	var out, errs bytes.Buffer
	code := 0
	said := told(t, func() { code = run([]string{"convert", path}, &out, &errs) })
	if code != exitDone {
		t.Errorf("convert %s: %s", path, &errs)
	}
	m, _ = lineMeaning(t, out.String(), game.Opener{Board: openBoard, Rules: catalog.Rules})
	m.Repairs = repairsIn(said)
	return m
}

func reviewMeaning(t *testing.T, path, _ string, base meaning) (m meaning) {
	var bad files.Bad
	c := reviewCmd{}
	var parts []part
	said := told(t, func() { parts = c.load(t.Context(), path, &bad) })
	m.Repairs, m.ToPlay = repairsIn(said), "?"
	for _, p := range parts {
		m.Moves = append(m.Moves, turnNames(p.Position.Board().Name, p.Position.Turns())...)
		if of := fmt.Sprintf(", moves %d to ", p.First); strings.Contains(said, "reviewed in") != strings.Contains(p.Name, of) {
			t.Errorf("review %s: the part %q begins with move %d", path, p.Name, p.First)
		}
	}
	if strings.Contains(said, "reviewed in") || len(m.Moves) < len(base.Moves) { // moves that are illegal on any board are in no part
		missing := len(base.Moves) - len(m.Moves)
		if missing < 0 || missing > strings.Count(said, "illegal, but made")+strings.Count(said, "the rules are not applied")*len(base.Moves) {
			t.Errorf("review %s: %d moves in no part", path, missing)
		}
		m.Moves = base.Moves
	}
	return m
}

func findMeaning(t *testing.T, path, text string, base meaning) (m meaning) {
	reader := gameindex.NewReader(game.Opener{Board: openBoard, Rules: catalog.Rules})
	for r, err := range gameindex.Files([]byte(text), sgf.DefaultLimits) {
		g, err2 := reader.Read(r)
		if err != nil || err2 != nil {
			t.Errorf("find %s: %v %v", path, err, err2)
			return m
		}
		end := g.Line.At(len(g.Line.Turns))
		m = meaning{
			Board: g.Board, Rules: g.Rules, Result: g.Result, Moves: turnNames(g.Line.Board.Name, g.Line.Turns), Stones: end.Stones,
			ToPlay: sideName(end.ToPlay), Repairs: g.Repairs,
		}
		if base.ToPlay == "" {
			m.ToPlay = "" // the index has the side that would be next
		}
		break
	}
	return m
}

func gtpMeaning(t *testing.T, path, _ string, base meaning) (m meaning) {
	if len(base.Stones) > 25*25 {
		return base
	}
	rules := base.Rules
	if !strings.HasPrefix(rules, "weiqi") {
		rules = "weiqi" // the session takes the record's game
	}
	cfg := gtp.Config{
		Name: "test", Version: "1", Board: openBoard, Rules: catalog.Rules, StartBoard: base.Board, StartRules: rules,
		Open: func(name string) (io.ReadCloser, error) { return os.Open(name) },
		Warn: func(text string) { m.Repairs = append(m.Repairs, strings.TrimPrefix(text, "loadsgf: repaired: ")) },
	}
	var out bytes.Buffer
	if err := gtp.Serve(t.Context(), strings.NewReader("loadsgf "+path+"\nprintsgf\n"), &out, cfg); err != nil {
		t.Fatal(err)
	}
	answers := strings.SplitN(out.String(), "\n\n", 2)
	side, ok := strings.CutPrefix(answers[0], "= ")
	if strings.Contains(answers[0], "has won already") {
		return base // GTP holds no such position
	}
	if !ok {
		t.Errorf("loadsgf %s: %s", path, answers[0])
		return m
	}
	printed, _ := lineMeaning(t, strings.TrimPrefix(answers[1], "= "), game.Opener{Board: openBoard, Rules: catalog.Rules})
	m.Stones, m.ToPlay, m.Moves, m.Board = printed.Stones, side, base.Moves, printed.Board
	if base.ToPlay == "" {
		m.ToPlay = "" // GTP has the side that would be next
	}
	return m
}

func treeMeaning(t *testing.T, _, text string, _ meaning) (m meaning) {
	games, _, err := records.Read([]byte(text), sgf.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	games[0].ToUTF8()
	g, err := viewer.Grown(t.Context(), games[0], game.Opener{Board: openBoard, Rules: catalog.Rules})
	if err != nil {
		t.Error(err)
		return m
	}
	return pageMeaning(g)
}

// pageMeaning returns the meaning of the main line as the page shows it.
func pageMeaning(g *viewer.GameRecord) meaning {
	m := meaning{
		Board: g.Head.Board, Rules: g.Rules, Result: g.Head.Result, Stones: make([]game.Color, len(g.Board.Names)), Repairs: g.Repairs,
	}
	last := -1
	for i, n := range g.Nodes {
		if n.Parent != last {
			break
		}
		last = i
		for _, c := range n.Changes {
			m.Stones[c[0]] = game.Color(c[1])
		}
		if n.Move != "" {
			m.Moves = append(m.Moves, n.Color+" "+n.Move)
		}
		m.ToPlay = n.ToPlay
	}
	return m
}

// checkAll compares what the entry points read with record.Follow.
func checkAll(t *testing.T, path, text string, base meaning) {
	t.Helper()
	for name, read := range entries {
		have := read(t, path, text, base)
		want := base.of(have)
		if name == "page" && strings.Contains(fmt.Sprint(base.Repairs), "moves of both sides") {
			have.Moves = want.Moves // a node of the page shows its last move
		}
		if have.String() != want.String() {
			t.Errorf("%s %s:\nreads %s\nwant  %s", name, path, have, want)
		}
	}
}

// TestOneMeaning reads records through every command and compares what they understand and repair.
func TestOneMeaning(t *testing.T) {
	testenv.SkipUnderRace(t)
	open := game.Opener{Board: openBoard, Rules: catalog.Rules}
	for _, c := range sayings {
		path := saved(t, strings.ReplaceAll(c.name, " ", "-")+".sgf", c.text)
		base, ok := lineMeaning(t, c.text, open)
		var moves []string
		for _, m := range base.Moves {
			moves = append(moves, strings.Fields(m)[1])
		}
		if got := strings.Join(moves, " "); !ok || got != c.moves || base.ToPlay != c.toPlay {
			t.Errorf("%s: %s > %s, want %s > %s", c.name, got, base.ToPlay, c.moves, c.toPlay)
		}
		checkAll(t, path, c.text, base)
	}
}

// TestOnePlace: find and convert repair the same in a file of several games, at the same places.
func TestOnePlace(t *testing.T) {
	const text = "mail\n  (;GM[1]SZ[9];B[ee];W[cc]\n(;FF[4]GM[1]SZ[9];B[cc] (;FF[4]SZ[9]?;B[dd];W[dd])\n(;FF[4]SZ[9] ;B[ee]\n;W[zz]"
	path := saved(t, "torn.sgf", text)
	converted := repairsIn(told(t, func() { run([]string{"convert", path}, io.Discard, io.Discard) }))
	found := repairsIn(told(t, func() { run([]string{"find", "--moves", "E5", "--board", "grid:9", path}, io.Discard, io.Discard) }))
	if len(converted) != 6 || !slices.Equal(converted, found) {
		t.Errorf("convert repairs %q\nfind repairs    %q", converted, found)
	}
}

// TestOneMeaningOthers does the same for records of other programs.
func TestOneMeaningOthers(t *testing.T) {
	testenv.SkipUnderRace(t)
	open := game.Opener{Board: boardsOnce(), Rules: catalog.Rules}
	for _, dir := range []string{"reports", "sgf", "go/benson"} {
		paths, err := filepath.Glob(filepath.Join(testenv.SharedData(t), dir, "*.sgf"))
		if err != nil || len(paths) == 0 {
			t.Fatal(dir, err)
		}
		for i, path := range paths {
			if i%testenv.Rounds(1, 5) != 0 && dir == "sgf" {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			base, ok := lineMeaning(t, string(text), open)
			if !ok {
				t.Errorf("%s cannot be read", path)
				continue
			}
			checkAll(t, path, string(text), base)
		}
	}
}

// site is a server and a visitor.
type site struct {
	t    *testing.T
	url  string
	http *http.Client
}

func newSite(t *testing.T) *site {
	s := server.New(server.Config{
		Store: sqlitetest.New(t), Version: "test", Engines: []wire.EngineEntry{},
		PasswordCost: password.Least, Limits: server.Limits{Requests: 1e6, NewBoards: 10_000, Accounts: 10_000},
	})
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	visitor := &site{t, web.URL, &http.Client{Jar: jar}}
	account, _ := json.Marshal(wire.SignUp{Name: "Ada", Password: "a long password of mine"})
	visitor.call("POST", "/api/account", "application/json", bytes.NewReader(account), new(any))
	return visitor
}

// call makes a request and decodes the answer.
func (s *site) call(method, path, kind string, body io.Reader, out any) bool {
	s.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, s.url+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	res, err := s.http.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode < 300 && out != nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil || res.StatusCode >= 300 {
		s.t.Errorf("%s %s: %d %v %.300s", method, path, res.StatusCode, err, text)
		return false
	}
	return true
}

// TestOneMeaningOnline reads records through the routes of the server.
func TestOneMeaningOnline(t *testing.T) {
	testenv.SkipUnderRace(t)
	s := newSite(t)
	open := game.Opener{Board: openBoard, Rules: catalog.Rules}
	paths, err := filepath.Glob(filepath.Join(testenv.SharedData(t), "reports", "*.sgf"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, c := range sayings {
		texts[c.name] = c.text
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	for name, text := range texts {
		base, _ := lineMeaning(t, text, open)
		s.check(name, text, base)
	}
}

const bytesKind = "application/octet-stream"

// check compares what the routes read.
func (s *site) check(name, text string, base meaning) {
	compare := func(route string, have meaning) {
		if strings.Contains(fmt.Sprint(base.Repairs), "moves of both sides") {
			have.Moves = base.Moves
		}
		if want := base.of(have); have.String() != want.String() {
			s.t.Errorf("%s of %s:\nreads %s\nwant  %s", route, name, have, want)
		}
	}
	var file viewer.RecordFile
	if s.call("POST", "/api/records/read?game=0", bytesKind, strings.NewReader(text), &file) && file.Game != nil {
		compare("read", pageMeaning(file.Game))
	}
	var report libraries.LibraryImport
	if s.call("POST", "/api/library/import?name=x.sgf", bytesKind, strings.NewReader(text), &report) {
		var repairs []string
		for _, r := range report.Repairs {
			repairs = append(repairs, r.Reason)
		}
		if report.Added+report.Known != 1 || report.Added == 1 && !slices.Equal(repairs, base.Repairs) {
			s.t.Errorf("import of %s: %+v, want repairs %q", name, report, base.Repairs)
		}
	}
	wish, _ := json.Marshal(studies.StudyWish{Title: "x", Edit: "owner", Source: studies.StudySource{Record: text}})
	var study studies.Study
	if len(text) > 10_000 || !utf8.ValidString(text) || !s.call("POST", "/api/studies", "application/json", bytes.NewReader(wish), &study) {
		return
	}
	var tree studies.StudyTree
	if s.call("GET", fmt.Sprintf("/api/studies/%s/chapters/%d", study.Head.ID, study.Chapters[0].ID), "", nil, &tree) {
		have := pageMeaning(tree.Record)
		have.Repairs, have.Result = base.Repairs, base.Result // the text is written anew, without its faults
		compare("study", have)
	}
	s.call("DELETE", "/api/studies/"+study.Head.ID, "", nil, nil)
}

// TestImportOthers imports the records of other programs as one archive.
func TestImportOthers(t *testing.T) {
	testenv.SkipUnderRace(t)
	paths, err := filepath.Glob(filepath.Join(testenv.SharedData(t), "sgf", "*.sgf"))
	if err != nil || len(paths) < 500 {
		t.Fatal(len(paths), err)
	}
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(filepath.Base(path))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	var report libraries.LibraryImport
	if s.call("POST", "/api/library/import?name=x.zip", bytesKind, &archive, &report) &&
		(report.Refused > 0 || report.Added+report.Known < len(paths) || report.Next > 0) {
		t.Errorf("%+v", report)
	}
	t.Logf("%d added, %d known, %d repaired", report.Added, report.Known, report.Repaired)
}

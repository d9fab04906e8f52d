package server

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/game/rules/weiqi"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/server/share/viewer"
)

// readRecord sends a file; which selects the game to open, as "?game=1".
func (p *person) readRecord(body io.Reader, which string) (file viewer.RecordFile, status int, text string) {
	p.t.Helper()
	res, err := p.http.Post(p.url+"/api/records/read"+which, "application/octet-stream", body)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if res.StatusCode == http.StatusOK {
		if err := json.Unmarshal(data, &file); err != nil {
			p.t.Fatal(err)
		}
	}
	return file, res.StatusCode, string(data)
}

// opened is readRecord for a valid record.
func (p *person) opened(text, which string) viewer.RecordFile {
	p.t.Helper()
	file, status, answer := p.readRecord(strings.NewReader(text), which)
	if status != http.StatusOK {
		p.t.Fatalf("%.100s: %d %s", text, status, answer)
	}
	return file
}

// TestReadRecord opens a file of two games, the second with everything that a record can have.
func TestReadRecord(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	const text = "(;GM[4]SZ[15]PB[Ada]PW[Bo]BR[3k]DT[2026-01-02]RE[B+R]GN[A game]EV[Cup];B[hh];W[gg](;B[gh])(;B[aa]))\n" +
		"(;SZ[5]RU[Japanese]KM[6.5]CA[ISO-8859-1]C[caf\xe9 \\] \\\\];B[ba];W[aa](;B[ab]N[takes])(;AB[cc]AE[ba]PL[B];W[cc]))"
	file := p.opened(text, "")
	if file.Format != "sgf" || file.Count != 2 || len(file.Games) != 2 || file.Game == nil {
		t.Fatalf("%+v", file)
	}
	want := viewer.RecordHead{
		Title: "A game", Event: "Cup", Black: "Ada", White: "Bo", BlackRank: "3k", Date: "2026-01-02", Result: "B+R",
		Board: "grid:15", Rules: "gomoku:rule=freestyle,n=5,opening=none", Moves: 3, Nodes: 5,
	}
	if file.Games[0] != want || file.Game.Head != want || file.Game.Board.Width != 15 ||
		file.Game.Words.Name == "" || len(file.Game.Nodes) != 5 {
		t.Errorf("%+v\n%+v\nwant %+v", file.Games[0], file.Game.Head, want)
	}
	file = p.opened(text, "?game=1")
	for i, want := range []viewer.RecordNode{
		{
			Parent: -1, ToPlay: "black",
			Properties: [][]string{{"SZ", "5"}, {"RU", "Japanese"}, {"KM", "6.5"}, {"CA", "UTF-8"}, {"C", `café \] \\`}},
		},
		{Parent: 0, Move: "B5", Color: "black", ToPlay: "white", Changes: [][2]int{{1, 1}}, Properties: [][]string{{"B", "ba"}}},
		{Parent: 1, Move: "A5", Color: "white", ToPlay: "black", Changes: [][2]int{{0, 2}}, Properties: [][]string{{"W", "aa"}}},
		{
			Parent: 2, Move: "A4", Color: "black", ToPlay: "white", Changes: [][2]int{{5, 1}, {0, 0}},
			Properties: [][]string{{"B", "ab"}, {"N", "takes"}},
		},
		{
			Parent: 2, ToPlay: "black", Anew: true, Changes: [][2]int{{1, 0}, {12, 1}},
			Properties: [][]string{{"AB", "cc"}, {"AE", "ba"}, {"PL", "B"}},
		},
		{
			Parent: 4, Move: "C3", Color: "white", ToPlay: "black", Anew: true, Refused: "occupied",
			Changes: [][2]int{{12, 2}}, Properties: [][]string{{"W", "cc"}},
		},
	} {
		if got := file.Game.Nodes[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("node %d: %+v, want %+v", i, got, want)
		}
	}
	if file := p.opened(text, "?game=-1"); file.Game != nil || len(file.Games) != 2 || file.Games[1].Nodes != 6 {
		t.Errorf("the list alone: %+v", file)
	}
	many := p.opened(strings.Repeat("(;SZ[9];B[aa])", 1005), "?game=1002")
	if len(many.Games) != 1000 || many.Count != 1005 || many.Game.Head.Index != 1002 {
		t.Errorf("%d of %d games, %+v", len(many.Games), many.Count, many.Game.Head)
	}
	if file := p.opened("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n", ""); file.Format != "piskvork" || file.Game.Nodes[1].Move == "" {
		t.Errorf("%+v", file)
	}
}

// TestReadRecordProblems: an error in one game does not affect the others.
func TestReadRecordProblems(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	for text, want := range map[string]string{
		"(;GM[2];B[aa])":                        "GM[2]",
		"(;SZ[77];B[aa])":                       "SZ[77]",
		"(;GM[0]BD[gird:9]RI[gomoku])":          "gird",
		"(;GM[4]SZ[15]RI[gomoku:n=x])":          `n "x"`,
		"(;GM[4]SZ[4])":                         "no line of 5",
		"(;GM[0]BD[id:12]RI[weiqi]BJ[{}])":      "BJ",
		"(;GM[0]BD[id:12]RI[weiqi];B[D4])":      "id:12",
		"(;GM[0]BD[file:/etc/passwd]RI[weiqi])": "server files",
	} {
		file := p.opened(text+"(;SZ[9];B[aa])", "")
		if file.Game != nil || len(file.Games) != 2 || !strings.Contains(file.Games[0].Problem, want) || file.Games[1].Problem != "" {
			t.Errorf("%s: %+v, want %q", text, file, want)
		}
	}
}

// TestReadRecordRefusals sends files that are not records.
func TestReadRecordRefusals(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	p := newPerson(t, start(t, cfg))
	for _, c := range []struct {
		body   io.Reader
		which  string
		status int
		want   string
	}{
		{strings.NewReader("no record\nat all"), "", 400, `"records.unreadable"`},
		{strings.NewReader("no record\nat all"), "", 400, "line 2, column 7"},
		{strings.NewReader(" \n"), "", 400, "empty"},
		{strings.NewReader("PK\x03\x04"), "", 400, "unpack"},
		{strings.NewReader("(;B[aa])"), "?game=1", 400, "There is no game 2"},
		{strings.NewReader("(;B[aa])"), "?game=x", 422, "game"},
		{bytes.NewReader(make([]byte, 100<<20)), "", 413, `"records.large"`},
		{struct{ io.Reader }{bytes.NewReader(make([]byte, 17<<20))}, "", 413, `"code":"too-large"`}, // without a known length
		{strings.NewReader("(;" + strings.Repeat("A[]", 700_000) + ")"), "", 400, "values"},
	} {
		if _, status, text := p.readRecord(c.body, c.which); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%d %.300s, want %d with %q", status, text, c.status, c.want)
		}
	}
}

// TestReadRecordBoard opens a record with a board that is unknown to the server.
func TestReadRecordBoard(t *testing.T) {
	t.Parallel()
	made, err := boardfile.FromGraph("five", 5, [][2]board.Point{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := weiqi.Default().New(made)
	if err != nil || pos.Play(2) != nil {
		t.Fatal(err)
	}
	p := newPerson(t, start(t, testConfig(newStore(t))))
	file := p.opened(record.Of(pos, sgf.Go).String(), "")
	if g := file.Game; g == nil || g.Board.Spec != made.Spec() || len(g.Board.Edges) != 5 ||
		!reflect.DeepEqual(g.Nodes[1].Changes, [][2]int{{2, 1}}) {
		t.Errorf("%+v", file)
	}
}

// drawRecord requests a picture of a record.
func (p *person) drawRecord(want viewer.RecordPosition) (kind string, status int, body []byte) {
	p.t.Helper()
	if want.Path == nil {
		want.Path = []int{}
	}
	question, err := json.Marshal(want)
	if err != nil {
		p.t.Fatal(err)
	}
	res, err := p.http.Post(p.url+"/api/records/draw", "application/json", bytes.NewReader(question))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err = io.ReadAll(res.Body); err != nil {
		p.t.Fatal(err)
	}
	return res.Header.Get("Content-Type"), res.StatusCode, body
}

// TestDrawRecord draws a variation in every format.
func TestDrawRecord(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	const text = "(;SZ[9]PB[Ada]PW[Bo];B[ee](;W[cc];B[gg])(;W[gc]TR[aa];B[cg]C[a comment]))"
	for format, c := range map[string]struct{ kind, begins string }{
		"svg": {"image/svg+xml", "<svg"}, "png": {"image/png", "\x89PNG"}, "gif": {"image/gif", "GIF89a"}, "pdf": {"application/pdf", "%PDF"},
	} {
		kind, status, body := p.drawRecord(viewer.RecordPosition{Record: text, Format: format, Path: []int{0, 1, 0}, From: 1})
		if status != http.StatusOK || kind != c.kind || !bytes.HasPrefix(body, []byte(c.begins)) {
			t.Errorf("%s: %d %s %.200s", format, status, kind, body)
		}
		// A variation's moves are numbered from 1: 1 and 2, and no 3.
		if format == "svg" && (!bytes.Contains(body, []byte("Ada – Bo")) ||
			bytes.Count(body, []byte(">2</text>")) != 3 || bytes.Count(body, []byte(">3</text>")) != 2) {
			t.Errorf("%s", body)
		}
	}
	for _, c := range []struct {
		want viewer.RecordPosition
		says string
	}{
		{viewer.RecordPosition{Record: text, Format: "bmp"}, "svg"},
		{viewer.RecordPosition{Record: "x", Format: "svg"}, `"records.unreadable"`},
		{viewer.RecordPosition{Record: text, Format: "svg", Game: 1}, "There is no game 2"},
		{viewer.RecordPosition{Record: text, Format: "svg", Game: -1}, "There is no game 0"},
		{viewer.RecordPosition{Record: text, Format: "svg", Path: []int{0, 2}}, `"records.path"`},
		{viewer.RecordPosition{Record: text, Format: "svg", Path: []int{-1}}, `"records.path"`},
		{viewer.RecordPosition{Record: text, Format: "svg", From: 1}, `"records.path"`},
		{viewer.RecordPosition{Record: text, Format: "svg", From: -1}, `"records.path"`},
		{viewer.RecordPosition{Record: "(;BD[nowhere:9])", Format: "svg"}, "nowhere"},
		{viewer.RecordPosition{Record: "(;SZ[9]C[" + strings.Repeat("a\n", 100_000) + "])", Format: "pdf"}, `"records.pages"`},
	} {
		if _, status, body := p.drawRecord(c.want); status != http.StatusBadRequest || !strings.Contains(string(body), c.says) {
			t.Errorf("%+.200v: %d %.300s, want %q", c.want, status, body, c.says)
		}
	}
}

// TestKeepCarriedBoard: an unknown board in a record is returned as a file, which gives the same board
// when it is saved; a known one is not.
func TestKeepCarriedBoard(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	const text = `(;GM[1]RI[weiqi:komi=0.5]BJ[{"title":"Kite",` +
		`"points":4,"edges":\[\[0,1\],\[1,2\],\[2,3\],\[0,3\],\[0,2\]\],"stars":\[0,2\]}];B[1])`
	game := p.opened(text, "").Game
	if game == nil || game.BoardFile == "" || !strings.HasPrefix(game.Board.Spec, "id:") {
		t.Fatalf("%+v", game)
	}
	if status, _ := p.call("GET", "/api/boards?spec="+game.Board.Spec, nil, nil); status != http.StatusBadRequest {
		t.Errorf("the board is known before it is kept: %d", status)
	}
	var entry boards.BoardEntry
	status, body := p.call("POST", "/api/boards", boards.NewBoard{Name: game.Board.Title, File: game.BoardFile, Component: -1}, &entry)
	if status != 201 || entry.Spec != game.Board.Spec || entry.Title != "Kite" {
		t.Fatalf("%d %s: kept as %s, want %s", status, body, entry.Spec, game.Board.Spec)
	}
	for _, text := range []string{text, "(;GM[1]SZ[9];B[aa])"} {
		if game := p.opened(text, "").Game; game.BoardFile != "" {
			t.Errorf("%.30s: a board that is known is handed out to be kept", text)
		}
	}
	p.newGame(wire.NewGame{Board: entry.Spec, Rules: "weiqi:komi=0.5,handicap=2", Color: "black", Opponent: "human"})
}

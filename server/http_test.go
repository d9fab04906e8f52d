package server

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/play/lobby"
	"moyo/server/share/boards"
)

// TestBadRequests makes invalid requests, and checks that each is refused with an
// explanation.
func TestBadRequests(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	good := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "random"}
	with := func(change func(*wire.NewGame)) wire.NewGame {
		in := good
		change(&in)
		return in
	}
	for _, c := range []struct {
		method, path string
		body         any
		status       int
		words        string
	}{
		{"GET", "/api/boards?spec=gird:9", nil, 400, "grid"},
		{"GET", "/api/boards?spec=file:/etc/passwd", nil, 400, "server files cannot be used"},
		{"GET", "/api/boards?spec=id:1234", nil, 400, "no such board"},
		{"GET", "/api/boards?spec=" + strings.Repeat("x", 300), nil, 400, "at most 200"},
		{"GET", "/api/boards", nil, 422, "required"},
		{"GET", "/api/games/nowhere", nil, 404, "no such game"},
		{"GET", "/api/games/nowhere/sgf", nil, 404, "no such game"},
		{"GET", "/api/games/nowhere/ws", nil, 404, "no such game"},
		{"GET", "/api/nowhere", nil, 404, "/api/docs"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Board = "grid:0" }), 400, "grid:0"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Board = "file:/etc/passwd" }), 400, "server files"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Rules = "chess" }), 400, "chess"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Rules = "weiqi:komi=NaN" }), 400, "komi"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Rules = "weiqi:" + strings.Repeat("x", 300) }), 400, "at most 200"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Rules, g.Board = "weiqi:handicap=2", "torus:5x5" }), 400, "handicap"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Color = "green" }), 400, "green"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Opponent = "gtp:sh -c 'touch /tmp/owned'" }),
			400, "or one of the engines of /api/catalog"},
		{"POST", "/api/games", map[string]any{"board": 7}, 422, "validation"},
		{"POST", "/api/games", map[string]any{"bored": "grid:5"}, 422, "validation"},
		{"POST", "/api/games", with(func(g *wire.NewGame) { g.Name = strings.Repeat("x", 1<<15) }), 413, "large"},
		{"POST", "/api/boards", boards.NewBoard{Name: "bad", File: "v 0 0 0\nl 1 2\n", Component: -1}, 400, "bad:2"},
		{"POST", "/api/boards", boards.NewBoard{
			Name: "two", File: "v 0 0 0\nv 1 0 0\nv 0 5 0\nv 1 5 0\nl 1 2\nl 3 4\n", Component: -1,
		}, 400, "2 parts"},
		{"POST", "/api/boards", boards.NewBoard{Name: "two", File: "v 0 0 0\nv 1 0 0\nl 1 2\n", Component: 4}, 400, "no component 4"},
	} {
		status, body := ada.call(c.method, c.path, c.body, nil)
		var p wire.Problem
		if err := json.Unmarshal([]byte(body), &p); err != nil || status != c.status || p.Status != status || !strings.Contains(body, c.words) {
			t.Errorf("%s %.60s %.80v:\n got %d %s\nwant %d %q", c.method, c.path, c.body, status, body, c.status, c.words)
		}
	}
	if _, err := os.Stat("/tmp/owned"); err == nil {
		t.Error("a command from the network was run")
	}
}

func TestCatalogAndBoards(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	var c Catalog
	ada.call("GET", "/api/catalog", nil, &c)
	if len(c.Boards) < 10 || len(c.Engines) == 0 || len(c.Games) == 0 || c.Version != "test" {
		t.Fatalf("catalog: %d boards, %d engines, %d games, version %q", len(c.Boards), len(c.Engines), len(c.Games), c.Version)
	}
	for _, e := range c.Boards {
		var b wire.Board
		status, body := ada.call("GET", "/api/boards?spec="+e.Spec, nil, &b)
		if status != 200 || b.Spec != e.Spec || len(b.Coords) != len(b.Names) || len(b.Edges) == 0 || strings.Contains(body, "null") {
			t.Errorf("%s: %d, %d points, %d names, %d edges", e.Spec, status, len(b.Coords), len(b.Names), len(b.Edges))
		}
	}
}

// TestUploads uploads every mesh of the founding documents and plays on it; a
// restarted server finds the board again.
func TestUploads(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(testenv.SharedData(t), "boards", "3dgo", "*.obj"))
	if err != nil || len(files) != 15 {
		t.Fatalf("%d meshes, %v; want 15", len(files), err)
	}
	disk := newStore(t)
	ada := newPerson(t, start(t, testConfig(disk)))
	bo := newPerson(t, start(t, testConfig(disk)))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := boards.NewBoard{Name: filepath.Base(file), File: string(data), Component: -1}
		var report boards.BoardReport
		if status, body := ada.call("POST", "/api/boards/check", in, &report); status != 200 || report.Format != "obj" || report.Points == 0 {
			t.Fatalf("%s: %d %.300s", file, status, body)
		}
		if len(report.Components) > 1 {
			if report.Board != nil || !strings.Contains(report.Error, "parts") {
				t.Errorf("%s has %d components: error %q", file, len(report.Components), report.Error)
			}
			in.Component = 0
			ada.call("POST", "/api/boards/check", in, &report)
		}
		if report.Error != "" || report.Board == nil {
			t.Errorf("%s: %s", file, report.Error)
			continue
		}
		var entry boards.BoardEntry
		if len(report.Lines) > 0 != report.Board.Lines {
			t.Errorf("%s: %d lines are reported, and the board has some: %v", file, len(report.Lines), report.Board.Lines)
		}
		if status, body := ada.call("POST", "/api/boards", in, &entry); status != 201 || entry.Spec != report.Board.Spec || entry.Group != "own" {
			t.Fatalf("%s: %d %s", file, status, body)
		}
		var again boards.BoardEntry
		var kept boards.BoardFile
		bo.call("GET", "/api/boards/file?spec="+entry.Spec, nil, &kept)
		status, body := ada.call("POST", "/api/boards", boards.NewBoard{Name: kept.Title, File: kept.File, Component: -1}, &again)
		if status != 201 || again.Spec != entry.Spec {
			t.Errorf("%s: uploading its file again makes %s, not %s: %s", file, again.Spec, entry.Spec, body)
		}
		g := bo.newGame(wire.NewGame{Board: entry.Spec, Rules: "weiqi", Color: "black", Opponent: "human"})
		tb := bo.open(g.ID)
		if len(tb.stones) != len(report.Board.Coords) {
			t.Errorf("%s: the game has %d points, the report %d", file, len(tb.stones), len(report.Board.Coords))
		}
	}
	for _, p := range []*person{ada, bo} {
		var c Catalog
		p.call("GET", "/api/catalog", nil, &c)
		if last := c.Boards[len(c.Boards)-1]; (last.Group == "own") != (p == ada) {
			t.Errorf("Ada uploaded boards, the catalog (of Ada: %v) ends with %+v", p == ada, last)
		}
	}
}

// TestCostlyRequests checks limits on expensive requests: records of games, and
// boards by size.
func TestCostlyRequests(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Records, cfg.Limits.Specs = 0.1, 1 // a burst of 2 records and 20 boards
	ada := newPerson(t, start(t, cfg))
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	for _, c := range []struct {
		path  string
		times int
	}{
		{"/api/games/" + g.ID + "/sgf", 2},
		{"/api/boards?spec=grid:70x70", 1}, // counts as 10
		{"/api/boards?spec=grid:9", 8},
	} {
		for i := range c.times {
			if status, body := ada.call("GET", c.path, nil, nil); status != 200 {
				t.Fatalf("%s, time %d: %d %s", c.path, i+1, status, body)
			}
		}
	}
	for _, path := range []string{"/api/games/" + g.ID + "/sgf", "/api/boards?spec=grid:70x70"} {
		if status, body := ada.call("GET", path, nil, nil); status != http.StatusTooManyRequests || !strings.Contains(body, "wait") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// TestTooManyUploads checks that an upload is refused before its body is read, which is the
// expensive part.
func TestTooManyUploads(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.NewBoards = 1e-6
	ada := newPerson(t, start(t, cfg))
	in := boards.NewBoard{Name: "edge", File: "v 0 0 0\nv 1 0 0\nl 1 2\n", Component: -1}
	if status, body := ada.call("POST", "/api/boards/check", in, nil); status != 200 {
		t.Fatalf("the first: %d %s", status, body)
	}
	never, hold := io.Pipe()
	defer hold.Close()
	req, err := http.NewRequest("POST", ada.url+"/api/boards", never)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := ada.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the second: %d", res.StatusCode)
	}
}

// TestRefusedUploadIsRead sends a large upload that is refused, and reads nothing before it is sent.
func TestRefusedUploadIsRead(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.NewBoards = 1e-6
	ada := newPerson(t, start(t, cfg))
	in := boards.NewBoard{Name: "edge", File: "v 0 0 0\nv 1 0 0\nl 1 2\n", Component: -1}
	if status, body := ada.call("POST", "/api/boards/check", in, nil); status != 200 {
		t.Fatalf("the first: %d %s", status, body)
	}
	const size = 15 << 20
	conn := dialTCP(t, ada.url)
	fmt.Fprintf(conn,
		"POST /api/library/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n\r\n", size)
	if n, err := conn.Write(make([]byte, size)); err != nil {
		t.Fatalf("%d bytes were sent: %v", n, err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, err := io.ReadAll(res.Body); res.StatusCode != http.StatusTooManyRequests ||
		err != nil || !strings.Contains(string(text), "wait") {
		t.Errorf("%d %s %v", res.StatusCode, text, err)
	}
}

// dialTCP connects with a server.
func dialTCP(t *testing.T, url string) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// TestBrokenBody sends unreadable bodies: the answers say so.
func TestBrokenBody(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	for name, body := range map[string]string{
		"no chunk":         "Transfer-Encoding: chunked\r\n\r\nnothing\r\n",
		"a chunk too long": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n",
		"cut off":          "Content-Length: 100\r\n\r\n{}", "a chunk cut off": "Transfer-Encoding: chunked\r\n\r\nff\r\n{}",
	} {
		for _, path := range []string{"/api/games", "/api/boards", "/api/library/import"} {
			conn := dialTCP(t, url)
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s", path, body)
			if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Errorf("%s, %s: %v", path, name, err)
				continue
			}
			text, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), `"refusal":"server.broken"`) {
				t.Errorf("%s, %s: %d %s", path, name, res.StatusCode, text)
			}
		}
	}
}

// TestUploadsAreBounded counts an address's uploads in progress.
func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	patient := http.DefaultTransport.(*http.Transport).Clone()
	patient.ExpectContinueTimeout = testTime
	ada.http.Transport = patient
	var wg sync.WaitGroup
	defer wg.Wait()
	var holds []*io.PipeWriter
	defer func() {
		for _, h := range holds {
			_ = h.CloseWithError(io.ErrUnexpectedEOF)
		}
	}()
	for range (Limits{}).WithDefaults().UploadsPerAddress {
		body, hold := io.Pipe()
		holds = append(holds, hold)
		req, err := http.NewRequest("POST", ada.url+"/api/boards", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Expect", "100-continue") // so that nothing is sent before the server reads
		wg.Go(func() {
			if res, err := ada.http.Do(req); err == nil {
				res.Body.Close()
			}
		})
		if _, err := hold.Write([]byte("{")); err != nil { // returns once the server reads
			t.Fatal(err)
		}
	}
	in := boards.NewBoard{Name: "edge", File: "v 0 0 0\nv 1 0 0\nl 1 2\n", Component: -1}
	if status, body := ada.call("POST", "/api/boards", in, nil); status != http.StatusTooManyRequests {
		t.Errorf("one more upload: %d %s", status, body)
	}
}

func TestReportOfBadFile(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	var report boards.BoardReport
	status, body := ada.call("POST", "/api/boards/check", boards.NewBoard{Name: "x", File: "v 0 0 0\nv 1 0\nl 1 2\n", Component: -1}, &report)
	if status != 200 || report.Board != nil || !strings.HasPrefix(report.Error, "Line 2: ") || strings.Contains(body, ":null,\"co") {
		t.Errorf("%d %s", status, body)
	}
}

// TestListsAreNeverNull checks all HTTP answers: the page expects an array for
// every list.
func TestListsAreNeverNull(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	check := func(body string) {
		t.Helper()
		for _, key := range []string{"coords", "edges", "faces", "names", "stars", "degrees", "components", "warnings",
			"boards", "engines", "games", "options", "choices", "mine", "open", "running", "finished"} {
			if strings.Contains(body, `"`+key+`":null`) {
				t.Errorf("%q is null in %.300s", key, body)
			}
		}
	}
	for _, path := range []string{"/api/boards?spec=path:1", "/api/boards?spec=complete:4", "/api/catalog", "/api/games"} {
		status, body := ada.call("GET", path, nil, nil)
		if status != 200 {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		check(body)
	}
	for _, file := range []string{"v 0 0 0\n", "v 0 0 0\nl 1 2\n", ""} {
		_, body := ada.call("POST", "/api/boards/check", boards.NewBoard{Name: "x", File: file, Component: -1}, nil)
		check(body)
	}
}

func TestLobby(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada, bo := newPerson(t, url), newPerson(t, url)
	res, err := bo.http.Get(url + "/api/lobby/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("content type %q", kind)
	}
	lines := bufio.NewScanner(res.Body)
	var told lobby.Lobby // each message has what has changed
	next := func() (l lobby.Lobby) {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &told); err != nil {
					t.Fatal(err)
				}
				return told
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return l
	}
	if l := next(); len(l.Open)+len(l.Running)+len(l.Finished)+len(l.Mine) != 0 || l.Open == nil {
		t.Errorf("at first: %+v", l)
	}
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone", Name: "Ada"})
	if l := next(); len(l.Open) != 1 || l.Open[0].ID != g.ID || l.Open[0].Black.Name != "Ada" || len(l.Mine) != 0 {
		t.Errorf("after a game was made: %+v", l)
	}
	tb := bo.open(g.ID)
	tb.must(wire.ClientMessage{Type: "join"})
	// urgent changes are sent earlier than others
	for l := next(); len(l.Running) != 1 || len(l.Open) != 0 || len(l.Mine) != 1; l = next() {
		if len(l.Running) > 1 || len(l.Open) > 1 || len(l.Mine) > 1 {
			t.Fatalf("after joining: %+v", l)
		}
	}
	tb.must(wire.ClientMessage{Type: "resign"})
	var l lobby.Lobby
	until(t, "the lobby to be up to date", func() bool { // the player who resigned is told before the lobby is
		l = lobby.Lobby{}
		ada.call("GET", "/api/games", nil, &l)
		return len(l.Finished) == 1
	})
	if l.Finished[0].Result != "B+R" || len(l.Mine) != 0 {
		t.Errorf("after resigning: %+v", l)
	}
	var info wire.GameInfo
	if ada.call("GET", "/api/games/"+g.ID, nil, &info); info.Result != "B+R" || info.White.Kind != "human" {
		t.Errorf("the game: %+v", info)
	}
}

func TestOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada := newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	for _, c := range []struct{ method, path string }{{"POST", "/api/games"}, {"GET", "/api/games/" + g.ID + "/ws"}} {
		req, err := http.NewRequest(c.method, url+c.path, strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range map[string]string{
			"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Content-Type": "application/json",
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
		} {
			req.Header.Set(k, v)
		}
		res, err := ada.http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("%s %s from another site: %d", c.method, c.path, res.StatusCode)
		}
	}
}

func TestTooManyNewGames(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.NewGames = 0.1
	ada := newPerson(t, start(t, cfg))
	in := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "random", Opponent: "random"}
	for n := 0; ; n++ {
		status, body := ada.call("POST", "/api/games", in, nil)
		if status == http.StatusTooManyRequests && strings.Contains(body, "wait") && n == 2 {
			return
		}
		if status != http.StatusCreated || n > 2 {
			t.Fatalf("game %d: %d %s", n, status, body)
		}
	}
}

func TestGuests(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	res, err := http.Get(url + "/api/catalog")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	cookies := res.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode || len(cookies[0].Value) != 32 {
		t.Fatalf("cookies %v", cookies)
	}
	for value, keeps := range map[string]bool{cookies[0].Value: true, "short": false, strings.Repeat("g", 32): false} {
		req, _ := http.NewRequest("GET", url+"/api/catalog", nil)
		req.AddCookie(&http.Cookie{Name: cookies[0].Name, Value: value})
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if (len(res.Cookies()) == 0) != keeps {
			t.Errorf("token %q: new cookies %v", value, res.Cookies())
		}
	}
}

// TestTokensStayHidden checks that no answer contains a seat's token
// or its hash.
func TestTokensStayHidden(t *testing.T) {
	t.Parallel()
	disk := newStore(t)
	_, ada, _, a, _ := pair(t, start(t, testConfig(disk)))
	g, _, err := disk.Load(t.Context(), a.game.ID)
	if err != nil || g.Black.Player == "" {
		t.Fatalf("%+v %v", g, err)
	}
	for _, path := range []string{"/api/games", "/api/games/" + g.ID, "/api/games/" + g.ID + "/sgf", "/metrics"} {
		if _, body := ada.call("GET", path, nil, nil); strings.Contains(body, g.Black.Player) || strings.Contains(body, g.White.Player) {
			t.Errorf("%s tells a token: %s", path, body)
		}
	}
	data, err := json.Marshal(a.game)
	if err != nil || strings.Contains(string(data), g.Black.Player) {
		t.Errorf("the snapshot tells a token: %s", data)
	}
}

func TestOpenAPIAndHealth(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	var api struct {
		Paths map[string]any
	}
	ada.call("GET", "/api/openapi.json", nil, &api)
	for _, path := range []string{"/api/catalog", "/api/boards", "/api/boards/check", "/api/games", "/api/games/{id}", "/api/games/{id}/ws"} {
		if api.Paths[path] == nil {
			t.Errorf("OpenAPI does not know %s", path)
		}
	}
	if status, body := ada.call("GET", "/api/docs", nil, nil); status != 200 ||
		!strings.Contains(body, "POST /api/games<") || !strings.Contains(body, "/api/lobby/events") {
		t.Errorf("docs: %d %s", status, body)
	}
	for _, path := range []string{"/healthz", "/healthz/ready", "/healthz/live"} {
		if status, body := ada.call("GET", path, nil, nil); status != 200 || body != "ok\n" {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, body := ada.call("GET", "/metrics", nil, nil); status != 200 || !strings.Contains(body, "moyo_rooms 0") {
		t.Errorf("metrics: %d %.200s", status, body)
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	script := strings.Repeat("let stones = 1;\n", 200)
	cfg := testConfig(newStore(t))
	cfg.Page = fstest.MapFS{
		"index.html":       {Data: []byte("<!doctype html><title>moyo</title>")},
		"assets/app-12.js": {Data: []byte(script)},
		"icon.svg":         {Data: []byte("<svg/>")},
		"robots.txt":       {Data: []byte("User-agent: *")},
		"favicon.ico":      {Data: []byte("icon")},
	}
	cfg.Pages = []string{"/", "/game/*", "/some/*", "/train/exam"}
	url := start(t, cfg)
	for _, c := range []struct {
		path, kind, cache, body string
		status                  int
	}{
		{"/", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 200},
		{"/some/abc.def", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 200},
		{"/some/abc%2Fdef/?x=y", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 200},
		{"/game/nosuch", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/train/exam", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 200},
		{"/train", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/train/*", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/some/", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/some/abc/def", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/nosuch", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/robots.txt", "text/plain; charset=utf-8", "public, max-age=86400", "User-agent", 200},
		{"/favicon.ico", "image/x-icon", "public, max-age=86400", "icon", 200},
		{"/../../etc/passwd", "text/html; charset=utf-8", "private, no-cache", "<title>moyo", 404},
		{"/assets/app-12.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "stones", 200},
		{"/assets/old-34.js", "text/plain; charset=utf-8", "", "not found", 404},
		{"/icon.svg", "image/svg+xml", "private, no-cache", "<svg/>", 200},
	} {
		res, err := http.Get(url + c.path) // asks for gzip and unpacks it
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != c.status || res.Header.Get("Content-Type") != c.kind ||
			res.Header.Get("Cache-Control") != c.cache || !strings.Contains(string(body), c.body) {
			t.Errorf("%s: %d %v %.60s %v", c.path, res.StatusCode, res.Header, body, err)
		}
		if !strings.Contains(res.Header.Get("Content-Security-Policy"), "script-src 'self'") ||
			res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", c.path, res.Header)
		}
	}
	req, _ := http.NewRequest("GET", url+"/assets/app-12.js", nil)
	req.Header.Set("Accept-Encoding", "gzip")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	z, err := gzip.NewReader(res.Body)
	if err != nil || res.ContentLength > int64(len(script))/2 {
		t.Fatalf("packed: %v, %d bytes", err, res.ContentLength)
	}
	if body, err := io.ReadAll(z); err != nil || string(body) != script {
		t.Errorf("unpacked: %v", err)
	}
	req.Header.Set("If-None-Match", res.Header.Get("ETag"))
	if res, err := http.DefaultClient.Do(req); err != nil || res.StatusCode != http.StatusNotModified {
		t.Errorf("known already: %v %v", res, err)
	}
}

// TestPageBringsTheToken checks that a browser has its token before the page makes
// concurrent requests, each of which would otherwise set another one: a seat taken
// with one of them would be lost to the next.
func TestPageBringsTheToken(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Page = fstest.MapFS{
		"index.html": {Data: []byte("<html>")}, "assets/a.js": {Data: []byte("x")},
		"robots.txt": {Data: []byte("x")}, "favicon.ico": {Data: []byte("x")},
	}
	cfg.Pages = []string{"/", "/game/*"}
	url := start(t, cfg)
	for path, want := range map[string]int{
		"/": 1, "/game/abc": 1, "/api/games": 1, "/assets/a.js": 0, "/robots.txt": 0, "/favicon.ico": 0, "/picture/site": 0,
	} {
		res, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if got := len(res.Cookies()); got != want {
			t.Errorf("%s: %d cookies, want %d", path, got, want)
		}
		kept := res.Header.Get("Cache-Control")
		if private := strings.Contains(kept, "private") || kept == "no-store"; private != (want > 0) {
			t.Errorf("%s: Cache-Control %q", path, kept)
		}
	}
}

func TestPageNotBuilt(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	if status, body := ada.call("GET", "/", nil, nil); status != 404 || !strings.Contains(body, "make build") {
		t.Errorf("%d %s", status, body)
	}
}

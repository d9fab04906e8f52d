package server

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/share/preview"
	"moyo/study/bank"
	"moyo/study/puzzles"
)

const builtFrame = "<!doctype html><html><head><title>moyo</title></head><body><main></main></body></html>"

// embedding starts a server with a page and a page for frames.
func embedding(t *testing.T, change func(*Config)) string {
	t.Helper()
	return previewed(t, func(cfg *Config) {
		cfg.Page = fstest.MapFS{
			"index.html": {Data: []byte(builtIndex)}, "embed.html": {Data: []byte(builtFrame)}, "robots.txt": {Data: []byte("User-agent: *")},
			"assets/main.js": {Data: []byte("1")}, "assets/embed/embed.js": {Data: []byte("2")},
		}
		cfg.Pages = append(cfg.Pages, "/train/gomoku")
		cfg.Limits.Pictures = 1000
		if change != nil {
			change(cfg)
		}
	})
}

// shownIn returns the data in a page for frames; the rest of the page must be as built.
func shownIn(t *testing.T, page []byte) preview.Embed {
	t.Helper()
	built := regexp.MustCompile(`(?s)^<!doctype html><html><head><title>moyo</title><link rel="canonical" href="([^"<>]*)" ` +
		`/>\n<script type="application/json" id="shown">([^<>]*)</script>\n</head><body><main></main></body></html>$`)
	part := built.FindSubmatch(page)
	if part == nil {
		t.Fatalf("the page is %s", page)
	}
	var e preview.Embed
	if err := json.Unmarshal(part[2], &e); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEmbeds checks all kinds of pages for frames, and invalid addresses.
func TestEmbeds(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	ada := newPerson(t, site)
	name := `Ada </script><script>alert(1)</script>`
	open := ada.newGame(wire.NewGame{Board: "torus:5x5", Rules: "weiqi", Color: "black", Opponent: "random", Name: name, Private: false})
	secret := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada", Private: true})
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	key, puzzle := problems[0].ID, puzzles.VCF()[0].ID
	for path, want := range map[string]preview.Embed{
		"game/" + open.ID: {
			Kind: "game", Title: name + " – Random", Text: "Go on Torus 5×5. Move 1.", Link: "/game/" + open.ID, Live: true, ToPlay: "black",
		},
		"position?board=grid:5&moves=C3.B3": {
			Kind: "position", Title: "A position", Text: "Go on Grid 5×5. Black to play.",
			Link: "/analyse?board=grid%3A5&moves=C3.B3&rules=weiqi", ToPlay: "black",
		},
		"position?board=grid:7x6&rules=connect4": {
			Kind: "position", Title: "A position", Link: "/analyse?board=grid%3A7x6&rules=connect4", ToPlay: "black", Falls: true,
		},
		"problem/" + key: {Kind: "problem", Title: "A Go problem", Link: "/train?problem=" + key, Try: "/embed/problem/" + key + "/try"},
		"puzzle/" + puzzle: {
			Kind: "puzzle", Title: "A puzzle of Caro", Link: "/train/gomoku?problem=" + puzzle,
			Try: "/embed/puzzle/" + puzzle + "/try", Letters: "all",
		},
		"position?board=grid:9&theme=dark&moves=tt9": {},
		"position?board=grid:900":                    {},
		"position?board=file:/etc/passwd":            {},
		"position?board=grid:9&rules=chess":          {},
		"position?board=grid:9&stones=xx":            {},
		"position":                                   {},
		"game/nosuch":                                {}, "game/" + secret.ID: {}, "game/": {}, "game": {}, "": {},
		"problem/nosuch": {}, "problem/b1~99z": {}, "puzzle/nosuch": {}, "game/no%00such": {}, "problem/own-%ff-1": {},
		"study/x": {}, "game/a/b": {}, "game/" + open.ID + "/try?moves=C3": {}, "problem/" + strings.Repeat("x", 300): {},
	} {
		checkEmbed(t, site, path, want)
	}
	for _, path := range []string{"/embed/game/" + secret.ID, "/embed/game/nosuch"} { // indistinguishable
		for _, form := range []string{".png", ".svg", ".json"} {
			if res, body := get(t, site+path+form); res.StatusCode != 404 || !strings.Contains(string(body), "nothing to show") {
				t.Errorf("%s%s: %d %s", path, form, res.StatusCode, body)
			}
		}
	}
	if res, _ := get(t, site+"/embed.html"); res.StatusCode != 404 {
		t.Errorf("the page for frames without anything in it: %d", res.StatusCode)
	}
	if res, err := http.Post(site+"/embed/game/"+open.ID, "text/plain", nil); err != nil || res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a POST: %v %v", res, err)
	}
}

// checkEmbed requests what another site shows of an address: nothing if want has no kind.
func checkEmbed(t *testing.T, site, path string, want preview.Embed) {
	res, body := get(t, site+"/embed/"+path, "Cookie", "moyo=abc")
	if len(res.Cookies()) > 0 || res.Header.Get("Content-Type") != "text/html; charset=utf-8" && want.Kind != "" {
		t.Errorf("%.100s: %v", path, res.Header)
	}
	if want.Kind == "" {
		if res.StatusCode != 404 && res.StatusCode != 400 || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%.100s: %d %v", path, res.StatusCode, res.Header)
		}
		if !strings.Contains(path, "/try") {
			if e := shownIn(t, body); e.Kind != "none" || e.Text == "" || e.Board != nil {
				t.Errorf("%.100s: %+v", path, e)
			}
		}
		return
	}
	got := shownIn(t, body)
	if res.StatusCode != 200 || got.Kind != want.Kind || got.Title != want.Title ||
		!strings.HasPrefix(got.Text, want.Text) || got.Link != want.Link || got.Live != want.Live ||
		got.Try != want.Try || got.Falls != want.Falls || got.Letters != want.Letters && want.Letters != "" ||
		want.ToPlay != "" && got.ToPlay != want.ToPlay || len(got.Stones) != len(got.Board.Coords) {
		got.Board = nil
		t.Errorf("%s: %d %+v, want %+v", path, res.StatusCode, got, want)
	}
	if again, _ := get(t, site+"/embed/"+path, "If-None-Match", res.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("%s, known already: %d", path, again.StatusCode)
	}
	if !strings.HasPrefix(res.Header.Get("Cache-Control"), "public, max-age=") {
		t.Errorf("%s: %v", path, res.Header)
	}
}

// TestFraming requests every route: other sites can frame only pages made for it, and those get
// no cookie and have their own origin.
func TestFraming(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	ada := newPerson(t, site)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
	paths := []string{
		"/", "/new", "/nosuch", "/embed", "/embed.html", "/embedded/game/x", "/game/" + g.ID,
		"/analyse?board=grid:9", "/train", "/assets/main.js", "/assets/embed/embed.js", "/assets/none.js",
		"/robots.txt", "/healthz", "/healthz/live", "/picture/site", "/picture/none",
		"/api/nosuch", "/people/Ada", "/Embed/game/" + g.ID, "/embed%2Fgame/" + g.ID,
	}
	for route := range registered(t).Rules {
		if method, path, _ := strings.Cut(route, " "); method == "GET" {
			paths = append(paths, placeholder.ReplaceAllString(path, "1"))
		}
	}
	alone := &http.Client{Timeout: testTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(path string) http.Header {
		t.Helper()
		res, err := alone.Get(site + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close() // event streams do not end
		return res.Header
	}
	for _, path := range paths {
		if h := ask(path); !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") ||
			h.Get("Cross-Origin-Opener-Policy") != "same-origin" {
			t.Errorf("%s can be framed: %v", path, h)
		}
	}
	for _, path := range []string{
		"game/" + g.ID, "game/nosuch", "position?board=grid:5", "position", "problem", "puzzle", "puzzle.png", "puzzle.svg",
		"puzzle.json", "game/" + g.ID + ".json", "x", "", "puzzle/" + puzzles.VCF()[0].ID + "/try?moves=A1",
	} {
		h := ask("/embed/" + path)
		got := h.Get("Content-Security-Policy")
		for _, want := range []string{
			"default-src 'none'", "frame-ancestors *", "sandbox allow-scripts allow-popups", "script-src 'self'", "form-action 'none'",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("/embed/%s: no %s in %q", path, want, got)
			}
		}
		if strings.Contains(got, "allow-same-origin") || strings.Contains(got, "unsafe") || h.Get("Set-Cookie") != "" ||
			h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("/embed/%s: %v", path, h)
		}
	}
	if h := ask("/assets/main.js"); h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("the page's own script: %v", h)
	}
	if h := ask("/assets/embed/embed.js"); h.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("the script of frames: %v", h)
	}
}

// embedOf returns the embedded page at an address, as JSON.
func embedOf(t *testing.T, address string, header ...string) (preview.Embed, *http.Response) {
	t.Helper()
	res, body := get(t, address, header...)
	var e preview.Embed
	if res.StatusCode == http.StatusOK {
		if err := json.Unmarshal(body, &e); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
	}
	return e, res
}

// TestLiveEmbed follows a game by its public address while it is played: moves, captures,
// and the end.
func TestLiveEmbed(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	ada, bo := newPerson(t, site), newPerson(t, site)
	g := ada.newGame(wire.NewGame{Board: "grid:3", Rules: "weiqi", Color: "black", Opponent: "anyone", Name: "Ada"})
	black, white := ada.open(g.ID), bo.open(g.ID)
	white.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	at := site + "/embed/game/" + g.ID + ".json"
	before, first := embedOf(t, at)
	if again, res := embedOf(t, at, "If-None-Match", first.Header.Get("ETag")); res.StatusCode != http.StatusNotModified {
		t.Errorf("nothing has happened: %d %+v", res.StatusCode, again)
	}
	for i, move := range []string{"A2", "A1", "B1", "C3"} {
		who := black
		if i%2 == 1 {
			who = white
		}
		who.play(move)
		other := map[*table]*table{black: white, white: black}[who]
		other.untilState("the move", func(st wire.State) bool { return st.Ply == i+1 })
	}
	now, res := embedOf(t, at, "If-None-Match", first.Header.Get("ETag"))
	if res.StatusCode != 200 || len(before.Steps) != 0 || len(now.Steps) != 4 || !now.Live ||
		!strings.HasPrefix(res.Header.Get("Cache-Control"), "public, max-age=2") {
		t.Fatalf("%d %+v, before %+v", res.StatusCode, now, before)
	}
	if s := now.Steps[2]; s.Move != "B1" || s.Color != "black" || !s.Stays || len(s.Taken) != 1 ||
		now.Board.Names[s.Taken[0]] != "A1" || now.Board.Names[s.Point] != "B1" {
		t.Errorf("the move that takes: %+v", s)
	}
	white.must(wire.ClientMessage{Type: "resign"})
	black.untilState("the end", func(st wire.State) bool { return st.Phase == "finished" })
	if e, res := embedOf(t, at); e.Live || !strings.Contains(e.Text, "Black won by resignation") ||
		res.Header.Get("Cache-Control") != "public, max-age=3600" {
		t.Errorf("%+v %v", e, res.Header)
	}
}

// TestEmbeddedPictures requests pictures in both formats, of other sizes, and after some moves.
func TestEmbeddedPictures(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	at := site + "/embed/position.png?board=grid:5&moves=C3.B3.D4"
	var drawn [][]byte
	for _, query := range []string{"", "&move=0", "&move=1", "&move=3", "&move=4000", "&size=64", "&size=1200"} {
		res, body := get(t, at+query)
		img, err := png.DecodeConfig(bytes.NewReader(body))
		if res.StatusCode != 200 || err != nil || res.Header.Get("Content-Type") != "image/png" ||
			!strings.HasPrefix(res.Header.Get("Cache-Control"), "public") || res.Header.Get("ETag") == "" {
			t.Fatalf("%s: %d %v %v", query, res.StatusCode, err, res.Header)
		}
		if want := map[string]int{"&size=64": 64, "&size=1200": 1200}[query]; want != 0 && img.Width != want || want == 0 && img.Width != 600 {
			t.Errorf("%s: %d pixels", query, img.Width)
		}
		drawn = append(drawn, body)
	}
	if _, empty := get(t, site+"/embed/position.png?board=grid:5"); !bytes.Equal(empty, drawn[1]) {
		t.Error("before the first move the board is not empty")
	}
	if !bytes.Equal(drawn[0], drawn[3]) || !bytes.Equal(drawn[0], drawn[4]) ||
		bytes.Equal(drawn[0], drawn[1]) || bytes.Equal(drawn[1], drawn[2]) {
		t.Error("pictures after other moves are the same, or of the same moves differ")
	}
	for _, path := range []string{"position.svg?board=torus:7x7", "puzzle.svg", "problem.svg"} {
		res, body := get(t, site+"/embed/"+path)
		if res.StatusCode != 200 || res.Header.Get("Content-Type") != "image/svg+xml" ||
			!bytes.HasPrefix(body, []byte("<svg ")) || wellFormed(body) != nil {
			t.Errorf("%s: %d %v %.80s", path, res.StatusCode, res.Header, body)
		}
	}
	for _, query := range []string{"&size=63", "&size=1201", "&size=x", "&move=-1", "&move=4001", "&move=1e3"} {
		if res, body := get(t, at+query); res.StatusCode != 400 ||
			!strings.Contains(string(body), "want a number") || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", query, res.StatusCode, body)
		}
	}
	for _, path := range []string{"/picture/position?board=grid:9&moves=C3", "/picture/puzzle/" + puzzles.VCF()[0].ID} {
		res, body := get(t, site+path)
		if img, err := png.DecodeConfig(bytes.NewReader(body)); res.StatusCode != 200 || err != nil || img.Width != 1200 {
			t.Errorf("%s: %d %v", path, res.StatusCode, err)
		}
	}
}

// wellFormed returns the first error in XML.
func wellFormed(data []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestEmbeddedTries solves a puzzle and a problem by their solutions, move by move, as an
// anonymous reader, and fails at both.
func TestEmbeddedTries(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	try := func(path string, moves ...string) wire.EmbedAnswer {
		t.Helper()
		res, body := get(t, site+path+"/try?moves="+url.QueryEscape(strings.Join(moves, ".")))
		var out wire.EmbedAnswer
		if err := json.Unmarshal(body, &out); err != nil || res.StatusCode != 200 ||
			len(res.Cookies()) > 0 || res.Header.Get("Cache-Control") != "public, max-age=3600" {
			t.Fatalf("%s %v: %d %s", path, moves, res.StatusCode, body)
		}
		return out
	}
	p := puzzles.VCF()[0]
	path := "/embed/puzzle/" + p.ID
	var moves []string
	for i := 0; i < len(p.Solution); i += 2 {
		moves = append(moves, p.Solution[i])
		out := try(path, moves...)
		if over := i+1 >= len(p.Solution); out.Verdict != map[bool]string{false: "right", true: "solved"}[over] ||
			len(out.Steps) != 1 || len(out.Steps[0].Stones) == 0 {
			t.Fatalf("%s after %v: %+v", p.ID, moves, out)
		}
		moves = append(moves, out.Reply)
	}
	shown, _ := embedOf(t, site+path+".json")
	if out := try(path, shown.Board.Names[strings.IndexByte(shown.Stones, '.')]); out.Verdict != "wrong" || out.Text == "" {
		t.Errorf("a move that wins nothing: %+v", out)
	}
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(problems, func(p bank.Problem) bool { // some have only one move to find
		if len(p.Line) < 5 {
			return false
		}
		out := try("/embed/problem/"+p.ID, p.Board.Name(p.First[0].Point()))
		return out.Verdict == "right" && len(out.Steps) == 2 && out.Reply == out.Steps[1].Move
	}) {
		t.Error("no problem has an answer to a right move")
	}
	key := problems[0].ID
	out := try("/embed/problem/"+key, problems[0].Board.Name(problems[0].First[0].Point()))
	if out.Verdict != "solved" && out.Verdict != "right" || len(out.Steps) == 0 || len(out.Steps[0].Stones) != problems[0].Board.Len() {
		t.Errorf("a move that solves %s: %+v", key, out)
	}
	for address, want := range map[string]int{
		path + "/try": 400, path + "/try?moves=": 400, path + "/try?moves=A1.A1.A1": 400,
		"/embed/problem/" + key + "/try?moves=ZZ9": 400, "/embed/puzzle/nosuch/try?moves=A1": 404,
		path + "/try?moves=" + strings.Repeat("A1.", 9000): 400, "/embed/problem/own-x-1/try?moves=A1": 404,
	} {
		if res, body := get(t, site+address); res.StatusCode != want || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%.80s: %d %s", address, res.StatusCode, body)
		}
	}
}

// TestOfTheDay: the problem and the puzzle of the day change at midnight, not before,
// and no cache keeps the old ones longer.
func TestOfTheDay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 1, 23, 30, 0, 0, time.UTC)
	var mu sync.Mutex
	site := embedding(t, func(cfg *Config) {
		cfg.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return now
		}
	})
	for _, kind := range []string{"problem", "puzzle"} {
		today, res := embedOf(t, site+"/embed/"+kind+".json")
		if got := res.Header.Get("Cache-Control"); got != "public, max-age=1800" {
			t.Errorf("%s: kept for %s", kind, got)
		}
		fixed, _ := embedOf(t, site+strings.TrimSuffix(today.Try, "/try")+".json")
		if fixed.Stones != today.Stones || fixed.Try != today.Try || fixed.Link != today.Link {
			t.Errorf("%s: its own address shows another one", kind)
		}
		mu.Lock()
		now = now.Add(time.Hour)
		mu.Unlock()
		if tomorrow, res := embedOf(t, site+"/embed/"+kind+".json"); tomorrow.Try == today.Try ||
			res.Header.Get("Cache-Control") != "public, max-age=3600" {
			t.Errorf("%s: %s again, kept for %v", kind, tomorrow.Try, res.Header)
		}
		mu.Lock()
		now = now.Add(-time.Hour)
		mu.Unlock()
	}
}

// askOEmbed requests the oEmbed of an address; more is appended to the query.
func askOEmbed(t *testing.T, site, address, more string) (preview.OEmbed, *http.Response) {
	t.Helper()
	res, body := get(t, site+"/api/oembed?url="+url.QueryEscape(address)+more)
	var out preview.OEmbed
	if res.StatusCode == 200 {
		if err := json.Unmarshal(body, &out); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
	}
	if len(res.Cookies()) > 0 || res.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%s: %v", address, res.Header)
	}
	return out, res
}

// TestOEmbed makes the requests of sites that were given a link.
func TestOEmbed(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	ada := newPerson(t, site)
	name := `Ada "><script>`
	open := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "random", Name: name, Private: false})
	secret := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada", Private: true})
	ask := func(address, more string) (preview.OEmbed, *http.Response) {
		t.Helper()
		return askOEmbed(t, site, address, more)
	}
	puzzle := puzzles.VCF()[0].ID
	for path, frame := range map[string]string{
		"/game/" + open.ID: "/embed/game/" + open.ID, "/analyse?game=" + open.ID: "/embed/game/" + open.ID,
		"/embed/game/" + open.ID:         "/embed/game/" + open.ID,
		"/analyse?board=grid:5&moves=C3": "/embed/position?board=grid%3A5&amp;moves=C3&amp;rules=weiqi",
		"/embed/puzzle":                  "/embed/puzzle", "/train/gomoku?problem=" + puzzle: "/embed/puzzle/" + puzzle,
	} {
		out, res := ask(site+path, "&format=json")
		if res.StatusCode != 200 || out.Type != "rich" || out.Version != "1.0" || out.ProviderName != "moyo" ||
			out.ProviderURL != site+"/" || out.Width != 480 || out.Height != 580 || out.Title == "" ||
			!strings.HasPrefix(out.HTML, `<iframe src="`+site+frame+`" `) || !strings.Contains(out.HTML, ` width="480" height="580" `) ||
			strings.Contains(out.HTML, "<script") || out.URL != "" {
			t.Errorf("%s: %d %+v", path, res.StatusCode, out)
		}
		if res.StatusCode != 200 {
			continue
		}
		if thumb, _ := get(t, out.ThumbnailURL); thumb.StatusCode != 200 || out.ThumbnailWidth != 1200 || out.ThumbnailHeight != 630 {
			t.Errorf("%s: the picture %s: %d", path, out.ThumbnailURL, thumb.StatusCode)
		}
	}
	if out, _ := ask(site+"/embed/puzzle", "&maxwidth=300&maxheight=200&theme=dark"); out.Width != 300 ||
		out.Height != 200 || !strings.Contains(out.HTML, `/embed/puzzle?theme=dark"`) {
		t.Errorf("a small frame: %+v", out)
	}
	out, _ := ask(site+"/embed/position.svg?board=grid:5x9&move=2&moves=C3.B3.A1", "&maxwidth=300")
	res, body := get(t, out.URL)
	if img, err := png.DecodeConfig(bytes.NewReader(body)); out.Type != "photo" || res.StatusCode != 200 || err != nil ||
		img.Width != out.Width || img.Height != out.Height || max(out.Width, out.Height) != 300 || !strings.Contains(out.URL, "move=2") {
		t.Errorf("a picture: %+v, %d %v", out, res.StatusCode, err)
	}
	for address, want := range map[string]int{
		site + "/game/" + secret.ID: 404, site + "/game/nosuch": 404, site + "/new": 404, site + "/": 404,
		"https://elsewhere.example/game/" + open.ID: 404, site + ".evil.example/game/" + open.ID: 404,
		strings.Replace(site, "http://", "http://user@", 1) + "/game/" + open.ID: 404, "javascript:alert(1)": 404,
		"%zz": 404, "": 400, site + "/embed/game/" + open.ID + ".json": 404,
		site + "/embed/puzzle/" + puzzle + "/try?moves=A1": 404, site + "/analyse?board=grid:5&moves=Z9": 404,
		site + "/analyse?board=nosuch:5": 404, site + "/embed/position": 404,
	} {
		if _, res := ask(address, ""); res.StatusCode != want || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, want %d; %v", address, res.StatusCode, want, res.Header)
		}
	}
	for more, want := range map[string]int{
		"&format=xml": 501, "&format=yaml": 501, "&maxwidth=0": 400, "&maxheight=x": 400, "&maxwidth=": 200,
	} {
		if _, res := ask(site+"/embed/puzzle", more); res.StatusCode != want {
			t.Errorf("%s: %d, want %d", more, res.StatusCode, want)
		}
	}
	if _, res := ask(site+"/embed/puzzle.png", "&maxwidth=20"); res.StatusCode != 400 {
		t.Errorf("a picture of 20 pixels: %d", res.StatusCode)
	}
}

// TestDiscovery: pages that can be embedded link to oEmbed, and no others.
func TestDiscovery(t *testing.T) {
	t.Parallel()
	site := embedding(t, nil)
	ada := newPerson(t, site)
	open := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "random", Name: "Ada", Private: false})
	secret := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada", Private: true})
	for path, want := range map[string]bool{
		"/game/" + open.ID: true, "/analyse?game=" + open.ID: true, "/analyse?board=grid:5": true,
		"/analyse?board=grid:5&moves=C3.D4": true, "/train/gomoku?problem=" + puzzles.VCF()[0].ID: true,
		"/game/" + secret.ID: false, "/": false, "/new?board=grid:9": false, "/train": false,
		"/train/gomoku": false, "/train?problem=nosuch": false, "/analyse": false,
	} {
		_, body := get(t, site+path)
		at := tagsOf(t, string(body))["oembed"]
		if (at != "") != want {
			t.Errorf("%s: oEmbed at %q", path, at)
		}
		if at == "" {
			continue
		}
		if res, answer := get(t, at); res.StatusCode != 200 || !strings.Contains(string(answer), `"rich"`) {
			t.Errorf("%s: %s: %d %s", path, at, res.StatusCode, answer)
		}
	}
}

// TestEmbedsAreBounded: an address that requests too many new embeds is refused, except for
// existing ones, and readers of a live game need no new ones.
func TestEmbedsAreBounded(t *testing.T) {
	t.Parallel()
	site := embedding(t, func(cfg *Config) {
		cfg.Limits.Pictures = 0.2 // 4 at once
		cfg.Now = (&clock{now: time.Now()}).Now
	})
	ada := newPerson(t, site)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "random", Name: "Ada", Private: false})
	live := site + "/embed/game/" + g.ID + ".json"
	if _, res := embedOf(t, live); res.StatusCode != 200 {
		t.Fatal(res.StatusCode)
	}
	for _, path := range []string{
		"/embed/position?board=grid:2x", "/embed/position.json?board=grid:3x", "/embed/position.png?board=grid:2x",
		"/api/oembed?url=" + url.QueryEscape(site+"/analyse?board=grid:4x"),
	} {
		var mu sync.Mutex
		got := map[int]int{}
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				res, _ := get(t, fmt.Sprint(site, path, 2+i))
				mu.Lock()
				defer mu.Unlock()
				got[res.StatusCode]++
			})
		}
		all.Wait()
		if got[200] > 5 || got[200]+got[429] != 40 {
			t.Errorf("%s: answers by status: %v", path, got)
		}
	}
	for range 100 {
		if _, res := embedOf(t, live); res.StatusCode != 200 {
			t.Fatalf("a reader of a live game: %d", res.StatusCode)
		}
	}
}

// TestLargestEmbeds requests the longest games on the largest boards: they are answered or
// refused with a message.
func TestLargestEmbeds(t *testing.T) {
	t.Parallel()
	testenv.LongUnderRace(t)
	site := embedding(t, nil)
	for _, query := range []string{
		"board=grid:100&stones=" + strings.Repeat("x.o", 3333) + "x&toPlay=black",
		"board=grid:100&moves=" + strings.TrimSuffix(strings.Repeat("A1.", 6000), "."), "board=grid:19&moves=" + strings.Repeat(".", 19_000),
		"board=grid:5&moves=" + strings.TrimSuffix(strings.Repeat("pass.pass.", 1900), "."), "board=grid:5&stones=" + strings.Repeat("x", 10_001),
	} {
		for _, form := range []string{"", ".json", ".png", ".svg"} {
			res, body := get(t, site+"/embed/position"+form+"?"+query)
			if res.StatusCode != 200 && res.StatusCode != 400 || len(body) == 0 {
				t.Errorf("%.40s%s: %d %.200s", query, form, res.StatusCode, body)
			}
		}
	}
}

// FuzzEmbeds requests any path below /embed/, and oEmbed of any address.
func FuzzEmbeds(f *testing.F) {
	for _, path := range []string{
		"game/abc", "game/%3Cscript%3E.json", "position?board=grid:5&moves=C3..D4",
		"position.svg?board=grid:3&stones=xo.......&toPlay=white&size=100", "puzzle.png?move=2", "problem/b1~3s/try?moves=A1",
		"puzzle/%00", "position?board=%ff&rules=%22", "problem.json", "game/a/b/c", "position.png?board=torus:3x3&move=99999999999999999999",
	} {
		f.Add(path, true)
		f.Add("http://go.example/embed/"+path, false)
	}
	for _, address := range []string{
		"http://go.example/game/abc", "https://GO.example:80/analyse?board=grid:5",
		"http://go.example/train?problem=%zz", "//go.example/game/x", "http://[::1", "x:y",
	} {
		f.Add(address, false)
	}
	cfg := Config{Store: newStore(f), Limits: Limits{Pictures: 1e6, Requests: 1e6, Specs: 1e6, Puzzles: 1e6}}
	cfg.Page = fstest.MapFS{"index.html": {Data: []byte(builtIndex)}, "embed.html": {Data: []byte(builtFrame)}}
	s := New(cfg)
	f.Cleanup(s.Close)
	large := regexp.MustCompile(`[0-9a-z]{2}`) // of boards: these take their time
	f.Fuzz(func(t *testing.T, path string, direct bool) {
		if !direct {
			path = "/api/oembed?url=" + url.QueryEscape(path)
		} else {
			path = "/embed/" + path
		}
		at, err := url.ParseRequestURI(path)
		if err != nil || at.Host != "" || len(path) > 1000 {
			return
		}
		board := at.Query().Get("board")
		if inner, err := url.Parse(at.Query().Get("url")); err == nil && inner.Query().Get("board") != "" {
			board = inner.Query().Get("board")
		}
		if _, size, _ := strings.Cut(board, ":"); large.MatchString(size) {
			return
		}
		r := &http.Request{Method: "GET", URL: at, Host: "go.example", Header: http.Header{}, RemoteAddr: "192.0.2.1:1"}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r.WithContext(t.Context()))
		switch w.Code {
		case 200, 301, 307, 308, 400, 404, 409, 429, 501, 503:
		default:
			t.Errorf("%q: %d %s", path, w.Code, w.Body)
		}
		if strings.HasPrefix(w.Body.String(), "<!doctype") && strings.HasPrefix(at.Path, "/embed/") {
			shownIn(t, w.Body.Bytes())
		}
		if w.Header().Get("Set-Cookie") != "" && strings.HasPrefix(at.Path, "/embed/") {
			t.Errorf("%q sets a cookie", path)
		}
	})
}

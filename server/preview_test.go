package server

import (
	"bytes"
	"fmt"
	"html"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"moyo/server/base/wire"
	"moyo/server/learn/training"
	"moyo/server/store"
)

const builtIndex = "<!doctype html><html><head><title>moyo</title></head><body></body></html>"

// previewed starts a server whose page has a head.
func previewed(t *testing.T, change func(*Config)) string {
	t.Helper()
	cfg := testConfig(newStore(t))
	cfg.Page = fstest.MapFS{"index.html": {Data: []byte(builtIndex)}}
	cfg.Pages = []string{"/", "/game/*", "/people/*", "/learn", "/learn/*", "/new", "/analyse", "/train"}
	if change != nil {
		change(&cfg)
	}
	return start(t, cfg)
}

// get returns the answer to a request.
func get(t *testing.T, address string, header ...string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, body
}

// tagLine matches a line with a page's meta tags.
var tagLine = regexp.MustCompile(`^<meta (?:property|name)="([a-z:_]+)" content="([^"<>]*)" />$`)

// tagsOf returns a page's meta tags; the rest of the page must be as built.
func tagsOf(t *testing.T, page string) map[string]string {
	t.Helper()
	head, rest, _ := strings.Cut(builtIndex, "</head>")
	inside, ok := strings.CutPrefix(page, head)
	inside, ended := strings.CutSuffix(inside, "</head>"+rest)
	if !ok || !ended {
		t.Fatalf("the page is %s", page)
	}
	tags := map[string]string{}
	for line := range strings.Lines(inside) {
		if strings.HasPrefix(line, `<link rel="alternate" type="application/json+oembed" href="`) {
			tags["oembed"] = html.UnescapeString(strings.Split(line, `"`)[5])
			continue
		}
		part := tagLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if part == nil {
			t.Fatalf("%q in %s", line, page)
		}
		tags[part[1]] = html.UnescapeString(part[2])
	}
	return tags
}

// TestPreviews checks what links to pages of every kind show.
func TestPreviews(t *testing.T) {
	t.Parallel()
	site := previewed(t, nil)
	ada := newPerson(t, site)
	name := `Ada </title><script>"`
	open := ada.newGame(wire.NewGame{Board: "torus:5x5", Rules: "weiqi", Color: "black", Opponent: "random", Name: name, Private: false})
	ada.open(open.ID)
	secret := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
	for path, want := range map[string]struct{ title, text, picture string }{
		"/":                          {"moyo", "Play Go", "/picture/site"},
		"/train":                     {"moyo", "Play Go", "/picture/site"},
		"/train?problem=nosuch":      {"moyo", "Play Go", "/picture/site"},
		"/game/" + open.ID:           {name + " – Random", "Go on Torus 5×5. Move 1.", "/picture/game/" + open.ID},
		"/analyse?game=" + open.ID:   {name + " – Random", "Go on Torus 5×5. Move 1.", "/picture/game/" + open.ID},
		"/game/" + secret.ID:         {"moyo", "Play Go", "/picture/site"},
		"/analyse?game=" + secret.ID: {"moyo", "Play Go", "/picture/site"},
		"/new?board=torus:9x9":       {"A board to play on", "Play Go", "/picture/board?spec=torus%3A9x9"},
		"/new?board=%22%3E%3Cscript": {"A board to play on", "Play Go", "/picture/board?spec=%22%3E%3Cscript"},
	} {
		res, body := get(t, site+path)
		tags := tagsOf(t, string(body))
		if res.StatusCode != 200 || tags["og:title"] != want.title ||
			!strings.HasPrefix(tags["og:description"], want.text) || tags["og:image"] != site+want.picture {
			t.Errorf("%s: %d %v, want %v", path, res.StatusCode, tags, want)
		}
		if tags["twitter:card"] != "summary_large_image" || tags["og:url"] != site+path && !strings.Contains(path, "nosuch") &&
			!strings.Contains(path, secret.ID) && !strings.Contains(path, "board=") {
			t.Errorf("%s: %v", path, tags)
		}
		if kept := res.Header.Get("Cache-Control"); kept != "private, no-cache" ||
			!strings.Contains(res.Header.Get("Content-Security-Policy"), "script-src 'self'") {
			t.Errorf("%s: %v", path, res.Header)
		}
		again, _ := get(t, site+path, "If-None-Match", res.Header.Get("ETag"), "Cookie", cookieOf(res))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s, known already: %d", path, again.StatusCode)
		}
	}
	var next training.TrainingProblem
	if status, body := ada.call("POST", "/api/training/next", training.TrainingChoice{Mode: "rated"}, &next); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	_, body := get(t, site+"/train?problem="+url.QueryEscape(next.Key))
	if tags := tagsOf(t, string(body)); tags["og:title"] != "A Go problem" ||
		!strings.HasPrefix(strings.ToLower(tags["og:description"]), next.ToPlay+" to play and") ||
		!strings.HasSuffix(tags["og:image"], "/picture/problem/"+next.Key) {
		t.Errorf("a problem: %v", tags)
	}
	if res, body := get(t, site+"/picture/problem/"+next.Key); res.StatusCode != 200 {
		t.Errorf("its picture: %d %s", res.StatusCode, body)
	}
	for path, want := range map[string]int{
		"/picture/site": 200, "/picture/game/" + open.ID: 200, "/picture/game/" + secret.ID: 404, "/picture/game/nosuch": 404, "/picture/": 404,
		"/picture/board?spec=torus%3A9x9": 200, "/picture/board?spec=gird:9": 400,
		"/picture/board?spec=file:/etc/passwd": 400, "/picture/board": 404,
		"/picture/problem/nosuch": 404, "/picture/game/" + strings.Repeat("x", 300): 404,
	} {
		checkPicture(t, site, path, want)
	}
}

// checkPicture requests a picture, which exists if want is 200.
func checkPicture(t *testing.T, site, path string, want int) {
	res, body := get(t, site+path)
	if res.StatusCode != want {
		t.Errorf("%s: %d %.100s", path, res.StatusCode, body)
		return
	}
	if want != 200 {
		if res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, res.Header)
		}
		return
	}
	img, err := png.Decode(bytes.NewReader(body))
	if err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 ||
		!strings.HasPrefix(res.Header.Get("Cache-Control"), "public") || len(res.Cookies()) != 0 {
		t.Errorf("%s: %v, %v, %v", path, img, err, res.Header)
	}
	if again, _ := get(t, site+path, "If-None-Match", res.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("%s, known already: %d", path, again.StatusCode)
	}
}

// TestMissingPages: a page about something that does not exist has the status 404 and a
// message; if the existence is unknown for now, it has 200.
func TestMissingPages(t *testing.T) {
	var st store.Store
	site := previewed(t, func(cfg *Config) {
		cfg.Limits.Pictures = 1 // a burst of 80
		cfg.Now = (&clock{now: time.Now()}).Now
		st = cfg.Store
	})
	ada := newPerson(t, site)
	secret := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
	for _, p := range []store.Player{
		{ID: "bo", Role: store.Member, Name: "Bo", Skeleton: skeleton("Bo")}, {ID: "gone", Role: store.Deleted, Skeleton: skeleton("Gone")},
	} {
		if err := st.SavePlayer(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]int{
		"/nosuch": 404, "/game/nosuch": 404, "/game/no%00such": 404, "/game/" + strings.Repeat("x", 300): 404, "/analyse?game=nosuch": 404,
		"/people/Stranger": 404, "/people/Gone": 404, "/people/%3F": 404, "/learn/nosuch": 404,
		"/game/" + secret.ID: 200, "/analyse?game=" + secret.ID: 200, "/people/Bo": 200, "/people/bo": 200, "/learn/capturefive": 200,
		"/learn": 200, "/analyse": 200, "/train?problem=nosuch": 200,
	} {
		res, body := get(t, site+path)
		if said := len(tagsOf(t, string(body))) > 0; res.StatusCode != want || said != (want == 200) {
			t.Errorf("%.100s: %d, %s", path, res.StatusCode, body)
		}
	}
	for range 100 {
		if res, _ := get(t, site+"/game/nosuch"); res.StatusCode == 200 {
			return
		}
	}
	t.Error("a hundred reads of the store for one address")
}

// cookieOf returns the cookie that an answer sets, so that the next one sets none.
func cookieOf(res *http.Response) string {
	for _, c := range res.Cookies() {
		return c.Name + "=" + c.Value
	}
	return ""
}

// TestPictureOfMoves: a picture changes with the moves.
func TestPictureOfMoves(t *testing.T) {
	t.Parallel()
	site := previewed(t, nil)
	ada, bo := newPerson(t, site), newPerson(t, site)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone", Name: "Ada"})
	seat := bo.open(g.ID)
	seat.must(wire.ClientMessage{Type: "join", Name: "李"})
	before, first := get(t, site+"/picture/game/"+g.ID)
	ada.open(g.ID).must(wire.ClientMessage{Type: "play", Move: "C3"})
	after, second := get(t, site+"/picture/game/"+g.ID, "If-None-Match", before.Header.Get("ETag"))
	if before.StatusCode != 200 || after.StatusCode != 200 || bytes.Equal(first, second) ||
		before.Header.Get("ETag") == after.Header.Get("ETag") {
		t.Errorf("%v, then %v", before.Header, after.Header)
	}
}

// TestPicturesAreBounded: an address that requests too many pictures is refused, except for existing
// ones; and all concurrent requests get an answer.
func TestPicturesAreBounded(t *testing.T) {
	t.Parallel()
	site := previewed(t, func(cfg *Config) {
		cfg.Limits.Pictures = 0.2 // 4 at once
		cfg.Now = (&clock{now: time.Now()}).Now
	})
	var mu sync.Mutex
	got := map[int]int{}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			res, _ := get(t, site+fmt.Sprintf("/picture/board?spec=grid:%dx2", 2+i))
			mu.Lock()
			defer mu.Unlock()
			got[res.StatusCode]++
		})
	}
	all.Wait()
	if got[200] < 2 || got[200] > 4 || got[200]+got[429] != 40 {
		t.Errorf("answers by status: %v", got)
	}
	if res, _ := get(t, site+"/picture/board?spec=grid:50x50"); res.StatusCode != 429 {
		t.Errorf("one more: %d", res.StatusCode)
	}
	served := 0
	for i := range 40 {
		if res, _ := get(t, site+fmt.Sprintf("/picture/board?spec=grid:%dx2", 2+i)); res.StatusCode == 200 {
			served++
		}
	}
	if served < got[200] {
		t.Errorf("%d of %d pictures that are drawn already", served, got[200])
	}
}

// TestPreviewsBehindAProxy: links name the site as people know it.
func TestPreviewsBehindAProxy(t *testing.T) {
	t.Parallel()
	site := previewed(t, func(cfg *Config) { cfg.Site = "https://go.example" })
	if _, body := get(t, site+"/"); tagsOf(t, string(body))["og:image"] != "https://go.example/picture/site" {
		t.Errorf("%s", body)
	}
}

// FuzzPreviews requests any address, with any host.
func FuzzPreviews(f *testing.F) {
	for _, path := range []string{
		"/", "/game/abc", "/game/%3Cscript%3E", "/analyse?game=%22&board=x", "/new?board=grid:5",
		"/train?problem=%00", "/picture/game/%ff", "/picture/board?spec=grid:3",
	} {
		f.Add(path, "go.example")
	}
	f.Add("/", `x"><script>`)
	cfg := Config{Store: newStore(f), Limits: Limits{Pictures: 1e6, Requests: 1e6, Specs: 1e6}}
	cfg.Page = fstest.MapFS{"index.html": {Data: []byte(builtIndex)}}
	cfg.Pages = []string{"/", "/game/*", "/new", "/analyse", "/train"}
	s := New(cfg)
	f.Cleanup(s.Close)
	f.Fuzz(func(t *testing.T, path, host string) {
		at, err := url.ParseRequestURI(path)
		if err != nil || at.Host != "" || len(path) > 1000 || strings.Contains(path, "x") && strings.Contains(path, "picture/board") {
			return // large boards take their time
		}
		r := &http.Request{Method: "GET", URL: at, Host: host, Header: http.Header{}, RemoteAddr: "192.0.2.1:1"}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r.WithContext(t.Context()))
		switch w.Code {
		case 0, 200, 301, 304, 307, 308, 400, 404, 429, 503:
		default:
			t.Errorf("%q for %q: %d %s", path, host, w.Code, w.Body)
		}
		if strings.HasPrefix(w.Body.String(), "<!doctype") {
			tagsOf(t, w.Body.String())
		}
	})
}

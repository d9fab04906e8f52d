package league

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/client/bot/client"
	"moyo/client/terminal/files"
)

// hostile are malicious names.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title><b>`, `' onmouseover='x`,
	"{{.Name}}", "\u202egnp.exe", `javascript:alert(1)`, "&lt;b&gt;", "a\x00b\n",
}

// paper is a director without a server, to test its pages.
func paper(t *testing.T, name string) *Director {
	t.Helper()
	speaks, err := client.New("http://localhost:1", "token", "test", false)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(Config{
		Client: speaks, Dir: t.TempDir(), Events: []Event{event(t, "nogo@grid:4@absolute=5m")},
		Keep: Keep{Games: 1000, Records: 10}, Replace: files.Replace,
		Title: func(id string) string { return id },
		Now:   func() time.Time { return time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC) }, Notify: func(string) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.name = name
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// TestHostileNames shows malicious names, moves and results as plain text.
func TestHostileNames(t *testing.T) {
	for _, name := range hostile {
		d := paper(t, name)
		s := d.archives[0]
		for i, g := range randomGames(rand.New(rand.NewPCG(1, 1)), 3, 30) {
			g.Black += name
			g.White += name
			g.How = name
			g.Moves = []string{name[:min(len(name), maxMove)], name[:1]}
			if i%3 == 0 {
				g.Result = "B+" + name
			}
			if err := s.add(g, []byte(name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.publish(); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{filepath.Join(d.cfg.Dir, "index.html"), s.file("index.html")} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			page := string(text)
			for _, bad := range []string{"<script", "<img", "<b>", "onmouseover='", `href="javascript`} {
				if strings.Contains(page, bad) {
					t.Errorf("%s of %q has %s", filepath.Base(file), name, bad)
				}
			}
			if strings.Count(page, "</title>") != strings.Count(page, "<title>") {
				t.Errorf("%s of %q: a title ends early", filepath.Base(file), name)
			}
			if strings.Contains(page, "--ladder") {
				t.Errorf("%q is shown as an argument of a shell", name)
			}
		}
	}
}

// TestPublish writes only what has changed.
func TestPublish(t *testing.T) {
	d := paper(t, "Dora")
	write := func() (names []string) {
		t.Helper()
		d.cfg.Replace = func(name string, _ func(io.Writer) error) error {
			names = append(names, filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name))
			return nil
		}
		if err := d.publish(); err != nil {
			t.Fatal(err)
		}
		return names
	}
	if names := write(); len(names) != 3 {
		t.Errorf("at first %v", names)
	}
	if names := write(); len(names) != 0 {
		t.Errorf("without news %v", names)
	}
	d.archives[0].news = true
	if names := write(); len(names) != 3 {
		t.Errorf("with news %v", names)
	}
}

// TestHandler serves the pages with their headers, and nothing else.
func TestHandler(t *testing.T) {
	d := paper(t, "Dora")
	s := d.archives[0]
	g := randomGames(rand.New(rand.NewPCG(1, 1)), 3, 1)[0]
	if err := s.add(g, []byte("(;GM[1])")); err != nil {
		t.Fatal(err)
	}
	if err := d.publish(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(d.cfg.Dir, "private"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", s.file("games/link.sgf")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(d.cfg.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	pages := Handler(root.FS())
	event := "/" + s.Folder()
	for _, c := range []struct {
		method, path string
		status       int
		holds        string
	}{
		{"GET", "/", 200, "Computer ladder"},
		{"HEAD", "/", 200, ""},
		{"GET", "/style.css", 200, "--ground"},
		{"GET", event + "/", 200, "Who against whom"},
		{"GET", event, 301, ""},
		{"GET", event + "/games.jsonl", 200, g.ID},
		{"GET", event + "/games/" + g.ID + ".sgf", 200, "GM[1]"},
		{"GET", event + "/state.json", 404, ""},
		{"GET", event + "/games/", 404, ""},
		{"GET", event + "/games/link.sgf", 500, ""},
		{"GET", "/.lock", 404, ""},
		{"GET", "/private/", 404, ""},
		{"GET", event + "/../.lock", 404, ""},
		{"GET", "/%2e%2e/etc/passwd", 404, ""},
		{"POST", "/", 405, ""},
	} {
		out := httptest.NewRecorder()
		pages.ServeHTTP(out, httptest.NewRequest(c.method, c.path, nil))
		if out.Code != c.status || !strings.Contains(out.Body.String(), c.holds) {
			t.Errorf("%s %s: %d %.200s", c.method, c.path, out.Code, out.Body)
		}
		if h := out.Header(); !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") ||
			h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", c.path, h)
		}
		if strings.HasSuffix(c.path, ".sgf") && c.status == http.StatusOK && out.Header().Get("Content-Disposition") != "attachment" {
			t.Errorf("%s: headers %v", c.path, out.Header())
		}
	}
}

// TestOneDirector lets one program at a time use a folder.
func TestOneDirector(t *testing.T) {
	d := paper(t, "Dora")
	if _, err := New(d.cfg); err == nil || !strings.Contains(err.Error(), "another program is using this folder") {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := New(d.cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

package server

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/server/base/wire"
	"moyo/server/share/libraries"
	"moyo/server/store"
	"moyo/study/gameindex"
)

// importGames sends a file to the person's library.
func (p *person) importGames(query string, data []byte) (report libraries.LibraryImport, status int, text string) {
	p.t.Helper()
	res, err := p.http.Post(p.url+"/api/library/import"+query, "application/octet-stream", bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if res.StatusCode == http.StatusOK {
		if err := json.Unmarshal(body, &report); err != nil {
			p.t.Fatal(err)
		}
	}
	return report, res.StatusCode, string(body)
}

// brought is importGames for text.
func (p *person) brought(data string) libraries.LibraryImport {
	p.t.Helper()
	report, status, text := p.importGames("?name=games.sgf", []byte(data))
	if status != http.StatusOK {
		p.t.Fatalf("%.100s: %d %s", data, status, text)
	}
	return report
}

// settledLibrary returns the person's library when background work is done.
func (p *person) settledLibrary() (l libraries.Library) {
	p.t.Helper()
	for end := time.Now().Add(testTime); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if status, body := p.call("GET", "/api/library", nil, &l); status != http.StatusOK {
			p.t.Fatal(status, body)
		}
		if p.call("GET", "/api/library", nil, &l); !l.Working {
			return l
		}
	}
	p.t.Fatal("the library is worked on for ever")
	return l
}

func (p *person) explored(q libraries.LibraryPosition) (out libraries.LibraryExplored) {
	p.t.Helper()
	if status, body := p.call("POST", "/api/library/explore", q, &out); status != http.StatusOK {
		p.t.Fatalf("%+v: %d %s", q, status, body)
	}
	return out
}

func (p *person) searched(q libraries.LibrarySearch) (out libraries.LibraryPage) {
	p.t.Helper()
	if status, body := p.call("POST", "/api/library/search", q, &out); status != http.StatusOK {
		p.t.Fatalf("%+v: %d %s", q, status, body)
	}
	return out
}

// randomRecords returns random games as one file, and their positions.
func randomRecords(t testing.TB, rng *rand.Rand, n, moves int) (text string, all []game.Position) {
	t.Helper()
	var out strings.Builder
	for i := range n {
		spec := []struct{ rules, board string }{{"weiqi", "grid:9"}, {"gomoku", "grid:15"}, {"weiqi", "torus:5x5"}}[i%3]
		rules, err := catalog.Rules(spec.rules)
		if err != nil {
			t.Fatal(err)
		}
		b, err := catalog.Board(spec.board, nil)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.New(b)
		if err != nil {
			t.Fatal(err)
		}
		for len(pos.Turns()) < moves && !pos.Outcome().Over {
			if legal := pos.LegalMoves(nil); len(legal) > 0 {
				_ = pos.Play(legal[rng.IntN(len(legal))])
			}
		}
		g := record.Of(pos, sgf.Go)
		g.Root.Set("PB", fmt.Sprintf("Black %d", i%5))
		g.Root.Set("PW", fmt.Sprintf("White %d", i%3))
		g.Root.Set("DT", fmt.Sprintf("%d-0%d", 2000+i%7, 1+i%9))
		g.Root.Set("RE", []string{"B+R", "W+1.5", "0", "?"}[i%4])
		if err := sgf.Write(&out, sgf.Collection{g}); err != nil {
			t.Fatal(err)
		}
		all = append(all, pos)
	}
	return out.String(), all
}

// zipped returns a ZIP archive of files.
func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// slowly counts the moves played after a position in games, by comparing all of their
// positions.
func slowly(all []game.Position, pos game.Position, ply int) (times, ended int) {
	same := gameindex.NewSymmetries(pos.Board())
	d := gameindex.DiagramAt(pos, ply)
	for _, other := range all {
		if other.Board().Spec() != pos.Board().Spec() || other.Rules().ID() != pos.Rules().ID() {
			continue
		}
		for at := range len(other.Turns()) + 1 {
			if same.Same(d, gameindex.DiagramAt(other, at)) {
				times++
				if at == len(other.Turns()) {
					ended++
				}
			}
		}
	}
	return times, ended
}

// positionAt describes a game's position before a turn as the page does.
func positionAt(pos game.Position, ply int) libraries.LibraryPosition {
	q := libraries.LibraryPosition{Board: pos.Board().Spec(), Rules: pos.Rules().ID(), Limit: 50}
	for _, t := range pos.Turns()[:ply] {
		q.Moves = append(q.Moves, game.Format(pos, t.Move))
	}
	return q
}

// checkLibrary compares the results for some positions with a slow search of all games.
func checkLibrary(t *testing.T, rng *rand.Rand, p *person, all []game.Position, looks int) {
	t.Helper()
	for range looks {
		pos := all[rng.IntN(len(all))]
		ply := rng.IntN(min(len(pos.Turns())+1, 1+rng.IntN(12)))
		q := positionAt(pos, ply)
		times, ended := slowly(all, pos, ply)
		found := p.explored(q)
		sum, end := 0, 0
		for _, m := range found.Moves {
			sum += m.Times
			if m.Move == "" {
				end = m.Times
			} else if m.Times != m.Black+m.White+m.Draws+m.Other {
				t.Errorf("%+v", m)
			}
		}
		if found.Times != times || sum != times || end != ended || !found.Whole || len(found.Games) == 0 {
			t.Fatalf("%+v: found %d times (%d by moves, %d ended), want %d and %d; %+v", q, found.Times, sum, end, times, ended, found)
		}
		for _, g := range found.Games {
			if !gameindex.NewSymmetries(pos.Board()).Same(gameindex.DiagramAt(pos, ply), gameindex.DiagramAt(p.libraryGame(g.Number), *g.At)) {
				t.Errorf("%+v: game %d has another position before turn %d", q, g.Number, *g.At)
			}
		}
	}
}

// libraryGame returns a game of the library, replayed.
func (p *person) libraryGame(number int) game.Position {
	p.t.Helper()
	status, text := p.call("GET", fmt.Sprint("/api/library/games/", number), nil, nil)
	games, err := sgf.Parse(text)
	if status != http.StatusOK || err != nil {
		p.t.Fatal(status, text, err)
	}
	pos, err := record.Load(games[0], game.Opener{
		Rules: catalog.Rules, Board: func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) },
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return pos
}

// TestLibrary uploads games, and finds them by headers and by positions.
func TestLibrary(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	rng := rand.New(rand.NewPCG(1, 1))
	text, all := randomRecords(t, rng, 150, 30)
	report := p.brought(text + "(;GM[98])\n\n(;GM[99])")
	if report.Added != 150 || report.Known != 0 || report.Refused != 2 || report.File != 1 || report.Next != 0 || report.Problem != "" {
		t.Errorf("%+v", report)
	}
	if r := report.Reasons; len(r) != 2 || r[0].Line == 0 || !strings.Contains(r[0].Reason, "GM[98]") ||
		r[1].Line != r[0].Line+2 || !strings.Contains(r[1].Reason, "GM[99]") {
		t.Errorf("reasons: %+v", r)
	}
	if again := p.brought(text); again.Added != 0 || again.Known != 150 || again.File != 0 {
		t.Errorf("the same again: %+v", again)
	}
	l := p.settledLibrary()
	if l.Games != 150 || l.Indexed != 150 || l.Bytes == 0 || l.MostGames != 10_000 || len(l.Files) != 1 ||
		l.Files[0].Name != "games.sgf" || l.Files[0].Games != 150 || len(l.Boards) != 3 || l.Boards[0].Games != 50 {
		t.Errorf("%+v", l)
	}
	checkLibrary(t, rng, p, all, 40)

	checkSearches(t, p, all)
	at := positionAt(all[0], 1)
	page := p.searched(libraries.LibrarySearch{Player: "black", Position: &at, Limit: 200})
	times, _ := slowly(all, all[0], 1)
	if len(page.Games) == 0 || len(page.Games) != times || *page.Games[0].At != 1 {
		t.Errorf("by a position: %d games of %d, %+v", len(page.Games), times, page.Games)
	}
	other := newPerson(t, p.url)
	if found := other.explored(positionAt(all[0], 0)); found.Times != 0 {
		t.Errorf("another finds %+v", found)
	}
	if status, _ := other.call("GET", "/api/library/games/1", nil, nil); status != http.StatusNotFound {
		t.Errorf("another's game: %d", status)
	}
}

// checkSearches searches a library's games in many ways, and compares the results with all of them.
func checkSearches(t *testing.T, p *person, all []game.Position) {
	for _, c := range []struct {
		q    libraries.LibrarySearch
		want func(i int) bool
	}{
		{libraries.LibrarySearch{}, func(int) bool { return true }},
		{libraries.LibrarySearch{Player: "black 2"}, func(i int) bool { return i%5 == 2 }},
		{libraries.LibrarySearch{Player: "2"}, func(i int) bool { return i%5 == 2 || i%3 == 2 }},
		{libraries.LibrarySearch{Player: "2", Color: "white"}, func(i int) bool { return i%3 == 2 }},
		{
			libraries.LibrarySearch{Player: "WHITE 1", Opponent: "black 1", Result: "won"},
			func(i int) bool { return i%3 == 1 && i%5 == 1 && i%4 == 1 },
		},
		{libraries.LibrarySearch{Result: "unknown"}, func(i int) bool { return i%4 == 3 }},
		{libraries.LibrarySearch{Result: "draw", Game: "gomoku"}, func(i int) bool { return i%4 == 2 && i%3 == 1 }},
		{libraries.LibrarySearch{Board: "torus:5x5", Moves: 30}, func(i int) bool { return i%3 == 2 && len(all[i].Turns()) >= 30 }},
		{libraries.LibrarySearch{From: "2003", To: "2004-05"}, func(i int) bool { return i%7 == 3 || i%7 == 4 && i%9 < 5 }},
		{libraries.LibrarySearch{File: new(int)}, func(int) bool { return false }},
	} {
		want := 0
		for i := range 150 {
			if c.want(i) {
				want++
			}
		}
		c.q.Limit = 7
		have := map[int]bool{}
		for page := p.searched(c.q); ; page = p.searched(c.q) {
			for _, g := range page.Games {
				if i := g.Number - 1; !c.want(i) || have[i] {
					t.Errorf("%+v: game %+v", c.q, g)
				}
				have[g.Number-1] = true
			}
			if c.q.After = page.Next; page.Next == "" {
				break
			}
		}
		if len(have) != want {
			t.Errorf("%+v: %d games, want %d", c.q, len(have), want)
		}
	}
}

// TestLibraryDeleted deletes a game, a file and everything: deleted games are not found.
func TestLibraryDeleted(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	rng := rand.New(rand.NewPCG(2, 1))
	text, all := randomRecords(t, rng, 60, 20)
	more, others := randomRecords(t, rng, 60, 21)
	p.brought(text)
	p.brought(more)
	remove := func(path string, want int) {
		t.Helper()
		if status, body := p.call("DELETE", path, nil, nil); status != want {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	checkLibrary(t, rng, p, append(all, others...), 10)
	remove("/api/library/games/1", http.StatusNoContent)
	remove("/api/library/games/1", http.StatusNotFound)
	remove("/api/library/games/0", http.StatusNotFound)
	all = all[1:]
	checkLibrary(t, rng, p, append(all, others...), 10)
	remove("/api/library/files/2", http.StatusNoContent)
	remove("/api/library/files/2", http.StatusNotFound)
	checkLibrary(t, rng, p, all, 10)
	if p.brought(more).Added != 60 {
		t.Error("deleted games cannot be uploaded again")
	}
	checkLibrary(t, rng, p, append(all, others...), 10)
	remove("/api/library", http.StatusNoContent)
	if l := p.settledLibrary(); l.Games != 0 || l.Bytes != 0 || len(l.Files) != 0 || len(l.Boards) != 0 {
		t.Errorf("%+v", l)
	}
	if found := p.explored(positionAt(others[0], 0)); found.Times != 0 || len(found.Games) != 0 || !found.Whole {
		t.Errorf("%+v", found)
	}
	remove("/api/library", http.StatusNoContent)
}

// TestLibraryFiles uploads the other formats, and archives.
func TestLibraryFiles(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	archive := zipped(t, map[string]string{
		"a/one.SGF": "(;SZ[9];B[aa])", "a/two.sgf": "(;SZ[9];B[bb])(;SZ[9];B[cc]",
		"a/.hidden.sgf": "(;SZ[9];B[ee])", "__MACOSX/a/._one.sgf": "x", "notes.txt": "x",
		"b/three.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n", "b/four.lib": "nothing",
	})
	report, status, text := p.importGames("?name=%2Fall.zip", archive)
	if status != http.StatusOK || report.Added != 4 || report.Refused != 1 || report.Skipped != 3 || len(report.Reasons) != 1 {
		t.Errorf("%d %s", status, text)
	}
	if r, cut := report.Reasons, report.Repairs; r[0].File != "b/four.lib" || report.Repaired != 1 ||
		len(cut) != 1 || cut[0].File != "a/two.sgf" {
		t.Errorf("%+v", report)
	}
	// The second character of PB ends in a bracket, and that of C in a backslash before one.
	gbk := "(;SZ[9]PB[\xbb\xc6\x81\x5d\xcb\xbf]PW[\xc0\xee]CA[GB2312];B[dd]C[\xce\xd2\xc3\xc7\xb5\xc4\x81\x5c])"
	if report := p.brought(gbk); report.Added != 1 {
		t.Errorf("%+v", report)
	}
	page := p.searched(libraries.LibrarySearch{Player: "黄"})
	if len(page.Games) != 1 || !strings.HasSuffix(page.Games[0].Black, "丝") {
		t.Errorf("%+v", page)
	}
	const three = "(;SZ[9];B[ba])(;SZ[9];B[ca])(;SZ[9];B[da])"
	if report, status, text := p.importGames("?from=2&file=1", []byte(three)); status != http.StatusOK ||
		report.Added != 1 || report.File != 1 || report.Next != 0 {
		t.Errorf("from the third game on: %d %s", status, text)
	}
	for data, want := range map[string]string{" ": "empty", "no record": "no game", "PK\x03\x04damaged": "damaged", "Rar!": "rar"} {
		if report := p.brought(data); report.Added != 0 || report.Refused != 1 || !strings.Contains(report.Reasons[0].Reason, want) {
			t.Errorf("%q: %+v", data, report)
		}
	}
	if _, status, text := p.importGames("", make([]byte, 16<<20+1)); status != http.StatusRequestEntityTooLarge ||
		!strings.Contains(text, "16 MB") {
		t.Errorf("%d %s", status, text)
	}
	for path, body := range map[string]any{
		"search":  libraries.LibrarySearch{From: "yesterday"},
		"explore": libraries.LibraryPosition{Board: "grid:9", Rules: "weiqi", Corner: 7, Side: "top-left"},
	} {
		if status, text := p.call("POST", "/api/library/"+path, body, nil); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}

// TestLibraryPlayed: players find their finished games in their libraries, and their opponents do
// too. A deleted game does not return.
func TestLibraryPlayed(t *testing.T) {
	t.Parallel()
	url := start(t, testConfig(newStore(t)))
	ada, bo := newPerson(t, url), newPerson(t, url)
	play := func(moves string) string {
		g := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
		a, b := ada.open(g.ID), bo.open(g.ID)
		b.must(wire.ClientMessage{Type: "join", ID: "j"})
		for i, move := range strings.Fields(moves) {
			side := a
			if i%2 == 1 {
				side = b
			}
			side.must(wire.ClientMessage{Type: "play", ID: fmt.Sprint(i), Move: move, Ply: i})
		}
		a.must(wire.ClientMessage{Type: "resign", ID: "r"})
		return g.ID
	}
	if l := ada.settledLibrary(); l.Games != 0 {
		t.Errorf("%+v", l)
	}
	id := play("C3 G7 C7 G3")
	play("C3") // hardly begun
	for _, p := range []*person{ada, bo} {
		l := p.settledLibrary()
		page := p.searched(libraries.LibrarySearch{Player: "ada", Color: "black", Result: "lost"})
		if l.Games != 1 || len(l.Files) != 1 || l.Files[0].File != 0 || len(page.Games) != 1 ||
			page.Games[0].Played != id || page.Games[0].Winner != "white" {
			t.Errorf("%+v\n%+v", l, page)
		}
		found := p.explored(libraries.LibraryPosition{Board: "grid:9", Rules: "weiqi", Moves: []string{"G7"}})
		if found.Times != 1 || len(found.Moves) != 1 || found.Moves[0].White != 1 || found.Games[0].Played != id {
			t.Errorf("%+v", found)
		}
	}
	play("C3 G7 C7 G4")
	if l := ada.settledLibrary(); l.Games != 2 || l.Files[0].Games != 2 {
		t.Errorf("%+v", l)
	}
	if status, body := ada.call("DELETE", "/api/library/files/0", nil, nil); status != http.StatusNoContent {
		t.Error(status, body)
	}
	if l := ada.settledLibrary(); l.Games != 0 {
		t.Errorf("deleted games come back: %+v", l)
	}
}

// TestLibraryCopies: a file that repeats one game many times is read until that is clear, and the game is stored.
func TestLibraryCopies(t *testing.T) {
	t.Parallel()
	p := newPerson(t, startMemory(t))
	const one = "(;GM[1]SZ[9];B[aa];W[bb])\n"
	few := p.brought(strings.Repeat(one, 1001) + "(;GM[1]SZ[9];B[cc])")
	if few.Added != 2 || few.Known != 1000 || few.Problem != "" {
		t.Errorf("1001 times: %+v", few)
	}
	many := p.brought(strings.Repeat(one, 15<<20/len(one)) + "(;GM[1]SZ[9];B[dd])")
	if many.Added != 0 || many.Known != 1002 || many.Refusal != "library.copies" || !strings.Contains(many.Problem, "1000") {
		t.Errorf("600,000 times: %+v", many)
	}
}

// TestLibraryBounds: a full library takes what fits and reports it, and so does an address that has
// reached its daily total; a guest has a tenth.
func TestLibraryBounds(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.LibraryGames, cfg.Limits.Storage.Address = 100, 150_000
	s := New(cfg)
	url := serveFor(t, s)
	rng := rand.New(rand.NewPCG(3, 1))
	guest, member := newPerson(t, url), withRole(t, s, url, store.Member, false)
	text, all := randomRecords(t, rng, 20, 10)
	report := guest.brought(text)
	if report.Added != 10 || report.Refusal != "library.full" || report.Problem == "" {
		t.Errorf("%+v", report)
	}
	if l := guest.settledLibrary(); l.Games != 10 || l.MostGames != 10 || l.MostBytes != 1<<30/10 {
		t.Errorf("%+v", l)
	}
	checkLibrary(t, rng, guest, all[:10], 10)
	if again := guest.brought(text); again.Known != 10 || again.Added != 0 || again.Refusal != "library.full" {
		t.Errorf("%+v", again)
	}
	more, _ := randomRecords(t, rng, 90, 11)
	report = member.brought(text + more) // 110 games, in several parts
	if report.Added != 100 || report.Refusal != "library.full" {
		t.Errorf("%+v", report)
	}
	before := member.settledLibrary().Games
	for range 20 {
		fresh, _ := randomRecords(t, rng, 100, 40)
		guest.call("DELETE", "/api/library", nil, nil)
		report, status, body := guest.importGames("", []byte(fresh))
		if refused := status == http.StatusTooManyRequests || report.Refusal == "storage.address"; refused {
			if l := member.settledLibrary(); l.Games != before {
				t.Errorf("%+v", l)
			}
			return
		}
		if status != http.StatusOK {
			t.Fatal(status, body)
		}
	}
	t.Error("an address brings as much as it likes")
}

// TestLibraryFlood: while one person uploads files without pause, another's question is answered soon.
func TestLibraryFlood(t *testing.T) {
	cfg := testConfig(newStore(t))
	cfg.Limits.Uploads, cfg.Limits.UploadsPerAddress, cfg.Limits.LibraryGames = 12, 12, 1_000_000
	url := start(t, cfg)
	rng := rand.New(rand.NewPCG(4, 1))
	text, all := randomRecords(t, rng, 30, 20)
	quiet := newPerson(t, url)
	quiet.brought(text)
	ctx, stop := context.WithCancel(t.Context())
	var floods sync.WaitGroup
	for i := range 4 {
		p := newPerson(t, url)
		flood, _ := randomRecords(t, rand.New(rand.NewPCG(5, uint64(i))), 400, 60)
		floods.Go(func() {
			for ctx.Err() == nil {
				req, err := http.NewRequestWithContext(ctx, "POST", url+"/api/library/import", strings.NewReader(flood))
				if err != nil {
					t.Error(err)
					return
				}
				if res, err := p.http.Do(req); err == nil {
					res.Body.Close()
				}
			}
		})
	}
	worst := time.Duration(0)
	for i := range 20 {
		began := time.Now()
		if found := quiet.explored(positionAt(all[i], 1)); found.Times == 0 {
			t.Errorf("%+v", found)
		}
		worst = max(worst, time.Since(began))
	}
	stop()
	floods.Wait()
	t.Logf("the slowest of 20 answers took %v", worst)
	if worst > 10*time.Second {
		t.Errorf("an answer takes %v", worst)
	}
}

package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/base/wire"
	"moyo/server/people/moderation"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// pathFile returns the file of a path with a number of points.
func pathFile(points int) string {
	var file strings.Builder
	for p := range points {
		fmt.Fprintf(&file, "v %d 0 0\n", p)
	}
	for p := range points - 1 {
		fmt.Fprintf(&file, "l %d %d\n", p+1, p+2)
	}
	return file.String()
}

// shown returns the shared boards as a person sees them.
func (p *person) shown(query string) boards.SharedBoards {
	p.t.Helper()
	var page boards.SharedBoards
	p.must(200, "GET", "/api/boards/shared?"+query, nil, &page)
	return page
}

// TestGallery: a board is uploaded, shared, played on, reported, hidden, shown again, renamed
// and deleted. Guests, silenced players, and players without the board may not do these.
func TestGallery(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	at := serveFor(t, s)
	mo, guest := withRole(t, s, at, store.Moderator, false), newPerson(t, at)
	ada, bo := newPerson(t, at).signUp("Ada"), newPerson(t, at).signUp("Bo")
	var entry boards.BoardEntry
	ada.must(201, "POST", "/api/boards", boards.NewBoard{Name: "A ladder", File: pathFile(9), Component: -1}, &entry)
	hash := strings.TrimPrefix(entry.Spec, "id:")
	share := "/api/boards/shared/" + hash

	guest.must(401, "PUT", share, nil, nil)
	bo.must(404, "PUT", share, nil, nil)
	ada.must(404, "PUT", "/api/boards/shared/none", nil, nil)
	ada.must(204, "PUT", share, nil, nil)
	ada.must(409, "PUT", share, nil, nil)
	bo.must(201, "POST", "/api/boards", boards.NewBoard{Name: "The same", File: pathFile(9), Component: -1}, nil)
	bo.must(409, "PUT", share, nil, nil)

	table := seats(ada, bo, wire.NewGame{Board: entry.Spec, Rules: "weiqi", Color: "black", Opponent: "human"})
	for i, move := range []string{"1", "3", "5", "7"} {
		table[i%2].untilState("the other's move", func(s wire.State) bool { return s.Ply == i })
		table[i%2].play(move)
	}
	table[0].must(wire.ClientMessage{Type: "resign"})
	page := guest.shown("name=LADD")
	if len(page.Boards) != 1 || page.Next != "" {
		t.Fatalf("%+v", page)
	}
	got := page.Boards[0]
	got.Shared = ""
	want := (wire.SharedBoard{Spec: entry.Spec, Title: "A ladder", Author: "Ada", Points: 9, Lines: 8, Least: 1, Most: 2, Played: 1})
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if page := ada.shown(""); !page.Boards[0].Yours {
		t.Errorf("%+v", page)
	}
	if page := guest.shown("name=" + url.QueryEscape("no such%")); len(page.Boards) != 0 {
		t.Errorf("%+v", page)
	}

	g := &gallery{t, mo, guest, ada, bo, entry.Spec, hash, share}
	g.hide()
	g.rename()
	g.drop(table[0].game.ID)
}

// A gallery is a server on which Ada shares a board.
type gallery struct {
	t                  *testing.T
	mo, guest, ada, bo *person
	spec, hash, share  string // the board's, and where it is shared
}

// hide reports the board, hides it, and shows it again.
func (g *gallery) hide() {
	t := g.t
	g.guest.must(401, "POST", "/api/reports", moderation.NewReport{Kind: "board", Board: g.spec, Reason: "name"}, nil)
	g.ada.must(400, "POST", "/api/reports", moderation.NewReport{Kind: "board", Board: g.spec, Reason: "name"}, nil)
	g.bo.must(404, "POST", "/api/reports", moderation.NewReport{Kind: "board", Board: "id:none", Reason: "name"}, nil)
	g.bo.must(201, "POST", "/api/reports", moderation.NewReport{Kind: "board", Board: g.spec, Reason: "name", Text: "rude"}, nil)
	var queue moderation.Reports
	g.mo.must(200, "GET", "/api/moderation/reports", nil, &queue)
	if len(queue.Reports) != 1 || queue.Reports[0].Board != g.spec || queue.Reports[0].Target.Name != "Ada" {
		t.Fatalf("%+v", queue)
	}
	id := queue.Reports[0].ID
	var seen moderation.ReportContext
	g.mo.must(200, "GET", fmt.Sprint("/api/moderation/reports/", id), nil, &seen)
	if seen.Board == nil || seen.Board.Title != "A ladder" || seen.Board.Hidden {
		t.Errorf("%+v", seen.Board)
	}
	g.mo.must(400, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "hide", Name: "Ada", Why: "x"}, nil)
	g.mo.must(404, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "hide", Board: "id:none", Why: "x"}, nil)
	g.bo.must(403, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "hide", Board: g.spec, Why: "x"}, nil)
	g.mo.must(201, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "hide", Report: id, Why: "Its name is rude."}, nil)
	if page := g.bo.shown(""); len(page.Boards) != 0 {
		t.Errorf("a hidden board is shown: %+v", page)
	}
	var standing moderation.Standing
	g.ada.must(200, "GET", "/api/standing", nil, &standing)
	if len(standing.Warnings) != 1 || standing.Warnings[0].Kind != "hide" || standing.Warnings[0].Text != "Its name is rude." {
		t.Errorf("%+v", standing)
	}
	g.ada.must(403, "PUT", g.share, nil, nil)
	var own boards.OwnBoards
	g.ada.must(200, "GET", "/api/me/boards", nil, &own)
	if len(own.Boards) != 1 || own.Boards[0].Shared == nil || !own.Boards[0].Shared.Hidden {
		t.Errorf("%+v", own)
	}
	g.mo.must(201, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "unhide", Board: g.spec}, nil)
	if page := g.bo.shown(""); len(page.Boards) != 1 || page.Boards[0].Hidden {
		t.Errorf("a board that was hidden does not come back: %+v", page)
	}
	var log moderation.Deeds
	g.mo.must(200, "GET", "/api/moderation/deeds", nil, &log)
	if len(log.Deeds) != 2 || log.Deeds[0].Kind != "unhide" || log.Deeds[1].Board != g.spec {
		t.Errorf("%+v", log)
	}
}

// rename renames the board, which a silenced player may not do.
func (g *gallery) rename() {
	t := g.t
	g.ada.must(400, "PUT", "/api/me/boards/"+g.hash, boards.BoardTitle{Title: " \u200b "}, nil)
	g.ada.must(204, "PUT", "/api/me/boards/"+g.hash, boards.BoardTitle{Title: "A long ladder"}, nil)
	g.guest.must(404, "PUT", "/api/me/boards/"+g.hash, boards.BoardTitle{Title: "Mine"}, nil)
	g.mo.must(201, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "silence", Name: "Ada", Hours: 1, Why: "x"}, nil)
	g.ada.must(403, "PUT", "/api/me/boards/"+g.hash, boards.BoardTitle{Title: "Rude"}, nil)
	if page := g.bo.shown("order=new"); page.Boards[0].Title != "A long ladder" {
		t.Errorf("%+v", page)
	}
	var list []struct{ Title string }
	if err := json.Unmarshal([]byte(g.ada.archive()["boards.json"]), &list); err != nil || len(list) != 1 || list[0].Title != "A long ladder" {
		t.Errorf("%+v %v", list, err)
	}
	if text := g.ada.archive()["boards.json"]; !strings.Contains(text, `"shared": true`) {
		t.Errorf("the archive does not say that the board is shared: %s", text)
	}
}

// drop lets Ada delete the board: the game on it and other owners keep it.
func (g *gallery) drop(game string) {
	t := g.t
	g.ada.must(204, "DELETE", "/api/me/boards/"+g.hash, nil, nil)
	g.ada.must(404, "DELETE", "/api/me/boards/"+g.hash, nil, nil)
	if page := g.bo.shown(""); len(page.Boards) != 0 {
		t.Errorf("a board that was dropped is shown: %+v", page)
	}
	if tb := g.guest.open(game); len(tb.stones) != 9 {
		t.Errorf("the game has %d points", len(tb.stones))
	}
	g.bo.must(204, "PUT", g.share, nil, nil)
	if page := g.guest.shown(""); len(page.Boards) != 1 || page.Boards[0].Author != "Bo" || page.Boards[0].Played != 1 {
		t.Errorf("%+v", page)
	}
	g.bo.must(204, "DELETE", g.share, nil, nil)
	g.bo.must(404, "DELETE", g.share, nil, nil)
}

// TestGalleryPages reads the gallery to its end by the cursors in the answers, and
// refuses other cursors.
func TestGalleryPages(t *testing.T) {
	t.Parallel()
	disk := newStore(t)
	p := newPerson(t, start(t, testConfig(disk)))
	const boards = 60
	for i := range boards {
		hash := fmt.Sprintf("%064x", i)
		b := store.Board{Hash: hash, Title: fmt.Sprint("Board ", i), JSON: []byte("{}"), Created: time.Now()}
		if err := disk.SaveBoard(t.Context(), "ada", b); err != nil {
			t.Fatal(err)
		}
		if err := disk.Write(t.Context(), 1, func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Run(ctx, `INSERT INTO shared_boards (hash, owner, title, search, points, edges, least, most, at, played, hidden)
				VALUES (?1, 'ada', ?2, ?2, 0, 0, 0, 0, ?3, 0, ?4)`, hash, b.Title, i/5, false)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, order := range []string{"played", "new"} {
		seen, next := map[string]bool{}, ""
		for range 9 {
			page := p.shown("order=" + order + "&after=" + next)
			for _, b := range page.Boards {
				seen[b.Spec] = true
			}
			if next = page.Next; next == "" {
				break
			}
		}
		if len(seen) != boards || next != "" {
			t.Errorf("%s: %d boards, then %q: %v", order, len(seen), next, slices.Sorted(maps.Keys(seen))[:3])
		}
	}
	for _, after := range []string{"x", "1.2", "1.2.'", "1.x.ab", "99999999999999999999.1.ab"} {
		p.must(400, "GET", "/api/boards/shared?after="+url.QueryEscape(after), nil, nil)
	}
	p.must(422, "GET", "/api/boards/shared?order=best", nil, nil)
}

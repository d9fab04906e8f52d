package server

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// scratched is a store with one damaged game.
type scratched struct {
	store.Store
	id atomic.Pointer[string]
}

func (s *scratched) Load(ctx context.Context, id string) (store.Game, []store.Entry, error) {
	if bad := s.id.Load(); bad != nil && *bad == id {
		return store.Game{}, nil, &store.Damaged{Game: id, Whole: 3}
	}
	return s.Store.Load(ctx, id)
}

// TestDamagedGame: a game that is damaged on disk is refused with a message. In its players'
// downloads one file describes it, and the other games are complete.
func TestDamagedGame(t *testing.T) {
	t.Parallel()
	disk := &scratched{Store: sqlitetest.New(t)}
	url := start(t, testConfig(disk))
	ada := newPerson(t, url).signUp("Ada")
	var ids []string
	for range 3 {
		a := ada.open(ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=0.5", Color: "black", Opponent: "human"}).ID)
		newPerson(t, url).open(a.game.ID).must(wire.ClientMessage{Type: "join"})
		a.untilState("the other", func(s wire.State) bool { return s.Phase == "playing" })
		a.play("A1")
		a.must(wire.ClientMessage{Type: "resign"})
		_ = a.conn.CloseNow()
		ids = append(ids, a.game.ID)
	}
	disk.id.Store(&ids[1])
	if status, body := ada.call("GET", "/api/games/"+ids[1]+"/sgf", nil, nil); status != http.StatusInternalServerError {
		t.Errorf("its record: %d %s", status, body)
	}
	_, sgf := ada.call("GET", "/api/me/games/records", nil, nil)
	if strings.Count(sgf, "(;") != 3 || !strings.Contains(sgf, ids[1]+" is missing") {
		t.Errorf("records: %s", sgf)
	}
	_, archive := ada.call("GET", "/api/account/archive", nil, nil)
	z, err := zip.NewReader(bytes.NewReader([]byte(archive)), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	games, damaged := 0, 0
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".sgf") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		games++
		if bytes.Contains(text, []byte("is missing: the server")) {
			damaged++
		}
	}
	if games != 3 || damaged != 1 {
		t.Errorf("the archive has %d games, %d of them damaged", games, damaged)
	}
}

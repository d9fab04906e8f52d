package libraries

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/study/gameindex"
)

// TestForgottenBoard checks that a game on a custom board can be read and found after the board was deleted, and that a game
// that would become too long with its board is refused.
func TestForgottenBoard(t *testing.T) {
	kept := sqlitetest.New(t)
	s, _ := newService(t, kept, time.Now())
	draft, err := boardfile.ReadJSON("x", strings.NewReader(`{"points":3,"edges":[[0,1],[1,2]]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := draft.Board("x")
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.TrimPrefix(b.Spec(), "id:")
	if err := kept.SaveBoard(t.Context(), "ada", store.Board{
		Hash: hash, Title: "x", JSON: boardfile.JSON(b), Created: time.Now(),
	}); err != nil {
		t.Fatal(err)
	}
	game := "(;GM[0]RI[weiqi]BD[" + b.Spec() + "]C[Ü]"
	move := ";B[" + b.Name(board.Point(1)) + "])"
	long := game + "GC[" + strings.Repeat("x", 1<<20-len(game)-len(move)-10) + "]" + move
	report, err := s.bring(ada, []byte(game+move+"\n"+long))
	if err != nil || report.Added != 1 || report.Refused != 1 || !strings.Contains(report.Reasons[0].Reason, "with the board") {
		t.Fatalf("%+v %v", report, err)
	}
	err = kept.Write(t.Context(), 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM board_owners WHERE hash = ?`, hash)
	})
	if err := errors.Join(err, kept.DeleteBoard(t.Context(), hash)); err != nil {
		t.Fatal(err)
	}
	s.Boards.Forget(b.Spec())
	games, err := s.kept.records(t.Context(), "ada", []uint32{1})
	if err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
	read, err := gameindex.NewReader(s.opener(t.Context())).Read(gameindex.Record{Text: string(games[0].Record)})
	if err != nil || read.Board != b.Spec() || read.Plies != 1 ||
		!strings.Contains(string(games[0].Record), "C[Ü]") || read.Sum != [16]byte([]byte(games[0].Sum)) {
		t.Errorf("%s: %+v %v", games[0].Record, read, err)
	}
}

// TestUnreadable checks that an unreadable game does not hide others.
func TestUnreadable(t *testing.T) {
	s, _ := newService(t, sqlitetest.New(t), time.Now())
	if report, err := s.bring(ada, []byte("(;GM[1]SZ[9];B[aa])(;GM[1]SZ[9];B[bb])")); err != nil || report.Added != 2 {
		t.Fatalf("%+v %v", report, err)
	}
	spoiled, err := packed([]keptGame{{Record: []byte("(;GM[0]RI[weiqi]BD[id:none])")}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Store.Write(t.Context(), 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `UPDATE library_records SET body = ? WHERE owner = ? AND number = 1`,
			spoiled[0].Record, ada.owner)
	}); err != nil {
		t.Fatal(err)
	}
	found, err := s.explored(t.Context(), ada, LibraryPosition{Board: "grid:9", Rules: "weiqi"})
	if err != nil || len(found.Games) != 1 || found.Games[0].Number != 2 {
		t.Errorf("%+v %v", found, err)
	}
}

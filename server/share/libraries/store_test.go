package libraries

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs the tests for every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{
		"Games": testStoreGames, "Queries": testStoreQueries, "Deleted": testStoreDeleted, "Index": testStoreIndex, "Reset": testStoreReset,
		"Empty": testStoreEmpty,
	})
}

// later returns a time some hours after noon.
func later(hours int) time.Time { return time.Date(2026, 7, 1, 12+hours, 0, 0, 0, time.UTC) }

// roomy are limits that no test reaches.
var roomy = Bounds{Games: 1 << 30, Bytes: 1 << 40}

// libraryGame returns a game that differs from those of other numbers.
func libraryGame(i int) keptGame {
	return keptGame{
		Sum: fmt.Sprintf("%016d", i), Black: []string{"Lee Changho", "Cho U", "Ünal"}[i%3],
		White: []string{"Rui Naiwei", "LEE Sedol"}[i%2], Event: fmt.Sprint("Cup ", i%4),
		Date: "2020", Result: "B+R", Day: 20200000 + i%5*100, Winner: game.Color(i % 3), Known: i%4 > 0,
		Game: []string{"weiqi", "gomoku"}[i%2], Board: []string{"grid:19", "grid:13", "grid:9"}[i%3],
		Rules: "weiqi:komi=7.5", Moves: 10 * i, Bytes: 100 + i, Played: fmt.Sprint("g", i),
		Added: later(i), Record: fmt.Appendf(nil, "(;C[%d\x00\xff])", i),
	}
}

func libraryGames(from, to int) (games []keptGame) {
	for i := from; i < to; i++ {
		games = append(games, libraryGame(i))
	}
	return games
}

func addGames(t *testing.T, l libraries, owner string, file int, games ...keptGame) newNumbers {
	t.Helper()
	added, err := l.add(context.Background(), newGames{
		Owner: owner, File: gameFile{File: file, Name: "a.sgf", Added: later(1)}, Games: games, Most: roomy,
	})
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func wantLibrary(t *testing.T, l libraries, owner string, want library) {
	t.Helper()
	have, err := l.one(context.Background(), owner)
	if err != nil {
		t.Fatal(err)
	}
	have.Updated = time.Time{}
	if want.Owner = owner; want.Played.IsZero() {
		want.Played = time.UnixMilli(0).UTC()
	}
	if have != want {
		t.Errorf("the library has %+v, want %+v", have, want)
	}
}

func testStoreGames(t *testing.T, s store.Store) {
	ctx, l := context.Background(), libraries{s}
	if have, err := l.one(ctx, "ada"); err != nil || have != (library{}) {
		t.Errorf("none: %+v %v", have, err)
	}
	first := addGames(t, l, "ada", newFile, libraryGames(1, 4)...)
	if !reflect.DeepEqual(first, newNumbers{File: 1, Numbers: []uint32{1, 2, 3}}) {
		t.Errorf("added %+v", first)
	}
	if again := addGames(t, l, "ada", newFile, libraryGames(1, 4)...); again.File != newFile ||
		!slices.Equal(again.Numbers, []uint32{0, 0, 0}) {
		t.Errorf("the same again: %+v", again)
	}
	if more := addGames(t, l, "ada", 1, libraryGame(3), libraryGame(4), libraryGame(4)); more.File != 1 ||
		!slices.Equal(more.Numbers, []uint32{0, 4, 0}) {
		t.Errorf("more of the file: %+v", more)
	}
	if other := addGames(t, l, "bo", newFile, libraryGame(1)); other.File != 1 || !slices.Equal(other.Numbers, []uint32{1}) {
		t.Errorf("of another: %+v", other)
	}
	addition := newGames{
		Owner: "ada", File: gameFile{File: playedFile, Added: later(2)}, Games: libraryGames(4, 7),
		Played: later(5), Most: Bounds{Games: 5, Bytes: 1 << 20},
	}
	if _, err := l.add(ctx, addition); !errors.Is(err, store.ErrFull) {
		t.Errorf("six games where five may be: %v", err)
	}
	addition.Most = Bounds{Games: 9, Bytes: 620}
	if _, err := l.add(ctx, addition); !errors.Is(err, store.ErrFull) {
		t.Errorf("621 bytes where 620 may be: %v", err)
	}
	wantLibrary(t, l, "ada", library{Games: 4, Bytes: 410, Waiting: 4})
	addition.Most.Bytes++
	if added, err := l.add(ctx, addition); err != nil ||
		!reflect.DeepEqual(added, newNumbers{File: 0, Numbers: []uint32{0, 5, 6}}) {
		t.Errorf("played: %+v %v", added, err)
	}
	wantLibrary(t, l, "ada", library{Games: 6, Bytes: 621, Waiting: 6, Played: later(5)})
	addition.Games, addition.Played = nil, later(4)
	if _, err := l.add(ctx, addition); err != nil {
		t.Fatal(err)
	}
	wantLibrary(t, l, "ada", library{Games: 6, Bytes: 621, Waiting: 6, Played: later(5)})

	files, err := l.files(ctx, "ada", 9)
	if want := []gameFile{{File: 1, Name: "a.sgf", Games: 4, Added: later(1)}, {Games: 2, Added: later(2)}}; err != nil ||
		!reflect.DeepEqual(files, want) {
		t.Errorf("files: %+v %v", files, err)
	}
	kinds, err := l.kinds(ctx, "ada", 2)
	if want := []gameKind{{Game: "gomoku", Board: "grid:13", Games: 1}, {Game: "gomoku", Board: "grid:19", Games: 1}}; err != nil ||
		!reflect.DeepEqual(kinds, want) {
		t.Errorf("kinds: %+v %v", kinds, err)
	}
	known, err := l.known(ctx, "ada", []string{libraryGame(2).Sum, libraryGame(9).Sum, libraryGame(6).Sum})
	if want := map[string]bool{libraryGame(2).Sum: true, libraryGame(6).Sum: true}; err != nil || !maps.Equal(known, want) {
		t.Errorf("known: %v %v", known, err)
	}
	games, err := l.records(ctx, "ada", []uint32{6, 2, 99})
	want := []keptGame{libraryGame(2), libraryGame(6)}
	want[0].Number, want[0].File, want[1].Number = 2, 1, 6
	if err != nil || !reflect.DeepEqual(games, want) {
		t.Errorf("records:\n%+v %v, want\n%+v", games, err, want)
	}
	if waiting, err := l.waiting(ctx, "ada", 2); err != nil || len(waiting) != 2 ||
		waiting[1].Number != 2 || string(waiting[1].Record) != "(;C[2\x00\xff])" {
		t.Errorf("waiting: %+v %v", waiting, err)
	}
}

// testStoreQueries compares the games that the store finds with those admitted by queries.
func testStoreQueries(t *testing.T, s store.Store) {
	ctx, l := context.Background(), libraries{s}
	all := libraryGames(0, 60)
	for i := range all {
		all[i].Number, all[i].File = uint32(i+1), 1+i/30
	}
	addGames(t, l, "ada", newFile, all[:30]...)
	addGames(t, l, "ada", newFile, all[30:]...)
	addGames(t, l, "bo", newFile, libraryGames(60, 70)...)
	rng := rand.New(rand.NewPCG(1, 2))
	one := 1
	for i := range 300 {
		q := gameQuery{
			Owner: "ada", Player: pick(rng, "lee", "", "", "CHO", "ün", "%"), Opponent: pick(rng, "", "", "", "naiwei", "lee"),
			Color: game.Color(rng.IntN(3)), Event: pick(rng, "", "", "cup 1", "\\"),
			Result: pick(rng, "", "", store.Won, store.Lost, store.Drawn, blackWon, whiteWon, notKnown),
			From:   pick(rng, 0, 0, 20200200), To: pick(rng, 0, 0, 20200300),
			Game: pick(rng, "", "", "weiqi"), Board: pick(rng, "", "", "grid:13"),
			Moves: pick(rng, 0, 0, 300), File: pick(rng, nil, nil, &one), Limit: 1 + rng.IntN(20),
		}
		if i%10 == 0 {
			q.Numbers = []uint32{3, 50, 17, 99, 30}
		}
		var want []uint32
		for _, g := range all {
			if q.Admits(g) && (q.Numbers == nil || slices.Contains(q.Numbers, g.Number)) {
				want = append(want, g.Number)
			}
		}
		slices.SortFunc(want, func(a, b uint32) int { return all[a-1].Cursor().Compare(all[b-1].Cursor()) })
		if have := wholeQuery(t, l, q); !slices.Equal(have, want) {
			t.Fatalf("%+v:\n%v, want\n%v", q, have, want)
		}
	}
	if found, next, err := l.games(ctx, gameQuery{Owner: "noone", Limit: 3}); err != nil || len(found) > 0 || next != nil {
		t.Errorf("no library: %v %v %v", found, next, err)
	}
}

func pick[T any](rng *rand.Rand, from ...T) T { return from[rng.IntN(len(from))] }

// wholeQuery returns the numbers of all games of a query, part by part.
func wholeQuery(t *testing.T, l libraries, q gameQuery) (numbers []uint32) {
	t.Helper()
	for range 200 {
		games, next, err := l.games(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(games) > q.Limit {
			t.Fatalf("a part has %d games, want at most %d", len(games), q.Limit)
		}
		for _, g := range games {
			numbers = append(numbers, g.Number)
			if g.Record != nil {
				t.Error("a record is included")
			}
		}
		if q.After = next; next == nil {
			return numbers
		}
	}
	t.Fatal("the parts do not end")
	return nil
}

func testStoreDeleted(t *testing.T, s store.Store) {
	ctx, l := context.Background(), libraries{s}
	addGames(t, l, "ada", newFile, libraryGames(0, 5)...)
	addGames(t, l, "ada", newFile, libraryGames(5, 10)...)
	addGames(t, l, "bo", newFile, libraryGames(0, 3)...)
	endSegment(t, l, "ada", nil, 1, 2, 3)
	remove := func(which selection, limit, want int) {
		t.Helper()
		if n, err := l.remove(ctx, "ada", which, limit); err != nil || n != want {
			t.Errorf("%+v: %d %v, want %d", which, n, err, want)
		}
	}
	remove(selection{Number: 2}, 9, 1)
	remove(selection{Number: 2}, 9, 0)
	remove(selection{File: 2}, 3, 3)
	remove(selection{File: 2}, 3, 2)
	wantLibrary(t, l, "ada", library{Games: 4, Bytes: 408 + 1, Waiting: 2})
	if files, err := l.files(ctx, "ada", 9); err != nil || len(files) != 1 || files[0].Games != 4 || files[0].Name != "a.sgf" {
		t.Errorf("files: %+v %v", files, err)
	}
	if _, gone, err := l.segments(ctx, "ada"); err != nil || !slices.Equal(gone, []uint32{2}) {
		t.Errorf("gone: %v %v", gone, err)
	}
	if again := addGames(t, l, "ada", newFile, libraryGame(1)); !slices.Equal(again.Numbers, []uint32{11}) || again.File != 3 {
		t.Errorf("a deleted game returns as %+v", again)
	}
	remove(selection{All: true}, 3, 3)
	remove(selection{All: true}, 9, 2)
	wantLibrary(t, l, "ada", library{})
	wantLibrary(t, l, "bo", library{Games: 3, Bytes: 303, Waiting: 3})
	if kinds, err := l.kinds(ctx, "ada", 9); err != nil || len(kinds) > 0 {
		t.Errorf("kinds: %+v %v", kinds, err)
	}
	if games, err := l.records(ctx, "ada", []uint32{1, 4, 11}); err != nil || len(games) > 0 {
		t.Errorf("records: %+v %v", games, err)
	}
	if n, err := l.remove(ctx, "noone", selection{All: true}, 3); n != 0 || err != nil {
		t.Errorf("no library: %d %v", n, err)
	}
}

// endSegment saves a segment with a page for each of some games.
func endSegment(t *testing.T, l libraries, owner string, replaces []int64, games ...uint32) int64 {
	t.Helper()
	ctx := context.Background()
	id, err := l.begin(ctx, owner, later(1))
	for i, n := range games {
		err = errors.Join(err, l.addPages(ctx, owner, id, i, []indexPage{{First: uint64(n) * 10, Body: []byte{byte(n), 0}}}))
	}
	err = errors.Join(err, l.end(ctx, owner, segmentEnd{Segment: id, Entries: len(games), Games: games, Replaces: replaces}))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// indexPages are the pages of the first segment.
var indexPages = []indexPage{
	{First: 5, Body: []byte("a")}, {First: 9, Body: []byte("b")}, {First: 9, Body: []byte("c")}, {First: 1 << 62, Body: []byte("d")},
}

// testStoreIndex writes a segment and finds its pages, before others replace it.
func testStoreIndex(t *testing.T, s store.Store) {
	ctx, l := context.Background(), libraries{s}
	addGames(t, l, "ada", newFile, libraryGames(0, 9)...)
	id, err := l.begin(ctx, "ada", later(3))
	if err != nil || id != 1 {
		t.Fatal(id, err)
	}
	if err := errors.Join(l.addPages(ctx, "ada", id, 0, indexPages[:1]), l.addPages(ctx, "ada", id, 1, indexPages[1:])); err != nil {
		t.Fatal(err)
	}
	if _, err := l.remove(ctx, "ada", selection{Number: 2}, 1); err != nil { // while its entries are being written
		t.Fatal(err)
	}
	if err := l.end(ctx, "ada", segmentEnd{Segment: id, Entries: 7, Games: []uint32{1, 2, 3}}); err != nil {
		t.Fatal(err)
	}
	wantSegments(t, l, []keptSegment{{ID: 1, Entries: 7, State: complete, Begun: later(3)}}, 2)
	for key, want := range map[uint64]int{0: 0, 5: 0, 6: 0, 9: 0, 10: 2, 1 << 62: 2, 1<<62 + 1: 3} {
		if page, err := l.seek(ctx, "ada", id, key); err != nil || page != want {
			t.Errorf("key %d is on page %d, %v, want %d", key, page, err, want)
		}
	}
	if have, err := l.pages(ctx, "ada", id, 1, 2); err != nil || !reflect.DeepEqual(have, indexPages[1:3]) {
		t.Errorf("pages: %+v %v", have, err)
	}
	if have, err := l.pages(ctx, "bo", id, 0, 2); err != nil || len(have) > 0 {
		t.Errorf("another's pages: %+v %v", have, err)
	}
	refuseSegments(t, l)
	replaceSegments(t, l)
	dropOpenSegment(t, l)
}

// refuseSegments checks that invalid ends of segments are refused, and that a segment in the index cannot be dropped.
func refuseSegments(t *testing.T, l libraries) {
	ctx := context.Background()
	for _, c := range []struct {
		end  segmentEnd
		want error
	}{
		{segmentEnd{Games: []uint32{4, 3}}, store.ErrDone}, // 3 is in the index
		{segmentEnd{Replaces: []int64{7}}, store.ErrDone},  // unknown segment
		{segmentEnd{Segment: 1}, store.ErrNotFound},        // complete already
		{segmentEnd{Segment: 99}, store.ErrNotFound},       // unknown segment
	} {
		if c.end.Segment == 0 {
			id, err := l.begin(ctx, "ada", later(3))
			if err != nil {
				t.Fatal(err)
			}
			c.end.Segment = id
			defer func() { _, _ = l.drop(ctx, "ada", c.end.Segment, 1) }()
		}
		if err := l.end(ctx, "ada", c.end); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.end, err, c.want)
		}
		if err := l.addPages(ctx, "ada", 1, 4, indexPages[:1]); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a page of a whole segment: %v", err)
		}
	}
	wantLibrary(t, l, "ada", library{Games: 8, Bytes: 835, Waiting: 6})
	for _, n := range []int64{2, 3} {
		if more, err := l.drop(ctx, "ada", n, 9); more || err != nil {
			t.Errorf("segment %d: %v %v", n, more, err)
		}
	}
	if _, err := l.drop(ctx, "ada", 1, 9); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a segment of the index is dropped: %v", err)
	}
}

// replaceSegments makes two segments replace the first one and each other.
func replaceSegments(t *testing.T, l libraries) {
	ctx := context.Background()
	second := endSegment(t, l, "ada", []int64{1}, 4)
	if err := l.end(ctx, "ada", segmentEnd{Segment: second, Purged: []uint32{2}}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("ended twice: %v", err)
	}
	third, err := l.begin(ctx, "ada", later(3))
	if err := errors.Join(err,
		l.end(ctx, "ada", segmentEnd{Segment: third, Entries: 1, Replaces: []int64{second}, Purged: []uint32{2, 77}})); err != nil {
		t.Fatal(err)
	}
	wantSegments(t, l, []keptSegment{
		{ID: 1, Entries: 7, State: replaced, Begun: later(3)}, {ID: second, Entries: 1, State: replaced, Begun: later(1)},
		{ID: third, Entries: 1, State: complete, Begun: later(3)},
	})
	for i, want := range []bool{true, false, false} {
		if more, err := l.drop(ctx, "ada", 1, 3); more != want || err != nil {
			t.Errorf("drop %d: %v %v", i, more, err)
		}
	}
}

// dropOpenSegment drops an unfinished segment.
func dropOpenSegment(t *testing.T, l libraries) {
	ctx := context.Background()
	open, err := l.begin(ctx, "ada", later(3))
	if err := errors.Join(err, l.addPages(ctx, "ada", open, 0, indexPages)); err != nil {
		t.Fatal(err)
	}
	if more, err := l.drop(ctx, "ada", open, 1); !more || err != nil {
		t.Errorf("unfinished: %v %v", more, err)
	}
	if err := l.addPages(ctx, "ada", open, 4, indexPages[:1]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a page of a dropped one: %v", err)
	}
}

func wantSegments(t *testing.T, l libraries, want []keptSegment, gone ...uint32) {
	t.Helper()
	have, haveGone, err := l.segments(context.Background(), "ada")
	have = slices.DeleteFunc(have, func(v keptSegment) bool { return v.State == unfinished })
	if err != nil || !reflect.DeepEqual(have, want) || !slices.Equal(haveGone, gone) {
		t.Errorf("segments %+v, gone %v, %v; want %+v, %v", have, haveGone, err, want, gone)
	}
}

func testStoreReset(t *testing.T, s store.Store) {
	ctx, l := context.Background(), libraries{s}
	addGames(t, l, "ada", newFile, libraryGames(0, 5)...)
	endSegment(t, l, "ada", nil, 1, 2, 3, 4)
	if _, err := l.remove(ctx, "ada", selection{Number: 1}, 1); err != nil {
		t.Fatal(err)
	}
	if more, err := l.reset(ctx, "ada", 2); !more || err != nil {
		t.Error(more, err)
	}
	have, err := l.one(ctx, "ada")
	if err != nil || !have.Resetting || have.Waiting != 3 {
		t.Errorf("%+v %v", have, err)
	}
	wantSegments(t, l, []keptSegment{{ID: 1, Entries: 4, State: replaced, Begun: later(1)}})
	id, err := l.begin(ctx, "ada", later(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.end(ctx, "ada", segmentEnd{Segment: id, Games: []uint32{2}}); !errors.Is(err, store.ErrDone) {
		t.Errorf("ended meanwhile: %v", err)
	}
	if more, err := l.reset(ctx, "ada", 2); more || err != nil {
		t.Error(more, err)
	}
	if err := l.end(ctx, "ada", segmentEnd{Segment: id, Games: []uint32{2}}); err != nil {
		t.Error("ended afterwards:", err)
	}
	wantLibrary(t, l, "ada", library{Games: 4, Bytes: 410, Waiting: 3})
	if more, err := l.reset(ctx, "noone", 2); more || err != nil {
		t.Error(more, err)
	}
}

// testStoreEmpty empties a library and deletes its owner's account.
func testStoreEmpty(t *testing.T, s store.Store) {
	ctx, l := context.Background(), libraries{s}
	for _, owner := range []string{"ada", "guest"} {
		addGames(t, l, owner, newFile, libraryGames(0, 5)...)
		endSegment(t, l, owner, nil, 1, 2)
	}
	if err := (&Service{kept: l}).Empty(ctx, "guest"); err != nil {
		t.Fatal(err)
	}
	wantLibrary(t, l, "guest", library{})
	if segments, gone, err := l.segments(ctx, "guest"); err != nil || len(segments)+len(gone) > 0 {
		t.Errorf("an empty library has %+v, %v, %v", segments, gone, err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	_, err1 := l.add(ctx, newGames{Owner: "ada", File: gameFile{File: newFile}, Games: libraryGames(0, 1), Most: roomy})
	_, err2 := l.begin(ctx, "ada", later(1))
	if !errors.Is(err1, store.ErrNotFound) || !errors.Is(err2, store.ErrNotFound) {
		t.Errorf("deleted account: %v, %v", err1, err2)
	}
	if have, err := l.one(ctx, "ada"); err != nil || have != (library{}) {
		t.Errorf("a deleted account has %+v %v", have, err)
	}
}

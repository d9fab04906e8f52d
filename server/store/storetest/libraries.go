package storetest

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
)

// roomy bounds nothing.
var roomy = store.LibraryBounds{Games: 1 << 30, Bytes: 1 << 40}

// libraryGame returns a game that differs from those of other numbers.
func libraryGame(i int) store.LibraryGame {
	return store.LibraryGame{
		Sum: fmt.Sprintf("%016d", i), Black: []string{"Lee Changho", "Cho U", "Ünal"}[i%3],
		White: []string{"Rui Naiwei", "LEE Sedol"}[i%2], Event: fmt.Sprint("Cup ", i%4),
		Date: "2020", Result: "B+R", Day: 20200000 + i%5*100, Winner: game.Color(i % 3), Known: i%4 > 0,
		Game: []string{"weiqi", "gomoku"}[i%2], Board: []string{"grid:19", "grid:13", "grid:9"}[i%3],
		Rules: "weiqi:komi=7.5", Moves: 10 * i, Bytes: 100 + i, Played: fmt.Sprint("g", i),
		Added: later(i), Record: fmt.Appendf(nil, "(;C[%d\x00\xff])", i),
	}
}

func libraryGames(from, to int) (games []store.LibraryGame) {
	for i := from; i < to; i++ {
		games = append(games, libraryGame(i))
	}
	return games
}

func addGames(t *testing.T, s store.Store, owner string, file int, games ...store.LibraryGame) store.LibraryAdded {
	t.Helper()
	added, err := s.AddToLibrary(context.Background(), store.LibraryAddition{
		Owner: owner, File: store.LibraryFile{File: file, Name: "a.sgf", Added: later(1)}, Games: games, Most: roomy,
	})
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func wantLibrary(t *testing.T, s store.Store, owner string, want store.Library) {
	t.Helper()
	have, err := s.Library(context.Background(), owner)
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

func testLibraryGames(t *testing.T, s store.Store) {
	ctx := context.Background()
	if l, err := s.Library(ctx, "ada"); err != nil || l != (store.Library{}) {
		t.Errorf("none: %+v %v", l, err)
	}
	first := addGames(t, s, "ada", store.NewFile, libraryGames(1, 4)...)
	if !reflect.DeepEqual(first, store.LibraryAdded{File: 1, Numbers: []uint32{1, 2, 3}}) {
		t.Errorf("added %+v", first)
	}
	if again := addGames(t, s, "ada", store.NewFile, libraryGames(1, 4)...); again.File != store.NewFile ||
		!slices.Equal(again.Numbers, []uint32{0, 0, 0}) {
		t.Errorf("the same again: %+v", again)
	}
	if more := addGames(t, s, "ada", 1, libraryGame(3), libraryGame(4), libraryGame(4)); more.File != 1 ||
		!slices.Equal(more.Numbers, []uint32{0, 4, 0}) {
		t.Errorf("more of the file: %+v", more)
	}
	if other := addGames(t, s, "bo", store.NewFile, libraryGame(1)); other.File != 1 || !slices.Equal(other.Numbers, []uint32{1}) {
		t.Errorf("of another: %+v", other)
	}
	addition := store.LibraryAddition{
		Owner: "ada", File: store.LibraryFile{File: store.PlayedFile, Added: later(2)}, Games: libraryGames(4, 7),
		Played: later(5), Most: store.LibraryBounds{Games: 5, Bytes: 1 << 20},
	}
	if _, err := s.AddToLibrary(ctx, addition); !errors.Is(err, store.ErrFull) {
		t.Errorf("six games where five may be: %v", err)
	}
	addition.Most = store.LibraryBounds{Games: 9, Bytes: 620}
	if _, err := s.AddToLibrary(ctx, addition); !errors.Is(err, store.ErrFull) {
		t.Errorf("621 bytes where 620 may be: %v", err)
	}
	wantLibrary(t, s, "ada", store.Library{Games: 4, Bytes: 410, Waiting: 4})
	addition.Most.Bytes++
	if added, err := s.AddToLibrary(ctx, addition); err != nil ||
		!reflect.DeepEqual(added, store.LibraryAdded{File: 0, Numbers: []uint32{0, 5, 6}}) {
		t.Errorf("played: %+v %v", added, err)
	}
	wantLibrary(t, s, "ada", store.Library{Games: 6, Bytes: 621, Waiting: 6, Played: later(5)})
	addition.Games, addition.Played = nil, later(4)
	if _, err := s.AddToLibrary(ctx, addition); err != nil {
		t.Fatal(err)
	}
	wantLibrary(t, s, "ada", store.Library{Games: 6, Bytes: 621, Waiting: 6, Played: later(5)})

	files, err := s.LibraryFiles(ctx, "ada", 9)
	if want := []store.LibraryFile{{File: 1, Name: "a.sgf", Games: 4, Added: later(1)}, {Games: 2, Added: later(2)}}; err != nil ||
		!reflect.DeepEqual(files, want) {
		t.Errorf("files: %+v %v", files, err)
	}
	kinds, err := s.LibraryKinds(ctx, "ada", 2)
	if want := []store.LibraryKind{{Game: "gomoku", Board: "grid:13", Games: 1}, {Game: "gomoku", Board: "grid:19", Games: 1}}; err != nil ||
		!reflect.DeepEqual(kinds, want) {
		t.Errorf("kinds: %+v %v", kinds, err)
	}
	known, err := s.KnownGames(ctx, "ada", []string{libraryGame(2).Sum, libraryGame(9).Sum, libraryGame(6).Sum})
	if want := map[string]bool{libraryGame(2).Sum: true, libraryGame(6).Sum: true}; err != nil || !maps.Equal(known, want) {
		t.Errorf("known: %v %v", known, err)
	}
	games, err := s.LibraryRecords(ctx, "ada", []uint32{6, 2, 99})
	want := []store.LibraryGame{libraryGame(2), libraryGame(6)}
	want[0].Number, want[0].File, want[1].Number = 2, 1, 6
	if err != nil || !reflect.DeepEqual(games, want) {
		t.Errorf("records:\n%+v %v, want\n%+v", games, err, want)
	}
	if waiting, err := s.WaitingGames(ctx, "ada", 2); err != nil || len(waiting) != 2 ||
		waiting[1].Number != 2 || string(waiting[1].Record) != "(;C[2\x00\xff])" {
		t.Errorf("waiting: %+v %v", waiting, err)
	}
}

// testLibraryQueries compares what the store finds with what queries admit.
func testLibraryQueries(t *testing.T, s store.Store) {
	ctx := context.Background()
	all := libraryGames(0, 60)
	for i := range all {
		all[i].Number, all[i].File = uint32(i+1), 1+i/30
	}
	addGames(t, s, "ada", store.NewFile, all[:30]...)
	addGames(t, s, "ada", store.NewFile, all[30:]...)
	addGames(t, s, "bo", store.NewFile, libraryGames(60, 70)...)
	rng := rand.New(rand.NewPCG(1, 2))
	one := 1
	for i := range 300 {
		q := store.LibraryQuery{
			Owner: "ada", Player: pick(rng, "lee", "", "", "CHO", "ün", "%"), Opponent: pick(rng, "", "", "", "naiwei", "lee"),
			Color: game.Color(rng.IntN(3)), Event: pick(rng, "", "", "cup 1", "\\"),
			Result: pick(rng, "", "", store.Won, store.Lost, store.Drawn, store.BlackWon, store.WhiteWon, store.NotKnown),
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
		if have := wholeQuery(t, s, q); !slices.Equal(have, want) {
			t.Fatalf("%+v:\n%v, want\n%v", q, have, want)
		}
	}
	if found, next, err := s.LibraryGames(ctx, store.LibraryQuery{Owner: "nobody", Limit: 3}); err != nil || len(found) > 0 || next != nil {
		t.Errorf("nobody's: %v %v %v", found, next, err)
	}
}

func pick[T any](rng *rand.Rand, from ...T) T { return from[rng.IntN(len(from))] }

// wholeQuery returns the numbers of all games of a query, part by part.
func wholeQuery(t *testing.T, s store.Store, q store.LibraryQuery) (numbers []uint32) {
	t.Helper()
	for range 200 {
		games, next, err := s.LibraryGames(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(games) > q.Limit {
			t.Fatalf("a part has %d games where %d were asked for", len(games), q.Limit)
		}
		for _, g := range games {
			numbers = append(numbers, g.Number)
			if g.Record != nil {
				t.Error("a record comes along")
			}
		}
		if q.After = next; next == nil {
			return numbers
		}
	}
	t.Fatal("the parts do not end")
	return nil
}

func testLibraryDeleted(t *testing.T, s store.Store) {
	ctx := context.Background()
	addGames(t, s, "ada", store.NewFile, libraryGames(0, 5)...)
	addGames(t, s, "ada", store.NewFile, libraryGames(5, 10)...)
	addGames(t, s, "bo", store.NewFile, libraryGames(0, 3)...)
	endSegment(t, s, "ada", nil, 1, 2, 3)
	remove := func(which store.LibraryPart, limit, want int) {
		t.Helper()
		if n, err := s.DeleteFromLibrary(ctx, "ada", which, limit); err != nil || n != want {
			t.Errorf("%+v: %d %v, want %d", which, n, err, want)
		}
	}
	remove(store.LibraryPart{Number: 2}, 9, 1)
	remove(store.LibraryPart{Number: 2}, 9, 0)
	remove(store.LibraryPart{File: 2}, 3, 3)
	remove(store.LibraryPart{File: 2}, 3, 2)
	wantLibrary(t, s, "ada", store.Library{Games: 4, Bytes: 408 + 1, Waiting: 2})
	if files, err := s.LibraryFiles(ctx, "ada", 9); err != nil || len(files) != 1 || files[0].Games != 4 || files[0].Name != "a.sgf" {
		t.Errorf("files: %+v %v", files, err)
	}
	if _, gone, err := s.Segments(ctx, "ada"); err != nil || !slices.Equal(gone, []uint32{2}) {
		t.Errorf("gone: %v %v", gone, err)
	}
	if again := addGames(t, s, "ada", store.NewFile, libraryGame(1)); !slices.Equal(again.Numbers, []uint32{11}) || again.File != 3 {
		t.Errorf("a game that was deleted comes again as %+v", again)
	}
	remove(store.LibraryPart{All: true}, 3, 3)
	remove(store.LibraryPart{All: true}, 9, 2)
	wantLibrary(t, s, "ada", store.Library{})
	wantLibrary(t, s, "bo", store.Library{Games: 3, Bytes: 303, Waiting: 3})
	if kinds, err := s.LibraryKinds(ctx, "ada", 9); err != nil || len(kinds) > 0 {
		t.Errorf("kinds: %+v %v", kinds, err)
	}
	if games, err := s.LibraryRecords(ctx, "ada", []uint32{1, 4, 11}); err != nil || len(games) > 0 {
		t.Errorf("records: %+v %v", games, err)
	}
	if n, err := s.DeleteFromLibrary(ctx, "nobody", store.LibraryPart{All: true}, 3); n != 0 || err != nil {
		t.Errorf("nobody's: %d %v", n, err)
	}
}

// endSegment keeps a segment with a page for each of some games.
func endSegment(t *testing.T, s store.Store, owner string, replaces []int64, games ...uint32) int64 {
	t.Helper()
	ctx := context.Background()
	id, err := s.BeginSegment(ctx, owner, later(1))
	for i, n := range games {
		err = errors.Join(err, s.AddPages(ctx, owner, id, i, []store.IndexPage{{First: uint64(n) * 10, Body: []byte{byte(n), 0}}}))
	}
	err = errors.Join(err, s.EndSegment(ctx, owner, store.SegmentEnd{Segment: id, Entries: len(games), Games: games, Replaces: replaces}))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// indexPages are those of the first segment.
var indexPages = []store.IndexPage{
	{First: 5, Body: []byte("a")}, {First: 9, Body: []byte("b")}, {First: 9, Body: []byte("c")}, {First: 1 << 62, Body: []byte("d")},
}

// testLibraryIndex writes a segment and looks for its pages, before others come and replace it.
func testLibraryIndex(t *testing.T, s store.Store) {
	ctx := context.Background()
	addGames(t, s, "ada", store.NewFile, libraryGames(0, 9)...)
	id, err := s.BeginSegment(ctx, "ada", later(3))
	if err != nil || id != 1 {
		t.Fatal(id, err)
	}
	if err := errors.Join(s.AddPages(ctx, "ada", id, 0, indexPages[:1]), s.AddPages(ctx, "ada", id, 1, indexPages[1:])); err != nil {
		t.Fatal(err)
	}
	if _, err := s.DeleteFromLibrary(ctx, "ada", store.LibraryPart{Number: 2}, 1); err != nil { // while its entries are being written
		t.Fatal(err)
	}
	if err := s.EndSegment(ctx, "ada", store.SegmentEnd{Segment: id, Entries: 7, Games: []uint32{1, 2, 3}}); err != nil {
		t.Fatal(err)
	}
	wantSegments(t, s, []store.Segment{{ID: 1, Entries: 7, State: store.Whole, Begun: later(3)}}, 2)
	for key, want := range map[uint64]int{0: 0, 5: 0, 6: 0, 9: 0, 10: 2, 1 << 62: 2, 1<<62 + 1: 3} {
		if page, err := s.SeekPage(ctx, "ada", id, key); err != nil || page != want {
			t.Errorf("key %d is on page %d, %v, want %d", key, page, err, want)
		}
	}
	if have, err := s.IndexPages(ctx, "ada", id, 1, 2); err != nil || !reflect.DeepEqual(have, indexPages[1:3]) {
		t.Errorf("pages: %+v %v", have, err)
	}
	if have, err := s.IndexPages(ctx, "bo", id, 0, 2); err != nil || len(have) > 0 {
		t.Errorf("another's pages: %+v %v", have, err)
	}
	refuseSegments(t, s)
	replaceSegments(t, s)
	dropOpenSegment(t, s)
}

// refuseSegments ends segments in ways that are refused, and so is dropping one that the index has.
func refuseSegments(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, c := range []struct {
		end  store.SegmentEnd
		want error
	}{
		{store.SegmentEnd{Games: []uint32{4, 3}}, store.ErrDone}, // 3 is in the index
		{store.SegmentEnd{Replaces: []int64{7}}, store.ErrDone},  // no such segment
		{store.SegmentEnd{Segment: 1}, store.ErrNotFound},        // it is whole
		{store.SegmentEnd{Segment: 99}, store.ErrNotFound},       // nothing
	} {
		if c.end.Segment == 0 {
			id, err := s.BeginSegment(ctx, "ada", later(3))
			if err != nil {
				t.Fatal(err)
			}
			c.end.Segment = id
			defer func() { _, _ = s.DropSegment(ctx, "ada", c.end.Segment, 1) }()
		}
		if err := s.EndSegment(ctx, "ada", c.end); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.end, err, c.want)
		}
		if err := s.AddPages(ctx, "ada", 1, 4, indexPages[:1]); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a page of a whole segment: %v", err)
		}
	}
	wantLibrary(t, s, "ada", store.Library{Games: 8, Bytes: 835, Waiting: 6})
	for _, n := range []int64{2, 3} {
		if more, err := s.DropSegment(ctx, "ada", n, 9); more || err != nil {
			t.Errorf("segment %d: %v %v", n, more, err)
		}
	}
	if _, err := s.DropSegment(ctx, "ada", 1, 9); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a segment of the index is dropped: %v", err)
	}
}

// replaceSegments has two segments replace the first one and each other.
func replaceSegments(t *testing.T, s store.Store) {
	ctx := context.Background()
	second := endSegment(t, s, "ada", []int64{1}, 4)
	if err := s.EndSegment(ctx, "ada", store.SegmentEnd{Segment: second, Purged: []uint32{2}}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("ended twice: %v", err)
	}
	third, err := s.BeginSegment(ctx, "ada", later(3))
	if err := errors.Join(err,
		s.EndSegment(ctx, "ada", store.SegmentEnd{Segment: third, Entries: 1, Replaces: []int64{second}, Purged: []uint32{2, 77}})); err != nil {
		t.Fatal(err)
	}
	wantSegments(t, s, []store.Segment{
		{ID: 1, Entries: 7, State: store.Replaced, Begun: later(3)}, {ID: second, Entries: 1, State: store.Replaced, Begun: later(1)},
		{ID: third, Entries: 1, State: store.Whole, Begun: later(3)},
	})
	for i, want := range []bool{true, false, false} {
		if more, err := s.DropSegment(ctx, "ada", 1, 3); more != want || err != nil {
			t.Errorf("drop %d: %v %v", i, more, err)
		}
	}
}

// dropOpenSegment drops a segment that is still being written.
func dropOpenSegment(t *testing.T, s store.Store) {
	ctx := context.Background()
	open, err := s.BeginSegment(ctx, "ada", later(3))
	if err := errors.Join(err, s.AddPages(ctx, "ada", open, 0, indexPages)); err != nil {
		t.Fatal(err)
	}
	if more, err := s.DropSegment(ctx, "ada", open, 1); !more || err != nil {
		t.Errorf("an open one: %v %v", more, err)
	}
	if err := s.AddPages(ctx, "ada", open, 4, indexPages[:1]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a page of a dropped one: %v", err)
	}
}

func wantSegments(t *testing.T, s store.Store, want []store.Segment, gone ...uint32) {
	t.Helper()
	have, haveGone, err := s.Segments(context.Background(), "ada")
	have = slices.DeleteFunc(have, func(v store.Segment) bool { return v.State == store.Written })
	if err != nil || !reflect.DeepEqual(have, want) || !slices.Equal(haveGone, gone) {
		t.Errorf("segments %+v, gone %v, %v; want %+v, %v", have, haveGone, err, want, gone)
	}
}

func testLibraryReset(t *testing.T, s store.Store) {
	ctx := context.Background()
	addGames(t, s, "ada", store.NewFile, libraryGames(0, 5)...)
	endSegment(t, s, "ada", nil, 1, 2, 3, 4)
	if _, err := s.DeleteFromLibrary(ctx, "ada", store.LibraryPart{Number: 1}, 1); err != nil {
		t.Fatal(err)
	}
	if more, err := s.ResetIndex(ctx, "ada", 2); !more || err != nil {
		t.Error(more, err)
	}
	l, err := s.Library(ctx, "ada")
	if err != nil || !l.Resetting || l.Waiting != 3 {
		t.Errorf("%+v %v", l, err)
	}
	wantSegments(t, s, []store.Segment{{ID: 1, Entries: 4, State: store.Replaced, Begun: later(1)}})
	id, err := s.BeginSegment(ctx, "ada", later(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.EndSegment(ctx, "ada", store.SegmentEnd{Segment: id, Games: []uint32{2}}); !errors.Is(err, store.ErrDone) {
		t.Errorf("a segment is ended meanwhile: %v", err)
	}
	if more, err := s.ResetIndex(ctx, "ada", 2); more || err != nil {
		t.Error(more, err)
	}
	if err := s.EndSegment(ctx, "ada", store.SegmentEnd{Segment: id, Games: []uint32{2}}); err != nil {
		t.Error("ended afterwards:", err)
	}
	wantLibrary(t, s, "ada", store.Library{Games: 4, Bytes: 410, Waiting: 3})
	if more, err := s.ResetIndex(ctx, "nobody", 2); more || err != nil {
		t.Error(more, err)
	}
}

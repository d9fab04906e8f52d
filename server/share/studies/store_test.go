package studies

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/server/play/chat"
	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs the tests for every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{
		"Keeps": testKeeps, "Conflict": testConflict, "Bounds": testBounds, "Lists": testLists, "Seen": testSeen, "Remove": testRemove,
	})
}

// noon is a time with more digits than a store keeps; later returns a time some hours after it.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 123_456_789, time.FixedZone("somewhere", 3600))

func later(hours int) time.Time { return store.Milli(noon.Add(time.Duration(hours) * time.Hour)) }

// spacious are limits that no test reaches.
var spacious = bounds{Studies: 1000, Bytes: 1 << 40}

// newHeader returns a study with one chapter.
func newHeader(id, owner string) (header, savedChapter) {
	return header{
		ID: id, Owner: owner, Title: "Study \"" + id + "\" <é>", Edit: "owner", Chapters: 1, Bytes: 100,
		Created: store.Milli(noon), Changed: store.Milli(noon), State: []byte(`{"chapters":[1]}`),
	}, savedChapter{Chapter: 1, Body: []byte("one\x00\xff")}
}

func mustCreate(t *testing.T, all studies, id, owner string) (header, savedChapter) {
	t.Helper()
	v, c := newHeader(id, owner)
	if err := all.create(context.Background(), v, []savedChapter{c}, spacious); err != nil {
		t.Fatal(err)
	}
	return v, c
}

func mustLoad(t *testing.T, all studies, want header, chapters []savedChapter, ops []savedOp) {
	t.Helper()
	got, gotChapters, gotOps, err := all.load(context.Background(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if alone, err := all.one(context.Background(), want.ID); err != nil || !reflect.DeepEqual(alone, got) {
		t.Errorf("one gives %+v %v, load %+v", alone, err, got)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("header\n got %+v\nwant %+v", got, want)
	}
	if !reflect.DeepEqual(gotChapters, chapters) {
		t.Errorf("chapters\n got %+v\nwant %+v", gotChapters, chapters)
	}
	if !slices.EqualFunc(gotOps, ops, func(a, b savedOp) bool { return reflect.DeepEqual(a, b) }) {
		t.Errorf("log\n got %+v\nwant %+v", gotOps, ops)
	}
}

// testKeeps writes changes and replaced chapters, and deletes the beginning of the log.
func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), studies{s}
	v, one := mustCreate(t, all, "a", "ada")
	mustLoad(t, all, v, []savedChapter{one}, nil)
	if err := all.create(ctx, v, nil, spacious); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v, want ErrExists", err)
	}
	if _, err := all.one(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if _, _, _, err := all.load(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	ops := []savedOp{{Version: 1, Command: "c1", Body: []byte(`{"x":1}`)}, {Version: 2, Command: "", Body: []byte("2\x00")}}
	next := v
	next.Owner, next.Created = "somebody else", next.Created.Add(time.Hour) // must not change
	next.Title = "Other"
	next.Edit = "everyone"
	next.Version = 2
	next.Chapters = 2
	next.Bytes = 300
	next.Changed = later(1)
	next.State = []byte("{}")
	two := savedChapter{Chapter: 2, Version: 2, Body: []byte("two")}
	if err := all.change(ctx, change{Study: next, Ops: ops, Chapters: []savedChapter{two}}, spacious); err != nil {
		t.Fatal(err)
	}
	next.Owner, next.Created = v.Owner, v.Created
	mustLoad(t, all, next, []savedChapter{one, two}, ops)

	last := next
	last.Version, last.Chapters = 3, 1
	two.Version, two.Body = 3, []byte("two again")
	third := savedOp{Version: 3, Command: "c3", Body: []byte("3")}
	dropping := change{Study: last, Ops: []savedOp{third}, Chapters: []savedChapter{two}, Dropped: []int{1}, Forget: 1}
	if err := all.change(ctx, dropping, spacious); err != nil {
		t.Fatal(err)
	}
	mustLoad(t, all, last, []savedChapter{two}, []savedOp{ops[1], third})
	same := last
	same.Changed = later(2)
	two.Body = []byte("snapshot")
	if err := all.change(ctx, change{Study: same, Chapters: []savedChapter{two}, Forget: 3}, spacious); err != nil {
		t.Fatal(err)
	}
	mustLoad(t, all, same, []savedChapter{two}, nil)
}

// testConflict checks that of two changes of the same version one is refused and writes nothing.
func testConflict(t *testing.T, s store.Store) {
	ctx, all := context.Background(), studies{s}
	v, one := mustCreate(t, all, "a", "ada")
	next := v
	next.Version = 1
	op := savedOp{Version: 1, Command: "c", Body: []byte("1")}
	if err := all.change(ctx, change{Study: next, Ops: []savedOp{op}}, spacious); err != nil {
		t.Fatal(err)
	}
	for _, version := range []int{1, 3} {
		late := v
		late.Version, late.Title = version, "late"
		other := savedOp{Version: version, Body: []byte("other")}
		err := all.change(ctx, change{Study: late, Ops: []savedOp{other}, Dropped: []int{1}, Forget: 9}, spacious)
		if c, ok := errors.AsType[*store.Conflict](err); !ok || c.Have != 1 || c.Want != version-1 {
			t.Errorf("version %d: %v, want a Conflict of 1 and %d", version, err, version-1)
		}
	}
	mustLoad(t, all, next, []savedChapter{one}, []savedOp{op})
	none := v
	none.ID = "none"
	if err := all.change(ctx, change{Study: none}, spacious); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("missing study: %v", err)
	}
}

// testBounds checks the limits of studies and bytes per owner.
func testBounds(t *testing.T, s store.Store) {
	ctx, all := context.Background(), studies{s}
	few := bounds{Studies: 2, Bytes: 250}
	create := func(id, owner string, bytes int64) error {
		v, c := newHeader(id, owner)
		v.Bytes = bytes
		return all.create(ctx, v, []savedChapter{c}, few)
	}
	if err := errors.Join(create("a", "ada", 100), create("other", "bo", 250)); err != nil {
		t.Fatal(err)
	}
	if err := create("b", "ada", 151); !errors.Is(err, store.ErrFull) {
		t.Errorf("too many bytes: %v", err)
	}
	if _, err := all.one(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("existing study: %v", err)
	}
	if err := create("b", "ada", 150); err != nil {
		t.Fatal(err)
	}
	if err := create("c", "ada", 0); !errors.Is(err, store.ErrFull) {
		t.Errorf("too many studies: %v", err)
	}
	v, _ := newHeader("a", "ada")
	for _, c := range []struct {
		bytes int64
		want  error
	}{{101, store.ErrFull}, {100, nil}, {99, nil}, {100, nil}, {101, store.ErrFull}} {
		v.Bytes = c.bytes
		if err := all.change(ctx, change{Study: v}, few); !errors.Is(err, c.want) {
			t.Errorf("%d bytes: %v, want %v", c.bytes, err, c.want)
		}
	}
	small := bounds{Studies: 1, Bytes: 1} // the operator lowers the limits; existing studies may shrink
	v.Bytes = 90
	if err := all.change(ctx, change{Study: v}, small); err != nil {
		t.Errorf("a study that shrinks: %v", err)
	}
}

// testLists lists a player's own and visited studies, and the editors of a study.
func testLists(t *testing.T, s store.Store) {
	ctx, all := context.Background(), studies{s}
	for i, id := range []string{"a", "b", "c"} {
		v, _ := mustCreate(t, all, id, "ada")
		v.Changed = later(3 - i)
		if err := all.change(ctx, change{Study: v}, spacious); err != nil {
			t.Fatal(err)
		}
	}
	mustCreate(t, all, "d", "bo")
	ids := func(list []header, err error) (ids []string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range list {
			ids = append(ids, v.ID)
		}
		return ids
	}
	want := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	want(ids(all.of(ctx, "ada", 9)), "a", "b", "c")
	want(ids(all.of(ctx, "ada", 2)), "a", "b")
	want(ids(all.of(ctx, "noone", 2)))
	for i, id := range []string{"a", "b", "d", "a"} {
		if err := all.see(ctx, id, "bo", later(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.see(ctx, "none", "bo", noon); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("missing study: %v", err)
	}
	want(ids(all.seen(ctx, "bo", 9)), "a", "b")
	want(ids(all.seen(ctx, "bo", 1)), "a")

	for _, player := range []string{"cy", "bo", "cy"} {
		if err := all.invite(ctx, "a", player, true, noon, 2); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.invite(ctx, "a", "di", true, noon, 2); !errors.Is(err, store.ErrFull) {
		t.Errorf("a third editor, where two are allowed: %v", err)
	}
	if err := all.invite(ctx, "none", "di", true, noon, 2); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("missing study: %v", err)
	}
	if got, err := all.editors(ctx, "a"); err != nil || !slices.Equal(got, []string{"bo", "cy"}) {
		t.Errorf("%v %v", got, err)
	}
	if err := errors.Join(all.invite(ctx, "a", "bo", false, noon, 2), all.invite(ctx, "a", "noone", false, noon, 2)); err != nil {
		t.Fatal(err)
	}
	if got, err := all.editors(ctx, "a"); err != nil || !slices.Equal(got, []string{"cy"}) {
		t.Errorf("%v %v", got, err)
	}
}

// testSeen checks that old visits are forgotten.
func testSeen(t *testing.T, s store.Store) {
	ctx, all := context.Background(), studies{s}
	for i := range maxSeen + 3 {
		id := fmt.Sprintf("s%03d", i)
		mustCreate(t, all, id, "ada")
		err := errors.Join(all.see(ctx, id, "bo", noon.Add(time.Duration(i)*time.Second)), all.see(ctx, "s000", "cy", noon))
		if err != nil {
			t.Fatal(err)
		}
	}
	seen, err := all.seen(ctx, "bo", 1000)
	if err != nil || len(seen) != maxSeen || seen[0].ID != "s102" || seen[len(seen)-1].ID != "s003" {
		t.Errorf("%d studies, %v", len(seen), err)
	}
	if seen, err := all.seen(ctx, "cy", 9); err != nil || len(seen) != 1 {
		t.Errorf("another's: %v %v", seen, err)
	}
}

// testRemove checks that all data of a study is deleted with it, except reported chat.
func testRemove(t *testing.T, s store.Store) {
	ctx, all, said := context.Background(), studies{s}, chat.Kept{DB: s}
	lines := map[string]int64{}
	for _, id := range []string{"a", "b", "c"} {
		mustCreate(t, all, id, "ada")
		var err error
		if lines[id], err = said.Add(ctx, chat.Line{Game: id, Room: "study", Player: "bo", Text: "said", At: noon}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(all.see(ctx, id, "bo", noon), all.invite(ctx, id, "cy", true, noon, 9)); err != nil {
			t.Fatal(err)
		}
	}
	if err := storetest.Insert(ctx, s, `INSERT INTO reports (kind, reporter, guest, target, game, line, reason, text, created, state)
		VALUES ('line', 'cy', FALSE, 'bo', 'b', ?, 'rude', '', 0, 'open')`, lines["b"]); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(all.remove(ctx, "a"), all.remove(ctx, "b")); err != nil {
		t.Fatal(err)
	}
	if err := all.remove(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a second time: %v", err)
	}
	for id, want := range map[string]error{"a": store.ErrNotFound, "b": nil, "c": nil} {
		if _, err := said.One(ctx, lines[id]); !errors.Is(err, want) {
			t.Errorf("what was said in %s: %v, want %v", id, err, want)
		}
	}
	mustCreate(t, all, "a", "ada") // without data of the old one
	if got, err := all.editors(ctx, "a"); err != nil || len(got) > 0 {
		t.Errorf("editors %v %v", got, err)
	}
	if seen, err := all.seen(ctx, "bo", 9); err != nil || len(seen) != 1 || seen[0].ID != "c" {
		t.Errorf("seen: %+v %v", seen, err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	if list, err := all.of(ctx, "ada", 9); err != nil || len(list) > 0 {
		t.Errorf("of a deleted account: %+v %v", list, err)
	}
	if _, err := said.One(ctx, lines["c"]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what was said there: %v", err)
	}
	gone, _ := newHeader("d", "ada")
	if err := all.create(ctx, gone, nil, spacious); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a new one of a deleted account: %v", err)
	}
	if list, err := all.of(ctx, "ada", 9); err != nil || len(list) > 0 {
		t.Errorf("a deleted account has studies again: %+v %v", list, err)
	}
}

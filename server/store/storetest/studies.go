package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/server/store"
)

// spacious bounds nothing that a test keeps.
var spacious = store.StudyBounds{Studies: 1000, Bytes: 1 << 40}

// Study returns a study with one chapter.
func Study(id, owner string) (store.Study, store.StudyChapter) {
	return store.Study{
		ID: id, Owner: owner, Title: "Study \"" + id + "\" <é>", Edit: "owner", Chapters: 1, Bytes: 100,
		Created: store.Milli(noon), Changed: store.Milli(noon), State: []byte(`{"chapters":[1]}`),
	}, store.StudyChapter{Chapter: 1, Body: []byte("one\x00\xff")}
}

func mustCreateStudy(t *testing.T, s store.Store, id, owner string) (store.Study, store.StudyChapter) {
	t.Helper()
	v, c := Study(id, owner)
	if err := s.CreateStudy(context.Background(), v, []store.StudyChapter{c}, spacious); err != nil {
		t.Fatal(err)
	}
	return v, c
}

func mustLoadStudy(t *testing.T, s store.Store, want store.Study, chapters []store.StudyChapter, ops []store.StudyOp) {
	t.Helper()
	got, gotChapters, gotOps, err := s.LoadStudy(context.Background(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if alone, err := s.Study(context.Background(), want.ID); err != nil || !reflect.DeepEqual(alone, got) {
		t.Errorf("Study gives %+v %v, LoadStudy %+v", alone, err, got)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("header\n got %+v\nwant %+v", got, want)
	}
	if !reflect.DeepEqual(gotChapters, chapters) {
		t.Errorf("chapters\n got %+v\nwant %+v", gotChapters, chapters)
	}
	if !slices.EqualFunc(gotOps, ops, func(a, b store.StudyOp) bool { return reflect.DeepEqual(a, b) }) {
		t.Errorf("log\n got %+v\nwant %+v", gotOps, ops)
	}
}

// testStudies writes changes, chapters that take the place of others, and forgets the beginning
// of the log.
func testStudies(t *testing.T, s store.Store) {
	ctx := context.Background()
	v, one := mustCreateStudy(t, s, "a", "ada")
	mustLoadStudy(t, s, v, []store.StudyChapter{one}, nil)
	if err := s.CreateStudy(ctx, v, nil, spacious); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v, want ErrExists", err)
	}
	if _, err := s.Study(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if _, _, _, err := s.LoadStudy(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	ops := []store.StudyOp{{Version: 1, Command: "c1", Body: []byte(`{"x":1}`)}, {Version: 2, Command: "", Body: []byte("2\x00")}}
	next := v
	next.Owner, next.Created = "somebody else", next.Created.Add(time.Hour) // which does not change
	next.Title = "Other"
	next.Edit = "everyone"
	next.Version = 2
	next.Chapters = 2
	next.Bytes = 300
	next.Changed = later(1)
	next.State = []byte("{}")
	two := store.StudyChapter{Chapter: 2, Version: 2, Body: []byte("two")}
	if err := s.ChangeStudy(ctx, store.StudyChange{Study: next, Ops: ops, Chapters: []store.StudyChapter{two}}, spacious); err != nil {
		t.Fatal(err)
	}
	next.Owner, next.Created = v.Owner, v.Created
	mustLoadStudy(t, s, next, []store.StudyChapter{one, two}, ops)

	last := next
	last.Version, last.Chapters = 3, 1
	two.Version, two.Body = 3, []byte("two again")
	third := store.StudyOp{Version: 3, Command: "c3", Body: []byte("3")}
	change := store.StudyChange{Study: last, Ops: []store.StudyOp{third}, Chapters: []store.StudyChapter{two}, Dropped: []int{1}, Forget: 1}
	if err := s.ChangeStudy(ctx, change, spacious); err != nil {
		t.Fatal(err)
	}
	mustLoadStudy(t, s, last, []store.StudyChapter{two}, []store.StudyOp{ops[1], third})
	same := last
	same.Changed = later(2)
	two.Body = []byte("snapshot")
	if err := s.ChangeStudy(ctx, store.StudyChange{Study: same, Chapters: []store.StudyChapter{two}, Forget: 3}, spacious); err != nil {
		t.Fatal(err)
	}
	mustLoadStudy(t, s, same, []store.StudyChapter{two}, nil)
}

// testStudyConflict: of two who go on from the same version one is refused, and has written nothing.
func testStudyConflict(t *testing.T, s store.Store) {
	ctx := context.Background()
	v, one := mustCreateStudy(t, s, "a", "ada")
	next := v
	next.Version = 1
	op := store.StudyOp{Version: 1, Command: "c", Body: []byte("1")}
	if err := s.ChangeStudy(ctx, store.StudyChange{Study: next, Ops: []store.StudyOp{op}}, spacious); err != nil {
		t.Fatal(err)
	}
	for _, version := range []int{1, 3} {
		late := v
		late.Version, late.Title = version, "late"
		other := store.StudyOp{Version: version, Body: []byte("other")}
		err := s.ChangeStudy(ctx, store.StudyChange{Study: late, Ops: []store.StudyOp{other}, Dropped: []int{1}, Forget: 9}, spacious)
		if c, ok := errors.AsType[*store.Conflict](err); !ok || c.Have != 1 || c.Want != version-1 {
			t.Errorf("version %d: %v, want a Conflict of 1 and %d", version, err, version-1)
		}
	}
	mustLoadStudy(t, s, next, []store.StudyChapter{one}, []store.StudyOp{op})
	none := v
	none.ID = "none"
	if err := s.ChangeStudy(ctx, store.StudyChange{Study: none}, spacious); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of no study: %v", err)
	}
}

// testStudyBounds: nobody has more studies, or larger ones, than they may.
func testStudyBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	bounds := store.StudyBounds{Studies: 2, Bytes: 250}
	create := func(id, owner string, bytes int64) error {
		v, c := Study(id, owner)
		v.Bytes = bytes
		return s.CreateStudy(ctx, v, []store.StudyChapter{c}, bounds)
	}
	if err := errors.Join(create("a", "ada", 100), create("other", "bo", 250)); err != nil {
		t.Fatal(err)
	}
	if err := create("b", "ada", 151); !errors.Is(err, store.ErrFull) {
		t.Errorf("too many bytes: %v", err)
	}
	if _, err := s.Study(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it is there: %v", err)
	}
	if err := create("b", "ada", 150); err != nil {
		t.Fatal(err)
	}
	if err := create("c", "ada", 0); !errors.Is(err, store.ErrFull) {
		t.Errorf("too many studies: %v", err)
	}
	v, _ := Study("a", "ada")
	for _, c := range []struct {
		bytes int64
		want  error
	}{{101, store.ErrFull}, {100, nil}, {99, nil}, {100, nil}, {101, store.ErrFull}} {
		v.Bytes = c.bytes
		if err := s.ChangeStudy(ctx, store.StudyChange{Study: v}, bounds); !errors.Is(err, c.want) {
			t.Errorf("%d bytes: %v, want %v", c.bytes, err, c.want)
		}
	}
	small := store.StudyBounds{Studies: 1, Bytes: 1} // the operator has changed their mind: what is there may shrink
	v.Bytes = 90
	if err := s.ChangeStudy(ctx, store.StudyChange{Study: v}, small); err != nil {
		t.Errorf("a study that shrinks: %v", err)
	}
}

// testStudyLists asks for one's own studies, for those where one was, and for who may edit one.
func testStudyLists(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, id := range []string{"a", "b", "c"} {
		v, _ := mustCreateStudy(t, s, id, "ada")
		v.Changed = later(3 - i)
		if err := s.ChangeStudy(ctx, store.StudyChange{Study: v}, spacious); err != nil {
			t.Fatal(err)
		}
	}
	mustCreateStudy(t, s, "d", "bo")
	ids := func(list []store.Study, err error) (ids []string) {
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
	want(ids(s.StudiesOf(ctx, "ada", 9)), "a", "b", "c")
	want(ids(s.StudiesOf(ctx, "ada", 2)), "a", "b")
	want(ids(s.StudiesOf(ctx, "nobody", 2)))
	for i, id := range []string{"a", "b", "d", "a"} {
		if err := s.SeeStudy(ctx, id, "bo", later(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SeeStudy(ctx, "none", "bo", noon); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("in no study: %v", err)
	}
	want(ids(s.StudiesSeen(ctx, "bo", 9)), "a", "b")
	want(ids(s.StudiesSeen(ctx, "bo", 1)), "a")

	for _, player := range []string{"cy", "bo", "cy"} {
		if err := s.InviteToStudy(ctx, "a", player, true, noon, 2); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.InviteToStudy(ctx, "a", "di", true, noon, 2); !errors.Is(err, store.ErrFull) {
		t.Errorf("a third editor of two: %v", err)
	}
	if err := s.InviteToStudy(ctx, "none", "di", true, noon, 2); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("to no study: %v", err)
	}
	if got, err := s.StudyEditors(ctx, "a"); err != nil || !slices.Equal(got, []string{"bo", "cy"}) {
		t.Errorf("%v %v", got, err)
	}
	if err := errors.Join(s.InviteToStudy(ctx, "a", "bo", false, noon, 2), s.InviteToStudy(ctx, "a", "nobody", false, noon, 2)); err != nil {
		t.Fatal(err)
	}
	if got, err := s.StudyEditors(ctx, "a"); err != nil || !slices.Equal(got, []string{"cy"}) {
		t.Errorf("%v %v", got, err)
	}
}

// testStudiesSeen: where somebody was long ago is forgotten.
func testStudiesSeen(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range store.MaxStudiesSeen + 3 {
		id := fmt.Sprintf("s%03d", i)
		mustCreateStudy(t, s, id, "ada")
		err := errors.Join(s.SeeStudy(ctx, id, "bo", noon.Add(time.Duration(i)*time.Second)), s.SeeStudy(ctx, "s000", "cy", noon))
		if err != nil {
			t.Fatal(err)
		}
	}
	seen, err := s.StudiesSeen(ctx, "bo", 1000)
	if err != nil || len(seen) != store.MaxStudiesSeen || seen[0].ID != "s102" || seen[len(seen)-1].ID != "s003" {
		t.Errorf("%d studies, %v", len(seen), err)
	}
	if seen, err := s.StudiesSeen(ctx, "cy", 9); err != nil || len(seen) != 1 {
		t.Errorf("another's: %v %v", seen, err)
	}
}

// testDeleteStudy: what belongs to a study goes with it, but for talk that was reported.
func testDeleteStudy(t *testing.T, s store.Store) {
	ctx := context.Background()
	lines := map[string]int64{}
	for _, id := range []string{"a", "b", "c"} {
		mustCreateStudy(t, s, id, "ada")
		var err error
		if lines[id], err = s.AddLine(ctx, store.Line{Game: id, Room: "study", Player: "bo", Text: "said", At: noon}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.SeeStudy(ctx, id, "bo", noon), s.InviteToStudy(ctx, id, "cy", true, noon, 9)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddReport(ctx, store.Report{
		Kind: store.OfLine, Reporter: "cy", Target: "bo", Game: "b", Line: lines["b"], Reason: "rude", Created: noon,
	}, store.ReportBounds{Since: noon, Each: 9, Open: 9}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.DeleteStudy(ctx, "a"), s.DeleteStudy(ctx, "b")); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteStudy(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a second time: %v", err)
	}
	for id, want := range map[string]error{"a": store.ErrNotFound, "b": nil, "c": nil} {
		if _, err := s.Line(ctx, lines[id]); !errors.Is(err, want) {
			t.Errorf("what was said in %s: %v, want %v", id, err, want)
		}
	}
	mustCreateStudy(t, s, "a", "ada") // nothing of the old one is there
	if got, err := s.StudyEditors(ctx, "a"); err != nil || len(got) > 0 {
		t.Errorf("editors %v %v", got, err)
	}
	if seen, err := s.StudiesSeen(ctx, "bo", 9); err != nil || len(seen) != 1 || seen[0].ID != "c" {
		t.Errorf("seen: %+v %v", seen, err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}); err != nil { // with the account go its studies
		t.Fatal(err)
	}
	if all, err := s.StudiesOf(ctx, "ada", 9); err != nil || len(all) > 0 {
		t.Errorf("of one who has gone: %+v %v", all, err)
	}
	if _, err := s.Line(ctx, lines["c"]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what was said there: %v", err)
	}
}

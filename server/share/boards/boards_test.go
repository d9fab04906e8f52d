package boards

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/server/base/apierror"
	"moyo/server/base/limit"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// upload stores a board as an upload, and returns its hash.
func upload(t *testing.T, s store.Store, points int) (*board.Board, string) {
	t.Helper()
	var edges [][2]board.Point
	for p := range board.Point(points - 1) {
		edges = append(edges, [2]board.Point{p, p + 1})
	}
	b, err := boardfile.FromGraph(fmt.Sprintf("Path of %d", points), points, edges)
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.TrimPrefix(b.Spec(), "id:")
	if err := s.SaveBoard(t.Context(), "ada", store.Board{Hash: hash, Title: b.Title(), JSON: boardfile.JSON(b)}); err != nil {
		t.Fatal(err)
	}
	return b, hash
}

// TestGetStored reads stored boards, and refuses missing boards and boards under a wrong hash.
func TestGetStored(t *testing.T) {
	s := sqlitetest.New(t)
	want, hash := upload(t, s, 5)
	other, _ := upload(t, s, 6)
	for _, spec := range []string{want.Spec(), "id:" + strings.ToUpper(hash)} {
		got, err := NewCache(s).Get(t.Context(), spec)
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if got.Spec() != want.Spec() || got.Title() != want.Title() || got.Len() != 5 || got.EdgeCount() != 4 {
			t.Errorf("%s comes back as %s, %q", spec, got.Spec(), got.Title())
		}
	}
	wrong := store.Board{Hash: strings.Repeat("0", len(hash)), Title: "Mine", JSON: boardfile.JSON(other)}
	broken := store.Board{Hash: strings.Repeat("1", len(hash)), Title: "Mine", JSON: []byte(`{"points":`)}
	for _, b := range []store.Board{wrong, broken} {
		if err := s.SaveBoard(t.Context(), "ada", b); err != nil {
			t.Fatal(err)
		}
	}
	for spec, want := range map[string]string{
		"id:" + wrong.Hash: "has another board", "id:" + broken.Hash: "", "id:nothing": "no such board on this server",
		"file:/etc/passwd": "cannot be used", "grid:" + strings.Repeat("9", MaxSpec): "at most 200 characters",
	} {
		if got, err := NewCache(s).Get(t.Context(), spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v, error %v, want %q", spec, got, err, want)
		}
	}
}

// sick is a store that currently fails.
type sick struct{ store.Store }

var errSick = errors.New("no connection")

func (sick) LoadBoard(context.Context, string) (store.Board, error) { return store.Board{}, errSick }

// TestGetFromSickStore checks that a failing store does not count as a bad request.
func TestGetFromSickStore(t *testing.T) {
	for s, want := range map[store.Store]apierror.Code{sick{sqlitetest.New(t)}: apierror.Internal, sqlitetest.New(t): apierror.BadRequest} {
		_, err := NewCache(s).Get(t.Context(), "id:nothing")
		if err = apierror.Invalid(err); apierror.Of(err).Code != want || errors.Is(err, errSick) != (want == apierror.Internal) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestCacheIsBounded checks that recent boards stay cached, and that their points stay within the limit.
func TestCacheIsBounded(t *testing.T) {
	c := NewCache(sqlitetest.New(t))
	first, err := c.Get(t.Context(), "grid:9")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Get(t.Context(), "grid:9"); again != first || err != nil {
		t.Errorf("made twice: %v", err)
	}
	for i := range 12 {
		if _, err := c.Get(t.Context(), fmt.Sprintf("grid:99x%d", 88+i)); err != nil {
			t.Fatal(err)
		}
	}
	points := 0
	for _, b := range c.ready {
		points += b.Len()
	}
	if points != c.size || points > cachedPoints || points < cachedPoints-99*99 || len(c.order) != len(c.ready) {
		t.Errorf("%d points are ready in %d boards, counted as %d and %d", points, len(c.ready), c.size, len(c.order))
	}
	if again, err := c.Get(t.Context(), "grid:9"); again == first || err != nil {
		t.Errorf("the oldest was kept: %v", err)
	}
}

// busy is a store whose reads block.
type busy struct {
	store.Store
	asked chan string
	ready chan struct{}
}

func (b *busy) LoadBoard(ctx context.Context, hash string) (store.Board, error) {
	b.asked <- hash
	<-b.ready
	return b.Store.LoadBoard(ctx, hash)
}

// TestBuiltOnce checks that a board is built once for all callers, even if the first one leaves before its turn. One address may
// have waitingPerAddress boards waiting, without effect on other addresses.
func TestBuiltOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &busy{sqlitetest.New(t), make(chan string, 1000), make(chan struct{})}
		_, hash := upload(t, s.Store, 5)
		c := NewCache(s)
		results := make(chan error, 1000)
		get := func(ctx context.Context, spec string) {
			go func() {
				_, err := c.Get(ctx, spec)
				results <- err
			}()
			synctest.Wait()
		}
		places := runtime.GOMAXPROCS(0)
		for i := range places { // all processors are busy
			get(limit.With(t.Context(), fmt.Sprint("other", i)), fmt.Sprint("id:missing", i))
		}
		first, leave := context.WithCancel(limit.With(t.Context(), "a"))
		get(first, "id:"+hash)
		for range 50 {
			get(limit.With(t.Context(), "a"), "id:"+hash)
		}
		leave()
		synctest.Wait()
		if err := <-results; !errors.Is(err, context.Canceled) || len(results) > 0 {
			t.Errorf("callers that left: %v, and %d others", err, len(results))
		}
		for i := range 2 * waitingPerAddress {
			get(limit.With(t.Context(), "a"), fmt.Sprint("id:wanted", i))
		}
		if got, want := len(results), waitingPerAddress+1; got != want {
			t.Errorf("%d boards of an address are refused, want %d", got, want)
		}
		for len(results) > 0 {
			if err := <-results; apierror.Of(err).Code != apierror.TooOften {
				t.Errorf("refused: %v", err)
			}
		}
		get(limit.With(t.Context(), "b"), "id:of another address")
		get(t.Context(), "id:of the server itself")
		close(s.ready)
		synctest.Wait()
		count := map[string]int{}
		for len(s.asked) > 0 {
			count[<-s.asked]++
		}
		if len(count) != places+waitingPerAddress+2 || count[hash] != 1 ||
			count["of another address"] != 1 || count["of the server itself"] != 1 {
			t.Errorf("%d boards were built, the common one %d times", len(count), count[hash])
		}
		well := 0
		for len(results) > 0 {
			if <-results == nil {
				well++
			}
		}
		if well != 50 {
			t.Errorf("%d have the common board, want 50", well)
		}
	})
}

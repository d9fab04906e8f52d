package document

import (
	"context"
	"errors"
	"strings"
	"testing"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

var errUnknown = apierror.New(apierror.NotFound, "unknown")

// TestFind returns documents that exist, and the caller's error for others.
func TestFind(t *testing.T) {
	busy := errors.New("busy")
	one := func(_ context.Context, id string) (int, error) {
		return len(id), map[string]error{"gone": store.ErrNotFound, "busy": busy}[id]
	}
	for id, want := range map[string]error{
		"a": nil, strings.Repeat("a", maxID): nil, strings.Repeat("a", maxID+1): errUnknown, "gone": errUnknown, "busy": busy,
	} {
		n, err := Find(t.Context(), id, one, errUnknown)
		if !errors.Is(err, want) || err == nil && n != len(id) {
			t.Errorf("%s: %d, %v, want %v", id, n, err, want)
		}
	}
}

// TestDecode reads a body, and names a document that is damaged.
func TestDecode(t *testing.T) {
	if b, err := Decode[[]int]("list", "a", []byte(`[1, 2]`)); err != nil || len(b) != 2 {
		t.Errorf("%v, %v", b, err)
	}
	_, err := Decode[[]int]("list", "a", []byte(`{`))
	if !IsDamaged(err) || !strings.HasPrefix(err.Error(), "list a: ") || errors.Unwrap(err) == nil {
		t.Errorf("%v", err)
	}
	if IsDamaged(errUnknown) {
		t.Error("an unknown document is not a damaged one")
	}
}

// TestShow encodes a view, and passes errors on.
func TestShow(t *testing.T) {
	if s, err := Show([]int{1}, nil); err != nil || string(s.JSON) != "[1]" || len(s.View) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := Show([]int{1}, errUnknown); !errors.Is(err, errUnknown) || s.View != nil || s.JSON != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Show(func() {}, nil); err == nil {
		t.Error("a function has no JSON")
	}
}

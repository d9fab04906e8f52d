package identity_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"moyo/server/identity"
)

func ExampleCleanName() {
	fmt.Println(identity.CleanName("  Ada\u202e \n Lovelace\x00 "))
	// Output: Ada Lovelace
}

// TestCleanNameLength cuts names to so many characters, not bytes, and leaves no
// space at the cut.
func TestCleanNameLength(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("é", 40):        strings.Repeat("é", 40),
		strings.Repeat("é", 41):        strings.Repeat("é", 40),
		strings.Repeat("a", 39) + " b": strings.Repeat("a", 39),
		strings.Repeat(" ", 99) + "a":  "a",
	} {
		if got := identity.CleanName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// TestIdentify gives a browser one token, knows it by that again, and takes no
// token that it could not have made.
func TestIdentify(t *testing.T) {
	var guest string
	h := identity.Identify(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { guest = identity.Guest(r.Context()) }))
	visit := func(cookies ...*http.Cookie) ([]*http.Cookie, string) {
		r := httptest.NewRequest("GET", "/", nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result().Cookies(), guest
	}
	set, first := visit()
	if len(set) != 1 || first == "" || first == set[0].Value {
		t.Fatalf("a new guest %q got %v", first, set)
	}
	if again, same := visit(set[0]); len(again) != 0 || same != first {
		t.Errorf("came back as %q, was %q; got %v", same, first, again)
	}
	if replaced, other := visit(&http.Cookie{Name: set[0].Name, Value: "mine"}); len(replaced) != 1 || other == first {
		t.Errorf("a made-up token: %q, %v", other, replaced)
	}
}

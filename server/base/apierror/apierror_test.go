package apierror

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/store"
	"moyo/solve/life/tsumego"
)

// TestTableIsComplete checks that every code has a row: the codes of this package and of matches, found by their
// constants, and those of illegal moves.
func TestTableIsComplete(t *testing.T) {
	codes := append(constants(t, "apierror.go", "Code"), constants(t, "../../../game/match/event.go", "")...)
	for _, r := range game.Reasons() {
		codes = append(codes, r.Code())
	}
	if len(codes) < 25 {
		t.Fatalf("only %d codes were found: %v", len(codes), codes)
	}
	listed := map[Code]bool{}
	for _, c := range codes {
		listed[Code(c)] = true
		if row := table[Code(c)]; row.status < 400 || row.close == 0 {
			t.Errorf("%q has no row, or not a whole one: %+v", c, row)
		}
	}
	for c := range table {
		if !listed[c] {
			t.Errorf("the table has %q, which no error has", c)
		}
	}
}

// constants returns the string constants of a file that have a type, or, if typ is "", whose names begin with "Code".
func constants(t *testing.T, file, typ string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		name, _ := spec.Type.(*ast.Ident)
		lit, isLit := spec.Values[0].(*ast.BasicLit)
		if isLit && (typ != "" && name != nil && name.Name == typ || typ == "" && strings.HasPrefix(spec.Names[0].Name, "Code")) {
			s, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, s)
		}
		return true
	})
	return found
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		err    error
		code   Code
		status int
		text   string
	}{
		{New(NotFound, "There is no %s.", "game"), NotFound, 404, "There is no game."},
		{fmt.Errorf("outer: %w", New(TooOften, "Wait.")), TooOften, 429, "Wait."},
		{&game.IllegalMove{Reason: game.Ko}, "ko", 400, game.Ko.Sentence()},
		{&match.Refusal{Code: match.CodeWaiting, Sentence: sentence.Sentence{Text: "The seat is empty."}}, "waiting", 409, "The seat is empty."},
		{fmt.Errorf("%w: too large", tsumego.ErrProblem), BadRequest, 400, "too large"},
		{fmt.Errorf("reading: %w", context.Canceled), GivenUp, 499, "The request was cancelled."},
		{fmt.Errorf("a move: %w", store.ErrNoSpace), StorageFull, 507,
			"The server's disk is full, so nothing new can be saved. What was saved before is safe; please try again later."},
		{fmt.Errorf("a move: %w", store.ErrReadOnly), ReadOnly, 503,
			"The server's database is damaged. You can still view what is intact, but nothing new can be saved until the operator has repaired it."},
		{errors.New("disk on fire"), Internal, 500, "Something went wrong on the server. What was saved before is safe; please try again."},
	} {
		if got := Of(c.err); got.Code != c.code || got.Status() != c.status || got.Text != c.text {
			t.Errorf("%v: %q, %d, %q; want %q, %d, %q", c.err, got.Code, got.Status(), got.Text, c.code, c.status, c.text)
		}
		answer := httptest.NewRecorder()
		if Write(answer, c.err); answer.Code != c.status || strings.Contains(answer.Body.String(), "fire") {
			t.Errorf("%v: answered with %d %s", c.err, answer.Code, answer.Body)
		}
		if e := Of(c.err); e.Problem().Code != string(c.code) {
			t.Errorf("%v: %+v", c.err, e.Problem())
		}
		if m := Message("7", c.err); m.Error.ID != "7" || m.Error.Code != string(c.code) || m.Error.Text != c.text {
			t.Errorf("%v: sent as %+v", c.err, m.Error)
		}
	}
}

// TestSay checks that the page receives a sentence's id and the values of its places.
func TestSay(t *testing.T) {
	err := fmt.Errorf("outer: %w", Say(TooOften, "lobby.crowd", "%s has %d challenges.", "Bo", 3))
	m := Message("7", err).Error
	if m.Text != "Bo has 3 challenges." || m.Refusal != "lobby.crowd" || !slices.Equal(m.Places, []string{"Bo", "3"}) {
		t.Errorf("%+v", m)
	}
	answer := httptest.NewRecorder()
	Write(answer, Wrap(NotFound, err, "game.unknown", "There is no game."))
	if got := answer.Body.String(); !strings.Contains(got, `"refusal":"game.unknown"`) || strings.Contains(got, "places") {
		t.Error(got)
	}
	p := Of(Invalid(fmt.Errorf("outer: %w", sentence.Errorf("name.letter", "Not %q.", "-")))).Problem()
	if p.Refusal != "name.letter" || p.Detail != `Not "-".` || p.Places[0] != `"-"` {
		t.Errorf("%+v", p)
	}
	if p := Of(Refuse(Forbidden, sentence.No("chat.between", "No."))).Problem(); p.Refusal != "chat.between" || p.Detail != "No." {
		t.Errorf("%+v", p)
	}
	refusal := &match.Refusal{Code: match.CodeNotNow, Sentence: sentence.New("draw.offered", "You have.")}
	if p := Of(refusal).Problem(); p.Refusal != "draw.offered" || p.Code != "not-now" {
		t.Errorf("%+v", p)
	}
}

func TestClosing(t *testing.T) {
	if code, text := Closing(New(Reconnect, "You read too slowly.")); code != websocket.StatusTryAgainLater || text != "please reconnect" {
		t.Errorf("closed with %d %q", code, text)
	}
	for _, err := range []error{nil, errors.New("broken pipe"), New(NotFound, "")} {
		if code, text := Closing(err); code != websocket.StatusNormalClosure || text != "" {
			t.Errorf("%v: closed with %d %q", err, code, text)
		}
	}
}

func ExampleWrite() {
	answer := httptest.NewRecorder()
	Write(answer, New(NotFound, "There is no such game."))
	fmt.Println(answer.Code == http.StatusNotFound, answer.Body)
	// Output: true {"title":"Not Found","status":404,"detail":"There is no such game.","code":"not-found"}
}

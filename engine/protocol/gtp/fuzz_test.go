package gtp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game/rules/weiqi"
)

// FuzzGTP sends the server any text. It must answer every command in the form of
// GTP and end.
func FuzzGTP(f *testing.F) {
	files, err := filepath.Glob("testdata/*.gtp")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var commands strings.Builder
		for ln := range strings.Lines(string(text)) {
			if command, ok := strings.CutPrefix(ln, "> "); ok {
				commands.WriteString(command)
			}
		}
		f.Add(commands.String())
	}
	f.Add("lz-analyze b 10 minmoves 3\nkata-genmove_analyze w interval 1\nlz-genmove_analyze 5\nkata-analyze ownership true\n")
	f.Add("time_settings 1 1 1\ngenmove b\ntime_left b 1e300 1000\ngenmove b\n" +
		"kgs-time_settings byoyomi 1e300 1e300 1000\ngenmove w\nundo\nkata-time_settings fischer 0 1e300\ngenmove w\n")
	f.Add("kata-search_cancellable b\nkata-search_analyze w allow w A1 2\n# interrupt\n" +
		"kata-set-params {\"maxVisits\":3}\ngogui-setup b A1 e B2\ngogui-setup_player w\ngogui-undo_setup\n")
	f.Add("moyo-board geodesic:1\nplay b 3\nprintsgf\nloadsgf x 3\nundo\nkomi 1e300\nkata-set-rules {\"ko\":null}\n")
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 20_000 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var out strings.Builder
		if err := Serve(ctx, strings.NewReader(in), &out, fuzzConfig(in)); err != nil {
			t.Fatal(err)
		}
		checkReplies(t, out.String())
	})
}

// fuzzConfig keeps boards small and takes the input itself as the record of
// loadsgf.
func fuzzConfig(in string) Config {
	cfg := testConfig(&firstMove{reports: 1})
	cfg.Board = func(spec string) (*board.Board, error) {
		if len(strings.Trim(spec, "abcdefghijklmnopqrstuvwxyz:")) > 3 {
			return nil, errors.New("too large a board for fuzzing")
		}
		b, err := board.Parse(spec)
		if err == nil && b.Len() > 150 {
			return nil, errors.New("too large a board for fuzzing")
		}
		return b, err
	}
	cfg.Rules = weiqi.Parse
	_, record, _ := strings.Cut(in, "(;")
	cfg.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("(;" + record)), nil }
	return cfg
}

// checkReplies reads all of the server's output as replies.
func checkReplies(t *testing.T, out string) {
	t.Helper()
	if out != "" && !strings.HasSuffix(out, "\n\n") {
		t.Fatalf("the last reply has no end: %q", out)
	}
	in := bufio.NewReader(strings.NewReader(out))
	for {
		r := readReply(in, func(string) {})
		if r.err != nil {
			if r.err.Error() != "the program has ended" {
				t.Fatalf("%v in %q", r.err, out)
			}
			return
		}
	}
}

// FuzzReply sends the client any answer.
func FuzzReply(f *testing.F) {
	for _, s := range []string{
		"= ok\n\n", "?12 no\n\n", "=\n\n", "\n\n=3 a\nb\n\n", "x",
		"=\ninfo move D4 visits 20 winrate 0.5 prior 1e9 pv D4 E5 info move pass\nplay D4\n\n", "= " + strings.Repeat("y", 70_000) + "\n\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := bufio.NewReader(strings.NewReader(text))
		f := follower{verts: NewVertices(board.Grid(5, 5)), full: 1, report: func(engine.Info) {}}
		for range len(text) + 1 {
			if r := readReply(in, f.line); r.err != nil {
				return
			}
		}
		t.Fatal("more replies than bytes")
	})
}

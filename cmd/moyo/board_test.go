package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// moyo runs the program as its user does.
func moyo(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return code, out.String(), err.String()
}

// write creates a file in a temporary folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBoardList(t *testing.T) {
	testenv.SkipUnderRace(t)
	code, out, _ := moyo(t, "board", "list")
	if code != exitDone || !strings.Contains(out, "torus:WxH") || !strings.Contains(out, "lattice:") {
		t.Errorf("code %d, output %s", code, out)
	}
	code, out, _ = moyo(t, "board", "list", "--json")
	var list struct {
		Kinds   []struct{ Usage string }
		Gallery []struct {
			Spec   string
			Points int
		}
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != exitDone {
		t.Fatalf("code %d, error %v", code, err)
	}
	if len(list.Kinds) < 15 || len(list.Gallery) < 12 || list.Gallery[0].Points == 0 {
		t.Errorf("%d kinds, %d boards", len(list.Kinds), len(list.Gallery))
	}
}

func TestBoardShow(t *testing.T) {
	testenv.SkipUnderRace(t)
	code, out, _ := moyo(t, "board", "show", "torus:9x9")
	if code != exitDone || !strings.Contains(out, "81 points, 162 edges") {
		t.Errorf("code %d, output %s", code, out)
	}
	folder := t.TempDir()
	picture := filepath.Join(folder, "a.png")
	if code, _, err := moyo(t, "board", "show", "grid:9", "-o", picture, "--size", "200"); code != exitDone {
		t.Fatalf("code %d: %s", code, err)
	}
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() != 200 {
		t.Errorf("picture %v, error %v", img, err)
	}
	picture = filepath.Join(folder, "a.svg")
	if code, _, err := moyo(t, "board", "show", "sphere:8x5", "-o", picture); code != exitDone {
		t.Fatalf("code %d: %s", code, err)
	}
	if text, err := os.ReadFile(picture); err != nil || !bytes.HasPrefix(text, []byte("<svg")) {
		t.Errorf("%.40s, error %v", text, err)
	}
}

func TestBoardImport(t *testing.T) {
	testenv.SkipUnderRace(t)
	mesh := write(t, "two.obj", "v 0 0 0\nv 1 0 0\nv 5 0 0\nv 6 0 0\nv 7 0 0\nl 1 2\nl 3 4 5\n")
	code, out, errText := moyo(t, "board", "check", mesh)
	if code != exitFailed || !strings.Contains(out, "part 2: 3 points, 2 edges") ||
		!strings.Contains(errText, "2 parts that are not connected") {
		t.Errorf("code %d, output %s, errors %s", code, out, errText)
	}
	if code, _, errText = moyo(t, "board", "import", mesh); code != exitFailed || !strings.Contains(errText, "--component") {
		t.Errorf("code %d, errors %s", code, errText)
	}
	made := filepath.Join(t.TempDir(), "board.json")
	code, out, errText = moyo(t, "board", "import", mesh, "--component", "2", "--title", "Row", "-o", made)
	if code != exitDone || !strings.Contains(out, "Row\n3 points, 2 edges") {
		t.Fatalf("code %d, output %s, errors %s", code, out, errText)
	}
	if code, out, _ = moyo(t, "board", "check", made, "--json"); code != exitDone || !strings.Contains(out, `"points": 3`) {
		t.Errorf("code %d, output %s", code, out)
	}
	if code, out, _ = moyo(t, "board", "show", "file:"+made, "--json"); code != exitDone {
		t.Errorf("code %d", code)
	}
	if text, err := os.ReadFile(made); err != nil || string(text) != out {
		t.Errorf("show --json gives %s, the file has %s", out, text)
	}
}

// TestBoardFailures reports errors and leaves no file behind.
func TestBoardFailures(t *testing.T) {
	testenv.SkipUnderRace(t)
	broken := write(t, "bad.obj", "v 0 0 0\nl 1 1\n")
	picture := filepath.Join(t.TempDir(), "x.gif")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"board", "show", "toros:9x9"}, exitWrongUse, "the nearest is torus:WxH"},
		{[]string{"board", "show", "grid:9", "-o", picture}, exitWrongUse, ".png or .svg"},
		{[]string{"board", "show", "grid:9", "-o", strings.Replace(picture, ".gif", ".png", 1), "--size", "5"},
			exitWrongUse, "size 5 is out of range"},
		{[]string{"board", "show", "grid:9", "-o", filepath.Join(picture, "no", "x.png")}, exitFailed, "no such file"},
		{[]string{"board", "check", broken}, exitFailed, "bad.obj:2: an edge from point 1 to itself"},
		{[]string{"board", "check", "nothing.obj"}, exitFailed, "no such file"},
		{[]string{"board", "import", broken}, exitFailed, "bad.obj:2"},
		{[]string{"board", "import", write(t, "a.obj", "v 0 0 0\n"), "--component", "3"}, exitWrongUse, "has parts 1 to 1"},
		{[]string{"board", "frame"}, exitWrongUse, "frame"},
	} {
		if code, _, text := moyo(t, c.args...); code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%v: code %d, errors %s, want %d with %q", c.args, code, text, c.code, c.want)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(picture)); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

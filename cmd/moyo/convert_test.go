package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"moyo/internal/testenv"
)

// TestConvertRecords converts files between several formats and charsets.
func TestConvertRecords(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	name, err := simplifiedchinese.GBK.NewEncoder().String("柯洁 九段")
	if err != nil {
		t.Fatal(err)
	}
	fox := put("in/fox.sgf", "(;GM[1]SZ[19]PB["+name+"]KM[375];B[pd];W[dp])")
	psq := put("in/deep/match.PSQ", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,1500\nA\nB\n-1\n")
	lib := put("in/tree.lib", "\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00\x68\x80\x67\x40\x69\x40")
	put("in/readme.txt", "no game")

	code, out, errs := moyo(t, "convert", fox)
	if code != exitDone || !strings.Contains(out, "PB[柯洁 九段]") ||
		!strings.Contains(out, "CA[UTF-8]") || !strings.Contains(out, ";B[pd];W[dp]") {
		t.Errorf("code %d: %s%s", code, out, errs)
	}
	all := filepath.Join(dir, "all.sgf")
	code, out, errs = moyo(t, "convert", filepath.Join(dir, "in"), "-o", all)
	if text := contents(t, all); code != exitDone || out != "3 games from 3 files in "+all+"\n" ||
		strings.Count(text, "(;GM")+strings.Count(text, "(;FF") != 3 || !strings.Contains(text, "EMT[1.5]") {
		t.Errorf("code %d: %s%s\n%s", code, out, errs, text)
	}
	pattern := filepath.Join(dir, "in", "*.[sl]*")
	made := filepath.Join(dir, "made") + "/"
	if code, out, errs = moyo(t, "convert", pattern, psq, psq, "-o", made); code != exitDone {
		t.Errorf("code %d: %s%s", code, out, errs)
	}
	for _, name := range []string{"fox.sgf", "tree.sgf", "match.sgf", "match-2.sgf"} {
		contents(t, made+name)
	}
	for _, c := range []struct{ to, from, want string }{
		{"x.psq", psq, "8,7,1500\r\nA\r\nB\r\n"}, {"x.lib", psq, "\x78\x00\x68\x40"},
		{"y.lib", lib, "\x78\x00\x68\x80\x67\x40\x69\x40"}, {"y.psq", lib, "8,8,0\r\n8,7,0\r\n7,7,0\r\n"},
	} {
		to := filepath.Join(dir, c.to)
		if code, _, errs := moyo(t, "convert", c.from, "--out", to); code != exitDone || !strings.Contains(contents(t, to), c.want) {
			t.Errorf("%s from %s: code %d, %s: %q", c.to, c.from, code, errs, contents(t, to))
		}
	}
	rules := put("rules.sgf", "(;SZ[9]RU[our own]KM[lots];B[ee])")
	if code, out, errs = moyo(t, "convert", rules); code != exitDone || !strings.Contains(out, "RU[our own]KM[lots]") {
		t.Errorf("code %d: %s%s", code, out, errs)
	}
	gib := put("in/tygem.gib", "\\HS\n\\[GAMEBLACKNAME="+name+"\\]\n\\HE\n\\GS\nSTO 0 2 1 15 3\n\\GE\n")
	code, out, errs = moyo(t, "convert", filepath.Dir(gib))
	if code != exitDone || strings.Count(out, "PB[柯洁 九段]") != 2 {
		t.Errorf("code %d: %s%s", code, out, errs)
	}
	// An output that is also the input is read before it is replaced.
	if code, _, errs := moyo(t, "convert", fox, "-o", fox); code != exitDone || !strings.Contains(contents(t, fox), "柯洁") {
		t.Errorf("code %d: %s: %s", code, errs, contents(t, fox))
	}
	if code, out, _ := moyo(t, "convert", psq, "--to", "lib"); code != exitDone || !strings.HasPrefix(out, "\xFFRenLib") {
		t.Errorf("code %d: %q", code, out)
	}
}

func contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

// TestConvertRecordsRefused reports what cannot be converted, and converts the rest.
func TestConvertRecordsRefused(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	good := write(t, "good.sgf", "(;SZ[9];B[ee])")
	bad := write(t, "bad.sgf", "no game")
	two := write(t, "two.sgf", "(;SZ[15])(;SZ[15])")
	tygem := write(t, "tygem.txt", "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\n\\GE\n")
	huge := filepath.Join(dir, "huge.sgf")
	if f, err := os.Create(huge); err != nil || f.Truncate(100<<20) != nil || f.Close() != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{bad}, exitFailed, "bad.sgf: sgf: 1:8: no game found"},
		{[]string{huge}, exitFailed, "huge.sgf: the file has 105 MB; records of up to 16 MB are read"},
		{[]string{good, "--to", "lib"}, exitFailed, "is grid:15, not grid:9"},
		{[]string{two, "--to", "psq"}, exitWrongUse, "can contain one game only: name a folder"},
		{[]string{filepath.Join(dir, "none.sgf")}, exitWrongUse, "no such file"},
		{[]string{filepath.Join(dir, "[")}, exitWrongUse, "[: syntax error"},
		{[]string{t.TempDir()}, exitWrongUse, "no records in this folder"},
		{[]string{good, "-o", filepath.Dir(good)}, exitFailed, "overwrite the input"},
		{[]string{good, "-o", filepath.Join(dir, "x.NGF")}, exitWrongUse, "files that end in .ngf are only read"},
		{[]string{good, "--to", "sgf", "-o", filepath.Join(dir, "x.ugi")}, exitWrongUse, "ends in .sgf, .lib or .psq (--to sgf, lib or psq)"},
		{[]string{tygem, "-o", tygem}, exitWrongUse, "overwrite the input, which has another format"},
		{[]string{good, tygem, "-o", tygem}, exitWrongUse, "overwrite the input, which has another format"},
		{[]string{good, "--to", "doc"}, exitWrongUse, "doc"},
		{[]string{}, exitWrongUse, "<files>"},
		{[]string{bad, "-o", filepath.Join(dir, "none.sgf")}, exitFailed, "no game found"},
		{[]string{good, "-o", filepath.Join(dir, "no", "such", "folder.sgf")}, exitFailed, "no such file or directory"},
	} {
		if code, out, errs := moyo(t, append([]string{"convert"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, want %d, %s, %s", c.args, code, c.code, out, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "none.sgf")); err == nil {
		t.Error("a file without a game was written")
	}
	code, out, errs := moyo(t, "convert", bad, good)
	if code != exitFailed || !strings.Contains(out, ";B[ee]") || !strings.Contains(errs, "bad.sgf") {
		t.Errorf("code %d: %s%s", code, out, errs)
	}
	folder := filepath.Join(dir, "games") + "/"
	if code, _, errs := moyo(t, "convert", two, bad, "--to", "psq", "-o", folder); code != exitFailed || !strings.Contains(errs, "bad.sgf") {
		t.Errorf("code %d: %s", code, errs)
	}
	for _, name := range []string{"two.psq", "two-2.psq"} {
		contents(t, folder+name)
	}
	if contents(t, good) != "(;SZ[9];B[ee])" || !strings.HasPrefix(contents(t, tygem), "\\HS") {
		t.Error("a file was changed in its place")
	}
}

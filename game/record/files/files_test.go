package files

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"moyo/game/record/serverfile"
	"moyo/game/record/sgf"
)

const (
	library = "\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00\x68\x40"
	match   = "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n"
)

// TestRead recognizes the formats by content.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		data, format string
		games        int
	}{
		{"(;SZ[9];B[ee])(;SZ[13])", SGF, 2},
		{"Piskvorky is not what this is (;GM[4];B[hh];W[hg])", SGF, 1},
		{"\xFF\xFE(\x00;\x00B\x00[\x00h\x00h\x00]\x00;\x00W\x00[\x00h\x00g\x00]\x00)\x00", SGF, 1},
		{library, RenLib, 1},
		{match, Piskvork, 1},
		{"\\HS\n\\HE\n\\GS\nSTO 0 2 1 7 7\nSTO 0 3 2 7 6\n\\GE\n", serverfile.GIB, 1},
		{"x\n19\nw\nb\n\n0\n0\n6\n20170316\nPMABBIIII\nPMACWIHHI\n", serverfile.NGF, 1},
		{"[Header]\r\nPlayerB=x\r\n[Data]\r\nHL,B1,1,0\r\nHM,W1,2,0\r\n", serverfile.UGF, 1},
	} {
		games, format, err := Read([]byte(c.data), sgf.Limits{})
		if err != nil || format != c.format || len(games) != c.games {
			t.Errorf("%.30q: %d games, %q, %v", c.data, len(games), format, err)
			continue
		}
		if format == SGF && c.games == 2 {
			continue
		}
		if moves := strings.ReplaceAll(games[0].String(), "\n", ""); !strings.HasSuffix(moves, ";B[hh];W[hg])") {
			t.Errorf("%.30q holds %s", c.data, moves)
		}
	}
}

func TestRefused(t *testing.T) {
	for data, want := range map[string]string{
		"":                   "the file is empty",
		" \n\t":              "the file is empty",
		"PK\x03\x04(;B[aa])": "zip archive",
		"\\HS\n\\[GAMEINFOMAIN=LINE:99\\]\n\\GS\n": "line 1: a board of size 99",
		"%PDF-1.4 (;":                            "PDF",
		"<html>":                                 "1:7: no game found",
		"(;B[aa])" + strings.Repeat(" ", 20<<20): "the file has 21 MB; records of up to 16 MB are read",
		library[:22] + "\x10\x00":                "byte 22",
		match + "99,1,0":                         "line 4",
	} {
		if _, _, err := Read([]byte(data), sgf.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", data, err, want)
		}
	}
	for _, data := range []string{"(;SZ[9];B[ee])", library, match} {
		if _, _, err := Read([]byte(data), sgf.Limits{Bytes: 10}); err == nil {
			t.Errorf("%.30q was read in spite of a limit", data)
		}
	}
	for _, data := range []string{"(;SZ[9];B[ee])", library, match} {
		if _, _, err := Read([]byte(data), sgf.Limits{Bytes: len(data)}); err != nil {
			t.Errorf("%.30q is not read within its own length: %v", data, err)
		}
	}
	for bytes, want := range map[int64]string{20_000_000: "has 20 MB", 20_000_001: "has 21 MB"} {
		if err := TooLarge(bytes, sgf.Limits{}); !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v", bytes, err)
		}
	}
	huge := make([]byte, 100<<20)
	copy(huge, library)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := Read(huge, sgf.Limits{})
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err == nil || !strings.Contains(err.Error(), "105 MB") || took > 1<<20 {
		t.Errorf("100 MB: %v after %d bytes", err, took)
	}
}

// TestIsName knows the extensions of all formats.
func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"a.sgf": true, "b/A.GIB": true, `c\d.Ngf`: true, "x.ugf": true, "x.ugi": true, "x.lib": true, "x.psq": true, "x.txt": false,
		"gib": false, "": false,
	} {
		if got := IsName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestWrite converts each format to each.
func TestWrite(t *testing.T) {
	for _, data := range []string{"(;GM[4]SZ[15];B[hh];W[hg])", library, match} {
		games, _, err := Read([]byte(data), sgf.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for to := range Endings {
			var b bytes.Buffer
			if err := Write(&b, to, games); err != nil {
				t.Errorf("%.30q as %s: %v", data, to, err)
			}
			back, format, err := Read(b.Bytes(), sgf.Limits{})
			if err != nil || format != to || !strings.HasSuffix(strings.ReplaceAll(back[0].String(), "\n", ""), ";B[hh];W[hg])") {
				t.Errorf("%.30q as %s is %q, %v", data, to, b.String(), err)
			}
		}
	}
	two, err := sgf.Parse("(;SZ[15])(;SZ[15])")
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(&bytes.Buffer{}, RenLib, two); err == nil || !strings.Contains(err.Error(), ".lib holds one game, not 2") {
		t.Errorf("two games in a library: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, data := range []string{library, match, "(;SZ[9];B[ee])", "\xFF\xFE(\x00;\x00", "PK\x03\x04"} {
		f.Add([]byte(data))
	}
	lim := sgf.Limits{Bytes: 1 << 16, Nodes: 2000, Values: 2000, Depth: 100}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, format, err := Read(data, lim)
		if err != nil {
			return
		}
		for _, g := range games {
			g.ToUTF8()
		}
		var b bytes.Buffer
		if err := Write(&b, SGF, games); err != nil {
			t.Fatalf("%q, %s: %v", data, format, err)
		}
		if back, err := sgf.Parse(b.String()); err != nil || len(back) != len(games) || back[0].String() != games[0].String() {
			t.Errorf("%q, %s comes back as %v: %v", data, format, back, err)
		}
	})
}

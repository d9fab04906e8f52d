package libraries

import (
	"archive/zip"
	"bytes"
	"testing"
	"unicode/utf8"
)

// archived returns an archive of one file.
func archived(f *testing.F, name, text string) []byte {
	f.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		f.Fatal(err)
	}
	return out.Bytes()
}

// FuzzItems unpacks random data. It must end, and all its results must be valid text.
func FuzzItems(f *testing.F) {
	const game = "(;SZ[5]PB[\xba\xda\xc6\xe5];B[aa];W[bb](;B[ab])(;B[cc]))"
	for _, text := range []string{
		game, "(;SZ[5];B[aa]\n(;SZ[5];B[bb])", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n", "\xffRenLib\xff\x03\x00", "\xff\xfe(\x00;\x00)\x00",
	} {
		f.Add([]byte(text))
		f.Add(archived(f, "a/b.sgf", text))
	}
	f.Add(archived(f, "../../x.SGF\x00", game))
	damaged := archived(f, "a.sgf", game)
	damaged[len(damaged)/2]++
	f.Add(damaged)
	f.Fuzz(func(t *testing.T, data []byte) {
		u := unpacker{}
		for it, err := range u.items(data) {
			if err == nil && !utf8.ValidString(it.Text) || !utf8.ValidString(it.file) || len(it.file) > maxName {
				t.Fatalf("%q of %q: %v", it.Text, it.file, err)
			}
		}
	})
}

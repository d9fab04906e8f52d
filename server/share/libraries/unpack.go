package libraries

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"
	"unicode/utf8"

	"moyo/game/record/files"
	"moyo/game/record/sgf"
	"moyo/study/gameindex"
)

// The limits of files.
const (
	maxFile     = 16 << 20  // bytes of a request, and of a file in an archive
	maxUnpacked = 256 << 20 // bytes of all files in an archive
	maxEntries  = 50_000    // files in an archive
)

// item is the text of a game in a file.
type item struct {
	file string // in an archive
	gameindex.Record
}

// unpacker reads files.
type unpacker struct {
	skipped int // files of an archive whose names are not those of records
}

// items yields the games of a file, and errors for unreadable ones.
func (u *unpacker) items(data []byte) iter.Seq2[item, error] {
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return u.archive(data)
	}
	return func(yield func(item, error) bool) { records("", data, yield) }
}

// The signature of each entry in the directory of an archive.
var listed = []byte("PK\x01\x02")

func (u *unpacker) archive(data []byte) iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		if bytes.Count(data, listed) > maxEntries { // before they are read into memory
			yield(item{}, fmt.Errorf("the archive has more than %d files", maxEntries))
			return
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			yield(item{}, errors.New("the archive is damaged"))
			return
		}
		room := int64(maxUnpacked)
		for _, f := range z.File {
			switch {
			case strings.HasSuffix(f.Name, "/"):
				continue
			case !isRecord(f.Name):
				u.skipped++
				continue
			}
			text, err := unpack(f, room)
			room -= int64(len(text))
			name := clip(f.Name)
			if err != nil {
				if !yield(item{file: name}, err) || errors.Is(err, errRoom) {
					return
				}
				continue
			}
			if !records(name, text, yield) {
				return
			}
		}
	}
}

// errRoom is the error for an archive whose files exceed the limit.
var errRoom = fmt.Errorf("the files of the archive have more than %d MB", maxUnpacked>>20)

// unpack returns a file of an archive, limited to room bytes.
func unpack(f *zip.File, room int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, errors.New("the compression method is not supported")
	}
	defer r.Close()
	most := min(room, maxFile)
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case int64(len(text)) > room:
		return text, errRoom
	case len(text) > maxFile:
		return text, files.TooLarge(int64(len(text)), sgf.Limits{Bytes: maxFile})
	case err != nil:
		return text, errors.New("it is damaged")
	}
	return text, nil
}

// isRecord reports whether a file in an archive has the name of a record. It excludes files that operating systems add.
func isRecord(name string) bool {
	base := path.Base(name)
	if strings.HasPrefix(base, ".") || strings.HasPrefix(name, "__MACOSX/") {
		return false
	}
	return files.IsName(base)
}

// records yields the games of a file, and reports whether more are wanted.
func records(file string, data []byte, yield func(item, error) bool) bool {
	for r, err := range gameindex.Files(data, sgf.Limits{Bytes: maxFile}) {
		if !yield(item{file, r}, err) {
			return false
		}
	}
	return true
}

// maxName is the maximum length of a file's name in bytes.
const maxName = 120

// clip returns a file's name as stored.
func clip(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return -1
		}
		return r
	}, name)
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[len(name)-maxName:], "") // the end says more than the folders
	}
	return name
}

// Package files reads game files, recognizing their format by content and never by name, and writes
// them.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"moyo/game/record/piskvork"
	"moyo/game/record/renlib"
	"moyo/game/record/serverfile"
	"moyo/game/record/sgf"
)

// The names of the formats that are written.
const (
	SGF      = "sgf"
	RenLib   = "renlib"
	Piskvork = "piskvork"
)

// Endings are the file name extensions by format that is written.
var Endings = map[string]string{SGF: ".sgf", RenLib: ".lib", Piskvork: ".psq"}

// OfServers are the file name extensions of the formats that are only read; see package serverfile.
var OfServers = []string{".gib", ".ngf", ".ugf", ".ugi"}

// IsName reports whether a file name has the extension of a record.
func IsName(name string) bool {
	ending := strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/")))
	return slices.Contains(OfServers, ending) || slices.Contains(slices.Collect(maps.Values(Endings)), ending)
}

// strangers are the first bytes of files that are not records, with a message for each.
var strangers = []struct{ head, reason string }{
	{"PK\x03\x04", "it is a zip archive: unpack it first"},
	{"Rar!", "it is a rar archive: unpack it first"},
	{"7z\xBC\xAF", "it is a 7z archive: unpack it first"},
	{"\x1F\x8B", "it is compressed: unpack it first"},
	{"%PDF", "it is a PDF document without moves"},
	{"\x89PNG", "it is a picture without moves"},
	{"\xFF\xD8\xFF", "it is a picture without moves"},
	{"GIF8", "it is a picture without moves"},
	{"SQLite format 3", "it is a database: export its games as SGF"},
}

// Read returns the games in a file within lim, and the name of its format. Errors give the place
// and the reason.
func Read(data []byte, lim sgf.Limits) (games sgf.Collection, format string, err error) {
	lim = lim.OrDefault()
	if len(data) > lim.Bytes {
		return nil, "", TooLarge(int64(len(data)), lim)
	}
	switch {
	case renlib.Is(data):
		games, err = one(renlib.Read(data, lim))
		return games, RenLib, err
	case piskvork.Is(data):
		games, err = one(piskvork.Read(data, lim))
		return games, Piskvork, err
	case serverfile.Format(data) != "":
		games, err = one(serverfile.Read(data, lim))
		return games, serverfile.Format(data), err
	case len(bytes.TrimSpace(data)) == 0:
		return nil, "", errors.New("the file is empty")
	}
	for _, s := range strangers {
		if bytes.HasPrefix(data, []byte(s.head)) {
			return nil, "", fmt.Errorf("the file contains no game: %s", s.reason)
		}
	}
	games, err = sgf.ParseLimits(string(data), lim)
	return games, SGF, err
}

// TooLarge returns the error for a file of that size. The file need not have been read.
func TooLarge(bytes int64, lim sgf.Limits) error {
	const million = 1_000_000
	return fmt.Errorf("the file has %d MB; records of up to %d MB are read", (bytes+million-1)/million, lim.OrDefault().Bytes/million)
}

func one(g *sgf.Game, err error) (sgf.Collection, error) {
	if err != nil {
		return nil, err
	}
	return sgf.Collection{g}, nil
}

// Write writes games in a format. Formats other than SGF hold one game; the error names anything
// else that they cannot hold.
func Write(w io.Writer, format string, games sgf.Collection) error {
	switch {
	case format == SGF:
		return sgf.Write(w, games)
	case len(games) != 1:
		return fmt.Errorf("a file that ends in %s holds one game, not %d", Endings[format], len(games))
	case format == RenLib:
		return renlib.Write(w, games[0])
	}
	return piskvork.Write(w, games[0])
}

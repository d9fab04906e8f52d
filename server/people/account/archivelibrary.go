package account

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"strings"

	"moyo/server/store"
)

// everyFile is more files than there are in a library.
const everyFile = 1 << 20

// writeLibrary writes the games that somebody has brought into their library, file by file. Those
// that they have played here are among their games.
func (s *Service) writeLibrary(ctx context.Context, z *zip.Writer, player string) error {
	files, err := s.Store.LibraryFiles(ctx, player, everyFile)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.File == store.PlayedFile {
			continue
		}
		w, err := z.Create(fmt.Sprintf("library/%d-%s.sgf",
			f.File, strings.NewReplacer("/", "_", `\`, "_").Replace(strings.TrimSuffix(f.Name, ".sgf"))))
		if err != nil {
			return err
		}
		if err := s.writeLibraryFile(ctx, w, player, f.File); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) writeLibraryFile(ctx context.Context, w io.Writer, player string, file int) error {
	q := store.LibraryQuery{Owner: player, File: &file, Limit: part}
	for {
		heads, next, err := s.Store.LibraryGames(ctx, q)
		if err != nil {
			return err
		}
		var numbers []uint32
		for _, g := range heads {
			numbers = append(numbers, g.Number)
		}
		games, err := s.Store.LibraryRecords(ctx, player, numbers)
		if err != nil {
			return err
		}
		for _, g := range games {
			if _, err := w.Write(append(g.Record, '\n')); err != nil {
				return err
			}
		}
		if q.After = next; next == nil {
			return nil
		}
	}
}

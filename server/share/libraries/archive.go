package libraries

import (
	"context"
	"fmt"
	"io"
	"strings"
)

const (
	everyFile   = 1 << 20 // more files than a library can have
	archivePart = 200     // games read at a time
)

// ArchiveFiles creates an archive's files, one for each file that a player has imported. Games played on this server are
// elsewhere in the archive.
func (s *Service) ArchiveFiles(ctx context.Context, player string, create func(name string) (io.Writer, error)) error {
	files, err := s.kept.files(ctx, player, everyFile)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.File == playedFile {
			continue
		}
		w, err := create(fmt.Sprintf("library/%d-%s.sgf",
			f.File, strings.NewReplacer("/", "_", `\`, "_").Replace(strings.TrimSuffix(f.Name, ".sgf"))))
		if err != nil {
			return err
		}
		if err := s.writeFile(ctx, w, player, f.File); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) writeFile(ctx context.Context, w io.Writer, player string, file int) error {
	q := gameQuery{Owner: player, File: &file, Limit: archivePart}
	for {
		heads, next, err := s.kept.games(ctx, q)
		if err != nil {
			return err
		}
		var numbers []uint32
		for _, g := range heads {
			numbers = append(numbers, g.Number)
		}
		games, err := s.kept.records(ctx, player, numbers)
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

package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// part is the number of lines read at a time for an archive.
const part = 200

// ArchiveFiles writes what a player has said as JSON for their archive. It writes the lines as they are read: there may be many.
func (h *Hub) ArchiveFiles(ctx context.Context, player string, create func(name string) (io.Writer, error)) error {
	lines, err := h.kept().By(ctx, player, 0, part)
	if err != nil || len(lines) == 0 {
		return err
	}
	w, err := create("talk.json")
	if err != nil {
		return err
	}
	between := "[\n"
	for len(lines) > 0 {
		for _, l := range lines {
			text, err := json.Marshal(map[string]any{"game": l.Game, "room": l.Room, "at": l.At, "text": l.Text, "removed": l.Removed})
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "%s  %s", between, text); err != nil {
				return err
			}
			between = ",\n"
		}
		if lines, err = h.kept().By(ctx, player, lines[len(lines)-1].ID, part); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "\n]\n")
	return err
}

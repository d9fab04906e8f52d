package studies

import (
	"context"
	"fmt"
	"io"
	"time"
)

// everyStudy is a limit above the number of studies that an account can have.
const everyStudy = 1 << 20

// Archive returns an owner's studies for their archive as JSON, or nil if there are no studies.
func (h *Hub) Archive(ctx context.Context, player string) (any, error) {
	found, err := h.kept.of(ctx, player, everyStudy)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	type study struct {
		ID      string    `json:"id"`
		Title   string    `json:"title"`
		Edit    string    `json:"edit"`
		Created time.Time `json:"created"`
		Changed time.Time `json:"changed"`
	}
	all := make([]study, len(found))
	for i, v := range found {
		all[i] = study{v.ID, v.Title, v.Edit, v.Created, v.Changed}
	}
	return all, nil
}

// ArchiveFiles creates a file of the archive for each study.
func (h *Hub) ArchiveFiles(ctx context.Context, player string, create func(name string) (io.Writer, error)) error {
	found, err := h.kept.of(ctx, player, everyStudy)
	if err != nil {
		return err
	}
	for _, v := range found {
		text, err := h.Text(ctx, v.ID)
		if err != nil {
			return fmt.Errorf("study %s: %w", v.ID, err)
		}
		w, err := create("studies/" + v.ID + ".sgf")
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// Leaving finds the studies of an account that is about to be deleted. gone informs the people that have one open.
func (h *Hub) Leaving(ctx context.Context, player string) (gone func(), err error) {
	found, err := h.kept.of(ctx, player, everyStudy)
	return func() {
		for _, v := range found {
			h.Gone(v.ID)
		}
	}, err
}

package lobby

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

// The bounds of downloads.
const (
	maxDownloads = 4               // at once, of everybody together; each address has one
	downloadTime = 5 * time.Minute // for one
)

// OwnRecords answers with the records of the games of the one who asks.
func (l *Service) OwnRecords(w http.ResponseWriter, r *http.Request) {
	l.download(w, r, l.owner(r.Context()))
}

// RecordsOf answers with the records of a player's games.
func (l *Service) RecordsOf(w http.ResponseWriter, r *http.Request) {
	q, err := l.historyOf(r.Context(), r.PathValue("name"))
	if err != nil {
		apierror.Write(w, err)
		return
	}
	l.download(w, r, q)
}

// download streams the records of all games that a query and the conditions of
// the address admit: as one SGF collection, or with "?format=zip" as a file each.
func (l *Service) download(w http.ResponseWriter, r *http.Request, q store.Query) {
	if err := l.Rates.Allow(r.Context(), "downloads", l.Records); err != nil {
		apierror.Write(w, err)
		return
	}
	if err := l.apply(r.Context(), filtersOf(r.URL.Query()), &q); err != nil {
		apierror.Write(w, err)
		return
	}
	done, err := l.downloads.Connect(r.Context())
	if err != nil {
		apierror.Write(w,
			apierror.Say(apierror.TooMany, "lobby.downloading", "You or others are downloading right now. Please try again in a minute."))
		return
	}
	defer done()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(downloadTime)) // of the network, where it knows deadlines
	h := w.Header()
	if r.URL.Query().Get("format") == "zip" {
		h.Set("Content-Type", "application/zip")
		h.Set("Content-Disposition", `attachment; filename="moyo-games.zip"`)
		out := zip.NewWriter(w)
		if l.each(r.Context(), q, func(g store.Game, text string) error { return writeFile(out, g, text) }) == nil {
			_ = out.Close() // an archive without its end is known to be torn
		}
		return
	}
	h.Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="moyo-games.sgf"`)
	_ = l.each(r.Context(), q, func(_ store.Game, text string) error {
		_, err := io.WriteString(w, text+"\n")
		return err
	})
}

// writeFile adds a game to an archive.
func writeFile(out *zip.Writer, g store.Game, text string) error {
	f, err := out.CreateHeader(&zip.FileHeader{
		Name: g.Created.Format("2006-01-02") + "-" + g.ID + ".sgf", Method: zip.Deflate, Modified: g.Updated,
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return err
}

// each hands on the record of every game of a list, part by part, so that no more
// than one part is in memory. Games that wait have none.
func (l *Service) each(ctx context.Context, q store.Query, f func(store.Game, string) error) error {
	q.Limit = maxPage
	for {
		games, err := l.Store.List(ctx, q)
		if err != nil {
			return err
		}
		for _, g := range games {
			q.After = store.CursorOf(g)
			if g.Ply == 0 {
				continue
			}
			text, err := l.Games.Text(ctx, g.ID)
			if damaged, ok := errors.AsType[*store.Damaged](err); ok { // the others are not to be lost with it
				text, err = damaged.Record(), nil
			}
			if err == nil {
				err = f(g, text)
			}
			if err != nil {
				return err
			}
		}
		if len(games) < q.Limit {
			return nil
		}
	}
}

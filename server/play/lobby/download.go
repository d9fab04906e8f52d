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

// The limits of downloads.
const (
	maxDownloads = 4               // at the same time for all users; each address has one
	downloadTime = 5 * time.Minute // for one download
)

// OwnRecords serves the records of the user's own games.
func (l *Service) OwnRecords(w http.ResponseWriter, r *http.Request) {
	l.download(w, r, l.owner(r.Context()))
}

// RecordsOf serves the records of a player's games.
func (l *Service) RecordsOf(w http.ResponseWriter, r *http.Request) {
	q, err := l.historyOf(r.Context(), r.PathValue("name"))
	if err != nil {
		apierror.Write(w, err)
		return
	}
	l.download(w, r, q)
}

// download streams the records of all games that match a query and the request's filters, as one SGF collection, or with
// "?format=zip" as one file each.
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
			apierror.Say(apierror.TooMany, "lobby.downloading", "Too many downloads are running right now. Please try again in a minute."))
		return
	}
	defer done()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(downloadTime)) // real time, if the connection supports deadlines
	h := w.Header()
	if r.URL.Query().Get("format") == "zip" {
		h.Set("Content-Type", "application/zip")
		h.Set("Content-Disposition", `attachment; filename="moyo-games.zip"`)
		out := zip.NewWriter(w)
		if l.each(r.Context(), q, func(g store.Game, text string) error { return writeFile(out, g, text) }) == nil {
			_ = out.Close() // without its end, the client knows that the archive is incomplete
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

// each calls f with the record of every game of a list. It reads the list in parts, so only one part is in memory. Waiting games
// have no record.
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
			if damaged, ok := errors.AsType[*store.Damaged](err); ok { // one damaged game must not hide the others
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

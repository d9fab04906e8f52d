package preview

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"time"

	"moyo/game/draw"
	"moyo/server/base/apierror"
	"moyo/server/base/proxy"
	"moyo/server/store"
)

// OEmbedPath is the endpoint at which sites ask how to embed an address of this one (oembed.com).
const OEmbedPath = "/api/oembed"

// The default size of a frame in pixels.
const (
	frameWidth  = 480
	frameHeight = 580
	frameFoot   = frameHeight - frameWidth // height beyond a square board
)

// OEmbed serves oEmbed requests. The status is 404 if there is nothing to show, and 501 for an unsupported format.
func (s *Service) OEmbed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	if format := r.URL.Query().Get("format"); format != "" && format != "json" {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "only format=json is supported", http.StatusNotImplemented)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	out, err := s.oembed(ctx, s.siteOf(r), r.URL.Query())
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Cache-Control", keepText(time.Duration(out.CacheAge)*time.Second))
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

// oembed returns how to embed the address in a query.
func (s *Service) oembed(ctx context.Context, site string, query url.Values) (*OEmbed, error) {
	width, err := numberIn(query, "maxwidth", 1, 1<<20, frameWidth)
	if err != nil {
		return nil, err
	}
	height, err := numberIn(query, "maxheight", 1, 1<<20, frameHeight)
	if err != nil {
		return nil, err
	}
	if query.Get("url") == "" {
		return nil, apierror.New(apierror.BadRequest, "The query has no url, the address to embed.")
	}
	a, err := addressed(site, query.Get("url"))
	if err != nil {
		return nil, notThere(err)
	}
	src, err := s.source(ctx, a.target)
	if err != nil {
		return nil, err
	}
	// Errors are reported now, not later in the frame.
	if _, err = s.ready(ctx, src.data()); err != nil {
		return nil, notThere(err)
	}
	out := &OEmbed{
		Version: "1.0", Title: src.title, ProviderName: siteTitle, ProviderURL: site + "/", CacheAge: int(max(src.keep, time.Minute).Seconds()),
	}
	if a.form != "" {
		return out, s.photo(ctx, out, site, a, src, min(width, height, usualSize))
	}
	out.Type = "rich"
	out.Width = min(width, frameWidth)
	out.Height = min(height, out.Width+frameFoot)
	out.HTML = frameHTML(site+a.embedPath(), query.Get("theme"), out)
	out.ThumbnailURL, out.ThumbnailWidth, out.ThumbnailHeight = site+src.card(), draw.CardWidth, draw.CardHeight
	return out, nil
}

// frameHTML returns an iframe element for a page, in light or dark colours or those of the reader.
func frameHTML(address, theme string, of *OEmbed) string {
	if theme == "light" || theme == "dark" {
		joint := "?"
		if strings.Contains(address, "?") {
			joint = "&"
		}
		address += joint + "theme=" + theme
	}
	return fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" style="border:0;max-width:100%%" `+
		`loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`,
		html.EscapeString(address), html.EscapeString(strings.ToValidUTF8(of.Title, "")), of.Width, of.Height)
}

// photo makes out a picture.
func (s *Service) photo(ctx context.Context, out *OEmbed, site string, a asked, src source, size int) error {
	if size < minSize {
		return apierror.New(apierror.BadRequest, "Pictures must have at least %d pixels.", minSize)
	}
	data, err := s.ready(ctx, src.picture(".png", a.ply, size))
	if err != nil {
		return err
	}
	drawn, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return err
	}
	out.Type, out.Width, out.Height = "photo", drawn.Width, drawn.Height
	out.URL = site + a.picturePath(size)
	return nil
}

// picturePath returns the path of a requested picture in another size.
func (a asked) picturePath(size int) string {
	path := a.path(".png")
	joint := "?"
	if a.kind == ofPosition {
		joint = "&"
	}
	path += fmt.Sprintf("%ssize=%d", joint, size)
	if a.ply >= 0 {
		path += fmt.Sprintf("&move=%d", a.ply)
	}
	return path
}

// addressed returns the request for an address of this site that can be embedded. The error is store.ErrNotFound, or says what
// is wrong with the address.
func addressed(site, address string) (asked, error) {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.User != nil {
		return asked{}, store.ErrNotFound
	}
	if _, host, _ := strings.Cut(site, "://"); site == "" || !strings.EqualFold(host, at.Host) {
		return asked{}, store.ErrNotFound
	}
	if strings.HasPrefix(at.Path, EmbedPath) {
		a, err := parseEmbed(at)
		if err == nil && (a.form == ".json" || a.form == "try") {
			err = store.ErrNotFound
		}
		return a, err
	}
	t, ok, err := pageTarget(at)
	if err == nil && !ok {
		err = store.ErrNotFound
	}
	return asked{target: t, ply: -1}, err
}

// notThere converts an invalid address to the error "not found", as the specification requires.
func notThere(err error) error {
	if e := apierror.Of(forClient(err)); e.Code == apierror.BadRequest {
		return apierror.New(apierror.NotFound, "%s", e.Text)
	}
	return err
}

// siteOf returns the server's public address, or "" if it is unknown.
func (s *Service) siteOf(r *http.Request) string {
	if s.Site != "" {
		return s.Site
	}
	return proxy.Site(r)
}

// discovery returns the element that lets other sites discover how to embed a page.
func discovery(site, address, title string) string {
	return fmt.Sprintf("<link rel=\"alternate\" type=\"application/json+oembed\" href=\"%s\" title=\"%s\" />\n",
		html.EscapeString(site+OEmbedPath+"?format=json&url="+url.QueryEscape(site+address)), html.EscapeString(strings.ToValidUTF8(title, "")))
}

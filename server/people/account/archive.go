package account

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// Archive answers with everything that is stored about the caller, guests included, as one zip file. It streams the file one game
// at a time, so memory does not grow with the archive.
func (s *Service) Archive(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	who := identity.Of(ctx)
	if err := errors.Join(s.allow(ctx), s.Rates.Allow(limit.With(ctx, "player "+who.Player), "archives", s.Archives)); err != nil {
		apierror.Write(w, err)
		return
	}
	done, err := s.archiving.Connect(ctx)
	if err != nil {
		apierror.Write(w,
			apierror.Say(apierror.TooMany, "account.archive", "Too many archives are being downloaded. Please try again in a minute."))
		return
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, archiveTime)
	defer cancel()
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="moyo-archive.zip"`)
	h.Set("Cache-Control", "no-store")
	if err := s.write(ctx, zip.NewWriter(paced{w, http.NewResponseController(w)}), who.Player); err != nil {
		s.Log.Error("writing an archive failed", "err", err) // without its end no program opens the file
	}
}

// The time limits for the next part of an archive, and for all of it.
const (
	readTime    = 30 * time.Second
	archiveTime = 20 * time.Minute
)

// paced is a writer for a client that may take long in total but must keep reading, since few archives are written at a time.
type paced struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Write implements io.Writer.
func (p paced) Write(data []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(readTime)); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(data)
}

// archiveReadme describes the archive. Its %s is for the lines of other features.
const archiveReadme = `Everything that this moyo server keeps about you.

account.json        your name and your ways to sign in; no secrets, since only their hashes are stored
settings.json       your settings
devices.json        the browsers in which you are signed in
tokens.json         the access tokens of your programs, without their secrets
games/              your games, as SGF
ratings.json        your ratings, and how each rated game changed them
%smoderation.json     decisions of the moderators about you, with their reasons
`

// write writes the archive.
func (s *Service) write(ctx context.Context, z *zip.Writer, player string) error {
	for _, part := range []func(context.Context, *zip.Writer, string) error{
		s.writeSelf, s.parts(First), s.writeRatings, s.parts(Second),
		s.writeModeration, s.writeGames, s.parts(Last),
	} {
		if err := part(ctx, z, player); err != nil {
			return err
		}
	}
	return z.Close()
}

// parts returns a function that writes the parts of other features in a step.
func (s *Service) parts(step Step) func(ctx context.Context, z *zip.Writer, player string) error {
	return func(ctx context.Context, z *zip.Writer, player string) error {
		for _, part := range s.Parts {
			if part.Step == step {
				if err := part.write(ctx, z, player); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func (p Part) write(ctx context.Context, z *zip.Writer, player string) error {
	if p.Of != nil {
		v, err := p.Of(ctx, player)
		if err == nil && v != nil {
			err = document(z, p.File, v)
		}
		if err != nil {
			return err
		}
	}
	if p.Files == nil {
		return nil
	}
	return p.Files(ctx, player, z.Create)
}

// aboutParts returns the lines of other features for archiveReadme.
func (s *Service) aboutParts() string {
	var lines strings.Builder
	for _, part := range s.Parts {
		for _, line := range [][2]string{{part.File, part.About}, {part.Folder, part.Inside}} {
			if line[0] != "" {
				fmt.Fprintf(&lines, "%-19s %s\n", line[0], line[1])
			}
		}
	}
	return lines.String()
}

func (s *Service) writeSelf(ctx context.Context, z *zip.Writer, player string) error {
	p, err := s.Store.Player(ctx, player)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	c, err := s.Store.Credentials(ctx, player)
	if err != nil {
		return err
	}
	sessions, err := s.Store.Sessions(ctx, player)
	if err != nil {
		return err
	}
	type way struct {
		Title   string    `json:"title"`
		Created time.Time `json:"created"`
	}
	var keys, links []way
	for _, k := range c.Passkeys {
		keys = append(keys, way{k.Title + " at " + k.Domain, k.Created})
	}
	for _, l := range c.Links {
		links = append(links, way{l.Name + " at " + l.Issuer, l.Created})
	}
	type device struct {
		Title   string    `json:"title"`
		Address string    `json:"address"`
		Created time.Time `json:"created"`
		Seen    time.Time `json:"seen"`
	}
	devices := []device{}
	for _, v := range sessions {
		devices = append(devices, device{v.Device, v.Address, v.Created, v.Seen})
	}
	tokens, err := s.Store.Tokens(ctx, player)
	if err != nil {
		return err
	}
	programs := []AccessToken{}
	for _, t := range tokens {
		programs = append(programs, tokenInfo(t))
	}
	return errors.Join(
		file(z, "README.txt", fmt.Appendf(nil, archiveReadme, s.aboutParts())),
		document(z, "account.json", map[string]any{
			"name": p.Name, "role": p.Role, "created": p.Created, "suspendedUntil": p.Suspended, "suspendedWhy": p.Why,
			"password": c.Password != "", "app": c.Secret != "", "recoveryCodes": len(c.Recovery),
			"email": c.Email, "passkeys": keys, "links": links,
		}),
		document(z, "settings.json", store.JSON(p.Settings)),
		document(z, "devices.json", devices),
		document(z, "tokens.json", programs),
	)
}

// part is the number of games or lines read at a time.
const part = 200

func (s *Service) writeGames(ctx context.Context, z *zip.Writer, player string) error {
	q := store.Query{Player: player, Private: true, Limit: part}
	for {
		games, err := s.Store.List(ctx, q)
		if err != nil {
			return err
		}
		for _, g := range games {
			text, err := s.Games.Text(ctx, g.ID)
			if damaged, ok := errors.AsType[*store.Damaged](err); ok { // keep the other games
				text, err = damaged.Record(), nil
			}
			if err != nil {
				return fmt.Errorf("game %s: %w", g.ID, err)
			}
			if err := file(z, fmt.Sprintf("games/%s-%s.sgf", g.Created.Format("2006-01-02"), g.ID), []byte(text)); err != nil {
				return err
			}
			q.After = store.CursorOf(g)
		}
		if len(games) < part {
			return nil
		}
	}
}

// document writes a file as JSON.
func document(z *zip.Writer, name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return file(z, name, append(text, '\n'))
}

func file(z *zip.Writer, name string, body []byte) error {
	w, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = w.Write(body)
	return err
}

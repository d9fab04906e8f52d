package notify

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/people/mail"
	"moyo/server/store"
)

// The times of e-mails.
const (
	mailEvery   = time.Hour        // one to a person at most
	mailAfter   = 10 * time.Minute // a game has waited for them
	digestEvery = time.Minute      // how exactly
)

// mailsAtOnce bounds what is sent before the time is looked at again.
const mailsAtOnce = 100

// mails says whether e-mails can be sent.
func (s *Service) mails() bool { return s.Mail != nil && s.Address != nil && s.Site != "" }

// wantDigest notes that a player may be sent an e-mail, if they have an address.
func (s *Service) wantDigest(ctx context.Context, player string) error {
	if !s.mails() {
		return nil
	}
	address, err := s.Address(ctx, player)
	if err != nil || address == "" {
		return err
	}
	return s.Store.WantDigest(ctx, player, s.Now())
}

func (s *Service) sendDigests(ctx context.Context) {
	tick := time.NewTicker(digestEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := s.digests(ctx); err != nil && ctx.Err() == nil {
				s.Log.Error("e-mails not sent", "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// digests sends the e-mails that are due.
func (s *Service) digests(ctx context.Context) error {
	now := s.Now()
	players, err := s.Store.Digests(ctx, now.Add(-mailAfter), now.Add(-mailEvery), mailsAtOnce)
	if err != nil {
		return err
	}
	var errs []error
	for _, player := range players {
		if err := s.digest(ctx, player); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// digest sends one e-mail of the games that await a player, if any still do. That it
// is sent is noted before: a server that ends in between sends none rather than two, and of
// two nodes that are about to, each believing that this is its task, one does.
func (s *Service) digest(ctx context.Context, player string) error {
	message, failed := s.digestMessage(ctx, player)
	mine, err := s.Store.TakeDigest(ctx, player, s.Now().Add(-mailEvery), s.Now())
	if err := errors.Join(failed, err); err != nil || !mine || message.To == "" {
		return err
	}
	if err := s.Mail.SendMessage(ctx, message); err != nil {
		return errors.Join(err, s.Store.WantDigest(ctx, player, s.Now())) // once more, an hour later
	}
	return nil
}

// digestMessage returns a player's e-mail, to "" where there is none to be sent.
func (s *Service) digestMessage(ctx context.Context, player string) (m mail.Message, err error) {
	wishes, err := s.wishes(ctx, player)
	if err != nil || !wishes.wants(byMail) || !wishes.wants(string(store.YourTurn)) {
		return m, err
	}
	to, err := s.Address(ctx, player)
	if err != nil || to == "" {
		return m, err
	}
	games, err := s.Store.List(ctx, store.Query{Awaits: player, Limit: maxWaiting})
	if err != nil {
		return m, err
	}
	var text strings.Builder
	n := 0
	for _, g := range games {
		if !isCorrespondence(g) {
			continue
		}
		n++
		side := game.Black
		if g.White.Has(player) {
			side = game.White
		}
		words, err := s.mailWords(ctx, g, side)
		if err != nil {
			return m, err
		}
		if !g.Deadline.IsZero() {
			words += g.Deadline.UTC().Format(", until 2 January, 15:04 UTC")
		}
		fmt.Fprintf(&text, "%s:\n%s/game/%s\n\n", words, s.Site, g.ID)
	}
	if n == 0 {
		return m, nil
	}
	m = mail.Message{To: to, Subject: letterSubject(n), Unsubscribe: s.Site + unsubscribePath + "?key=" + s.linkKey(player)}
	m.Text = letterText(text.String(), m.Unsubscribe)
	return m, nil
}

// mailWords is gameWords without what a guest wants to be called: programs that show
// mail make links of what looks like one, and this mail is the server's word.
func (s *Service) mailWords(ctx context.Context, g store.Game, side game.Color) (string, error) {
	other := opponent(g, side)
	if other.Kind != match.Human {
		return gameWords(g, side), nil
	}
	if g.Partners > 0 {
		return s.teamWords(ctx, g, side)
	}
	role, err := s.roleOf(ctx, other.Player)
	if role == store.Guest {
		g.Black.Name, g.White.Name = "", ""
	}
	return gameWords(g, side), err
}

// teamWords is mailWords for a game of teams.
func (s *Service) teamWords(ctx context.Context, g store.Game, side game.Color) (string, error) {
	for _, seat := range []*match.Seat{&g.Black, &g.White} {
		for i, p := range seat.Team {
			role, err := s.roleOf(ctx, p.Player)
			if err != nil {
				return "", err
			}
			if role == store.Guest {
				seat.Team[i].Name = ""
			}
		}
	}
	return gameWords(g, side), nil
}

// unsubscribePath is where e-mails are switched off without signing in.
const unsubscribePath = "/api/mail/off"

// newLinkKey returns a new secret for links.
func newLinkKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return key
}

// linkKey returns what says, in a link, that its bearer may switch off a player's
// e-mails: the player's id, and a signature of it.
func (s *Service) linkKey(player string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(player)) + "." + hex.EncodeToString(s.sign(player))
}

func (s *Service) sign(player string) []byte {
	h := hmac.New(sha256.New, s.links)
	h.Write([]byte("mail off\x00" + player))
	return h.Sum(nil)[:16]
}

// linkPlayer returns the player of a link's key.
func (s *Service) linkPlayer(key string) (string, error) {
	id, signature, _ := strings.Cut(key, ".")
	player, err1 := base64.RawURLEncoding.DecodeString(id)
	given, err2 := hex.DecodeString(signature)
	if err1 != nil || err2 != nil || !hmac.Equal(given, s.sign(string(player))) {
		return "", apierror.Say(apierror.BadRequest, "notify.link", "This link is not complete. Copy all of it from the e-mail.")
	}
	return string(player), nil
}

// Unsubscribe answers the link of e-mails: GET asks, since programs that look for
// dangerous links follow it too, and POST switches e-mails off, as RFC 8058 has it.
func (s *Service) Unsubscribe(w http.ResponseWriter, r *http.Request) {
	player, err := s.linkPlayer(r.URL.Query().Get("key"))
	if err == nil && r.Method == http.MethodPost {
		err = s.mailOff(r.Context(), player)
	}
	if err != nil {
		apierror.Write(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	_ = unsubscribePage.Execute(w, r.Method == http.MethodPost)
}

// mailOff notes that a player wants no e-mails.
func (s *Service) mailOff(ctx context.Context, player string) error {
	wishes, err := s.wishes(ctx, player)
	if err != nil || !wishes.wants(byMail) {
		return err
	}
	wishes.Off = append(wishes.Off, byMail)
	return s.change(ctx, player, wishes)
}

var unsubscribePage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>moyo</title>
<h1>E-mails from moyo</h1>
{{if .}}<p>You get no more e-mails when it is your turn. The settings of notifications switch them on again.</p>
{{else}}<form method="post"><p>Do you want no more e-mails when it is your turn?</p><button>No more e-mails</button></form>
{{end}}<p><a href="/">To moyo</a></p>
`))

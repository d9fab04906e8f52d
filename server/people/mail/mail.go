// Package mail sends letters through the SMTP server that the operator names.
package mail

import (
	"context"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// The ports of SMTP: for programs that hand letters in, with STARTTLS or with TLS
// from the first byte (RFC 8314).
const (
	submission  = 587
	submissions = 465
)

// wait bounds one letter's way to the server.
const wait = 20 * time.Second

// Sender sends letters.
type Sender struct {
	client *gomail.Client
	from   string
}

// New returns a sender that hands letters in at a server, such as
// smtp://name:password@mail.example or smtps://mail.example:465, as from that
// address. A letter is never handed in without TLS but to this machine itself.
func New(server, from string) (*Sender, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender of mail %q: it has not the form moyo@example.org", from)
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, fmt.Errorf("mail server: it has not the form smtp://name:password@mail.example") // never with the password
	}
	options, err := optionsOf(u)
	if err != nil {
		return nil, fmt.Errorf("mail server %s: %w", u.Redacted(), err)
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail server %s: %w", u.Redacted(), err)
	}
	return &Sender{client, sender.String()}, nil
}

func optionsOf(u *url.URL) ([]gomail.Option, error) {
	port := submission
	options := []gomail.Option{gomail.WithTimeout(wait)}
	switch {
	case u.Scheme == "smtps":
		port = submissions
		options = append(options, gomail.WithSSL())
	case u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if u.Port() != "" {
		p, err := strconv.Atoi(u.Port())
		if err != nil {
			return nil, err
		}
		port = p
	}
	options = append(options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return options, nil
}

// Message is a letter of plain text.
type Message struct {
	To      string
	Subject string
	Text    string
	// Unsubscribe is a link that takes a POST by which no such letter comes any more;
	// "" for what comes only when it is asked for.
	Unsubscribe string
}

// Send sends a letter that was asked for.
func (s *Sender) Send(ctx context.Context, to, subject, text string) error {
	return s.SendMessage(ctx, Message{To: to, Subject: subject, Text: text})
}

// SendMessage sends a letter and returns when the server has taken it.
func (s *Sender) SendMessage(ctx context.Context, letter Message) error {
	for _, line := range []string{letter.To, letter.Subject, letter.Unsubscribe} {
		if strings.ContainsFunc(line, unicode.IsControl) { // it could become another header
			return fmt.Errorf("letter: %.80q is not one line", line)
		}
	}
	m := gomail.NewMsg()
	if err := m.From(s.from); err != nil {
		return err
	}
	if err := m.To(letter.To); err != nil {
		return err
	}
	m.Subject(letter.Subject)
	m.SetDate()
	m.SetMessageID()
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answers, please
	if letter.Unsubscribe != "" {
		m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+letter.Unsubscribe+">")
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click") // RFC 8058
	}
	m.SetBodyString(gomail.TypeTextPlain, letter.Text)
	return s.client.DialAndSendWithContext(ctx, m)
}

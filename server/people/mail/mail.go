// Package mail sends e-mails through the operator's SMTP server.
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

// The ports of SMTP submission: with STARTTLS, and with TLS from the first byte (RFC 8314).
const (
	submission  = 587
	submissions = 465
)

// wait is the time limit for handing one e-mail to the server.
const wait = 20 * time.Second

// Sender sends e-mails.
type Sender struct {
	client *gomail.Client
	from   string
}

// New returns a sender that submits e-mails to a server such as smtp://name:password@mail.example or smtps://mail.example:465, with
// the sender address from. It uses TLS except to the local host.
func New(server, from string) (*Sender, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender of mail %q: want an address such as moyo@example.org", from)
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, fmt.Errorf("mail server: want an address such as smtp://name:password@mail.example") // never with the password
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

// Message is a plain text e-mail.
type Message struct {
	To      string
	Subject string
	Text    string
	// Unsubscribe is a link that takes a POST to stop such e-mails; "" for e-mails that were requested.
	Unsubscribe string
}

// Send sends an e-mail that was requested.
func (s *Sender) Send(ctx context.Context, to, subject, text string) error {
	return s.SendMessage(ctx, Message{To: to, Subject: subject, Text: text})
}

// SendMessage sends an e-mail and returns when the server has accepted it.
func (s *Sender) SendMessage(ctx context.Context, letter Message) error {
	for _, line := range []string{letter.To, letter.Subject, letter.Unsubscribe} {
		if strings.ContainsFunc(line, unicode.IsControl) { // it could inject another header
			return fmt.Errorf("e-mail: %.80q is not a single line", line)
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
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies
	if letter.Unsubscribe != "" {
		m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+letter.Unsubscribe+">")
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click") // RFC 8058
	}
	m.SetBodyString(gomail.TypeTextPlain, letter.Text)
	return s.client.DialAndSendWithContext(ctx, m)
}

package mail_test

import (
	"mime"
	"strings"
	"testing"

	"moyo/server/people/mail"
	"moyo/server/people/mail/mailtest"
)

func TestMessage(t *testing.T) {
	server := mailtest.Start(t)
	s, err := mail.New(server.Address, "moyo <club@example.org>")
	if err != nil {
		t.Fatal(err)
	}
	m := mail.Message{
		To: "ada@example.org", Subject: "2 games await you – on time",
		Text: "Hello Ada\n.\nBo’s move", Unsubscribe: "https://moyo.example/off?x=1",
	}
	if err := s.SendMessage(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	mails, bodies := server.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d letters", len(mails))
	}
	got := mails[0].Header
	subject, err := new(mime.WordDecoder).DecodeHeader(got.Get("Subject"))
	if err != nil || subject != m.Subject {
		t.Errorf("subject %q %v", subject, err)
	}
	for header, want := range map[string]string{
		"From": `"moyo" <club@example.org>`, "To": "<ada@example.org>", "List-Unsubscribe": "<https://moyo.example/off?x=1>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Auto-Submitted": "auto-generated",
	} {
		if got.Get(header) != want {
			t.Errorf("%s: %q, want %q", header, got.Get(header), want)
		}
	}
	if !strings.Contains(bodies[0], "Hello Ada\n.\nBo=E2=80=99s move") {
		t.Errorf("body %q", bodies[0])
	}
	server.Refuse(true)
	if err := s.SendMessage(t.Context(), m); err == nil {
		t.Error("a refused e-mail counts as sent")
	}
}

// TestInjection: line breaks are refused in every single-line field.
func TestInjection(t *testing.T) {
	server := mailtest.Start(t)
	s, err := mail.New(server.Address, "club@example.org")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []mail.Message{
		{To: "ada@example.org\r\nBcc: eve@example.org", Subject: "x"},
		{To: "ada@example.org", Subject: "x\nBcc: eve@example.org"},
		{To: "ada@example.org", Subject: "x", Unsubscribe: "https://x\r\nBcc: eve@example.org"},
		{To: "ada@example.org, eve@example.org", Subject: "x"},
		{To: "ada", Subject: "x"},
	} {
		if err := s.SendMessage(t.Context(), m); err == nil {
			t.Errorf("sent: %+v", m)
		}
	}
	if mails, _ := server.Mails(); len(mails) > 0 {
		t.Errorf("%d e-mails", len(mails))
	}
}

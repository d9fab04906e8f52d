package mail_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"moyo/server/people/mail"
)

func ExampleNew() {
	_, err := mail.New("smtp://moyo:secret@mail.example:x", "moyo@example.org")
	fmt.Println(err)
	// Output: mail server: want an address such as smtp://name:password@mail.example
}

// listen serves one client like an SMTP server, and returns the received lines.
func listen(t *testing.T) (address string, told <-chan []string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	lines := make(chan []string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		var all []string
		fmt.Fprint(conn, "220 test ESMTP\r\n")
		letter := false
		for in := bufio.NewScanner(conn); in.Scan(); {
			line := in.Text()
			all = append(all, line)
			verb, _, _ := strings.Cut(line, " ")
			switch {
			case letter && line != ".":
				continue
			case letter, verb == "MAIL", verb == "RCPT", verb == "NOOP", verb == "RSET":
				letter = false
				fmt.Fprint(conn, "250 good\r\n")
			case verb == "EHLO":
				fmt.Fprint(conn, "250-test\r\n250 8BITMIME\r\n")
			case verb == "DATA":
				letter = true
				fmt.Fprint(conn, "354 go on\r\n")
			case verb == "QUIT":
				fmt.Fprint(conn, "221 bye\r\n")
				lines <- all
				return
			default:
				fmt.Fprint(conn, "500 what?\r\n")
			}
		}
	}()
	return l.Addr().String(), lines
}

func TestSend(t *testing.T) {
	address, told := listen(t)
	s, err := mail.New("smtp://"+address, "moyo <moyo@club.example>")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := s.Send(ctx, "ada@club.example", "Züge", "Hello Ada,\n\nhttps://go.example/account?secret=abc\n"); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(<-told, "\n")
	for _, want := range []string{
		"MAIL FROM:<moyo@club.example>", "RCPT TO:<ada@club.example>", "Hello Ada,", "https://go.example/account?secret=3Dabc",
		"Auto-Submitted: auto-generated", "Content-Type: text/plain; charset=UTF-8", "Subject: =?UTF-8?q?Z=C3=BCge?=",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the e-mail has no %q:\n%s", want, text)
		}
	}
	if err := s.Send(ctx, "ada@club.example\r\nRCPT TO:<eve@evil.example>", "x", "x"); err == nil {
		t.Error("an address of two lines is taken")
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range [][2]string{
		{"", "moyo@club.example"}, {"mail.example", "moyo@club.example"},
		{"http://mail.example", "moyo@club.example"}, {"smtp://", "moyo@club.example"},
		{"smtp://mail.example", ""}, {"smtp://mail.example", "moyo"}, {"smtp://mail.example:99999", "moyo@club.example"},
	} {
		if _, err := mail.New(c[0], c[1]); err == nil {
			t.Errorf("%q from %q is taken", c[0], c[1])
		}
	}
	if _, err := mail.New("smtp://name:secret@mail.example:0x", "moyo@club.example"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error tells the password: %v", err)
	}
}

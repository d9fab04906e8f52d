// Package mailtest is a local SMTP server for tests. It accepts and keeps every e-mail.
package mailtest

import (
	"bufio"
	"fmt"
	"net"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Server is an SMTP server that accepts everything.
type Server struct {
	Address string // in the form of moyo's flags, "smtp://127.0.0.1:2525"

	mu     sync.Mutex
	mails  []*mail.Message
	bodies []string
	refuse bool
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: "smtp://" + l.Addr().String()}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer conn.Close()
				s.serve(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		open.Wait()
	})
	return s
}

// Refuse makes the server refuse all further e-mails, or accept them again.
func (s *Server) Refuse(refuse bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = refuse
}

// Mails returns the e-mails received so far, with their raw bodies.
func (s *Server) Mails() ([]*mail.Message, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails), slices.Clone(s.bodies)
}

// serve handles one client according to RFC 5321.
func (s *Server) serve(conn net.Conn) {
	text := textproto.NewConn(conn)
	say := func(lines ...string) {
		for _, line := range lines {
			_ = text.PrintfLine("%s", line)
		}
	}
	say("220 test")
	for {
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		verb, _, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "DATA":
			s.data(text, say)
		case "QUIT":
			say("221 bye")
			return
		default: // EHLO, MAIL, RCPT, NOOP, RSET
			say("250 fine")
		}
	}
}

// data receives one e-mail.
func (s *Server) data(text *textproto.Conn, say func(...string)) {
	s.mu.Lock()
	refuse := s.refuse
	s.mu.Unlock()
	if refuse {
		say("554 not now")
		return
	}
	say("354 go on")
	raw, err := text.ReadDotBytes()
	if err != nil {
		return
	}
	m, err := mail.ReadMessage(bufio.NewReader(strings.NewReader(string(raw))))
	if err != nil {
		say(fmt.Sprintf("554 %v", err))
		return
	}
	_, body, _ := strings.Cut(string(raw), "\n\n")
	s.mu.Lock()
	s.mails, s.bodies = append(s.mails, m), append(s.bodies, body)
	s.mu.Unlock()
	say("250 taken")
}

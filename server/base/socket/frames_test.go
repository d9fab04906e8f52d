package socket

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// The first byte of a frame: a whole message, the start of one, and its continuations.
const (
	wholeText  = 0x81
	wholeBytes = 0x82
	begun      = 0x01
	goesOn     = 0x00
	ends       = 0x80
	ping       = 0x89
)

// frame returns a frame as a client sends it.
func frame(first byte, content string) string {
	b := []byte{first}
	switch n := len(content); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	return string(b) + "\x00\x00\x00\x00" + content // a mask that changes nothing
}

// cut returns a message cut into a number of frames, the last ones with the text, one character each.
func cut(text string, frames int) string {
	var b strings.Builder
	b.WriteString(frame(begun, ""))
	for i := range frames - 2 {
		one := ""
		if at := i - (frames - 2 - len(text)); at >= 0 {
			one = text[at : at+1]
		}
		b.WriteString(frame(goesOn, one))
	}
	b.WriteString(frame(ends, ""))
	return b.String()
}

const question, answer = `{"type":"ping"}`, `"pong"`

// TestFrames sends messages that cost little to send and much to handle, and invalid text. They end the connection
// with the right code, and harmless ones are answered.
func TestFrames(t *testing.T) {
	for name, c := range map[string]struct {
		sent  string
		early bool
		want  websocket.StatusCode // 0 for an answer
	}{
		"a question":                    {frame(wholeText, question), false, 0},
		"before the handshake":          {frame(wholeText, question), true, 0},
		"in parts":                      {cut(question, 30), false, 0},
		"in as many parts as may be":    {cut(question, maxFragments), false, 0},
		"pings between the parts":       {strings.ReplaceAll(cut(question, 20), frame(goesOn, ""), frame(goesOn, "")+frame(ping, "x")), false, 0},
		"many messages in parts":        {strings.Repeat(cut(question, 40), 5), false, 0},
		"in one part too many":          {cut(question, maxFragments+1), false, websocket.StatusPolicyViolation},
		"too many before the handshake": {cut(question, maxFragments+1), true, websocket.StatusPolicyViolation},
		"empty parts without end":       {frame(begun, "") + strings.Repeat(frame(goesOn, ""), 100_000), false, websocket.StatusPolicyViolation},
		"tiny parts without end": {frame(begun, "{") + strings.Repeat(frame(goesOn, " "), 100_000),
			false, websocket.StatusPolicyViolation},
		"parts of nothing":              {frame(goesOn, ""), false, websocket.StatusProtocolError},
		"too much":                      {frame(wholeText, strings.Repeat(" ", 101)), false, websocket.StatusMessageTooBig},
		"a length of 64 bits":           {frame(wholeText, strings.Repeat(" ", 1<<16)), false, websocket.StatusMessageTooBig},
		"bytes":                         {frame(wholeBytes, question), false, websocket.StatusUnsupportedData},
		"half a character":              {frame(wholeText, "{\"type\":\"\xe2\x98\"}"), false, websocket.StatusInvalidFramePayloadData},
		"half of a pair of surrogates":  {frame(wholeText, "\xed\xa0\x80"), false, websocket.StatusInvalidFramePayloadData},
		"a character in two frames":     {frame(begun, "{\"type\":\"ping\",\"x\":\"\xe2\x98") + frame(ends, "\x83\"}"), false, 0},
		"compressed, as was not agreed": {frame(0xc1, question), false, websocket.StatusProtocolError},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer time.Sleep(time.Minute) // waiting goroutines end
				framesAre(t, c.sent, c.early, c.want)
			})
		})
	}
}

// framesAre sends frames with or after the handshake, and checks the code with which the connection is closed, 0 for
// an answer.
func framesAre(t *testing.T, sent string, early bool, want websocket.StatusCode) {
	t.Helper()
	var raw net.Conn
	var in *bufio.Reader
	if early {
		raw, in = rawly(t, 1000, sent)
	} else {
		raw, in = rawly(t, 1000, "")
		go func() { _, _ = io.WriteString(raw, sent) }()
	}
	defer raw.Close()
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(in, head); err != nil {
			t.Fatalf("received nothing but %v", err)
		}
		content := make([]byte, head[1]&0x7f)
		if _, err := io.ReadFull(in, content); err != nil {
			t.Fatal(err)
		}
		switch {
		case head[0] == 0x88:
			if got := websocket.StatusCode(binary.BigEndian.Uint16(content)); got != want {
				t.Errorf("closed with %v: %q", got, content[2:])
			}
			return
		case head[0] == wholeText && strings.Contains(string(content), answer):
			if want != 0 {
				t.Errorf("an answer: %s", content)
			}
			return
		}
	}
}

// TestFramesByParts gets the same result wherever the network cuts the stream.
func TestFramesByParts(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var stream strings.Builder
		most := 0
		for range 1 + random.IntN(5) {
			n := 2 + random.IntN(maxFragments+4)
			if random.IntN(2) == 0 {
				stream.WriteString(frame(wholeText, strings.Repeat("x", random.IntN(70_000))))
			}
			stream.WriteString(cut("abc", n))
			most = max(most, n)
		}
		var f frames
		var err error
		for rest := []byte(stream.String()); len(rest) > 0 && err == nil; {
			n := 1 + random.IntN(min(len(rest), 3000))
			err, rest = f.take(rest[:n]), rest[n:]
		}
		if tooMany := most > maxFragments; tooMany != errors.Is(err, errFragments) {
			t.Fatalf("messages of up to %d frames: %v", most, err)
		}
	}
}

// FuzzFrames gets the same result for a stream in one piece or in two.
func FuzzFrames(f *testing.F) {
	f.Add([]byte(frame(begun, "x")+frame(goesOn, "")+frame(ends, "y")), 3)
	f.Add([]byte("\x80\x7f\xff\xff\xff\xff\xff\xff\xff\xff\x00"), 5)
	f.Fuzz(func(t *testing.T, data []byte, at int) {
		at = min(max(at, 0), len(data))
		var whole, parts frames
		err := whole.take(data)
		first := parts.take(data[:at])
		if first == nil {
			first = parts.take(data[at:])
		}
		if !errors.Is(first, err) || err == nil && whole != parts {
			t.Fatalf("%v, %+v; in parts %v, %+v", err, whole, first, parts)
		}
	})
}

package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"moyo/game"
)

// A file is lines of text, each "name value", ending with an empty line, then the table:
//
//	moyo capturefive proof 1
//	rules capturefive:n=3,lines=orthogonal,ko=simple,pass=no,captures=yes
//	board grid:3
//	first black
//	side black
//	claim win 7                          or: win, never, not-within 9
//	start 0 0 0                          Black, White (hexadecimal), Ko+1 or, after a pass, points+1
//	entries 120                          in the table
//	bytes 431                            of the table as it is in the file
//	sha256 5f3c...                       of all lines before this one and of these bytes
//
// The table is compressed with DEFLATE. Its entries are in strictly ascending order of canonical
// states. An entry starts with the increase of Black since the entry before; then comes White or, if
// Black has not changed, its increase. Both are unsigned varints. A byte for Ko as in start follows,
// and one for the move: a point, or the number of points for a pass.
const (
	magic   = "moyo capturefive proof 1"
	maxLine = 4096
)

// headerNames are the names of the lines after the first, in order.
var headerNames = [...]string{"rules", "board", "first", "side", "claim", "start", "entries", "bytes", "sha256"}

// header is the content of the lines.
type header struct {
	claim   Claim
	start   [3]string
	entries int
	bytes   int64
	sum     string
	text    []byte // the lines covered by the checksum
}

// claimText formats the claim for its line.
func (c *Claim) claimText() string {
	word := "never"
	switch {
	case c.Win:
		word = "win"
	case c.Plies > 0:
		word = "not-within"
	}
	if c.Plies > 0 {
		word += " " + strconv.Itoa(c.Plies)
	}
	return word
}

// parseClaim reads the line of a claim.
func (c *Claim) parseClaim(text string) error {
	word, plies, some := strings.Cut(text, " ")
	if some {
		n, err := strconv.Atoi(plies)
		if err != nil || n < 1 || n > maxPlies {
			return fmt.Errorf("%q plies: want 1 to %d", plies, maxPlies)
		}
		c.Plies = n
	}
	c.Win = word == "win"
	if text != c.claimText() {
		return fmt.Errorf("unknown claim %q", text)
	}
	return nil
}

// Limits of claims, lines and tables.
const (
	maxPlies   = 65_000
	maxEntries = 1 << 31
)

// check refuses meaningless claims.
func (c *Claim) check() error {
	for _, side := range [2]game.Color{c.First, c.Side} {
		if side != game.Black && side != game.White {
			return fmt.Errorf("first %s, side %s: want black or white", c.First, c.Side)
		}
	}
	if c.Plies < 0 || c.Plies > maxPlies {
		return fmt.Errorf("%d plies: at most %d", c.Plies, maxPlies)
	}
	if strings.ContainsAny(c.Rules+c.Board, "\r\n") || max(len(c.Rules), len(c.Board)) > maxLine/2 {
		return fmt.Errorf("rules or board that do not fit on a line")
	}
	return nil
}

// Write writes a proof. start's side to move is c.First. moves are states with c.Side to move and
// its move in each, board.None for a pass, in any order and as any image. Of several images of one
// state the first counts. It holds all moves in memory, at 24 bytes each.
func Write(w io.Writer, c Claim, start State, moves iter.Seq2[State, game.Point]) error {
	g, err := openClaim(&c, &start)
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	var all []entry
	for s, p := range moves {
		e, err := g.entryOf(&c, &s, p)
		if err != nil {
			return fmt.Errorf("proof: entry %d: %w", len(all), err)
		}
		if e.number = uint32(len(all)); len(all) == maxEntries {
			return fmt.Errorf("proof: more than %d entries", maxEntries)
		}
		all = append(all, e)
	}
	slices.SortFunc(all, compareEntries)
	all = slices.CompactFunc(all, func(a, b entry) bool { return a.key() == b.key() })
	table, err := pack(all)
	if err != nil {
		return err
	}
	k := g.keyOf(&start)
	text := fmt.Appendf(nil, "%s\nrules %s\nboard %s\nfirst %s\nside %s\nclaim %s\nstart %x %x %d\nentries %d\nbytes %d\n",
		magic, c.Rules, c.Board, c.First, c.Side, c.claimText(), k.black, k.white, k.mark, len(all), len(table))
	sum := sha256.Sum256(append(slices.Clip(text), table...))
	if _, err := fmt.Fprintf(w, "%ssha256 %x\n\n", text, sum); err != nil {
		return err
	}
	_, err = w.Write(table)
	return err
}

// openClaim returns the ground of a claim about start.
func openClaim(c *Claim, start *State) (*ground, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	g, err := newGround(c)
	if err != nil {
		return nil, err
	}
	if start.ToPlay != c.First {
		return nil, fmt.Errorf("%s is to move at the start, not %s", start.ToPlay, c.First)
	}
	if err := g.validate(start); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return g, nil
}

// entry is a canonical state and its move, or the number of points for a pass. Its layout takes 24
// bytes.
type entry struct {
	black, white uint64
	number       uint32 // index in the input
	mark, move   uint8
}

func (e *entry) key() key { return key{e.black, e.white, e.mark} }

func compareEntries(e, f entry) int {
	return cmp.Or(cmp.Compare(e.black, f.black), cmp.Compare(e.white, f.white), cmp.Compare(e.mark, f.mark), cmp.Compare(e.number, f.number))
}

// entryOf makes an entry of a state and its move.
func (g *ground) entryOf(c *Claim, s *State, p game.Point) (entry, error) {
	if s.ToPlay != c.Side {
		return entry{}, fmt.Errorf("%s is to move, want %s", s.ToPlay, c.Side)
	}
	if err := g.validate(s); err != nil {
		return entry{}, err
	}
	if p < -1 || int(p) >= g.points || p >= 0 && s.empty(g)>>p&1 == 0 {
		return entry{}, fmt.Errorf("move %d is not an empty point", p)
	}
	k, m := g.canonical(s)
	e := entry{black: k.black, white: k.white, mark: k.mark, move: uint8(g.points)}
	if p >= 0 {
		e.move = m.to[p]
	}
	return e, nil
}

// pack returns the table of entries in order.
func pack(all []entry) ([]byte, error) {
	var out bytes.Buffer
	to, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	var before key
	buf := make([]byte, 0, 32)
	for _, e := range all {
		buf = binary.AppendUvarint(buf[:0], e.black-before.black)
		white := e.white
		if e.black == before.black {
			white -= before.white
		}
		buf = append(binary.AppendUvarint(buf, white), e.mark, e.move)
		if _, err := to.Write(buf); err != nil {
			return nil, err
		}
		before = e.key()
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// readHeader reads the lines of a file.
func readHeader(r *bufio.Reader) (*header, error) {
	h := &header{}
	first, err := readLine(r)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if first != magic {
		return nil, fmt.Errorf("line 1: %.60q, want %q", first, magic)
	}
	h.text = append(h.text, first+"\n"...)
	for i, want := range headerNames {
		line, err := readLine(r)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		name, value, _ := strings.Cut(line, " ")
		if name != want {
			return nil, fmt.Errorf("line %d: %.60q, want %q", i+2, line, want)
		}
		if err := h.set(name, value); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		if name != "sha256" {
			h.text = append(h.text, line+"\n"...)
		}
	}
	if line, err := readLine(r); err != nil || line != "" {
		return nil, fmt.Errorf("line %d: want an empty line", len(headerNames)+2)
	}
	return h, nil
}

// readLine reads a line without its end.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		return "", fmt.Errorf("more than %d bytes", r.Size())
	case err == io.EOF:
		return "", io.ErrUnexpectedEOF
	case err != nil:
		return "", err
	}
	return string(line[:len(line)-1]), nil
}

// set takes the value of a line.
func (h *header) set(name, value string) (err error) {
	switch name {
	case "rules":
		h.claim.Rules = value
	case "board":
		h.claim.Board = value
	case "first":
		h.claim.First, err = parseColor(value)
	case "side":
		h.claim.Side, err = parseColor(value)
	case "claim":
		err = h.claim.parseClaim(value)
	case "start":
		parts := strings.Split(value, " ")
		if len(parts) != len(h.start) {
			return fmt.Errorf("start %.60q: want %d numbers", value, len(h.start))
		}
		copy(h.start[:], parts)
	case "entries":
		h.entries, err = parseCount(value)
	case "bytes":
		var n int
		n, err = parseCount(value)
		h.bytes = int64(n)
	case "sha256":
		h.sum = value
		if b, err := hex.DecodeString(value); err != nil || len(b) != sha256.Size || strings.ToLower(value) != value {
			return fmt.Errorf("sha256 %.80q: want %d lower hexadecimal digits", value, 2*sha256.Size)
		}
	}
	return err
}

func parseColor(text string) (game.Color, error) {
	for _, c := range [2]game.Color{game.Black, game.White} {
		if c.String() == text {
			return c, nil
		}
	}
	return game.Empty, fmt.Errorf("%.60q: want black or white", text)
}

// parseCount parses a number in a file.
func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 40)
	if err != nil {
		return 0, fmt.Errorf("%.60q: want a number below 1<<40", text)
	}
	return int(n), nil
}

// startState reads the start of a header.
func (h *header) startState(points int) (State, error) {
	black, err := strconv.ParseUint(h.start[0], 16, 64)
	if err != nil {
		return State{}, fmt.Errorf("start: black %.60q: want hexadecimal digits", h.start[0])
	}
	white, err := strconv.ParseUint(h.start[1], 16, 64)
	if err != nil {
		return State{}, fmt.Errorf("start: white %.60q: want hexadecimal digits", h.start[1])
	}
	mark, err := strconv.Atoi(h.start[2])
	if err != nil || mark < 0 || mark > points+1 {
		return State{}, fmt.Errorf("start: ko %.60q: want 0 to %d", h.start[2], points+1)
	}
	g := ground{points: points}
	return g.stateOf(key{black, white, uint8(mark)}, h.claim.First), nil
}

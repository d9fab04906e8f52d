package bank

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Write writes problems in the given order; it sorts regions and walls. It returns the writer's
// error, or an error for a problem that [Read] would refuse. The same problems always make the same
// bytes.
func Write(to io.Writer, problems []Problem) error {
	if len(problems) > MaxProblems {
		return fmt.Errorf("%d problems: %d are the most", len(problems), MaxProblems)
	}
	var w writer
	for i := range problems {
		if err := check(&problems[i]); err != nil {
			return fmt.Errorf("problem %q: %w", problems[i].ID, err)
		}
	}
	w.file(problems)
	if w.Len() > maxUnpacked {
		return fmt.Errorf("the file would have %d bytes: %d are the most", w.Len(), maxUnpacked)
	}
	if _, err := io.WriteString(to, magic); err != nil {
		return err
	}
	z, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(w.Bytes()); err != nil {
		return err
	}
	return z.Close()
}

// check returns why a problem cannot be written.
func check(p *Problem) error {
	if err := p.Check(); err != nil {
		return err
	}
	if len(p.ID) > maxText || len(p.Notes) > maxText || len(p.Board.Spec()) > maxText {
		return fmt.Errorf("a text of more than %d bytes", maxText)
	}
	if p.Rating < 0 || p.Rating > maxRating {
		return fmt.Errorf("rating %d: want 0 to %d", p.Rating, maxRating)
	}
	for _, moves := range [][]game.Move{p.First, p.Line} {
		if len(moves) > maxLine {
			return fmt.Errorf("%d moves: %d are the most", len(moves), maxLine)
		}
		for _, m := range moves {
			if m < game.Pass || int(m) >= p.Board.Len() {
				return fmt.Errorf("move %d is not on the board", m)
			}
		}
	}
	return nil
}

type writer struct{ bytes.Buffer }

func (w *writer) number(n int) {
	_, _ = w.Write(binary.AppendUvarint(nil, uint64(n))) // never fails
}

func (w *writer) text(s string) {
	w.number(len(s))
	_, _ = w.WriteString(s)
}

func (w *writer) texts(list []string) {
	w.number(len(list))
	for _, s := range list {
		w.text(s)
	}
}

func (w *writer) file(problems []Problem) {
	var boards, tags []string
	for i := range problems {
		if spec := problems[i].Board.Spec(); !slices.Contains(boards, spec) {
			boards = append(boards, spec)
		}
		for _, tag := range problems[i].Tags {
			if !slices.Contains(tags, tag) {
				tags = append(tags, tag)
			}
		}
	}
	w.texts(boards)
	w.texts(tags)
	w.number(len(problems))
	for i := range problems {
		w.problem(&problems[i], boards, tags)
	}
}

func (w *writer) problem(p *Problem, boards, tags []string) {
	w.text(p.ID)
	w.number(slices.Index(boards, p.Board.Spec()))
	w.flags(p)
	w.number(int(p.Ko) + 1)
	w.stones(p.Stones)
	w.number(len(p.Target))
	for _, q := range p.Target {
		w.number(int(q))
	}
	w.ascending(p.Region)
	w.ascending(p.Walls)
	w.moves(p.First)
	w.moves(p.Line)
	w.number(p.Rating)
	w.number(len(p.Tags))
	for _, tag := range p.Tags {
		w.number(slices.Index(tags, tag))
	}
	w.text(p.Notes)
}

func (w *writer) flags(p *Problem) {
	var f byte
	if p.ToPlay == game.White {
		f |= flagWhite
	}
	switch p.Question {
	case tsumego.Kill:
		f |= flagKill
	case tsumego.Status:
		f |= flagStatus
	}
	switch p.Best {
	case life.Win:
	case life.InKo:
		f |= flagKo
	default:
		f |= flagUnknown
	}
	if p.Threats != nil {
		f |= flagThreats
	}
	_ = w.WriteByte(f)
	if p.Threats != nil {
		_, _ = w.Write([]byte{p.Threats.Black, p.Threats.White})
	}
}

func (w *writer) stones(stones []game.Color) {
	for five := range slices.Chunk(stones, 5) {
		packed := byte(0)
		for _, c := range slices.Backward(five) {
			packed = 3*packed + byte(c)
		}
		_ = w.WriteByte(packed)
	}
}

// ascending writes points in ascending order, each once.
func (w *writer) ascending(points []game.Point) {
	points = slices.Clone(points)
	slices.Sort(points)
	points = slices.Compact(points)
	w.number(len(points))
	before := game.Point(0)
	for _, q := range points {
		w.number(int(q - before))
		before = q
	}
}

func (w *writer) moves(moves []game.Move) {
	w.number(len(moves))
	for _, m := range moves {
		w.number(int(m) + 1)
	}
}

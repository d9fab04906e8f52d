package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/draw"
	"moyo/server/wire"
	"moyo/tsumego"
)

// The bounds of files with problems.
const (
	maxProblemFile = 1 << 20 // bytes
	maxProblemList = 500     // problems told of one file
	maxFileErrors  = 20
	maxListPoints  = 200_000 // points of the boards of these problems
	pictureSize    = 800     // pixels
)

func (s *Server) registerTsumego(api huma.API) {
	errs := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	huma.Register(api, huma.Operation{
		OperationID: "read-tsumego", Method: http.MethodPost, Path: "/api/tsumego/read", MaxBodyBytes: maxProblemFile,
		Summary: "The problems of life and death in a file (SGF, text, JSONL)", Errors: append(errs, http.StatusRequestEntityTooLarge),
	}, s.readTsumego)
	huma.Register(api, huma.Operation{
		OperationID: "write-tsumego", Method: http.MethodPost, Path: "/api/tsumego/write", MaxBodyBytes: maxQuestion,
		Summary: "A problem of life and death as a file or a picture", Errors: errs,
	}, s.writeTsumego)
}

type tsumegoFile struct {
	Name    string `query:"name" maxLength:"200" doc:"what errors call the file"`
	RawBody []byte
}

// readTsumego lists the problems of a file. What is wrong with single ones is part
// of the answer.
func (s *Server) readTsumego(ctx context.Context, in *tsumegoFile) (*answer[wire.TsumegoList], error) {
	if err := s.allow(ctx, "problems", s.cfg.Limits.Problems); err != nil {
		return nil, err
	}
	name := in.Name
	if name == "" {
		name = "the file"
	}
	out := wire.TsumegoList{Problems: []wire.Tsumego{}, Errors: []string{}}
	open := func(spec string) (*board.Board, error) { return s.boards.get(ctx, spec) }
	points := 0
	for it, err := range tsumego.Read(name, bytes.NewReader(in.RawBody), open) {
		if ctx.Err() != nil {
			return nil, s.internal(ctx.Err())
		}
		switch {
		case err != nil && len(out.Errors) < maxFileErrors:
			out.Errors = append(out.Errors, strings.ToValidUTF8(err.Error(), "?"))
		case err != nil:
		case len(out.Problems) >= maxProblemList || points+it.Board.Len() > maxListPoints:
			out.More = true
			return &answer[wire.TsumegoList]{out}, nil
		default:
			points += it.Board.Len()
			out.Problems = append(out.Problems, tsumegoOf(it))
		}
	}
	return &answer[wire.TsumegoList]{out}, nil
}

// tsumegoOf returns a problem as the wire has it. Where the file tells no
// question it is the one that suits the position.
func tsumegoOf(it tsumego.Item) wire.Tsumego {
	p := it.Problem
	if !it.Asked {
		p.Question = tsumego.GuessQuestion(&p)
	}
	w := wire.Tsumego{
		ID: p.ID, Board: p.Board.Spec(), Stones: colorsText(p.Stones), ToPlay: sideName(p.ToPlay),
		Question: p.Question.String(), Target: points(p.Target), Region: points(p.Region), Notes: p.Notes,
	}
	if p.Ko != board.None {
		ko := int(p.Ko)
		w.Ko = &ko
	}
	if p.Threats != nil {
		w.Threats = &wire.Threats{Black: int(p.Threats.Black), White: int(p.Threats.White)}
	}
	return w
}

// problemFile is a file as the answer to a request.
type problemFile struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// fileKinds are the media types and endings of the formats.
var fileKinds = map[string]struct{ media, ending string }{
	"sgf":   {"application/x-go-sgf; charset=utf-8", "sgf"},
	"text":  {"text/plain; charset=utf-8", "txt"},
	"jsonl": {"application/jsonl; charset=utf-8", "jsonl"},
	"svg":   {"image/svg+xml", "svg"},
	"png":   {"image/png", "png"},
}

type tsumegoWrite struct{ Body wire.TsumegoWrite }

func (s *Server) writeTsumego(ctx context.Context, in *tsumegoWrite) (*problemFile, error) {
	if err := s.allow(ctx, "problems", s.cfg.Limits.Problems); err != nil {
		return nil, err
	}
	kind, ok := fileKinds[in.Body.Format]
	if !ok {
		return nil, huma.Error400BadRequest(fmt.Sprintf("The format %.20q is none of sgf, text, jsonl, svg and png.", in.Body.Format))
	}
	p, err := s.draftOf(ctx, in.Body.Problem)
	if err != nil {
		return nil, refusalError(s, err)
	}
	out := &problemFile{
		ContentType: kind.media,
		Disposition: fmt.Sprintf("attachment; filename=%q", "problem."+kind.ending),
	}
	if out.Body, err = fileOf(p, in.Body.Format); err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	return out, nil
}

// refusalError is the answer to a request with a problem that is none.
func refusalError(s *Server, err error) error {
	if no, ok := errors.AsType[refused](err); ok {
		return huma.Error400BadRequest(no.text)
	}
	return s.internal(err)
}

// fileOf returns a problem in one of the formats.
func fileOf(p tsumego.Problem, format string) ([]byte, error) {
	var out bytes.Buffer
	if format == "svg" || format == "png" {
		picture, err := draw.New(p.Board, draw.Options{Size: pictureSize, Stones: p.Stones, Marks: targetMarks(p), Coordinates: true})
		if err != nil {
			return nil, err
		}
		if format == "svg" {
			return []byte(picture.SVG()), nil
		}
		err = picture.PNG(&out)
		return out.Bytes(), err
	}
	f, err := tsumego.ParseFormat(format)
	if err != nil {
		return nil, err
	}
	err = tsumego.Write(&out, f, tsumego.Item{Problem: p, Asked: true})
	return out.Bytes(), err
}

// targetMark stands on a stone of each chain in question.
const targetMark = "▲"

func targetMarks(p tsumego.Problem) []draw.Mark {
	var marks []draw.Mark
	for _, t := range p.Target {
		marks = append(marks, draw.Mark{Point: t, Kind: draw.Label, Text: targetMark})
	}
	return marks
}

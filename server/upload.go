package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/server/wire"
	"moyo/store"
)

// maxUpload is the size of a request with a board's file: JSON may write a
// character of the file as six.
const maxUpload = 2*board.MaxFile + 4096

// uploadTime bounds how long the upload may take.
const uploadTime = time.Minute

// maxUploads bounds the uploads being read and looked at, of all addresses
// together; each may hold some tens of MiB.
const maxUploads = 12

// uploadsPerAddress is how many of them may be one address's.
const uploadsPerAddress = 3

// registerBoards adds the routes for boards that people bring. Their bodies are
// not checked against the schema, because that would unpack what a stranger sent
// into many times its size; the decoder refuses wrong types all the same.
func (s *Server) registerBoards(api huma.API) {
	admit := s.admitUploads(api)
	huma.Register(api, huma.Operation{
		OperationID: "check-board", Method: http.MethodPost, Path: "/api/boards/check",
		Summary: "Say what a board's file holds", MaxBodyBytes: maxUpload, BodyReadTimeout: uploadTime,
		Middlewares: admit, SkipValidateBody: true,
		Errors: []int{http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.checkBoard)
	huma.Register(api, huma.Operation{
		OperationID: "new-board", Method: http.MethodPost, Path: "/api/boards", DefaultStatus: http.StatusCreated,
		Summary: "Keep a board", MaxBodyBytes: maxUpload, BodyReadTimeout: uploadTime,
		Middlewares: admit, SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.postBoard)
}

// admitUploads refuses an upload before its body is read: afterwards the refusal
// would have cost it all.
func (s *Server) admitUploads(api huma.API) huma.Middlewares {
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		address, _ := ctx.Context().Value(addressKey{}).(string)
		leave, ok := s.uploads.connect(address)
		if !ok || !s.limits.allow(address, "boards", s.cfg.Limits.NewBoards) {
			if ok {
				leave()
			}
			ctx.SetHeader("Connection", "close") // else the body would be waited for
			_ = huma.WriteErr(api, ctx, http.StatusTooManyRequests, tooMuch)
			return
		}
		defer leave()
		next(ctx)
	}}
}

type boardUpload struct{ Body wire.NewBoard }

// checkBoard reports on a file. What is wrong with the file is part of the
// report, not an error of the request.
func (s *Server) checkBoard(_ context.Context, in *boardUpload) (*answer[wire.BoardReport], error) {
	draft, err := readDraft(in.Body)
	if err != nil {
		return &answer[wire.BoardReport]{reportOf(board.Report{}, err)}, nil
	}
	report := draft.Report()
	made, err := boardFromDraft(draft, in.Body)
	out := reportOf(report, err)
	if err == nil {
		out.Board = boardOf(made)
	}
	return &answer[wire.BoardReport]{out}, nil
}

// postBoard keeps the board of a file by its content.
func (s *Server) postBoard(ctx context.Context, in *boardUpload) (*answer[wire.BoardEntry], error) {
	draft, err := readDraft(in.Body)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	made, err := boardFromDraft(draft, in.Body)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	kept := store.Board{
		Hash: strings.TrimPrefix(made.Spec(), "id:"), Title: made.Title(), JSON: made.JSON(), Created: time.Now(),
	}
	if err := s.cfg.Store.SaveBoard(ctx, guest(ctx), kept); err != nil {
		return nil, s.internal(err)
	}
	return &answer[wire.BoardEntry]{wire.BoardEntry{Spec: made.Spec(), Title: made.Title(), Group: "own"}}, nil
}

// readDraft reads the file of an upload.
func readDraft(in wire.NewBoard) (*board.Draft, error) {
	name := cleanName(in.Name)
	if name == "" {
		name = "board"
	}
	draft, err := board.ReadDraft(name, strings.NewReader(in.File))
	if err != nil {
		return nil, err
	}
	if in.Merge {
		draft = draft.Merge()
	}
	return draft, nil
}

// boardFromDraft makes the board of an upload, from one of its components where
// it says so.
func boardFromDraft(draft *board.Draft, in wire.NewBoard) (*board.Board, error) {
	if in.Component >= 0 {
		part, err := draft.Component(in.Component)
		if err != nil {
			return nil, err
		}
		draft = part
	}
	return draft.Board(cleanName(in.Name))
}

// boardFromJSON makes a board as the store keeps it, and makes sure that it is
// the one that was asked for.
func boardFromJSON(kept store.Board) (*board.Board, error) {
	draft, err := board.ReadJSON(kept.Title, bytes.NewReader(kept.JSON))
	if err != nil {
		return nil, err
	}
	made, err := draft.Board(kept.Title)
	if err != nil {
		return nil, err
	}
	if made.Spec() != "id:"+kept.Hash {
		return nil, fmt.Errorf("board \"id:%s\": what the store has is another board (%s)", kept.Hash, made.Spec())
	}
	return made, nil
}

// reportOf returns a report with what keeps the file from being a board.
func reportOf(r board.Report, err error) wire.BoardReport {
	out := wire.BoardReport{
		Format: r.Format, Points: r.Points, Edges: r.Edges, Coincident: r.Coincident,
		Degrees: []wire.DegreeCount{}, Components: []wire.BoardComponent{}, Warnings: append([]string{}, r.Warnings...),
	}
	for _, d := range r.Degrees {
		out.Degrees = append(out.Degrees, wire.DegreeCount{Degree: d.Degree, Points: d.Points})
	}
	for _, c := range r.Components {
		out.Components = append(out.Components, wire.BoardComponent{Points: c.Points, Edges: c.Edges})
	}
	if err != nil {
		out.Error = err.Error()
		if fe, ok := errors.AsType[*board.FileError](err); ok && fe.Line > 0 {
			out.Error = fmt.Sprintf("Line %d: %s", fe.Line, strings.TrimPrefix(fe.Where+": "+fe.Reason, ": "))
		}
	}
	return out
}

package server

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/server/wire"
	"moyo/store"
	"moyo/tsumego"
	"moyo/tsumego/bank"
)

// The bounds of the collections that somebody brings.
const (
	maxCollectionBody = 4 << 20 // bytes of the request
	maxCollections    = 20      // of one person
	maxCollectionFile = 500     // files
	maxOwnProblems    = 1000    // of one collection
	maxSkipped        = 50      // problems told as skipped
	maxNotes          = 600     // bytes
)

func (s *Server) registerCollections(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "new-collection", Method: http.MethodPost, Path: "/api/training/collections", DefaultStatus: http.StatusCreated,
		Summary: "Keep problems of one's own", MaxBodyBytes: maxCollectionBody, BodyReadTimeout: uploadTime,
		Middlewares: s.admitUploads(api), SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.postCollection)
	huma.Register(api, huma.Operation{
		OperationID: "delete-collection", Method: http.MethodDelete, Path: "/api/training/collections/{id}", DefaultStatus: http.StatusNoContent,
		Summary: "Forget problems of one's own", Errors: []int{http.StatusNotFound},
	}, s.deleteCollection)
}

func (s *Server) postCollection(ctx context.Context, in *struct{ Body wire.NewCollection }) (*answer[wire.CollectionReport], error) {
	title := cleanName(in.Body.Title)
	if title == "" {
		title = "My problems"
	}
	if n := len(in.Body.Files); n == 0 || n > maxCollectionFile {
		return nil, huma.Error400BadRequest("A collection is made of 1 to 500 files.")
	}
	own, err := s.cfg.Store.Collections(ctx, guest(ctx))
	if err != nil {
		return nil, s.internal(err)
	}
	if len(own) >= maxCollections {
		return nil, huma.Error400BadRequest("You have 20 collections, which is the most. Delete one first.")
	}
	c := store.Collection{Owner: guest(ctx), ID: newGameID(), Title: title, Created: s.training.now()}
	problems, skipped, err := s.readCollection(ctx, c.ID, in.Body.Files)
	if err != nil {
		return nil, s.internal(err)
	}
	if len(problems) == 0 {
		return nil, huma.Error400BadRequest("There is no problem to train with in these files. " + firstReason(skipped))
	}
	var body bytes.Buffer
	if err := bank.Write(&body, problems); err != nil {
		return nil, s.internal(err)
	}
	c.Problems, c.Body = len(problems), body.Bytes()
	if err := s.cfg.Store.SaveCollection(ctx, c); err != nil {
		return nil, s.internal(err)
	}
	report := wire.CollectionReport{Collection: (&trainee{}).progress(ownSet(c)), Skipped: skipped}
	return &answer[wire.CollectionReport]{report}, nil
}

func firstReason(skipped []wire.SkippedProblem) string {
	if len(skipped) == 0 {
		return ""
	}
	return skipped[0].File + ": " + skipped[0].Reason + "."
}

// readCollection reads the problems of files and numbers them. The error is
// ctx's.
func (s *Server) readCollection(ctx context.Context, collection string, files []wire.CollectionFile) ([]bank.Problem, []wire.SkippedProblem, error) {
	var problems []bank.Problem
	skipped := []wire.SkippedProblem{}
	skip := func(name, reason string) {
		if len(skipped) < maxSkipped {
			skipped = append(skipped, wire.SkippedProblem{File: name, Reason: reason})
		}
	}
	open := func(spec string) (*board.Board, error) { return s.boards.get(ctx, spec) }
	for _, file := range files {
		name := cleanName(file.Name)
		for item, err := range tsumego.Read(name, strings.NewReader(file.Text), open) {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if len(problems) >= maxOwnProblems {
				skip(name, "a collection has at most 1,000 problems")
				break
			}
			p, err := ownProblem(item, err)
			if err != nil {
				skip(name, reasonOf(err))
				continue
			}
			p.ID = ownID(collection, len(problems)+1)
			problems = append(problems, p)
		}
	}
	return problems, skipped, nil
}

// reasonOf returns why a file's problem is left out, without the file's name.
func reasonOf(err error) string {
	var fe *tsumego.FileError
	if errors.As(err, &fe) {
		place := ""
		if fe.Place != "" {
			place = fe.Place + ": "
		}
		return place + problemWords(fe.Err)
	}
	return problemWords(err)
}

// ownProblem makes a problem of a file one that can be trained with.
func ownProblem(item tsumego.Item, err error) (bank.Problem, error) {
	p := item.Problem
	if err != nil {
		return bank.Problem{}, err
	}
	if !item.Asked {
		p.Question = tsumego.GuessQuestion(&p)
	}
	if p.Question == tsumego.Status {
		return bank.Problem{}, errors.New("it asks for the status, and nobody is to solve it")
	}
	if len(p.Region) == 0 {
		if p, err = tsumego.FindRegion(p); err != nil {
			return bank.Problem{}, err
		}
	}
	if len(p.Notes) > maxNotes {
		p.Notes = strings.ToValidUTF8(p.Notes[:maxNotes], "")
	}
	return bank.Problem{Problem: p, Best: tsumego.Unknown}, p.Check()
}

func (s *Server) deleteCollection(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*struct{}, error) {
	err := s.cfg.Store.DeleteCollection(ctx, guest(ctx), strings.TrimPrefix(in.ID, ownPrefix))
	if errors.Is(err, store.ErrNotFound) {
		return nil, huma.Error404NotFound("There is no such collection.")
	}
	if err != nil {
		return nil, s.internal(err)
	}
	return &struct{}{}, nil
}

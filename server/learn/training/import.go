package training

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// The bounds of the collections that somebody brings.
const (
	maxCollectionBody  = 4 << 20 // bytes of the request
	maxCollections     = 20      // of one person
	maxCollectionBytes = 20e6    // of all of one person
	maxCollectionFile  = 500     // files
	maxOwnProblems     = 1000    // of one collection
	maxSkipped         = 50      // problems listed as skipped
	maxNotes           = 600     // bytes
)

func (s *Service) registerCollections(api endpoint.API) {
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "new-collection", Method: http.MethodPost, Path: "/api/training/collections", DefaultStatus: http.StatusCreated,
		Summary: "Keep problems of one's own", MaxBodyBytes: maxCollectionBody, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: s.Uploads.Admit(), SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.postCollection)
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "delete-collection", Method: http.MethodDelete, Path: "/api/training/collections/{id}", DefaultStatus: http.StatusNoContent,
		Summary: "Forget problems of one's own", Errors: []int{http.StatusNotFound},
	}, s.deleteCollection)
}

func (s *Service) postCollection(
	ctx context.Context, in *struct{ Body NewCollection },
) (*endpoint.Answer[CollectionReport], error) {
	title := identity.CleanName(in.Body.Title)
	if title == "" {
		title = "My problems"
	}
	if n := len(in.Body.Files); n == 0 || n > maxCollectionFile {
		return nil, apierror.Say(apierror.BadRequest, "training.files", "A collection is made of 1 to 500 files.")
	}
	own, err := s.kept.collections(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	if len(own) >= maxCollections {
		return nil, apierror.Say(apierror.BadRequest, "training.collections", "You have 20 collections, which is the most. Delete one first.")
	}
	c := ownCollection{Owner: identity.Player(ctx), ID: identity.NewID(), Title: title, Created: s.Now()}
	problems, skipped, err := s.readCollection(ctx, c.ID, in.Body.Files)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		return nil, apierror.Say(apierror.BadRequest, "training.nothingHere", "There is no problem to train with in these files. %s",
			firstReason(skipped))
	}
	var body bytes.Buffer
	if err := bank.Write(&body, problems); err != nil {
		return nil, err
	}
	c.Problems, c.Body = len(problems), body.Bytes()
	if have, err := s.Store.Kept(ctx, c.Owner); err != nil {
		return nil, err
	} else if have.CollectionBytes+int64(len(c.Body)) > maxCollectionBytes {
		return nil, apierror.Say(apierror.StorageFull, "training.space",
			"Your collections have %.1f MB, and the most is %.0f MB. Delete one first.", float64(have.CollectionBytes)/1e6, maxCollectionBytes/1e6)
	}
	if err := s.Budget.Spend(ctx, len(c.Body)); err != nil {
		return nil, err
	}
	if err := s.kept.saveCollection(ctx, c); err != nil {
		return nil, err
	}
	report := CollectionReport{Collection: (&trainee{}).progress(ownSet(c)), Skipped: skipped}
	return endpoint.Reply(report), nil
}

func firstReason(skipped []SkippedProblem) string {
	if len(skipped) == 0 {
		return ""
	}
	return skipped[0].File + ": " + skipped[0].Reason + "."
}

// readCollection reads the problems of files and numbers them. The error is
// ctx's.
func (s *Service) readCollection(
	ctx context.Context, collection string, files []CollectionFile,
) ([]bank.Problem, []SkippedProblem, error) {
	var problems []bank.Problem
	skipped := []SkippedProblem{}
	skip := func(name, reason string) {
		if len(skipped) < maxSkipped {
			skipped = append(skipped, SkippedProblem{File: name, Reason: reason})
		}
	}
	open := func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) }
	for _, file := range files {
		name := identity.CleanName(file.Name)
		for item, err := range format.Read(name, strings.NewReader(file.Text), open) {
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
	var fe *format.FileError
	if errors.As(err, &fe) {
		place := ""
		if fe.Place != "" {
			place = fe.Place + ": "
		}
		return place + apierror.Unaskable(fe.Err).Text
	}
	return apierror.Unaskable(err).Text
}

// ownProblem makes a problem of a file one that can be trained with.
func ownProblem(item format.Item, err error) (bank.Problem, error) {
	p := item.Problem
	if err != nil {
		return bank.Problem{}, err
	}
	if !item.Asked {
		p.Question = format.GuessQuestion(&p)
	}
	if p.Question == tsumego.Status {
		return bank.Problem{}, errors.New("it asks for the status, and nobody is to solve it")
	}
	if len(p.Region) == 0 {
		if p, err = life.FindRegion(p); err != nil {
			return bank.Problem{}, err
		}
	}
	if len(p.Notes) > maxNotes {
		p.Notes = strings.ToValidUTF8(p.Notes[:maxNotes], "")
	}
	return bank.Problem{Problem: p, Best: life.Unknown}, p.Check()
}

func (s *Service) deleteCollection(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*struct{}, error) {
	err := s.kept.deleteCollection(ctx, identity.Player(ctx), strings.TrimPrefix(in.ID, ownPrefix))
	if errors.Is(err, store.ErrNotFound) {
		return nil, apierror.Say(apierror.NotFound, "training.noCollection", "There is no such collection.")
	}
	if err != nil {
		return nil, err
	}
	return &struct{}{}, nil
}

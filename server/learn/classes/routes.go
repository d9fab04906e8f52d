package classes

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Register adds the routes of classes that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	operation := func(id, method, path, summary string, errs ...int) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: path, Summary: summary,
			MaxBodyBytes: endpoint.MaxBody, Errors: append(errs, http.StatusTooManyRequests),
		}
	}
	read := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	write := append([]int{http.StatusBadRequest, http.StatusServiceUnavailable}, read...)
	created := func(op huma.Operation) huma.Operation { op.DefaultStatus = http.StatusCreated; return op }
	const class, pupil, link = "/api/classes/{id}", "/api/classes/{id}/pupils/{pupil}", "/api/class-links/{code}"
	endpoint.Register(api, access.Own.Pupils(),
		operation("classes", http.MethodGet, "/api/classes", "The classes that one teaches, or is in", read...), s.list)
	endpoint.Register(api, access.Member,
		created(operation("make-class", http.MethodPost, "/api/classes", "Make a class, and teach it", write...)), s.create)
	endpoint.Register(api, access.Own.Pupils(),
		operation("class", http.MethodGet, class, "A class, as its teacher or a pupil sees it", read...), s.one)
	endpoint.Register(api, access.Member,
		operation("change-class", http.MethodPatch, class, "Rename a class, close or renew its link", write...), s.alter)
	endpoint.Register(api, access.Own,
		operation("delete-class", http.MethodDelete, class, "Delete a class, and all that is kept of its pupils", read...), s.remove)
	endpoint.Register(api, access.Own.Pupils(),
		operation("leave-class", http.MethodDelete, class+"/me", "Leave a class as a pupil, with all that is kept of oneself", read...), s.leave)
	endpoint.Register(api, access.Member,
		created(operation("give-class-task", http.MethodPost, class+"/tasks", "Give a class a lesson, problems or games to do", write...)),
		s.give)
	endpoint.Register(api, access.Member,
		operation("take-class-task", http.MethodDelete, class+"/tasks/{number}", "Take back what a class has to do", write...), s.take)
	endpoint.Register(api, access.Member,
		operation("rename-pupil", http.MethodPatch, pupil, "Give a pupil another first name", write...), s.rename)
	endpoint.Register(api, access.Own,
		operation("remove-pupil", http.MethodDelete, pupil, "Remove a pupil, and all that is kept of them", read...), s.dismiss)
	endpoint.Register(api, access.Member,
		operation("give-pupil-code", http.MethodPost, pupil+"/code", "Make a code with which a pupil comes back", write...), s.giveCode)
	endpoint.Register(api, access.Look.Pupils(),
		operation("class-link", http.MethodGet, link, "Where the link of a class leads", http.StatusNotFound), s.getLink)
	endpoint.Register(api, access.Take,
		operation("join-class", http.MethodPost, link, "Join a class by a first name, or come back", write...), s.join)
	api.Events(access.Own.Pupils(), huma.Operation{
		OperationID: "class-events", Path: class + "/events", Summary: "A class as server-sent events",
		Responses: map[string]*huma.Response{
			"200": {Description: "A Class at once and after every change"}, "404": {Description: "No such class"},
		},
	}, wire.Class{}, s.Events)
	api.Handle(access.Own, huma.Operation{
		OperationID: "class-table", Path: class + "/table", Summary: "What the pupils of a class have done, as CSV",
		Responses: map[string]*huma.Response{"200": {Description: "CSV"}, "404": {Description: "No such class"}},
	}, s.Table)
}

// classSize is what a change of a class takes, about.
const classSize = 1 << 10

// mayWrite says whether whoever asks may change something now.
func (s *Service) mayWrite(ctx context.Context, size int) error {
	if err := s.Rates.Allow(ctx, "changes of classes", s.Limits.Lists); err != nil {
		return err
	}
	return s.Budget.Spend(ctx, size)
}

func (s *Service) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[wire.ClassList], error) {
	if err := s.Rates.Allow(ctx, "classes", s.Limits.Lists); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	classes, err := s.kept.of(ctx, who.Player)
	if who.Role == store.Pupil {
		var own class
		own, err = s.class(ctx, who.Class)
		classes = []class{own}
	}
	if err != nil {
		return nil, err
	}
	out := wire.ClassList{Classes: []wire.ClassHead{}}
	for _, c := range classes {
		b, err := bodyOf(c)
		if err != nil {
			return nil, err
		}
		if b.Ending {
			continue
		}
		pupils, err := s.kept.pupils(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		out.Classes = append(out.Classes, wire.ClassHead{ID: c.ID, Title: b.Title, Pupils: len(pupils), Tasks: len(b.Tasks), Open: b.Open})
	}
	return endpoint.Reply(out), nil
}

// errTitle is the answer to a class without a name.
var errTitle = apierror.Say(apierror.BadRequest, "class.title", "A class needs a name.")

func (s *Service) create(ctx context.Context, in *struct{ Body wire.NewClass }) (*endpoint.Answer[*wire.Class], error) {
	if err := s.mayWrite(ctx, classSize); err != nil {
		return nil, err
	}
	b := body{Title: identity.CleanText(in.Body.Title, maxTitle), Open: true}
	if b.Title == "" {
		return nil, errTitle
	}
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "new classes", s.Limits.New); err != nil {
		return nil, err
	}
	c := class{
		ID: identity.NewID(), Owner: identity.Player(ctx), Code: newCode(linkBytes), Version: 1, Created: s.Now(), Used: s.Now(), Body: data,
	}
	err = s.kept.create(ctx, c, s.Limits.Own, s.Limits.All)
	if errors.Is(err, store.ErrFull) {
		return nil, apierror.Say(apierror.TooMany, "class.many",
			"There are as many classes as there may be, of yours or of all together. One would have to be deleted first.")
	}
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, c.ID)
}

type idInput struct {
	ID string `path:"id"`
}

func (s *Service) one(ctx context.Context, in *idInput) (*endpoint.Answer[*wire.Class], error) {
	if err := s.Rates.Allow(ctx, "class", s.Limits.Lists); err != nil {
		return nil, err
	}
	return s.shown(ctx, in.ID)
}

// shown returns a class as whoever asks sees it.
func (s *Service) shown(ctx context.Context, id string) (*endpoint.Answer[*wire.Class], error) {
	v, _, err := s.viewFor(ctx, id)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(v), nil
}

func (s *Service) alter(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body wire.ClassChange
}) (*endpoint.Answer[*wire.Class], error) {
	if err := s.mayWrite(ctx, classSize); err != nil {
		return nil, err
	}
	err := s.write(ctx, in.ID, func(c *class, b *body) error {
		if in.Body.Title != "" {
			if b.Title = identity.CleanText(in.Body.Title, maxTitle); b.Title == "" {
				return errTitle
			}
		}
		if in.Body.Open != nil {
			b.Open = *in.Body.Open
		}
		if in.Body.Renew {
			c.Code = newCode(linkBytes)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, in.ID)
}

type pupilInput struct {
	ID    string `path:"id"`
	Pupil string `path:"pupil"`
}

// pupilOf returns a pupil of a class that whoever asks teaches.
func (s *Service) pupilOf(ctx context.Context, in *pupilInput) (schoolchild, error) {
	if err := s.mayWrite(ctx, classSize); err != nil {
		return schoolchild{}, err
	}
	if _, err := s.taught(ctx, in.ID); err != nil {
		return schoolchild{}, err
	}
	pupils, err := s.kept.pupils(ctx, in.ID)
	if err != nil {
		return schoolchild{}, err
	}
	if p, ok := byKey(pupils, in.Pupil); ok {
		return p, nil
	}
	return schoolchild{}, errNoPupil
}

// errNoPupil is the answer where a class has no such pupil.
var errNoPupil = apierror.Say(apierror.NotFound, "class.noPupil", "There is no such pupil in this class any more.")

func byKey(pupils []schoolchild, key string) (schoolchild, bool) {
	for _, p := range pupils {
		if keyOf(p.Player) == key {
			return p, true
		}
	}
	return schoolchild{}, false
}

func (s *Service) rename(ctx context.Context, in *struct {
	ID    string `path:"id"`
	Pupil string `path:"pupil"`
	Body  wire.PupilChange
}) (*endpoint.Answer[*wire.Class], error) {
	p, err := s.pupilOf(ctx, &pupilInput{in.ID, in.Pupil})
	if err != nil {
		return nil, err
	}
	name := identity.CleanText(in.Body.Name, maxName)
	if name == "" {
		return nil, errName
	}
	if err := s.unlikeOthers(ctx, p.Class, p.Player, name); err != nil {
		return nil, err
	}
	if err := s.writePupil(ctx, p.Player, func(p *schoolchild, _ *pupilBody) error { p.Name = name; return nil }); err != nil {
		return nil, err
	}
	s.Sessions.Changed(p.Player)
	return s.shown(ctx, in.ID)
}

// stamp returns a time as the wire has it, "" for none.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

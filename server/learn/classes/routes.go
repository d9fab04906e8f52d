package classes

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Register adds the routes of classes that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	const all, class, pupil, link = "/api/classes", "/api/classes/{id}", "/api/classes/{id}/pupils/{pupil}", "/api/class-links/{code}"
	const changes = "changes of classes"
	read := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	write := append([]int{http.StatusBadRequest, http.StatusServiceUnavailable}, read...)
	endpoint.Register(api, access.Own.Pupils(),
		endpoint.Describe("classes", http.MethodGet, all, "The classes that the caller teaches, or is in", read...),
		endpoint.Limited(s.Rates, "classes", s.Limits.Lists, s.list))
	endpoint.Register(api, access.Member,
		endpoint.Creates(endpoint.Describe("make-class", http.MethodPost, all, "Create a class", write...)),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.create))
	endpoint.Register(api, access.Own.Pupils(),
		endpoint.Describe("class", http.MethodGet, class, "A class, as its teacher or a pupil sees it", read...),
		endpoint.Limited(s.Rates, "class", s.Limits.Lists, endpoint.One(s.viewFor)))
	endpoint.Register(api, access.Member,
		endpoint.Describe("change-class", http.MethodPatch, class, "Rename a class, close or renew its link", write...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.alter))
	endpoint.Register(api, access.Own,
		endpoint.Describe("delete-class", http.MethodDelete, class, "Delete a class with all data of its pupils", read...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.remove))
	endpoint.Register(api, access.Own.Pupils(),
		endpoint.Describe("leave-class", http.MethodDelete, class+"/me", "Leave a class as a pupil, and delete all own data", read...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.leave))
	endpoint.Register(api, access.Member,
		endpoint.Creates(endpoint.Describe("give-class-task", http.MethodPost, class+"/tasks",
			"Give a class a task: a lesson, problems or games", write...)),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.give))
	endpoint.Register(api, access.Member,
		endpoint.Describe("take-class-task", http.MethodDelete, class+"/tasks/{number}", "Remove a task of a class", write...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.take))
	endpoint.Register(api, access.Member,
		endpoint.Describe("rename-pupil", http.MethodPatch, pupil, "Give a pupil another first name", write...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.rename))
	endpoint.Register(api, access.Own,
		endpoint.Describe("remove-pupil", http.MethodDelete, pupil, "Remove a pupil with all their data", read...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.dismiss))
	endpoint.Register(api, access.Member,
		endpoint.Describe("give-pupil-code", http.MethodPost, pupil+"/code", "Create a code with which a pupil comes back", write...),
		endpoint.Limited(s.Rates, changes, s.Limits.Lists, s.giveCode))
	endpoint.Register(api, access.Look.Pupils(),
		endpoint.Describe("class-link", http.MethodGet, link, "The class of a link", http.StatusNotFound),
		endpoint.Limited(s.Rates, "class links", s.Limits.Lists, s.getLink))
	endpoint.Register(api, access.Take,
		endpoint.Describe("join-class", http.MethodPost, link, "Join a class by a first name, or come back by a code", write...),
		endpoint.Limited(s.Rates, "class links", s.Limits.Lists, s.join))
	api.Events(access.Own.Pupils(), huma.Operation{
		OperationID: "class-events", Path: class + "/events", Summary: "A class as server-sent events",
		Responses: map[string]*huma.Response{
			"200": {Description: "A Class immediately and after every change"}, "404": {Description: "No such class"},
		},
	}, Class{}, s.Events)
	api.Handle(access.Own, huma.Operation{
		OperationID: "class-table", Path: class + "/table", Summary: "The progress of the pupils of a class, as CSV",
		Responses: map[string]*huma.Response{"200": {Description: "CSV"}, "404": {Description: "No such class"}},
	}, s.Table)
}

// classSize is the approximate size of one change of a class.
const classSize = 1 << 10

func (s *Service) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[ClassList], error) {
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
	out := ClassList{Classes: []ClassHead{}}
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
		out.Classes = append(out.Classes, ClassHead{ID: c.ID, Title: b.Title, Pupils: len(pupils), Tasks: len(b.Tasks), Open: b.Open})
	}
	return endpoint.Reply(out), nil
}

// errTitle is the refusal for a class without a name.
var errTitle = apierror.Say(apierror.BadRequest, "class.title", "A class needs a name.")

func (s *Service) create(ctx context.Context, in *struct{ Body NewClass }) (*endpoint.Answer[*Class], error) {
	if err := s.Budget.Spend(ctx, classSize); err != nil {
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
			"There are too many classes, yours or on the whole server. Please delete one of yours first.")
	}
	if err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.viewFor(ctx, c.ID))
}

func (s *Service) alter(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body ClassChange
}) (*endpoint.Answer[*Class], error) {
	if err := s.Budget.Spend(ctx, classSize); err != nil {
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
	return endpoint.ReplyOr(s.viewFor(ctx, in.ID))
}

type pupilInput struct {
	ID    string `path:"id"`
	Pupil string `path:"pupil"`
}

// pupilOf returns a pupil of a class that the caller teaches.
func (s *Service) pupilOf(ctx context.Context, in *pupilInput) (schoolchild, error) {
	if err := s.Budget.Spend(ctx, classSize); err != nil {
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

// errNoPupil is the refusal for an unknown pupil of a class.
var errNoPupil = apierror.Say(apierror.NotFound, "class.noPupil", "This pupil is no longer in the class.")

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
	Body  PupilChange
}) (*endpoint.Answer[*Class], error) {
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
	return endpoint.ReplyOr(s.viewFor(ctx, in.ID))
}

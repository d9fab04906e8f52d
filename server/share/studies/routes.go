package studies

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game/record"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/store"
)

// Register adds the routes of studies.
func (h *Hub) Register(api endpoint.API, open socket.Opener) {
	read := []int{http.StatusNotFound, http.StatusTooManyRequests}
	write := append(slices.Clone(read), http.StatusBadRequest, http.StatusUnauthorized,
		http.StatusForbidden, http.StatusConflict, http.StatusServiceUnavailable)
	operation := func(id, method, path, summary string, errs []int) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: "/api/studies" + path, Summary: summary, MaxBodyBytes: endpoint.MaxBody, Errors: errs,
		}
	}
	source := func(o huma.Operation) huma.Operation {
		const most = 2*maxSource + endpoint.MaxBody // as JSON escapes it
		o.MaxBodyBytes, o.BodyReadTimeout = most, endpoint.UploadTime
		o.Middlewares = append(huma.Middlewares{endpoint.AtMost(most, errSourceLarge)}, h.Uploads.Admit()...)
		o.DefaultStatus = http.StatusCreated
		o.Errors = append(slices.Clone(write), http.StatusRequestEntityTooLarge)
		return o
	}
	endpoint.Register(api, access.Member.By(identity.Study),
		source(operation("make-study", http.MethodPost, "", "Create a shared study", nil)), h.create)
	endpoint.Register(api, access.See,
		operation("studies", http.MethodGet, "", "Your studies, and studies that you visited recently", read),
		endpoint.Limited(h.Rates, "studies", h.Limits.Lists, h.list))
	endpoint.Register(api, access.See, operation("study", http.MethodGet, "/{id}", "A study without its trees", read),
		endpoint.Limited(h.Rates, "studies", h.Limits.Lists, h.one))
	endpoint.Register(api, access.Member.By(identity.Study),
		operation("change-study", http.MethodPatch, "/{id}", "Rename a study, or change its editors", write), h.change)
	endpoint.Register(api, access.Own.By(identity.Study),
		operation("delete-study", http.MethodDelete, "/{id}", "Delete a study", write), h.remove)
	endpoint.Register(api, access.Take.By(identity.Study),
		source(operation("add-chapters", http.MethodPost, "/{id}/chapters", "Add chapters to a study", nil)), h.add)
	endpoint.Register(api, access.See,
		operation("chapter", http.MethodGet, "/{id}/chapters/{chapter}", "A chapter of a study as a record, at one version", write),
		endpoint.Limited(h.Rates, "study trees", h.Limits.Lists, h.chapter))
	messages := endpoint.Messages{Sends: StudyRequest{}, Receives: StudyMessage{}}
	api.Socket(access.Look.By(identity.Study), huma.Operation{Path: "/api/studies/{id}/ws"}, messages, h.Socket(open))
	api.Handle(access.See, huma.Operation{Path: "/api/studies/{id}/record"}, h.Record)
}

// seen returns the header of a study for the user. If the owner blocks the user, it does not exist.
func (h *Hub) seen(ctx context.Context, id string) (header, error) {
	if len(id) > maxID {
		return header{}, errUnknown
	}
	head, err := h.kept.one(ctx, id)
	if err != nil {
		return head, openError(err)
	}
	return head, h.mayEnter(ctx, head.Owner)
}

// with calls f in the room of a study on behalf of the user.
func (h *Hub) with(ctx context.Context, id string, f func(r *room) error) error {
	if len(id) > maxID {
		return errUnknown
	}
	r, release, err := h.get(ctx, id)
	if err != nil {
		return openError(err)
	}
	defer release()
	if err := h.mayEnter(ctx, r.owner); err != nil {
		return err
	}
	if err := r.refresh(ctx); err != nil {
		return err
	}
	return f(r)
}

// refresh reloads the study if others may have changed it because people meet at another node.
func (r *room) refresh(ctx context.Context) error {
	if r.isAtHome() {
		return nil
	}
	head, err := r.h.kept.one(ctx, r.id)
	if err != nil {
		return openError(err)
	}
	return r.ask(ctx, func() {
		if r.published() < head.Version {
			r.again(nil)
		}
	})
}

type createInput struct{ Body StudyWish }

func (h *Hub) create(ctx context.Context, in *createInput) (*endpoint.Answer[*Study], error) {
	who := identity.Of(ctx)
	title := identity.CleanText(in.Body.Title, maxTitle)
	switch {
	case title == "":
		return nil, errNoTitle
	case !slices.Contains(edits, in.Body.Edit):
		return nil, errNoEdit
	}
	made, err := h.chapters(ctx, in.Body.Source)
	if err != nil {
		return nil, err
	}
	s := &study{
		head: header{ID: identity.NewID(), Owner: who.Player, Title: title, Edit: in.Body.Edit, Created: h.Now(), Changed: h.Now()}, next: 1,
	}
	var kept []savedChapter
	for _, c := range made {
		c.id = s.next
		s.next++
		s.chapters = append(s.chapters, c)
		kept = append(kept, c.kept(0))
	}
	if s.bytes() > int(h.Limits.Bytes) {
		return nil, errStudyLarge
	}
	if err := h.Budget.Spend(ctx, s.bytes()); err != nil {
		return nil, err
	}
	head := s.header()
	err = h.kept.create(ctx, head, kept, h.bounds())
	if errors.Is(err, store.ErrFull) {
		return nil, apierror.Say(apierror.TooMany, "study.many",
			"You have reached your storage limit for studies. Please delete some of them first.")
	}
	if err != nil {
		return nil, err
	}
	list, err := listOf(head)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(describe(head, list, who.Name, roleOwner, nil, who)), nil
}

// most is the maximum number of studies in a list.
const most = 200

func (h *Hub) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[*StudyList], error) {
	who := identity.Of(ctx)
	out := &StudyList{Mine: []StudyHead{}, Lately: []StudyHead{}, Limit: h.Limits.Studies}
	if who.Role == store.Guest {
		return endpoint.Reply(out), nil
	}
	mine, err1 := h.kept.of(ctx, who.Player, most)
	lately, err2 := h.kept.seen(ctx, who.Player, maxSeen)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	for _, s := range mine {
		out.Mine = append(out.Mine, headOf(s, who.Name, who))
	}
	names := map[string]string{}
	for _, s := range lately {
		if _, known := names[s.Owner]; !known {
			if blocked, err := h.blocked(ctx, s.Owner, who.Player); err != nil {
				return nil, err
			} else if blocked {
				continue
			}
			p, err := h.Store.Player(ctx, s.Owner)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, err
			}
			names[s.Owner] = p.Name
		}
		out.Lately = append(out.Lately, headOf(s, names[s.Owner], who))
	}
	return endpoint.Reply(out), nil
}

func (h *Hub) one(ctx context.Context, in *endpoint.ByID) (*endpoint.Answer[*Study], error) {
	return h.described(ctx, in.ID)
}

// described returns the description of a study for the user.
func (h *Hub) described(ctx context.Context, id string) (out *endpoint.Answer[*Study], err error) {
	who := identity.Of(ctx)
	err = h.with(ctx, id, func(r *room) error {
		err := r.ask(ctx, func() {
			r.flush()
			if !r.failed {
				out = endpoint.Reply(r.described(who))
			}
		})
		if err == nil && out == nil {
			err = r.closed()
		}
		return err
	})
	return out, err
}

type changeInput struct {
	ID   string `path:"id"`
	Body StudyChange
}

func (h *Hub) change(ctx context.Context, in *changeInput) (*endpoint.Answer[*Study], error) {
	who := identity.Of(ctx)
	if in.Body.Edit != "" && !slices.Contains(edits, in.Body.Edit) {
		return nil, errNoEdit
	}
	err := h.with(ctx, in.ID, func(r *room) error {
		if r.owner != who.Player {
			return errNotOwner
		}
		for kind, value := range map[string]string{opTitle: in.Body.Title, opEdit: in.Body.Edit} {
			if value == "" {
				continue
			}
			c := command{StudyRequest: StudyRequest{Type: kind, Name: value}}
			if err := r.give(ctx, who, c); err != nil {
				return err
			}
		}
		return r.invite(ctx, in.Body)
	})
	if err != nil {
		return nil, err
	}
	return h.described(ctx, in.ID)
}

// give carries out a command and waits until it is on disk.
func (r *room) give(ctx context.Context, who identity.Who, c command) error {
	_, err := r.gives(ctx, who, []command{c})
	return err
}

// gives is give for several commands, which are written together.
func (r *room) gives(ctx context.Context, who identity.Who, commands []command) (ops []int, err error) {
	answers := make(chan error, len(commands))
	if !r.do(func() {
		for _, c := range commands {
			r.carryOut(who, c, func(_ StudyDone, err error) { answers <- err })
			if n := len(r.pending); n > 0 && c.Type == opChapter {
				ops = append(ops, r.pending[n-1].planned.op.Chapter)
			}
		}
	}) {
		return nil, r.closed()
	}
	for range commands {
		select {
		case refusal := <-answers:
			err = errors.Join(err, refusal)
		case <-r.gone:
			return nil, r.closed()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return ops, err
}

// maxEditors is the maximum number of invited editors per study.
const maxEditors = 32

// invite adds or removes an editor of the study.
func (r *room) invite(ctx context.Context, in StudyChange) error {
	for name, may := range map[string]bool{in.Invite: true, in.Dismiss: false} {
		if name == "" {
			continue
		}
		p, err := r.h.Store.PlayerNamed(ctx, r.h.Skeleton(name))
		if errors.Is(err, store.ErrNotFound) || err == nil && p.Name == "" {
			return apierror.Say(apierror.NotFound, "study.noAccount", "There is no account with the name %s.", name)
		}
		if err != nil {
			return err
		}
		err = r.h.kept.invite(ctx, r.id, p.ID, may, r.h.Now(), maxEditors)
		if errors.Is(err, store.ErrFull) {
			return apierror.Say(apierror.TooMany, "study.editors", "You can invite at most 32 people to edit a study.")
		}
		if err != nil {
			return openError(err)
		}
	}
	if in.Invite == "" && in.Dismiss == "" {
		return nil
	}
	defer r.h.changed(r.id)
	var err error
	asked := r.ask(ctx, func() {
		r.flush()
		var editors map[string]string
		if editors, err = r.readEditors(ctx); err == nil { // in the room's goroutine, so that the latest read wins
			r.editors = editors
			r.tellStudy()
		}
	})
	if asked != nil {
		return asked
	}
	return err
}

func (h *Hub) remove(ctx context.Context, in *endpoint.ByID) (*struct{}, error) {
	who := identity.Of(ctx)
	head, err := h.seen(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if head.Owner != who.Player {
		return nil, errNotOwner
	}
	if err := h.kept.remove(ctx, in.ID); err != nil {
		return nil, openError(err)
	}
	h.Gone(in.ID)
	return nil, nil
}

type addInput struct {
	ID   string `path:"id"`
	Body StudySource
}

func (h *Hub) add(ctx context.Context, in *addInput) (*endpoint.Answer[*StudyMade], error) {
	who := identity.Of(ctx)
	if _, err := h.seen(ctx, in.ID); err != nil { // before a file is read for it
		return nil, err
	}
	out := &StudyMade{Chapters: []int{}}
	err := h.with(ctx, in.ID, func(r *room) error {
		var refusal error
		if err := r.ask(ctx, func() { refusal = r.mayGive(who, opChapter) }); err != nil || refusal != nil {
			return errors.Join(err, refusal)
		}
		made, err := h.chapters(ctx, in.Body)
		if err != nil {
			return err
		}
		bytes := 0
		commands := make([]command, len(made))
		for i, c := range made {
			bytes += c.bytes
			commands[i] = command{StudyRequest: StudyRequest{Type: opChapter}, made: c}
			for _, text := range c.repairs[:min(len(c.repairs), record.MaxRepairs-len(out.Repairs))] {
				out.Repairs = append(out.Repairs, identity.CleanText(text, maxRepair))
			}
		}
		if err := h.Budget.Spend(ctx, bytes); err != nil {
			return err
		}
		out.Chapters, err = r.gives(ctx, who, commands)
		return err
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(out), nil
}

type chapterInput struct {
	ID      string `path:"id"`
	Chapter int    `path:"chapter"`
}

func (h *Hub) chapter(ctx context.Context, in *chapterInput) (out *endpoint.Answer[*StudyTree], err error) {
	err = h.with(ctx, in.ID, func(r *room) error {
		tree, err := h.tree(ctx, r, in.Chapter)
		out = endpoint.Reply(tree)
		return err
	})
	return out, err
}

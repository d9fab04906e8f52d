package libraries

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/study/gameindex"
)

// The limits of an import.
const (
	partGames   = 128                    // read and saved together
	partTime    = 200 * time.Millisecond // after which a part reads no more games
	importTime  = 45 * time.Second       // after which the client receives a report and continues
	maxReasons  = 50
	maxReason   = 200     // characters
	keptHead    = 512     // approximate bytes of a game's header
	mostCopies  = 1000    // copies within one file
	mostTexts   = 1 << 16 // games of a file remembered to find copies
	indexedTurn = 12      // approximate bytes of a turn in the index; compressed records take half their length
)

var (
	errTooLarge = apierror.Say(apierror.TooLarge, "library.large", "This file is larger than 16 MB. Send it in parts, or as a zip archive.")
	errFull     = apierror.Say(apierror.StorageFull, "library.full", "Your library is full. Delete some games first.")
	errCopies   = apierror.Say(apierror.BadRequest, "library.copies",
		"More than %d games of this file are copies of others in it. The rest of the file was not read.", mostCopies)
)

func (s *Service) registerImport(api endpoint.API) {
	endpoint.Register(api, access.Take.By(identity.Library), huma.Operation{
		OperationID: "import-games", Method: http.MethodPost, Path: "/api/library/import",
		Summary:      "Import a file of games (SGF, RenLib, Piskvork, or a zip archive of these)",
		MaxBodyBytes: maxFile + 1, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: append(huma.Middlewares{endpoint.AtMost(maxFile, errTooLarge)}, s.Uploads.Admit()...),
		Errors:      []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	}, s.postImport)
}

type fileInput struct {
	Name    string `query:"name" doc:"of the file"`
	From    int    `query:"from" minimum:"0" doc:"number of games to skip: next of the previous answer"`
	File    int    `query:"file" minimum:"0" doc:"with from: file of the previous answer"`
	RawBody []byte
}

func (s *Service) postImport(ctx context.Context, in *fileInput) (*endpoint.Answer[LibraryImport], error) {
	i := &importing{Service: s, asker: s.asker(ctx), reader: gameindex.NewReader(s.opener(ctx)), from: in.From}
	i.file = gameFile{File: newFile, Name: clip(in.Name), Added: s.Now()}
	if in.From > 0 && in.File > 0 {
		i.file.File = in.File
	}
	i.report.Reasons, i.report.Repairs = []LibraryRefusal{}, []LibraryRefusal{}
	var stop func()
	i.next, stop = iter.Pull2(i.unpacker.items(in.RawBody))
	defer stop()
	err := i.run(ctx)
	s.wake(i.asker, false)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(i.report), nil
}

// importing is an import in progress.
type importing struct {
	*Service
	asker
	reader   *gameindex.Reader
	unpacker unpacker
	next     func() (item, error, bool)
	from     int // games to skip
	seen     int // games read so far
	ended    bool
	texts    map[uint64]bool // hashes of the games read
	copies   int             // games found twice in the file
	ready    []importedGame  // read but not yet saved
	file     gameFile
	report   LibraryImport
}

// run imports the file in parts, each in its turn. If it stops early after some progress, the report says why.
func (i *importing) run(ctx context.Context) error {
	began := i.Now()
	for !i.ended || len(i.ready) > 0 {
		if !i.ended && i.Now().Sub(began) > importTime {
			i.report.Next, i.ended = i.seen, true
			continue // with the games that are ready
		}
		err := i.inTurn(ctx, i.asker, func() error { return i.part(ctx) })
		switch said, ok := errors.AsType[*apierror.Error](err); {
		case ok && i.seen > i.from:
			i.tell(said)
			i.ended, i.ready = true, nil
		case err != nil:
			return err
		}
	}
	if i.file.File != newFile {
		i.report.File = i.file.File
	}
	i.report.Skipped = i.unpacker.skipped
	if i.report.Known += i.copies; i.copies > mostCopies && i.report.Problem == "" {
		i.tell(apierror.Of(errCopies))
	}
	return nil
}

// tell writes to the report why the import stopped early.
func (i *importing) tell(said *apierror.Error) {
	p := said.Problem()
	i.report.Problem, i.report.Refusal, i.report.Places = p.Detail, p.Refusal, p.Places
}

// hashes has a random seed, so no file can be made to collide.
var hashes = maphash.MakeSeed()

// isCopy reports whether the file contained the same game before.
func (i *importing) isCopy(text string) bool {
	hash := maphash.String(hashes, text)
	if i.texts[hash] {
		return true
	}
	if i.texts == nil || len(i.texts) >= mostTexts {
		i.texts = map[uint64]bool{}
	}
	i.texts[hash] = true
	return false
}

// importedGame is a game that is being imported.
type importedGame struct {
	gameindex.Game
	kept keptGame
}

// part reads some games of the file and saves those of the previous part at the same time, so the disk and the processor work in
// parallel.
func (i *importing) part(ctx context.Context) error {
	before, kept := i.ready, make(chan error, 1)
	go func() { kept <- guard.Run(func() error { return i.keep(ctx, before) }) }()
	failed := guard.Run(func() error { i.ready = i.some(ctx); return ctx.Err() })
	if err := <-kept; err != nil {
		return err
	}
	return failed
}

// some reads the next games of the file.
func (i *importing) some(ctx context.Context) (games []importedGame) {
	began := i.Now()
	for !i.ended && len(games) < partGames && i.Now().Sub(began) < partTime && ctx.Err() == nil {
		it, err, ok := i.next()
		if !ok {
			i.ended = true
			break
		}
		if i.seen++; i.seen <= i.from {
			continue
		}
		if err != nil {
			i.refuse(it, err)
			continue
		}
		if i.isCopy(it.Text) {
			i.copies++
			i.ended = i.copies > mostCopies
			continue
		}
		g, err := i.read(it.Record, i.reader)
		if err != nil {
			i.refuse(it, err)
			continue
		}
		i.repair(it, g.Repairs)
		games = append(games, g)
	}
	return games
}

// refuse records why a game cannot be read.
func (i *importing) refuse(it item, err error) {
	i.report.Refused++
	if len(i.report.Reasons) < maxReasons {
		reason := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "record: "), "sgf: ")
		i.report.Reasons = append(i.report.Reasons, told(it, reason))
	}
}

// repair records what was repaired in a game.
func (i *importing) repair(it item, repairs []string) {
	if len(repairs) == 0 {
		return
	}
	i.report.Repaired++
	for _, text := range repairs {
		if len(i.report.Repairs) < maxReasons {
			i.report.Repairs = append(i.report.Repairs, told(it, text))
		}
	}
}

func told(it item, reason string) LibraryRefusal {
	return LibraryRefusal{File: it.file, Line: it.Line, Reason: identity.CleanText(reason, maxReason)}
}

// keep saves new games while there is room.
func (i *importing) keep(ctx context.Context, games []importedGame) error {
	if len(games) == 0 {
		return nil
	}
	fresh, err := i.fresh(ctx, i.owner, games)
	if err != nil {
		return err
	}
	i.report.Known += len(games) - len(fresh)
	have, err := i.kept.one(ctx, i.owner)
	if err != nil {
		return err
	}
	size, fit := 0, 0
	for _, g := range fresh {
		if have.Games+fit >= i.most.Games || have.Bytes+int64(size+g.kept.Bytes) > i.most.Bytes {
			break
		}
		size += g.kept.Bytes
		fit++
	}
	if err := i.Budget.Spend(ctx, size); err != nil {
		return err
	}
	added, err := i.add(ctx, i.asker, newGames{File: i.file}, fresh[:fit])
	if err != nil {
		return err
	}
	i.file.File = added.File
	i.report.Added += fit
	if fit < len(fresh) {
		return errFull
	}
	return nil
}

// read parses a game. It does all slow work, because a part measures its time.
func (s *Service) read(r gameindex.Record, from *gameindex.Reader) (g importedGame, err error) {
	if g.Game, err = from.Read(r); err != nil {
		return g, err
	}
	r.Text = cmp.Or(g.Mended, r.Text) // so that it can stand before other games
	if r, err = gameindex.Carry(r, g.Line.Board); err != nil {
		return g, err
	}
	s.symmetriesOf(g.Line.Board)
	s.keepTitle(g.Board, g.Line.Board.Title())
	name, _, _ := strings.Cut(g.Rules, ":")
	g.kept = keptGame{
		Sum: string(g.Sum[:]), Black: g.Black, White: g.White, Event: g.Event, Date: g.Date,
		Result: g.Result, Day: g.Day, Winner: g.Winner, Known: g.Known,
		Game: name, Board: g.Board, Rules: g.Rules, Moves: g.Plies,
		Bytes: keptHead + len(r.Text)/2 + indexedTurn*(1+min(g.Plies, gameindex.MaxPlies)), Added: s.Now(), Record: []byte(r.Text),
	}
	return g, nil
}

// fresh returns the games that are not in the library, without duplicates.
func (s *Service) fresh(ctx context.Context, owner string, games []importedGame) ([]importedGame, error) {
	var sums []string
	for _, g := range games {
		sums = append(sums, g.kept.Sum)
	}
	known, err := s.kept.known(ctx, owner, sums)
	if err != nil {
		return nil, err
	}
	var fresh []importedGame
	for _, g := range games {
		if !known[g.kept.Sum] {
			known[g.kept.Sum] = true
			fresh = append(fresh, g)
		}
	}
	return fresh, nil
}

// add saves games and their part of the index.
func (s *Service) add(ctx context.Context, a asker, addition newGames, games []importedGame) (added newNumbers, err error) {
	addition.Owner, addition.Most = a.owner, a.most
	for _, g := range games {
		addition.Games = append(addition.Games, g.kept)
	}
	added, err = s.kept.add(ctx, addition)
	if errors.Is(err, store.ErrFull) { // filled by another import
		err = errFull
	}
	if err != nil || len(games) == 0 {
		return added, err
	}
	var indexed []indexedGame
	for n, g := range games {
		if number := added.Numbers[n]; number > 0 {
			indexed = append(indexed, indexedGame{number, g.Game})
		}
	}
	return added, s.index(ctx, a.owner, indexed)
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"moyo/server/people/admin"
	"moyo/server/store"
)

// adminCmd is `moyo admin`: what operators do with the accounts of a server. It works on a data
// folder, or on the server that has it open.
type adminCmd struct {
	List      adminListCmd      `cmd:"" help:"List accounts."`
	Create    adminCreateCmd    `cmd:"" help:"Create an account and a code for signing in. Use it to create the first administrator."`
	Reset     adminResetCmd     `cmd:"" help:"End all sessions of an account, remove its ways to sign in, and make a new code for signing in."`
	Role      adminRoleCmd      `cmd:"" help:"Make an account a player, bot, moderator or administrator."`
	Suspend   adminSuspendCmd   `cmd:"" help:"Suspend an account, so that it can only watch."`
	Restore   adminRestoreCmd   `cmd:"" help:"End a suspension."`
	Silence   adminSilenceCmd   `cmd:"" help:"Silence an account, so that it cannot chat."`
	Unsilence adminUnsilenceCmd `cmd:"" help:"End a silence."`
	Rate      adminRateCmd      `cmd:"" help:"Compute all ratings again from the logs of the games."`
	Audit     adminAuditCmd     `cmd:"" help:"Show what moderators and operators have done."`
}

// adminFolder is what the commands of `moyo admin` have in common.
type adminFolder struct {
	storeFlags
	JSON bool `help:"Print JSON."`
}

// ask sends a request to the server that has the folder open, or else opens the folder itself. It
// creates a new folder only if fresh is set.
func (f *adminFolder) ask(ctx context.Context, r admin.Request, fresh bool) (admin.Answer, error) {
	answer, err := admin.Ask(ctx, f.Data, r)
	if !errors.Is(err, admin.ErrNotRunning) {
		return answer, err
	}
	if err := f.there(); err != nil && !fresh {
		return answer, err
	}
	s, err := f.open(ctx)
	if err != nil {
		return answer, err
	}
	defer s.Close()
	printWarning(s)
	if r.Do != "list" && r.Do != "audit" {
		if err := notInUse(ctx, s); err != nil { // it would not notice the change
			return answer, fmt.Errorf("%w; ask one of them: name its data folder with --data, on its machine", err)
		}
	}
	return (&admin.Service{Store: s, Now: time.Now}).Do(ctx, r)
}

// printWarning prints a warning about the state of the database, if there is one.
func printWarning(s store.Store) {
	if warning := warningOf(s); warning != "" {
		fmt.Fprintln(os.Stderr, "warning: "+warning)
	}
}

// show sends a request and prints the answer: as JSON, or with print.
func (f *adminFolder) show(ctx context.Context, out io.Writer, r admin.Request, print func(io.Writer, admin.Answer) error) error {
	answer, err := f.ask(ctx, r, r.Do == "create")
	if err != nil {
		return err
	}
	if f.JSON {
		return json.NewEncoder(out).Encode(answer)
	}
	return print(out, answer)
}

type adminListCmd struct {
	adminFolder
	After string `help:"Only accounts after this name."`
	Limit int    `default:"1000" help:"Largest number of accounts."`
}

func (c *adminListCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "list", After: c.After, Limit: c.Limit}, printPeople)
}

// printPeople prints accounts, one per line.
func printPeople(out io.Writer, a admin.Answer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tROLE\tSINCE\tSTATE")
	for _, p := range a.People {
		state := ""
		if p.Silenced != "" {
			state = "silenced until " + p.Silenced
		}
		if p.Suspended != "" {
			state = "suspended until " + p.Suspended
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.Name, p.Role, p.Created, state)
	}
	if a.More {
		fmt.Fprintf(w, "more: --after %s\n", a.People[len(a.People)-1].Name)
	}
	return w.Flush()
}

// printCode prints a new code.
func printCode(out io.Writer, a admin.Answer) error {
	_, err := fmt.Fprintf(out, "%s (%s) can sign in with this code once, until %s:\n\n    %s\n\n"+
		"at the server's address followed by /redeem. The next step there is to choose a password or a passkey.\n",
		a.People[0].Name, a.People[0].Role, a.Until, a.Code)
	return err
}

type adminCreateCmd struct {
	adminFolder
	Name string `arg:"" help:"Of the account."`
	Role string `default:"player" help:"player, bot, moderator or administrator."`
	Why  string `help:"For the audit log."`
}

func (c *adminCreateCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "create", Name: c.Name, Role: store.Role(c.Role), Why: c.Why}, printCode)
}

type adminResetCmd struct {
	adminFolder
	Name string `arg:"" help:"Of the account."`
	Why  string `help:"For the audit log."`
}

func (c *adminResetCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "reset", Name: c.Name, Why: c.Why}, printCode)
}

type adminRoleCmd struct {
	adminFolder
	Name string `arg:"" help:"Of the account."`
	Role string `arg:"" help:"player, bot, moderator or administrator."`
	Why  string `help:"For the audit log."`
}

func (c *adminRoleCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "role", Name: c.Name, Role: store.Role(c.Role), Why: c.Why}, printPeople)
}

type adminSuspendCmd struct {
	adminFolder
	Name  string `arg:"" help:"Of the account."`
	Hours int    `default:"0" help:"How long; 0 for good."`
	Why   string `required:"" help:"The reason, which the account's owner sees."`
}

func (c *adminSuspendCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "suspend", Name: c.Name, Hours: c.Hours, Why: c.Why}, printPeople)
}

type adminRestoreCmd struct {
	adminFolder
	Name string `arg:"" help:"Of the account."`
	Why  string `help:"For the audit log."`
}

func (c *adminRestoreCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "restore", Name: c.Name, Why: c.Why}, printPeople)
}

type adminSilenceCmd struct {
	adminFolder
	Name  string `arg:"" help:"Of the account."`
	Hours int    `default:"0" help:"How long; 0 for good."`
	Why   string `required:"" help:"The reason, which the account's owner sees."`
}

func (c *adminSilenceCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "silence", Name: c.Name, Hours: c.Hours, Why: c.Why}, printPeople)
}

type adminUnsilenceCmd struct {
	adminFolder
	Name string `arg:"" help:"Of the account."`
	Why  string `help:"For the audit log."`
}

func (c *adminUnsilenceCmd) Run(ctx context.Context, out io.Writer) error {
	return c.show(ctx, out, admin.Request{Do: "unsilence", Name: c.Name, Why: c.Why}, printPeople)
}

type adminAuditCmd struct {
	adminFolder
	Name   string `arg:"" optional:"" help:"Only what was done to this account."`
	Before int64  `help:"Only entries before this number."`
	Limit  int    `default:"50" help:"Largest number of entries."`
}

func (c *adminAuditCmd) Run(ctx context.Context, out io.Writer) error {
	r := admin.Request{Do: "audit", Name: c.Name, Before: c.Before, Limit: c.Limit}
	return c.show(ctx, out, r, func(out io.Writer, a admin.Answer) error {
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "NUMBER\tAT\tBY\tDEED\tWHOM\tUNTIL\tWHY\tNOTE")
		for _, d := range a.Deeds {
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", d.ID, d.At, d.By, d.Kind, d.Target, d.Until, d.Why, d.Note)
		}
		if a.More {
			fmt.Fprintf(w, "more: --before %d\n", a.Deeds[len(a.Deeds)-1].ID)
		}
		return w.Flush()
	})
}

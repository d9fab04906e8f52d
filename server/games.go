package server

import (
	"strings"

	"moyo/catalog"
)

// gameEntries returns the games of the catalog in wire format.
func gameEntries() []GameEntry {
	entries := []GameEntry{}
	for _, g := range catalog.Games() {
		e := GameEntry{
			ID: g.ID, Title: g.Title, Text: g.Text, HowToPlay: g.HowToPlay, Board: g.Board,
			NeedsLines: g.NeedsLines, Falls: g.Falls, Letters: string(g.Letters),
			Sample:  Sample{Board: g.Sample.Board, Black: strings.Fields(g.Sample.Black), White: strings.Fields(g.Sample.White)},
			Options: []GameOption{}, Presets: []Preset{}, Variants: []Variant{}, RuleSets: []RuleSet{},
		}
		for _, o := range g.Options {
			e.Options = append(e.Options, optionOf(g.ID, o))
		}
		for _, p := range g.Presets {
			e.Presets = append(e.Presets, Preset{ID: catalog.Key(g.ID, p.ID), Title: p.Title, Text: p.Text, Rules: p.Rules, Board: p.Board})
		}
		if main := g.MainPreset(); main != nil {
			e.Preset = catalog.Key(g.ID, main.ID)
		}
		for _, v := range g.Variants {
			e.Variants = append(e.Variants, Variant{ID: catalog.Key(g.ID, v.ID), Title: v.Title, Rules: v.Rules})
		}
		for _, r := range g.RuleSets {
			e.RuleSets = append(e.RuleSets, RuleSet{ID: catalog.Key(g.ID, r.ID), Title: r.Title, Text: r.Text, Rules: r.Rules})
		}
		entries = append(entries, e)
	}
	return entries
}

// optionOf returns an option of a game in wire format.
func optionOf(game string, o catalog.Option) GameOption {
	option := GameOption{
		ID: o.ID, Key: catalog.Key(game, o.ID), Title: o.Title, Text: o.Text,
		Kind: o.Kind, Default: o.Default, Min: o.Min, Max: o.Max, Step: o.Step,
		GridOnly: o.GridOnly, OnStars: o.OnStars, Common: o.Common, Only: settingOf(o.Only), Never: settingOf(o.Never), Term: o.Term,
		Choices: []OptionChoice{},
	}
	for _, c := range o.Choices {
		option.Choices = append(option.Choices, OptionChoice{
			Value: c.Value, Key: catalog.Key(game, o.ID, c.Value), Title: c.Title, Text: c.Text,
		})
	}
	return option
}

// settingOf returns a setting in wire format, nil for the zero setting.
func settingOf(s catalog.Setting) *Setting {
	if s == (catalog.Setting{}) {
		return nil
	}
	return &Setting{Option: s.Option, Value: s.Value}
}

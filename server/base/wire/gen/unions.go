package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"moyo/catalog"
	"moyo/game"
	"moyo/study/coach"
	"moyo/study/lessons"
)

// union is a closed list of ids with texts. It becomes a type of the page, which a field of a message names in its
// tag ts. The compiler then checks that each id has a text.
type union struct {
	name, doc string
	values    []string
}

// unions returns the lists. Their ids come from the packages that own them, or from the texts of the areas.
func unions(areas []area) []union {
	said := areas[0].texts
	return []union{
		{"CoachCode", "CoachCode is the code of a coach's comment.", coachCodes()},
		{"ReasonCode", "ReasonCode is why a move is illegal.", reasonCodes()},
		{"LessonID", "LessonID is the id of a lesson.", lessons.IDs()},
		{"LessonStepID", "LessonStepID is the id of a step of a lesson.", lessons.StepIDs()},
		{"LessonPartID", "LessonPartID is the id of a task in a step of a lesson.", lessons.PartIDs()},
		{"LessonPunishID", "LessonPunishID is the id of a task that has its own text for punished wrong moves.", lessons.PunishIDs()},
		{"LessonCode", "LessonCode is the code of a comment on a move in a lesson.", lessons.Codes()},
		{"TermID", "TermID is the id of a word that the page explains.", catalog.TermIDs()},
		{"GameID", "GameID is the id of a game.", ids(said, "games.", ".title")},
		{"VariantID", "VariantID is the id of rules of a game that have a name of their own.", ids(said, "variants.", "")},
		{"RuleSetID", "RuleSetID is the id of a game's rules that have a well-known name.", ids(said, "ruleSets.", ".title")},
		{"PresetID", "PresetID is the id of a preset for a new game.", ids(said, "presets.", ".title")},
		{"OptionKey", "OptionKey is the id of an option of a game.", ids(said, "options.", ".title")},
		{"ChoiceKey", "ChoiceKey is the id of a value of an option of a game.", ids(said, "choices.", ".title")},
		{"EngineKey", "EngineKey is the id of an engine's texts.", ids(said, "engines.", ".title")},
		{"GameName", "GameName is the id of a name that a game goes by.", ids(said, "names.", "")},
		{"RuleText", "RuleText is the id of a phrase about rules.", ids(said, "rules.", "")},
		{"BoardName", "BoardName is the id of a board's name besides its title.", ids(said, "boards.", "")},
		{"CourseID", "CourseID is the id of a course of problems.", ids(areas[1].texts, "", ".name")},
		{"RefusalID", "RefusalID is the id of a refusal of the server.", ids(areas[2].texts, "", "")},
		{"SentenceID", "SentenceID is the id of another sentence of the program.", ids(areas[3].texts, "", "")},
	}
}

func coachCodes() []string {
	var codes []string
	for _, c := range coach.Codes() {
		codes = append(codes, string(c))
	}
	return codes
}

func reasonCodes() []string {
	var codes []string
	for _, r := range game.Reasons() {
		codes = append(codes, r.Code())
	}
	return codes
}

// names returns the types by name.
func names(all []union) []string {
	list := make([]string, len(all))
	for i, u := range all {
		list[i] = u.name
	}
	return list
}

// writeUnions writes the types, one id per line.
func writeUnions(out *bytes.Buffer, all []union) error {
	for _, u := range all {
		if len(u.values) == 0 {
			return fmt.Errorf("%s has no ids", u.name)
		}
		out.WriteString("\n")
		writeDoc(out, "", u.doc)
		fmt.Fprintf(out, "export type %s =", u.name)
		for i, v := range u.values {
			if slices.Contains(u.values[:i], v) {
				return fmt.Errorf("%s has %q twice", u.name, v)
			}
			fmt.Fprintf(out, "\n  | %s", strconv.Quote(v))
		}
		out.WriteString(";\n")
	}
	return nil
}

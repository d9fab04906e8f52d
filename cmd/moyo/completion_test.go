package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestCompletion prints a script for each shell that names all commands, and no hidden ones.
func TestCompletion(t *testing.T) {
	for shell, wants := range map[string][]string{
		"bash": {"complete -o default -F _moyo moyo", `"moyo problems list"`, `"moyo problems import") path="moyo problems convert" ;;`,
			`--corner) words="top-left top-right bottom-left bottom-right "`},
		"zsh": {"#compdef moyo", "'serve:Run the server, to play in the browser'", `("moyo problems import") moyo_path="moyo problems convert"`,
			`("moyo find --corner") compadd -- top-left`},
		"fish": {`complete -c moyo -n 'test (__moyo_path) = "moyo find"' -l 'corner'`, `and set path 'moyo problems convert'`,
			`-x -a 'top-left top-right bottom-left bottom-right '`},
	} {
		code, text, errs := moyo(t, "completion", shell)
		if code != exitDone || errs != "" {
			t.Errorf("%s: %d %q", shell, code, errs)
		}
		for _, want := range append(wants, "moyo completion", "moyo version") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s", shell, want)
			}
		}
	}
	if code, _, errs := moyo(t, "completion", "tcsh"); code != exitWrongUse || !strings.Contains(errs, "tcsh") {
		t.Errorf("tcsh: %d %q", code, errs)
	}
}

// TestCompletionBash completes words in bash.
func TestCompletionBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	_, script, _ := moyo(t, "completion", "bash")
	for line, want := range map[string]string{
		"moyo ver":                     "version",
		"moyo problems ":               "generate make list convert sheet verify rate",
		"moyo find --corner top":       "top-left top-right",
		"moyo find x.sgf --cor":        "--corner",
		"moyo completion ":             "bash zsh fish",
		"moyo problems import --cou":   "--course",
		"moyo convert ":                "",
		"moyo convert --out ":          "",
		"moyo convert --to ":           "sgf lib psq",
		"moyo --corner problems li":    "list",
		"moyo serve --no-such-flag-at": "",
	} {
		words := strings.Split(line, " ")
		set := "COMP_WORDS=("
		for _, w := range words {
			set += "'" + w + "' "
		}
		out, err := exec.CommandContext(t.Context(), bash, "--norc", "-c",
			script+set+"); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _moyo; echo \"${COMPREPLY[*]}\"").CombinedOutput()
		got := strings.Fields(string(out))
		if line == "moyo problems " {
			if !slices.Contains(got, "list") || slices.Contains(got, "serve") {
				t.Errorf("%s: %s", line, got)
			}
			continue
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %s, %v, want %s", line, got, err, want)
		}
	}
}

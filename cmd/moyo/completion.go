package main

import (
	"io"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

// completionCmd prints a script for a shell. The libraries for kong depend on modules under the Mozilla Public License.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown below the flags.
func (completionCmd) Help() string {
	return "Prints a script that completes commands, flags and their values. For bash, add to ~/.bashrc: source <(moyo completion bash). " +
		"For zsh, add to ~/.zshrc after compinit: source <(moyo completion zsh). " +
		"For fish: moyo completion fish > ~/.config/fish/completions/moyo.fish."
}

func (c completionCmd) Run(kctx *kong.Context, out io.Writer) error {
	return completionScripts.ExecuteTemplate(out, c.Shell, completed(kctx.Model.Node, kctx.Model.Name))
}

// completedNode is a command for which a script completes words.
type completedNode struct {
	Path         string   // such as "moyo problems list"
	Aliases      []string // other names of its last word, as paths
	Words, Flags []completedWord
	Files        bool // arguments may be files
}

// completedWord is a word that can be completed.
type completedWord struct {
	Name, Help string
	Values     []string // of a flag that takes only some
	Bool       bool     // a flag without a value
}

// completed returns a command and all those below it.
func completed(n *kong.Node, path string) []completedNode {
	own := completedNode{Path: path, Files: len(n.Positional) > 0}
	for _, p := range n.Positional {
		for _, v := range valuesOf(p.Enum) {
			own.Words, own.Files = append(own.Words, completedWord{Name: v}), false
		}
	}
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			own.Flags = append(own.Flags, completedWord{f.Name, summary(f.Help), valuesOf(f.Enum), f.IsBool()})
		}
	}
	var below []completedNode
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			own.Words = append(own.Words, completedWord{Name: child.Name, Help: summary(child.Help)})
			nodes := completed(child, path+" "+child.Name)
			for _, alias := range child.Aliases {
				nodes[0].Aliases = append(nodes[0].Aliases, path+" "+alias)
			}
			below = append(below, nodes...)
		}
	}
	return append([]completedNode{own}, below...)
}

// valuesOf returns the values of an enumeration of kong that are not empty.
func valuesOf(enum string) []string {
	return strings.FieldsFunc(enum, func(r rune) bool { return r == ',' || r == ' ' })
}

// summary returns the first sentence of a help text, without signs that shells expand.
func summary(help string) string {
	help, _, _ = strings.Cut(strings.TrimSuffix(strings.ReplaceAll(help, "\n", " "), "."), ". ")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("'\"`$\\:;[]", r) {
			return -1
		}
		return r
	}, help)
}

var completionScripts = template.Must(template.New("").Parse(`
{{- define "paths"}}{{range $i, $n := .}}{{if $i}}{{if gt $i 1}}|{{end}}"{{$n.Path}}"{{end}}{{end}}{{end}}

{{- define "bash"}}# bash completion for moyo
_moyo() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=moyo words= flags= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in {{template "paths" .}}) path="$path $word" ;;
{{- range $n := .}}{{range .Aliases}} "{{.}}") path="{{$n.Path}}" ;;{{end}}{{end}} esac
  done
  case "$path" in
{{- range .}}
  "{{.Path}}") words="{{range .Words}}{{.Name}} {{end}}" flags="{{range .Flags}}--{{.Name}} {{end}}"
    case "$prev" in
{{- range .Flags}}{{if .Values}}
    --{{.Name}}) words="{{range .Values}}{{.}} {{end}}" ;;
{{- else if not .Bool}}
    --{{.Name}}) words= ;;
{{- end}}{{end}}
    esac ;;
{{- end}}
  esac
  [[ $cur == -* ]] && words=$flags
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _moyo moyo
{{end}}

{{- define "zsh"}}#compdef moyo
_moyo() {
  local moyo_path=moyo word
  local -a commands flags
  for word in "${(@)words[2,CURRENT-1]}"; do
    case "$moyo_path $word" in ({{template "paths" .}}) moyo_path="$moyo_path $word" ;;
{{- range $n := .}}{{range .Aliases}} ("{{.}}") moyo_path="{{$n.Path}}" ;;{{end}}{{end}} esac
  done
  case "$moyo_path $words[CURRENT-1]" in
{{- range $n := .}}{{range .Flags}}{{if .Values}}
  ("{{$n.Path}} --{{.Name}}") compadd --{{range .Values}} {{.}}{{end}}; return ;;
{{- else if not .Bool}}
  ("{{$n.Path}} --{{.Name}}") _files; return ;;
{{- end}}{{end}}{{end}}
  esac
  case "$moyo_path" in
{{- range .}}
  ("{{.Path}}")
    commands=({{range .Words}} '{{.Name}}{{if .Help}}:{{.Help}}{{end}}'{{end}} )
    flags=({{range .Flags}} '--{{.Name}}:{{.Help}}'{{end}} ) ;;
{{- end}}
  esac
  if [[ $words[CURRENT] == -* ]]; then _describe flag flags
  elif (( $#commands )); then _describe command commands
  else _files; fi
}
compdef _moyo moyo
{{end}}

{{- define "fish"}}# fish completion for moyo
function __moyo_path
  set -l path moyo
  for word in (commandline -opc)[2..-1]
{{- range $n := .}}{{range .Aliases}}
    test "$path $word" = '{{.}}'; and set path '{{$n.Path}}'; and continue
{{- end}}{{end}}
    contains -- "$path $word"{{range $i, $n := .}}{{if $i}} '{{$n.Path}}'{{end}}{{end}}; and set path "$path $word"
  end
  echo $path
end
{{range $n := .}}{{if not .Files}}complete -c moyo -n 'test (__moyo_path) = "{{.Path}}"' -f
{{end}}{{range .Words}}complete -c moyo -n 'test (__moyo_path) = "{{$n.Path}}"' -a '{{.Name}}' -d '{{.Help}}'
{{end}}{{range .Flags}}complete -c moyo -n 'test (__moyo_path) = "{{$n.Path}}"' -l '{{.Name}}' -d '{{.Help}}'
{{- if .Values}} -x -a '{{range .Values}}{{.}} {{end}}'{{else if not .Bool}} -r{{end}}
{{end}}{{end}}{{end}}`))

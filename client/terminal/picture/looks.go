package picture

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// ground is the colour of a board with columns and rows, like wood.
var ground = lipgloss.Color("#d9b26f")

// looks are the terminal styles of each style, on and off the ground.
func looks() (on, off [NumStyles]lipgloss.Style) {
	fg := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	black, white := lipgloss.Color("#101010"), lipgloss.Color("#ffffff")
	on = [NumStyles]lipgloss.Style{
		StyleNone: fg(black), StyleLabel: fg(lipgloss.Color("#6b4f1d")), StyleLine: fg(lipgloss.Color("#7d6330")),
		StyleBlack: fg(black).Bold(true), StyleWhite: fg(white).Bold(true), StyleFar: fg(lipgloss.Color("#7d6330")),
		StyleMark: fg(lipgloss.Color("#a01818")).Bold(true), StyleHint: fg(lipgloss.Color("#0b5c8a")).Bold(true),
	}
	for i := range on {
		on[i] = on[i].Background(ground)
	}
	off = [NumStyles]lipgloss.Style{
		StyleLabel: lipgloss.NewStyle().Faint(true), StyleLine: lipgloss.NewStyle().Faint(true), StyleFar: lipgloss.NewStyle().Faint(true),
		StyleMark: lipgloss.NewStyle().Bold(true), StyleHint: lipgloss.NewStyle().Bold(true),
	}
	return on, off
}

var onGround, offGround = looks()

// Looks returns the terminal style of each style; boards with columns and rows have a coloured
// ground.
func (p *Picture) Looks() *[NumStyles]lipgloss.Style {
	if p.IsCells() {
		return &onGround
	}
	return &offGround
}

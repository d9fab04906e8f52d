package diagram_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/record/diagram"
)

func reportOf(figures int) diagram.Report {
	b := board.Grid(9, 9)
	r := diagram.Report{
		Document: diagram.Document{Options: diagram.Options{Title: "A review"}, Head: []string{"Ada, Bo"}}, Board: b,
		Graph: diagram.Graph{Label: "who led", Values: []float64{0.5, math.NaN(), 0.7, 0.2, 1}, Marks: []diagram.Mark{
			{After: 2, Shape: 1, Color: game.Black, Sure: true}, {After: 3, Shape: 2, Color: game.White}, {After: 4, Shape: 3, Sure: true},
			{After: 1, Shape: 3}, {After: 9, Shape: 3}, // not on the graph
		}},
		Table: [][3]string{{"", "Black", "White"}, {"accuracy", "90 %", "80 %"}}, Texts: []string{"It turned."},
	}
	for range figures {
		stones := make([]game.Color, b.Len())
		stones[40] = game.Black
		r.Figures = append(r.Figures, &diagram.Figure{
			Stones: stones, Marks: []draw.Mark{{Point: 40, Kind: draw.Label, Text: "1"}},
			Comments: []diagram.Comment{{Move: "3", Text: strings.Repeat("It cost much. ", 20)}},
		})
	}
	return r
}

func TestReport(t *testing.T) {
	var sizes [2]int
	for i, figures := range []int{0, 7} {
		var one, two bytes.Buffer
		if err := diagram.ReportPDF(t.Context(), &one, reportOf(figures)); err != nil {
			t.Fatal(err)
		}
		if err := diagram.ReportPDF(t.Context(), &two, reportOf(figures)); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%d figures: the same review is another file, %v", figures, err)
		}
		sizes[i] = bytes.Count(one.Bytes(), []byte("/Type /Page\n"))
	}
	if sizes[0] != 1 || sizes[1] < 3 || sizes[1] > 5 {
		t.Errorf("%d pages without figures, %d with seven", sizes[0], sizes[1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := diagram.ReportPDF(ctx, new(bytes.Buffer), reportOf(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cut short: %v", err)
	}
	if err := diagram.ReportPDF(t.Context(), new(bytes.Buffer), reportOf(2000)); !errors.Is(err, diagram.ErrTooLong) {
		t.Errorf("without end: %v", err)
	}
}

package convert

import "testing"

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Mia": "Mia", "Anne-Marie": "Anne-Marie", "=1+1": "'=1+1", " =1+1": "' =1+1", "+1": "'+1",
		"-1": "'-1", "@sum": "'@sum", "a\tb": "'a\tb", "a\nb": "'a\nb", "1 of 2": "1 of 2",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

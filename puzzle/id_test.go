package puzzle

import (
	"testing"
	"time"
)

func TestID(t *testing.T) {
	for _, test := range []struct {
		text string
		want ID
		ok   bool
	}{
		{"b1", ID{Easy, 1}, true},
		{text: "e1"},
		{"m3650", ID{Medium, 3650}, true},
		{"h214", ID{Hard, 214}, true},
		{"h999999", ID{Hard, 999999}, true},
		{text: ""},
		{text: "h"},
		{text: "214"},
		{text: "x1"},
		{text: "H1"},
		{text: "h0"},
		{text: "h-1"},
		{text: "h+1"},
		{text: "h01"},
		{text: "h1 "},
		{text: "h1.0"},
		{text: "h1_0"},
		{text: "h1000000"},
		{text: "h９"},
	} {
		id, ok := ParseID(test.text)
		if id != test.want || ok != test.ok || ok && id.String() != test.text {
			t.Errorf("%q: %v, %t, want %v", test.text, id, ok, test.want)
		}
	}
}

func TestGradeNames(t *testing.T) {
	for g, want := range []string{"easy", "medium", "hard"} {
		if got, ok := ParseGrade(want); Grade(g).String() != want || got != Grade(g) || !ok {
			t.Errorf("%v, %v, %t, want %s", Grade(g), got, ok, want)
		}
	}
	for _, text := range []string{"", "Easy", "e", "harder"} {
		if g, ok := ParseGrade(text); ok {
			t.Errorf("%q is %v", text, g)
		}
	}
}

func TestNumberOn(t *testing.T) {
	for _, test := range []struct {
		date string
		want int
	}{
		{"2026-01-01", 1},
		{"2025-12-31", 0},
		{"2026-01-02", 2},
		{"2026-12-31", 365},
		{"2027-01-01", 366},
		{"2028-02-29", 790},
		{"2028-03-01", 791},
		{"2036-01-01", 3653},
	} {
		day, err := time.Parse(time.DateOnly, test.date)
		noError(t, err)
		if got := NumberOn(day.Date()); got != test.want {
			t.Errorf("%s: %d, want %d", test.date, got, test.want)
		}
	}
	before := NumberOn(2020, time.January, 1) - 1
	for day := time.Date(2020, time.January, 1, 23, 0, 0, 0, time.Local); day.Year() < 2050; day = day.AddDate(0, 0, 1) {
		if got := NumberOn(day.Date()); got != before+1 {
			t.Fatalf("%v: %d behind %d", day, got, before)
		}
		before++
	}
}

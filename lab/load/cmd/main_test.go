package main

import (
	"reflect"
	"strings"
	"testing"

	"othellobot/lab/load"
)

func TestFlags(t *testing.T) {
	c, err := parse(strings.Fields("-bot new -against old -platform slack -database memory -rate 10 -crowd 7 -seconds 2 -pairs 3 -workspaces 4"))
	want := load.Comparison{
		Setup:   load.Setup{Bot: "new", Platform: "slack", Database: "memory", Workspaces: 4},
		Against: "old", Rate: 10, Crowd: 7, Seconds: 2, Pairs: 3,
	}
	if err != nil || !reflect.DeepEqual(c, want) {
		t.Errorf("it is %+v, %v, want %+v", c, err, want)
	}
	if _, err := parse(nil); err != nil {
		t.Errorf("without flags: %v", err)
	}
	for _, args := range []string{"new", "-against old -baseline", "-rate 0", "-platform irc"} {
		if _, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%s is understood", args)
		}
	}
}

package game

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func reserves(names ...SlotName) Display { return acts(Reserve, names) }
func revises(names ...SlotName) Display  { return acts(Revise, names) }
func retires(names ...SlotName) Display  { return acts(Retire, names) }

func acts(act SlotAct, names []SlotName) (d Display) {
	for _, name := range names {
		d.Changes = append(d.Changes, SlotChange{Name: name, Act: act})
	}
	return d
}

func note(t testing.TB, table *Table, n Note) NoteResult {
	t.Helper()
	if n.Now.IsZero() {
		n.Now = noon
	}
	result, err := table.Note(t.Context(), n)
	noError(t, err)
	return result
}

func TestSlotChanged(t *testing.T) {
	redraw := noon.Add(RedrawAfter).UnixMilli()
	held := func(state SlotState) Slot {
		return Slot{Game: 1, Name: "board", Post: 3, Want: 5, Shown: 4, Ref: "m", State: state, Tries: 2, Redraw: 7}
	}
	fresh := Slot{Game: 1, Name: "board", Post: 6, Want: 6, State: Sending, Redraw: redraw}
	another := fresh
	another.Former = "m"
	nameless := Slot{Game: 1, Name: "board", Post: 4, Want: 4, State: Sending, Former: "m"}
	revised := func(state SlotState) Slot {
		return Slot{Game: 1, Name: "board", Post: 3, Want: 6, Shown: 4, Ref: "m", State: state, Redraw: redraw}
	}
	for name, tt := range map[string]struct {
		before Slot
		act    SlotAct
		want   Slot
	}{
		"an empty slot is reserved":          {Slot{}, Reserve, fresh},
		"an empty slot is revised":           {Slot{}, Revise, fresh},
		"an empty slot is retired":           {Slot{}, Retire, Slot{}},
		"another message":                    {held(Current), Reserve, another},
		"another message than one under way": {held(Sending), Reserve, another},
		"another than one without a name":    {nameless, Reserve, another},
		"a current message":                  {held(Current), Revise, revised(Behind)},
		"one under way":                      {held(Sending), Revise, revised(Sending)},
		"one that is behind":                 {held(Behind), Revise, revised(Behind)},
		"one that cannot be named":           {held(Blind), Revise, revised(Behind)},
		"one that waits for somebody":        {held(Dormant), Revise, revised(Behind)},
		"retired":                            {held(Behind), Retire, Slot{}},
	} {
		got, ok := tt.before.changed(SlotChange{Game: 1, Name: "board", Act: tt.act, Want: 6}, noon)
		if got != tt.want || ok != (tt.want != Slot{}) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, ok, tt.want)
		}
	}
}

func slot(want, shown uint32, ref Ref, state SlotState, tries uint32, redraw int64) Slot {
	return Slot{Game: 1, Name: "board", Post: 3, Want: want, Shown: shown, Ref: ref, State: state, Tries: tries, Redraw: redraw}
}

func TestSlotNoted(t *testing.T) {
	redraw := noon.Add(RedrawAfter).UnixMilli()
	for name, tt := range map[string]struct {
		before      Slot
		post, shown uint32
		ref         Ref
		after       Slot
		want        NoteResult
	}{
		"sent":                          {slot(3, 0, "", Sending, 0, 9), 3, 3, "m", slot(3, 3, "m", Current, 0, 0), NotedCurrent},
		"sent, and nobody can name it":  {slot(3, 0, "", Sending, 0, 9), 3, 3, "", slot(3, 3, "", Blind, 0, 0), NotedCurrent},
		"overtaken while it was sent":   {slot(5, 0, "", Sending, 0, 9), 3, 3, "m", slot(5, 3, "m", Behind, 0, 9), NotedBehind},
		"drawn again":                   {slot(5, 3, "m", Behind, 4, 9), 3, 5, "m", slot(5, 5, "m", Current, 0, 0), NotedCurrent},
		"drawn again, but too old":      {slot(5, 3, "m", Behind, 4, 9), 3, 4, "m", slot(5, 4, "m", Behind, 4, 9), NotedBehind},
		"drawn newer than it had to be": {slot(5, 3, "m", Behind, 4, 9), 3, 6, "m", slot(5, 6, "m", Current, 0, 0), NotedCurrent},
		"late, of an older version":     {slot(5, 5, "m", Current, 0, 0), 3, 4, "m", slot(5, 4, "m", Behind, 0, redraw), NotedBehind},
		"late, by another name":         {slot(5, 5, "m", Current, 0, 0), 3, 4, "n", slot(5, 5, "m", Current, 0, 0), NotedRetired},
		"late, with a name at last":     {slot(5, 5, "", Blind, 0, 0), 3, 4, "m", slot(5, 4, "m", Behind, 0, redraw), NotedBehind},
		"late and behind, by another":   {slot(7, 5, "m", Behind, 1, 9), 3, 4, "n", slot(7, 5, "m", Behind, 1, 9), NotedRetired},
		"the same once more":            {slot(5, 5, "m", Current, 0, 0), 3, 5, "m", slot(5, 5, "m", Current, 0, 0), NotedCurrent},
		"sent twice":                    {slot(5, 5, "m", Current, 0, 0), 3, 5, "n", slot(5, 5, "m", Current, 0, 0), NotedRetired},
		"without the name it has":       {slot(5, 3, "m", Behind, 1, 9), 3, 5, "", slot(5, 5, "m", Current, 0, 0), NotedCurrent},
		"somebody helped":               {slot(5, 3, "m", Dormant, 6, 0), 3, 5, "m", slot(5, 5, "m", Current, 0, 0), NotedCurrent},
		"of an older message":           {slot(5, 3, "m", Behind, 1, 9), 2, 5, "n", slot(5, 3, "m", Behind, 1, 9), NotedRetired},
		"of a newer message":            {slot(5, 3, "m", Behind, 1, 9), 4, 5, "n", slot(5, 3, "m", Behind, 1, 9), NotedRetired},
		"of an empty slot":              {Slot{}, 3, 3, "m", Slot{}, NotedRetired},
		"of no message":                 {Slot{}, 0, 3, "m", Slot{}, NotedRetired},
	} {
		after, got := tt.before.noted(Note{Place: here, Game: 1, Slot: "board", Post: tt.post, Shown: tt.shown, Ref: tt.ref, Now: noon})
		if after != tt.after || got != tt.want {
			t.Errorf("%s: %+v, %d; want %+v, %d", name, after, got, tt.after, tt.want)
		}
	}
}

// A message that got its final version by an edit is redrawn once, because an older edit may
// still arrive. A message that was sent with the final version is not redrawn.
func TestSlotNotedFinal(t *testing.T) {
	later := noon.Add(RedrawAfter).UnixMilli()
	for name, tt := range map[string]struct {
		before Slot
		shown  uint32
		ref    Ref
		after  Slot
		want   NoteResult
	}{
		"edited":               {slot(5, 3, "m", Behind, 0, 9), 5, "m", slot(5, 5, "m", Behind, 0, later), NotedCurrent},
		"posted":               {slot(3, 0, "", Sending, 0, 9), 3, "m", slot(3, 3, "m", Current, 0, 0), NotedCurrent},
		"posted, and noted":    {slot(3, 3, "m", Current, 0, 0), 3, "m", slot(3, 3, "m", Current, 0, 0), NotedCurrent},
		"redrawn":              {slot(5, 5, "m", Behind, 1, 9), 5, "m", slot(5, 5, "m", Current, 0, 0), NotedCurrent},
		"edited without a ref": {slot(5, 3, "", Behind, 0, 9), 5, "", slot(5, 5, "", Blind, 0, 0), NotedCurrent},
		"too old":              {slot(5, 3, "m", Behind, 0, 9), 4, "m", slot(5, 4, "m", Behind, 0, 9), NotedBehind},
	} {
		after, got := tt.before.noted(Note{Place: here, Game: 1, Slot: "board", Post: 3, Shown: tt.shown, Ref: tt.ref, Now: noon, Final: true})
		if after != tt.after || got != tt.want {
			t.Errorf("%s: %+v, %d; want %+v, %d", name, after, got, tt.after, tt.want)
		}
	}
}

func TestNoteSlots(t *testing.T) {
	board := Slot{Game: 1, Name: "board", Post: 3, Want: 3, Shown: 3, Ref: "m"}
	question := Slot{Game: 1, Name: "question", Post: 4, Want: 4, State: Sending, Redraw: 9}
	elsewhere := Slot{Game: 2, Name: "board", Post: 3, Want: 3, Shown: 3, Ref: "n"}
	for ref, want := range map[Ref]NoteResult{"m": NotedRetired, "n": NotedCurrent, "": NotedCurrent} {
		before := []Slot{board, elsewhere, question}
		after, got := noteSlots(before, Note{Game: 1, Slot: "question", Post: 4, Shown: 4, Ref: ref, Now: noon})
		noted, _ := question.noted(Note{Game: 1, Slot: "question", Post: 4, Shown: 4, Ref: ref, Now: noon})
		if want == NotedRetired {
			noted = question
		}
		if got != want || !slices.Equal(after, []Slot{board, elsewhere, noted}) || !slices.Equal(before, []Slot{board, elsewhere, question}) {
			t.Errorf("%q: %d, %+v of %+v", ref, got, after, before)
		}
	}
}

// If two messages replace the same deleted message, the slot holds the first to be noted, whichever
// version it shows.
func TestSlotNotedInstead(t *testing.T) {
	slot := Slot{Game: 1, Name: "board", Post: 3, Want: 5, Shown: 3, Ref: "gone", State: Behind, Redraw: 9}
	for _, tt := range []struct {
		shown        uint32
		ref, instead Ref
		want         NoteResult
		holds        Ref
		shows        uint32
	}{
		{4, "m", "", NotedRetired, "gone", 3},
		{4, "m", "other", NotedRetired, "gone", 3},
		{2, "m", "gone", NotedBehind, "m", 2},
		{5, "n", "gone", NotedRetired, "m", 2},
		{5, "m", "gone", NotedCurrent, "m", 5},
	} {
		after, got := slot.noted(Note{Place: here, Game: 1, Slot: "board", Post: 3, Shown: tt.shown, Ref: tt.ref, Instead: tt.instead, Now: noon})
		if got != tt.want || after.Ref != tt.holds || after.Shown != tt.shows {
			t.Errorf("%s instead of %s: %+v, %d; want %s in version %d, %d", tt.ref, tt.instead, after, got, tt.holds, tt.shows, tt.want)
		}
		slot = after
	}
}

func TestSlotNotedUnsent(t *testing.T) {
	behind := Slot{Game: 1, Name: "board", Post: 3, Want: 5, Shown: 3, Ref: "m", State: Behind, Tries: 2, Redraw: 9}
	dormant, gone, asked := behind, behind, Slot{Game: 1, Name: "board", Post: 6, Want: 6, State: Sending, Redraw: noon.Add(RedrawAfter).UnixMilli()}
	dormant.State, dormant.Redraw = Dormant, 0
	gone.State, gone.Redraw, gone.Ref = Gone, 0, ""
	for name, tt := range map[string]struct {
		post uint32
		ref  Ref
		fate SendResult
		want Slot
	}{
		"only somebody can help":            {3, "", FateDormant, dormant},
		"only somebody can help, by a name": {3, "m", FateDormant, dormant},
		"taken away":                        {3, "m", FateGone, gone},
		"another was taken away":            {3, "n", FateGone, behind},
		"an older one was taken away":       {2, "m", FateGone, behind},
	} {
		note := Note{Place: here, Game: 1, Slot: "board", Post: tt.post, Shown: 5, Ref: tt.ref, Fate: tt.fate, Now: noon}
		if got, _ := behind.noted(note); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
	if got, _ := gone.changed(SlotChange{Game: 1, Name: "board", Act: Revise, Want: 6}, noon); got != asked {
		t.Errorf("the next act after it was taken away makes it %+v, want %+v", got, asked)
	}
}

// A message without a note is redrawn at growing intervals, and then no more.
func TestSlotRedrawn(t *testing.T) {
	s, _ := Slot{}.changed(SlotChange{Game: 1, Name: "board", Act: Reserve, Want: 1}, noon)
	if s.Due() {
		t.Error("due before a process claimed it")
	}
	now := noon
	var waits []time.Duration
	for s.Redraw > 0 {
		at := time.UnixMilli(s.Redraw)
		waits = append(waits, at.Sub(now))
		if now, s = at, s.ClaimRedraw(at); s.Due() != (s.Redraw > 0) {
			t.Errorf("due is %v of %+v", s.Due(), s)
		}
	}
	want := []time.Duration{20 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour, 20 * time.Second}
	if d := diff(want, waits); d != "" || s.State != Dormant {
		t.Errorf("it ends as %+v (-want +got):\n%s", s, d)
	}
	if s, _ = s.changed(SlotChange{Game: 1, Name: "board", Act: Revise, Want: 2}, now); s.State != Behind || s.Tries != 0 || s.Redraw == 0 {
		t.Errorf("the next act makes it %+v", s)
	}
}

func TestSlots(t *testing.T) {
	_, table := newTable(t)
	g := duel()
	wantSlots := func(what string, out Outcome, slots, retired []Slot) {
		t.Helper()
		if d := diff(slots, out.Slots); d != "" {
			t.Errorf("%s, slots (-want +got):\n%s", what, d)
		}
		if d := diff(retired, out.Retired); d != "" {
			t.Errorf("%s, retired (-want +got):\n%s", what, d)
		}
		for _, want := range slots {
			stored, _ := room(t, table, here).Slot(want.Game, want.Name)
			if got, _ := out.Slot(want.Name); got != want || stored != want {
				t.Errorf("%s: %s is %+v, stored %+v", what, want.Name, got, stored)
			}
		}
	}
	redraw := noon.Add(RedrawAfter).UnixMilli()
	change := func(d Display) Outcome {
		t.Helper()
		return mustDo(t, table, here, Proposal{Game: 1, Display: d})
	}

	first := mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
	wantSlots("begun", first, []Slot{{Game: 1, Name: "board", Post: 1, Want: 1, State: Sending, Redraw: redraw}}, nil)
	if _, ok := first.Slot("ping"); ok {
		t.Error("there is a ping")
	}

	wantSlots("revised on its way", change(revises("board")),
		[]Slot{{Game: 1, Name: "board", Post: 1, Want: 2, State: Sending, Redraw: redraw}}, nil)
	if result := note(t, table, Note{Place: here, Game: 1, Slot: "board", Post: 1, Shown: 1, Ref: "m1"}); result != NotedBehind {
		t.Errorf("noted: %d", result)
	}
	wantSlots("revised", change(revises("board", "ping")), []Slot{
		{Game: 1, Name: "board", Post: 1, Want: 3, Shown: 1, Ref: "m1", State: Behind, Redraw: redraw},
		{Game: 1, Name: "ping", Post: 3, Want: 3, State: Sending, Redraw: redraw},
	}, nil)
	old, _ := room(t, table, here).Slot(1, "board")
	wantSlots("replaced", change(reserves("board", "ping")), []Slot{
		{Game: 1, Name: "board", Post: 4, Want: 4, State: Sending, Redraw: redraw, Former: "m1"},
		{Game: 1, Name: "ping", Post: 4, Want: 4, State: Sending, Redraw: redraw},
	}, []Slot{old}) // the ping has no Ref
	if result := note(t, table, Note{Place: here, Game: 1, Slot: "board", Post: 1, Shown: 3, Ref: "m1"}); result != NotedRetired {
		t.Errorf("noted late: %d", result)
	}
	if result := note(t, table, Note{Place: here, Game: 1, Slot: "ping", Post: 4, Shown: 4, Ref: "p4"}); result != NotedCurrent {
		t.Errorf("noted: %d", result)
	}
	ping, _ := room(t, table, here).Slot(1, "ping")
	wantSlots("taken down", change(retires("board", "ping", "question")), nil, []Slot{ping})
	if left := room(t, table, here).Slots; len(left) != 0 {
		t.Errorf("left are %+v", left)
	}
	out := change(Display{})
	wantSlots("left alone", out, nil, nil)
}

// A commit takes account of a note that was stored after its room was loaded. So the message is redrawn
// or retired, even if the answer to the commit is lost.
func TestNoteBeforeCommit(t *testing.T) {
	for name, tt := range map[string]struct {
		display Display
		lost    bool // the answer to the commit is lost
		message Slot // the slot in the outcome
		retired bool
	}{
		"revised":        {revises("board"), false, Slot{Game: 1, Name: "board", Post: 1, Want: 2, Shown: 1, Ref: "m1", State: Behind}, false},
		"replaced":       {reserves("board"), false, Slot{Game: 1, Name: "board", Post: 2, Want: 2, State: Sending, Former: "m1"}, true},
		"replaced, lost": {reserves("board"), true, Slot{Game: 1, Name: "board", Post: 2, Want: 2, State: Sending, Former: "m1"}, true},
		"retired":        {retires("board"), false, Slot{}, true},
	} {
		store, table := newTable(t)
		g := duel()
		mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
		store.once(func(c Change) error {
			if result := note(t, table, Note{Place: here, Game: 1, Slot: "board", Post: 1, Shown: 1, Ref: "m1"}); result != NotedCurrent {
				t.Errorf("noted: %d", result)
			}
			if tt.lost {
				return errors.Join(errDown, store.store(c))
			}
			return nil
		})
		out := mustDo(t, table, here, Proposal{Game: 1, Display: tt.display})
		board, _ := out.Slot("board")
		board.Redraw = 0
		if board != tt.message || (len(out.Retired) == 1) != tt.retired {
			t.Errorf("%s: the board is %+v, retired %+v", name, board, out.Retired)
		}
	}
}

// With any order of commits and notes, each message ends in one of two ways. It shows the right version,
// or its sender must delete it.
func TestEveryMessageEndsWell(t *testing.T) {
	rounds, behind, retired, late := uint64(3000), 0, 0, 0
	if testing.Short() {
		rounds = 500
	}
	for seed := range rounds {
		random := rand.New(rand.NewPCG(seed, 4))
		var slot Slot
		version := uint32(0)
		fate := map[uint32]NoteResult{} // the last result of each message
		var underWay []Note             // sent but not noted yet
		send := func(s Slot) {
			underWay = append(underWay, Note{Place: here, Game: 1, Slot: "board", Post: s.Post, Shown: version, Ref: Ref(fmt.Sprint("m", s.Post))})
		}
		deliver := func() {
			i := random.IntN(len(underWay))
			n := underWay[i]
			underWay = append(underWay[:i:i], underWay[i+1:]...)
			before := slot
			var result NoteResult
			slot, result = slot.noted(n)
			fate[n.Post] = result
			switch {
			case slot.Post != before.Post || slot.Want != before.Want:
				t.Fatalf("seed %d: a note makes %+v of %+v", seed, slot, before)
			case result == NotedRetired && slot != before:
				t.Fatalf("seed %d: a note of another message makes %+v of %+v", seed, slot, before)
			case result == NotedCurrent && slot.Shown < slot.Want:
				t.Fatalf("seed %d: %+v is called current", seed, slot)
			case result == NotedBehind:
				behind++
				send(slot) // as a sender does
			case result == NotedRetired:
				retired++
			}
			if n.Shown < before.Shown {
				late++
			}
		}
		for range 30 {
			if len(underWay) > 0 && random.IntN(2) > 0 {
				deliver()
				continue
			}
			version++
			before := slot
			change := SlotChange{Game: 1, Name: "board", Act: SlotAct(random.IntN(3)), Want: version}
			slot, _ = slot.changed(change, noon.Add(time.Duration(version)*time.Second))
			if slot.Post != before.Post && before.Ref != "" {
				fate[before.Post] = NotedRetired // the committing process deletes the message
			}
			if slot.Post != 0 && (slot.Post == version || slot.Ref != "") {
				send(slot) // else it is being sent, and will be behind
			}
		}
		for len(underWay) > 0 {
			deliver()
		}
		for post, result := range fate {
			if mine := slot.Post == post; mine && (result != NotedCurrent || slot.State != Current || slot.Shown < slot.Want || slot.Redraw != 0) ||
				!mine && result != NotedRetired {
				t.Fatalf("seed %d: the last result of message %d is %d, and the slot is %+v", seed, post, result, slot)
			}
		}
	}
	if behind < 100 || retired < 100 || late < 100 {
		t.Errorf("%d behind, %d retired and %d late prove little", behind, retired, late)
	}
}

package words_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

var (
	ana = game.Player("p//ana")
	bo  = game.Player("p//bo")

	anaID = chat.UserID{Platform: "p", ID: "ana"}
	boID  = chat.UserID{Platform: "p", ID: "bo"}
)

var (
	d3, _ = rules.ParseSquare("d3")
	d4, _ = rules.ParseSquare("d4")
	e4, _ = rules.ParseSquare("e4")
	f4, _ = rules.ParseSquare("f4")
)

func TestText(t *testing.T) {
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	l := words.Load().Default()
	for name, tt := range map[string]struct {
		messages []words.Message
		want     string
	}{
		"one":                   {[]words.Message{words.YourMove{}}, "Your move."},
		"none":                  {[]words.Message{nil}, ""},
		"two":                   {[]words.Message{words.SetAside{}, nil, words.GameBegins{}}, "Nobody played on here, so the old game was set aside without a result. The game begins."},
		"a name and a square":   {[]words.Message{words.Played{Player: words.Name(ana), Square: d3, Flips: words.All(rules.SetOf(d4))}}, "ana: d3, flips d4."},
		"a mention":             {[]words.Message{words.PlayerToMove{Player: words.Mention(bo)}}, "@bo, your move."},
		"our own name":          {[]words.Message{words.Stopped{Player: words.Name(game.Engine)}}, "The bot stopped the game; it has no result."},
		"somebody":              {[]words.Message{words.Stopped{Player: words.Name(game.Nobody)}}, "Somebody stopped the game; it has no result."},
		"a broken name":         {[]words.Message{words.Stopped{Player: words.Name("%")}}, "Somebody stopped the game; it has no result."},
		"our name within":       {[]words.Message{words.WellFought{Player: words.Name(game.Engine)}}, "Well fought, the bot."},
		"several squares":       {[]words.Message{words.SpokenBlack{Squares: words.All(rules.SetOf(d3, d4, e4))}}, "Black: d3, d4 and e4."},
		"squares to choose":     {[]words.Message{words.SpokenColor{Color: rules.White, Moves: words.Any(rules.SetOf(d3, e4))}}, "White to move: d3 or e4."},
		"squares in a row":      {[]words.Message{words.TookBack{Player: words.Name(ana), Moves: []rules.Square{f4, d3, e4}}}, "ana took back f4, d3 and e4."},
		"words to choose":       {[]words.Message{words.NoTheme{Themes: words.Choices{"moon", "vivid"}}}, "There is no such theme here. Choose moon or vivid."},
		"one of a count":        {[]words.Message{words.Loaded{Player: words.Name(ana), Moves: 1}}, "Loaded position after 1 move, opened by ana."},
		"more of a count":       {[]words.Message{words.Loaded{Player: words.Name(ana), Moves: 12}}, "Loaded position after 12 moves, opened by ana."},
		"a score":               {[]words.Message{words.PlayerWins{Player: words.Name(ana), Score: words.Score{First: 42, Second: 22}}}, "ana wins, 42\u2060–\u206022."},
		"sides":                 {[]words.Message{words.Standing{Black: words.Side{Player: words.Name(ana)}, White: words.Side{Color: rules.White}, Score: words.Score{First: 4, Second: 1}}}, "ana (Black) 4\u2060–\u20601 White"},
		"a time":                {[]words.Message{words.SideHeld{Color: rules.White, Holder: words.Name(bo), Until: words.When{Time: noon}}}, "Until 12:00 only bo may move for White."},
		"a time with its date":  {[]words.Message{words.DeclinedLately{Challenged: words.Name(bo), Until: words.When{Time: noon, Dated: true}}}, "bo declined your challenge. You can ask again after 2026-11-22 12:00."},
		"a direction":           {[]words.Message{words.RayEmpty{Direction: rules.NorthEast, End: e4}}, "Up right: e4 is empty"},
		"a command with a slot": {[]words.Message{words.GoOnLater{What: "d3c3"}}, "To continue it: /othello load d3c3"},
		"what was typed":        {[]words.Message{words.UnknownWord{Word: "zzz"}}, "I do not know the command “zzz”. /othello help shows what there is."},
		"what is not repeated":  {[]words.Message{words.NotASquare{Word: "@everyone"}}, "“…” is not a square. Columns a–h, rows 1–8, for example d3."},
		"nothing that is":       {[]words.Message{words.UnknownWord{}}, "I do not know the command “…”. /othello help shows what there is."},
		"too long to repeat":    {[]words.Message{words.UnknownWord{Word: "abcdefghijklm"}}, "I do not know the command “…”. /othello help shows what there is."},
	} {
		if got := l.Text(tt.messages...).String(); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestSpans checks that parts with markup are separate spans for adapters.
func TestSpans(t *testing.T) {
	l := words.Load().Default()
	got := l.Text(
		words.Played{Player: words.Name(ana), Square: d3, Flips: words.All(rules.SetOf(d4))}, words.PlayerToMove{Player: words.Mention(bo)},
		words.ChooseListed{Name: "x"}, words.BusyWatch{}, words.MoveNotSaved{},
	)
	want := chat.Text{
		{Kind: chat.SpanName, User: &anaID, Text: "Somebody"}, // shown if the name is unknown
		{Text: ": "},
		{Kind: chat.SpanBold, Text: "d3"},
		{Text: ", flips "},
		{Text: "d4"},
		{Text: "."},
		{Text: " "},
		{Kind: chat.SpanMention, User: &boID, Text: "Somebody"},
		{Text: ", your move."},
		{Text: " "},
		{Text: "Choose @"},
		{Text: "x"},
		{Text: " from the list, so that I know who you mean."},
		{Text: " "},
		{Text: "Watch it with "},
		{Kind: chat.SpanCommand, Text: "board"},
		{Text: ", or start in another channel."},
		{Text: " "},
		{Text: "That move was "},
		{Kind: chat.SpanBold, Text: "not"},
		{Text: " saved; nothing changed."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the spans differ (-want +got):\n%s", diff)
	}
}

func TestAppend(t *testing.T) {
	l := words.Load().Default()
	text := l.Append(chat.Say("Hello."), words.YourMove{})
	if got, want := text.String(), "Hello. Your move."; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

func TestString(t *testing.T) {
	l := words.Load().Default()
	for want, m := range map[string]words.Message{
		"Accept": words.AcceptButton{}, "Start with d3": words.OpenWithButton{Square: d3}, "flips 3": words.FlipsDetail{Flips: 3},
	} {
		if got := l.String(m); got != want {
			t.Errorf("the label is %q, want %q", got, want)
		}
	}
}

// TestPolish checks that a translation can reorder slots, and that the count chooses among
// all plural forms.
func TestPolish(t *testing.T) {
	polish := strings.NewReplacer(
		`other = "{{.Player}}: {{bold .Square}}, flips {{.Flips}}."`, `other = "{{.Flips}} < {{bold .Square}} ({{.Player}})"`,
		`other = "{{.First}} {{.Next}}"`, `other = "{{.First}}{{.Next}}"`,
		`other = "{{.First}} and {{.Last}}"`, `other = "[{{.First}} i {{.Last}}]"`,
	).Replace(english(t))
	var text strings.Builder
	for line := range strings.Lines(polish) {
		text.WriteString(line)
		if form, ok := strings.CutPrefix(line, "one = "); ok {
			text.WriteString("few = " + strings.Replace(form, " moves", " ruchy", 1) + "many = " + form)
		}
	}
	files := fstest.MapFS{"active.en.toml": {Data: []byte(english(t))}, "active.pl.toml": {Data: []byte(text.String())}}
	noError(t, words.Check(files))
	c, err := words.Read(files)
	noError(t, err)
	l, _ := c.Named("pl")
	got := l.Text(words.Played{Player: words.Name(ana), Square: d3, Flips: words.All(rules.SetOf(d4, e4))}, words.YourMove{}).String()
	if want := "[d4 i e4] < d3 (ana)Your move."; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	delete(files, "active.pl.toml")
	files["active.pl.toml"] = &fstest.MapFile{Data: []byte(withoutForms(text.String(), "many"))}
	if err := words.Check(files); err == nil || !strings.Contains(err.Error(), `the form "many" is missing`) {
		t.Errorf("without a form the error is %v", err)
	}
}

// TestAllocations limits the allocations for the messages that most moves show.
func TestAllocations(t *testing.T) {
	l := words.Load().Default()
	who, flips := words.Name(ana), words.All(rules.SetOf(d4, e4))
	allocs := testing.AllocsPerRun(100, func() {
		if len(l.Text(words.Played{Player: who, Square: d3, Flips: flips}, words.PlayerToMove{Player: who})) == 0 {
			t.Error("nothing is said")
		}
	})
	const most = 4 // two messages, the text, and the list of squares
	if allocs > most {
		t.Errorf("%v allocations, want at most %d", allocs, most)
	}
}

// TestOpenings compares Japanese opening names with those that the program Egaroucid lists
// for the same moves.
func TestOpenings(t *testing.T) {
	catalog := words.Load()
	ja, _ := catalog.Named("ja")
	own := map[string]string{
		"f5f4": "平行取り", "f5f6": "斜め取り", "f5f6e6f4g5": "飛び出し牛", "f5f6e6f4g6": "ヘビ", "f5f6e6f4g7": "暴走牛",
		"f5f6e6f4g4": "たぬき", "f5f6e6f4c3": "バッファロー", "f5f6e6f4e3": "牛", "f5f6e6f4e3d6": "白大量取り",
		"f5f6e6f4e3c5g5": "こうもり", "f5d6": "縦取り", "f5d6c3d3c4": "虎", "f5d6c3d3c4b3": "イエス流",
		"f5d6c3d3c4f4e6": "リーダーズタイガー", "f5d6c3d3c4f4e3": "ブライトウェル", "f5d6c3d3c4f4f6g5": "ノーカン",
		"f5d6c3d3c4f4f6f3": "コンポス", "f5d6c3d3c4f4f6b4": "カン", "f5d6c3d3c4f4c5b3c2": "ローズビル",
		"f5d6c3d3c4f4c5b3c2e6": "金魚", "f5d6c4d3c5": "猫", "f5d6c4d3e6": "羊", "f5d6c4g5c6": "燕", "f5d6c5f4d3": "馬",
		"f5d6c5f4e3d3": "三村流", "f5d6c5f4e3c6e6": "井上流", "f5d6c5f4e3c6e6f6": "雪うさぎ", "f5d6c5f4e3c6d3f6e6d7": "ローズ",
		"f5d6c5f4e3c6d3f6e6d7g4": "Fローズ", "f5d6c5f4e3c6d3f6e6d7g4c4": "Fローズローテーション型",
		"f5d6c3d3c4f4f6": "Stephenson", // also the Japanese name
	}
	for transcript, want := range own {
		moves, err := rules.ParseTranscript(transcript)
		noError(t, err)
		said := words.OpeningReached{Opening: words.Opening(rules.OpeningOf(moves))}
		if got := ja.String(said); !strings.Contains(got, "「"+want+"」") {
			t.Errorf("%s is said as %q, want %s", transcript, got, want)
		}
		if got := catalog.Default().String(said); !strings.Contains(got, rules.OpeningOf(moves)) {
			t.Errorf("in English %s is said as %q", transcript, got)
		}
	}
	if got := strings.Count(ja.String(words.OpeningWords{}), ":"); got != len(own)-1 {
		t.Errorf("%d openings have another name, and %d are tested", got, len(own)-1)
	}
}

func TestOpeningsAreTranslated(t *testing.T) {
	catalog := words.Load()
	for _, tag := range catalog.Tags() {
		l, _ := catalog.Named(tag)
		for _, name := range []string{"Perpendicular", "Cat", "Cow", "Snake", "Chimney"} {
			said := l.String(words.HistoryOpening{Opening: words.Opening(name)})
			if tag != "en" && strings.HasSuffix(strings.TrimRight(said, ".。"), name) {
				t.Errorf("in %s it is said %q", tag, said)
			}
		}
	}
}

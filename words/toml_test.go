package words

import (
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

func TestEntryOf(t *testing.T) {
	for _, body := range []string{
		"", "# a comment\n", `other = "a"`, "\none = 'a \"b\" \\'  # c\n\nother = \"\\\"\\t\\u00e4\\\\\"", "other=''\n",
		"other = \"\"\"\na \"b\"\n\\\"c\"\"\"\none = \"\"", "other = '''\n'a'\n''' # b",
	} {
		want := make(entry)
		if _, err := toml.Decode(body, &want); err != nil {
			t.Fatal(err)
		}
		got, err := entryOf(body)
		if err != nil {
			t.Errorf("%q: %v", body, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q is read otherwise (-want +got):\n%s", body, diff)
		}
	}
	for _, body := range []string{`other`, `other =`, `other = a`, `other = 1`, `other = "a`, `other = "\`, `other = "\q"`, "other = '''a'"} {
		if got, err := entryOf(body); err == nil {
			t.Errorf("%q is read as %q", body, got)
		}
	}
}

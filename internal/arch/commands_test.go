package arch

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The documents contain commands that run tests and benchmarks. Those tests and benchmarks exist.
func TestCommands(t *testing.T) {
	root := os.DirFS("../..")
	files, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".md" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		for _, command := range codeIn(string(text)) {
			dead, names := deadNames(command, files)
			checked += names
			for _, pattern := range dead {
				t.Errorf("%s: there is nothing named %s for %s", name, pattern, command)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 50 {
		t.Errorf("%d names were checked, which proves little", checked)
	}
}

var inlineCode = regexp.MustCompile("`[^`]+`")

// codeIn returns the code in a Markdown document: each line of a code block, and each inline span.
func codeIn(text string) (code []string) {
	var prose strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case fenced, strings.HasPrefix(line, "    ") && !strings.Contains(line, "`"):
			code = append(code, strings.TrimSpace(line))
		default:
			prose.WriteString(line)
		}
	}
	for _, span := range inlineCode.FindAllString(prose.String(), -1) {
		code = append(code, strings.Join(strings.Fields(strings.Trim(span, "`")), " "))
	}
	return code
}

var (
	nameFlag   = regexp.MustCompile(`(?:^| )-(run|bench|fuzz)[ =]('[^']*'|"[^"]*"|\S+)`)
	folderFlag = regexp.MustCompile(`(?:^| )-C (\S+)`)
	packageArg = regexp.MustCompile(`(?:^| )\./(\S*)`)
	functions  = map[string]*regexp.Regexp{
		"run":   regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`),
		"bench": regexp.MustCompile(`(?m)^func (Benchmark\w*)\(`),
		"fuzz":  regexp.MustCompile(`(?m)^func (Fuzz\w*)\(`),
	}
)

// deadNames checks the patterns of a command's -run, -bench and -fuzz, each split at "|". It returns
// the parts that match no function in the command's packages, and the number of parts. A command
// without packages may match a function in any package.
func deadNames(command string, files []file) (dead []string, names int) {
	folder := ""
	if flag := folderFlag.FindStringSubmatch(command); flag != nil {
		folder = flag[1]
	}
	var packages []string
	for _, arg := range packageArg.FindAllStringSubmatch(command, -1) {
		packages = append(packages, path.Join(folder, arg[1]))
	}
	for _, flag := range nameFlag.FindAllStringSubmatch(command, -1) {
		whole, _, _ := strings.Cut(strings.Trim(flag[2], `'"`), "/") // the part after / matches subtests
		if whole == "^$" {
			continue // deliberately matches no test
		}
		for alternative := range strings.SplitSeq(whole, "|") {
			names++
			pattern, err := regexp.Compile(alternative)
			if err != nil || !slices.ContainsFunc(files, func(f file) bool { return f.hasFunction(packages, functions[flag[1]], pattern) }) {
				dead = append(dead, fmt.Sprintf("%q", alternative))
			}
		}
	}
	return dead, names
}

// hasFunction reports whether f is a test file of one of the packages and has a function with a matching
// name. Without packages, any test file counts.
func (f file) hasFunction(packages []string, functions, name *regexp.Regexp) bool {
	in := func(pkg string) bool {
		above, all := strings.CutSuffix(pkg, "...")
		return f.pkg == pkg || all && strings.HasPrefix(f.pkg+"/", above)
	}
	if !strings.HasSuffix(f.name, "_test.go") || len(packages) > 0 && !slices.ContainsFunc(packages, in) {
		return false
	}
	return slices.ContainsFunc(functions.FindAllSubmatch(f.text, -1), func(m [][]byte) bool { return name.Match(m[1]) })
}

func TestDeadNames(t *testing.T) {
	files := []file{{pkg: "a/b", name: "b_test.go", text: []byte("package b\n\nfunc TestOne(t *testing.T) {}\nfunc BenchmarkTwo(b *testing.B) {}\n")}}
	for command, want := range map[string]string{
		"go test ./a/b -run One":                 "[]",
		"go test -run '^TestOne$' ./a/...":       "[]",
		"go test ./a -run One":                   `["One"]`,
		"go test ./a/b -run 'One|Three'":         `["Three"]`,
		"go test ./a/b -run '^$' -bench Two/sub": "[]",
		"go test ./a/b -bench One":               `["One"]`,
		"-bench 'Two$'":                          "[]",
		"go test ./a/b -run Two":                 `["Two"]`,
		"go test -C a ./b -run One":              "[]",
		"go test -C b ./b -run One":              `["One"]`,
	} {
		if got, _ := deadNames(command, files); fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", command, got, want)
		}
	}
	if got := fmt.Sprintf("%q", codeIn("x `go\ntest` y\n\n    go vet\n\n```sh\ngo run\n```\n")); got != `["go vet" "go run" "go test"]` {
		t.Error(got)
	}
}

package slacktest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ValidateManifest holds an app manifest, as JSON, against Slack's own schema of
// the major version that its metadata names, and fails the test where it does not
// fit. It skips the test where there is no test data.
func ValidateManifest(t testing.TB, manifest []byte) {
	t.Helper()
	if err := checkManifest(t, manifest); err != nil {
		t.Errorf("slacktest: the manifest: %v", err)
	}
}

func checkManifest(t testing.TB, manifest []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(manifest))
	if err != nil {
		return fmt.Errorf("JSON: %w", err)
	}
	version := "1"
	if top, ok := value.(map[string]any); ok {
		if meta, ok := top["_metadata"].(map[string]any); ok && meta["major_version"] != nil {
			version = fmt.Sprint(meta["major_version"])
		}
	}
	name := "slack-manifest.schema." + version + ".0.0.json"
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(readFile(t, filepath.Join(dataFolder(t), "platforms", "specs", name))))
	if err != nil {
		t.Fatalf("slacktest: %s: %v", name, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseRegexpEngine(expression)
	if err := compiler.AddResource(name, schema); err != nil {
		t.Fatalf("slacktest: %s: %v", name, err)
	}
	compiled, err := compiler.Compile(name)
	if err != nil {
		t.Fatalf("slacktest: %s: %v", name, err)
	}
	return compiled.Validate(value)
}

// expression compiles a pattern of the schema. Go knows no look-ahead; the schema
// has one only in the names of domains, which are then taken a little too easily.
func expression(pattern string) (jsonschema.Regexp, error) {
	return regexp.Compile(strings.ReplaceAll(pattern, `(?![\.\-])`, ""))
}

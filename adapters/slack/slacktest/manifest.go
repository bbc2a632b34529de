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

// ValidateManifest checks an app manifest, as JSON, against Slack's own schema and fails the test
// if it is invalid. The manifest's metadata names the schema's major version. Without test data,
// the test is skipped.
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

// expression compiles a pattern of the schema. Go has no look-ahead. The schema uses one only for
// domain names, so the check of these is slightly too lenient.
func expression(pattern string) (jsonschema.Regexp, error) {
	return regexp.Compile(strings.ReplaceAll(pattern, `(?![\.\-])`, ""))
}

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

// ValidateManifest fails the test if an app manifest is invalid by Slack's own schema. Without test
// data, the test is skipped.
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

// expression compiles a pattern of the schema without its look-ahead, which Go does not have. The
// check of domain names is therefore slightly too lenient.
func expression(pattern string) (jsonschema.Regexp, error) {
	return regexp.Compile(strings.ReplaceAll(pattern, `(?![\.\-])`, ""))
}

package discordtest

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// specFile is the path of Discord's OpenAPI specification below OTHELLO_DATA, from
// https://github.com/discord/discord-api-spec.
const specFile = "platforms/specs/discord-openapi-2026-07-18.json"

// HasSpec reports whether requests are also checked against Discord's specification.
func HasSpec() bool { return os.Getenv("OTHELLO_DATA") != "" }

type spec struct {
	doc      object
	mu       sync.Mutex // guards the fields below
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by their place in the document
}

var loadSpec = sync.OnceValues(func() (*spec, error) {
	file, err := os.Open(filepath.Join(os.Getenv("OTHELLO_DATA"), specFile))
	if err != nil {
		return nil, fmt.Errorf("discordtest: open the specification: %w", err)
	}
	defer file.Close()
	parsed, err := jsonschema.UnmarshalJSON(file)
	doc, isObject := parsed.(object)
	if err != nil || !isObject {
		return nil, fmt.Errorf("discordtest: read the specification: %w", err)
	}
	refuseUnknownFields(doc)
	s := &spec{doc: doc, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := s.compiler.AddResource(specURL, doc); err != nil {
		return nil, fmt.Errorf("discordtest: read the specification: %w", err)
	}
	return s, nil
})

// Discord ignores unknown fields, so a misspelt one would do nothing.
func refuseUnknownFields(value any) {
	switch v := value.(type) {
	case object:
		if properties, has := v["properties"].(object); has && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
			if properties["nsfw"] == nil {
				properties["nsfw"] = object{} // documented for all commands
			}
		}
		for _, inner := range v {
			refuseUnknownFields(inner)
		}
	case []any:
		for _, inner := range v {
			refuseUnknownFields(inner)
		}
	}
}

const specURL = "https://discord.test/spec.json"

func (s *spec) request(route string, query url.Values, text []byte) []string {
	operation, at := s.operation(route)
	if operation == nil {
		return []string{"the specification has no route " + route}
	}
	problems := s.parameters(operation, at, query)
	if operation["requestBody"] == nil {
		return problems
	}
	return append(problems, s.validate(at+"/requestBody/content/application~1json/schema", text)...)
}

// CheckAnswer returns how the JSON of an answer to a route breaks Discord's specification.
func CheckAnswer(route string, status int, text []byte) []string {
	s, err := loadSpec()
	if err != nil {
		return []string{err.Error()}
	}
	operation, at := s.operation(route)
	if operation == nil || objectOf(operation["responses"])[strconv.Itoa(status)] == nil {
		return []string{fmt.Sprintf("the specification has no status %d of the route %s", status, route)}
	}
	return s.validate(fmt.Sprintf("%s/responses/%d/content/application~1json/schema", at, status), text)
}

func (s *spec) operation(route string) (operation object, at string) {
	method, path, _ := strings.Cut(route, " ")
	method = strings.ToLower(method)
	item := objectOf(objectOf(s.doc["paths"])[path])
	escaped := strings.NewReplacer("/", "~1", "{", "%7B", "}", "%7D").Replace(path)
	return objectOf(item[method]), "#/paths/" + escaped + "/" + method
}

func (s *spec) parameters(operation object, at string, query url.Values) (problems []string) {
	known := listOf(operation["parameters"])
	for name, values := range query {
		i := slices.IndexFunc(known, func(p any) bool { return objectOf(p)["in"] == "query" && objectOf(p)["name"] == name })
		if i < 0 {
			problems = append(problems, "the specification has no parameter "+name)
			continue
		}
		for _, problem := range s.validate(fmt.Sprintf("%s/parameters/%d/schema", at, i), []byte(values[0])) {
			problems = append(problems, fmt.Sprintf("the parameter %s is %q: %s", name, values[0], problem))
		}
	}
	return problems
}

func (s *spec) validate(at string, text []byte) []string {
	schema, err := s.schema(at)
	if err != nil {
		return []string{err.Error()}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		return []string{fmt.Sprintf("against the specification: %.1000s", err)}
	}
	return nil
}

func (s *spec) schema(at string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.schemas[at]; known != nil {
		return known, nil
	}
	schema, err := s.compiler.Compile(specURL + at)
	if err != nil {
		return nil, fmt.Errorf("discordtest: compile %s of the specification: %w", at, err)
	}
	s.schemas[at] = schema
	return schema, nil
}

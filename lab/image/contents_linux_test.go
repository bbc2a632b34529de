package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// release returns the archive that OTHELLO_IMAGES names, or else one that it makes for this machine.
func release(t *testing.T) layout {
	t.Helper()
	if name := os.Getenv("OTHELLO_IMAGES"); name != "" {
		data, err := os.ReadFile(name)
		must(t, err)
		return untar(t, data)
	}
	name := filepath.Join(t.TempDir(), "bot")
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-s -w", "-o", name, "othellobot/cmd/bot")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	binary, err := os.ReadFile(name)
	must(t, err)
	dockerfile, err := os.ReadFile("../../Dockerfile")
	must(t, err)
	data, err := write(string(dockerfile), "v1.2.3+dirty", "abc", "2026-01-02T03:04:05Z", map[string][]byte{"linux/" + runtime.GOARCH: binary})
	must(t, err)
	return untar(t, data)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func untar(t *testing.T, data []byte) layout {
	t.Helper()
	files := make(layout)
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		must(t, err)
		content, err := io.ReadAll(r)
		must(t, err)
		files[strings.TrimSuffix(h.Name, "/")] = entry{h.FileInfo().Mode(), h.Uid, h.Gid, content}
	}
}

// unpacked returns the settings and the files of the image for this machine. It follows the digests from
// index.json, as an engine does.
func unpacked(t *testing.T, files layout) (s settings, root layout) {
	t.Helper()
	follow := func(d map[string]any) []byte {
		data := files[blob(d)].data
		if d["digest"] != "sha256:"+sum(data) || d["size"] != float64(len(data)) {
			t.Fatalf("%v refers to %d bytes with the sum %s", d, len(data), sum(data))
		}
		return data
	}
	type document struct {
		Manifests, Layers []map[string]any
		Config            json.RawMessage
		RootFS            struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	var top, index, manifest, image document
	must(t, json.Unmarshal(files["index.json"].data, &top))
	must(t, json.Unmarshal(follow(top.Manifests[0]), &index))
	for _, d := range index.Manifests {
		if d["platform"].(map[string]any)["architecture"] == runtime.GOARCH {
			must(t, json.Unmarshal(follow(d), &manifest))
		}
	}
	if manifest.Config == nil {
		t.Skipf("the archive has no image for %s", runtime.GOARCH)
	}
	var config map[string]any
	must(t, json.Unmarshal(manifest.Config, &config))
	must(t, json.Unmarshal(follow(config), &image))
	must(t, json.Unmarshal(image.Config, &s))
	r, err := gzip.NewReader(bytes.NewReader(follow(manifest.Layers[0])))
	must(t, err)
	layer, err := io.ReadAll(r)
	must(t, err)
	if image.RootFS.DiffIDs[0] != "sha256:"+sum(layer) {
		t.Errorf("the layer has the sum %s, and the image says %v", sum(layer), image.RootFS)
	}
	loadable := fmt.Sprintf(`"Config":%q,"Layers":[%q],"RepoTags":["othellobot:%s-%s"]`, blob(config), blob(manifest.Layers[0]),
		top.Manifests[0]["annotations"].(map[string]any)["org.opencontainers.image.ref.name"], runtime.GOARCH)
	if !strings.Contains(string(files["manifest.json"].data), loadable) {
		t.Errorf("manifest.json lacks %s:\n%s", loadable, files["manifest.json"].data)
	}
	return s, untar(t, layer)
}

// checkContents reports an image that is large, has other files than the program's, or gives its user more than
// two folders.
func checkContents(t *testing.T, s settings, root layout) {
	t.Helper()
	if s.User != "65532:65532" || s.Labels["org.opencontainers.image.revision"] == "" || s.Labels["org.opencontainers.image.version"] == "" {
		t.Errorf("it has the settings %+v", s)
	}
	got, size := make(map[string]string), 0
	for name, e := range root {
		got[name] = fmt.Sprintf("%v %d:%d", e.mode, e.uid, e.gid)
		size += len(e.data)
	}
	if diff := cmp.Diff(map[string]string{
		"bot": "-rwxr-xr-x 0:0", "data": "drwx------ 65532:65532", "tmp": "drwx------ 65532:65532",
		"etc": "drwxr-xr-x 0:0", "etc/ssl": "drwxr-xr-x 0:0", "etc/ssl/certs": "drwxr-xr-x 0:0",
		"etc/ssl/certs/ca-certificates.crt": "-rw-r--r-- 0:0",
	}, got); diff != "" {
		t.Error(diff)
	}
	if t.Logf("it has %.1f MiB", float64(size)/(1<<20)); size > 45<<20 {
		t.Errorf("it has %d bytes", size)
	}
	if !x509.NewCertPool().AppendCertsFromPEM(root["etc/ssl/certs/ca-certificates.crt"].data) {
		t.Error("it has no root certificates")
	}
}

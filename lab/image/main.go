package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	log.SetFlags(0)
	dockerfile := flag.String("dockerfile", "Dockerfile", "take the settings from the final stage of `FILE`")
	version := flag.String("version", "unreleased", "`VERSION` of the program, for the name and the labels")
	commit := flag.String("commit", "", "`COMMIT` of the source, for the labels")
	created := flag.String("created", "1970-01-01T00:00:00Z", "`TIME` of the images")
	flag.Parse()
	text, err := os.ReadFile(*dockerfile)
	check(err)
	binaries := make(map[string][]byte)
	for _, arg := range flag.Args() {
		platform, file, _ := strings.Cut(arg, "=")
		binaries[platform], err = os.ReadFile(file)
		check(err)
	}
	image, err := write(string(text), *version, *commit, *created, binaries)
	check(err)
	_, err = os.Stdout.Write(image)
	check(err)
}

func check(err error) {
	if err != nil {
		log.Fatal("image: ", err)
	}
}

// write returns the archive. The keys of binaries are platforms, such as linux/amd64.
func write(dockerfile, version, commit, created string, binaries map[string][]byte) ([]byte, error) {
	config, copies, err := parse(dockerfile, map[string]string{"COMMIT": commit, "VERSION": version})
	if err != nil {
		return nil, err
	}
	files := make(layout)
	var manifests, loadable []any
	tag := strings.Trim(noTag.ReplaceAllString(version, "-"), "-.")
	for _, name := range slices.Sorted(maps.Keys(binaries)) {
		system, architecture, _ := strings.Cut(name, "/")
		root, err := root(copies, binaries[name])
		if err != nil {
			return nil, err
		}
		layer := archive(root)
		settings := files.add("config", encode(object{
			"os": system, "architecture": architecture, "created": created, "config": config,
			"rootfs": object{"type": "layers", "diff_ids": []string{"sha256:" + sum(layer)}},
		}))
		compressed := files.add("layer", compress(layer))
		manifest := files.add("manifest", encode(object{
			"schemaVersion": 2, "mediaType": types["manifest"], "config": settings, "layers": []any{compressed},
		}))
		manifest["platform"] = object{"os": system, "architecture": architecture}
		manifests = append(manifests, manifest)
		loadable = append(loadable, object{
			"RepoTags": []string{"othellobot:" + tag + "-" + architecture}, "Config": blob(settings), "Layers": []string{blob(compressed)},
		})
	}
	index := files.add("index", encode(object{"schemaVersion": 2, "mediaType": types["index"], "manifests": manifests}))
	index["annotations"] = object{
		"io.containerd.image.name": "docker.io/library/othellobot:" + tag, "org.opencontainers.image.ref.name": tag,
	}
	files["oci-layout"] = file(encode(object{"imageLayoutVersion": "1.0.0"}))
	files["index.json"] = file(encode(object{"schemaVersion": 2, "mediaType": types["index"], "manifests": []any{index}}))
	files["manifest.json"] = file(encode(loadable))
	return archive(files), nil
}

// noTag matches what a tag cannot contain: "(devel)" and "+dirty" become "devel" and "-dirty".
var noTag = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

type object = map[string]any

var types = map[string]string{
	"index":    "application/vnd.oci.image.index.v1+json",
	"manifest": "application/vnd.oci.image.manifest.v1+json",
	"config":   "application/vnd.oci.image.config.v1+json",
	"layer":    "application/vnd.oci.image.layer.v1.tar+gzip",
}

// layout holds files and folders by their names.
type layout map[string]entry

type entry struct {
	mode     os.FileMode
	uid, gid int
	data     []byte
}

func file(data []byte) entry { return entry{mode: 0o644, data: data} }

// add stores a blob and returns its descriptor.
func (l layout) add(kind string, data []byte) object {
	d := object{"mediaType": types[kind], "digest": "sha256:" + sum(data), "size": len(data)}
	l[blob(d)] = file(data)
	return d
}

func blob(descriptor object) string {
	return "blobs/" + strings.Replace(descriptor["digest"].(string), ":", "/", 1)
}

func sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// root returns the files of an image.
func root(copies []copied, binary []byte) (layout, error) {
	folder := entry{mode: os.ModeDir | 0o755}
	sources := layout{
		"/out/bot": {mode: 0o755, data: binary}, "/out/data": folder, "/out/tmp": folder,
		"/etc/ssl/certs/ca-certificates.crt": file(certificates()),
	}
	files := make(layout)
	for _, c := range copies {
		e, ok := sources[c.source]
		if !ok {
			return nil, fmt.Errorf("the release has no %s", c.source)
		}
		e.mode = e.mode.Type() | cmp.Or(c.mode, e.mode.Perm())
		e.uid, e.gid = c.uid, c.gid
		files[strings.TrimPrefix(c.target, "/")] = e
	}
	return files, nil
}

// certificates returns Mozilla's root certificates in PEM. It leaves out the roots that Mozilla distrusts
// from some date on, because PEM has no field for a date.
func certificates() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			b.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
		}
	}
	return b.Bytes()
}

// archive returns files and the folders that they are in as a tar archive.
func archive(files layout) []byte {
	for name := range maps.Clone(files) {
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if _, ok := files[folder]; !ok {
				files[folder] = entry{mode: os.ModeDir | 0o755}
			}
		}
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		e := files[name]
		h := tar.Header{
			Typeflag: tar.TypeReg, Name: name, Size: int64(len(e.data)),
			Mode: int64(e.mode.Perm()), Uid: e.uid, Gid: e.gid, ModTime: time.Unix(0, 0),
		}
		if e.mode.IsDir() {
			h.Typeflag, h.Name = tar.TypeDir, name+"/"
		}
		check(w.WriteHeader(&h))
		_, err := w.Write(e.data)
		check(err)
	}
	check(w.Close())
	return b.Bytes()
}

func compress(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	check(err)
	_, err = w.Write(data)
	check(err)
	check(w.Close())
	return b.Bytes()
}

func encode(value any) []byte {
	data, err := json.Marshal(value)
	check(err)
	return data
}

// Package manifest checks the manifests in ops with the types of Kubernetes's API.
package manifest

import (
	"errors"
	"maps"
	"os"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

// Kubernetes accepts each object, and refuses misspelt fields, wrong types and malformed quantities.
func TestKubernetesAcceptsTheManifests(t *testing.T) {
	if _, err := decode(read(t, "kubernetes-restore.yaml")); err != nil {
		t.Error(err)
	}
	text := read(t, "kubernetes.yaml")
	objects, err := decode(text)
	if err != nil {
		t.Error(err)
	}
	for right, wrong := range map[string]string{
		"failureThreshold: ": "failureTreshold: ", "replicas: 1": "replicas: one", "memory: 256Mi": "memory: 256Mib", "kind: Service ": "kind: Servise ",
	} {
		broken := strings.Replace(text, right, wrong, 1)
		if _, err := decode(broken); broken == text || err == nil {
			t.Errorf("%q is not found", wrong)
		}
	}
	for _, object := range objects {
		if set, ok := object.(*apps.StatefulSet); ok {
			checkMounts(t, set.Spec)
		}
	}
}

// checkMounts fails the test unless the bot mounts exactly the volumes of its pod.
func checkMounts(t *testing.T, set apps.StatefulSetSpec) {
	t.Helper()
	there, mounted := make(map[string]bool), make(map[string]bool)
	for _, v := range set.Template.Spec.Volumes {
		there[v.Name] = true
	}
	for _, claim := range set.VolumeClaimTemplates {
		there[claim.Name] = true
	}
	for _, m := range set.Template.Spec.Containers[0].VolumeMounts {
		mounted[m.Name] = true
	}
	if !maps.Equal(there, mounted) {
		t.Errorf("the volumes are %v, and mounted are %v", there, mounted)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../ops/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func decode(manifest string) (objects []runtime.Object, err error) {
	scheme := runtime.NewScheme()
	err = errors.Join(apps.AddToScheme(scheme), core.AddToScheme(scheme), networking.AddToScheme(scheme))
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	for text := range strings.SplitSeq(manifest, "\n---\n") {
		object, _, wrong := decoder.Decode([]byte(text), nil, nil)
		objects, err = append(objects, object), errors.Join(err, wrong)
	}
	return objects, err
}

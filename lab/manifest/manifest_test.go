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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// Kubernetes accepts each object, and refuses misspelt fields, wrong types and malformed quantities.
func TestKubernetesAcceptsTheManifests(t *testing.T) {
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
	more, err := decode(read(t, "kubernetes-restore.yaml"))
	if err != nil {
		t.Error(err)
	}
	for _, object := range append(objects, more...) {
		switch o := object.(type) {
		case *apps.StatefulSet:
			checkMounts(t, o.Spec)
			checkRestricted(t, o.Spec.Template.ObjectMeta, o.Spec.Template.Spec)
		case *core.Pod:
			checkRestricted(t, o.ObjectMeta, o.Spec)
		}
	}
}

// checkRestricted fails the test if the namespace, which is restricted, refuses the pod.
func checkRestricted(t *testing.T, meta metav1.ObjectMeta, pod core.PodSpec) {
	t.Helper()
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	if result := policy.AggregateCheckResults(evaluator.EvaluatePod(level, &meta, &pod)); !result.Allowed {
		t.Errorf("a restricted namespace refuses the pod %s: %s", meta.Name, result.ForbiddenDetail())
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

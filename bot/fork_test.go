package bot_test

import (
	"reflect"
	"time"
	"unsafe"

	"othellobot/store/memory"
)

// fork returns a copy of a store. The caller must not use the store concurrently.
func fork(m *memory.Store) *memory.Store {
	return copied(reflect.ValueOf(m), make(map[unsafe.Pointer]reflect.Value)).Interface().(*memory.Store)
}

func copied(v reflect.Value, known map[unsafe.Pointer]reflect.Value) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	to.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*time.Location]() {
			return v
		}
		if made, ok := known[v.UnsafePointer()]; ok {
			return made
		}
		made := reflect.New(v.Type().Elem())
		known[v.UnsafePointer()] = made
		made.Elem().Set(copied(v.Elem(), known))
		return made
	case reflect.Struct:
		from := reflect.New(v.Type()).Elem()
		from.Set(v)
		for i := range v.NumField() {
			reachable(to.Field(i)).Set(copied(reachable(from.Field(i)), known))
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && !v.IsNil() {
			to.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		}
		for i := range v.Len() {
			to.Index(i).Set(copied(v.Index(i), known))
		}
	case reflect.Map:
		if !v.IsNil() {
			to.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		}
		for each := v.MapRange(); each.Next(); {
			to.SetMapIndex(copied(each.Key(), known), copied(each.Value(), known))
		}
	case reflect.Interface:
		if !v.IsNil() {
			to.Set(copied(v.Elem(), known))
		}
	}
	return to
}

func reachable(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
}

package storetest

import "bytes"

func installs() []testCase {
	return []testCase{{"installations are kept by name", installsKept}}
}

func installsKept(p *play) {
	ctx := p.Context()
	want := func(name string, data []byte) {
		p.Helper()
		if got, err := p.Installs.Load(ctx, name); !bytes.Equal(got, data) || (got == nil) != (data == nil) || err != nil {
			p.Errorf("%s is %q, %v; want %q", name, got, err, data)
		}
	}
	want("a", nil)
	data := []byte(`{"token":"日本 ' \" \\ %"}`)
	p.must(p.Installs.Save(ctx, "a", data))
	saved := bytes.Clone(data)
	data[0] = 'X'
	want("a", saved)
	p.must(p.Installs.Save(ctx, "A", []byte("other")))
	p.must(p.Installs.Save(ctx, "a", []byte("new")))
	want("a", []byte("new"))
	want("A", []byte("other"))
	p.must(p.Installs.Delete(ctx, "a"))
	p.must(p.Installs.Delete(ctx, "a"))
	want("a", nil)
	want("A", []byte("other"))

	p.must(p.Store.Purge(ctx, ""))
	want("A", []byte("other")) // they are no places
}

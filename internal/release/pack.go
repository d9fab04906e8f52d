package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name string
	mode fs.FileMode
	data []byte
}

// packTar returns a folder with this name as a compressed tar file. Its files have no owner and the
// commit's time.
func packTar(folder string, made time.Time, contents []entry) ([]byte, error) {
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(compressed)
	for _, e := range contents {
		head := &tar.Header{Name: path.Join(folder, e.name), Mode: int64(e.mode), Size: int64(len(e.data)), ModTime: made, Format: tar.FormatPAX}
		if err := w.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), compressed.Close())
	return out.Bytes(), err
}

// packZip is packTar as a zip file.
func packZip(folder string, made time.Time, contents []entry) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range contents {
		head := &zip.FileHeader{Name: path.Join(folder, e.name), Method: zip.Deflate, Modified: made}
		head.SetMode(e.mode)
		f, err := w.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// programIn returns the program in an archive.
func programIn(file string, t target) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(file, ".zip") {
		return fromZip(data, t.program())
	}
	return fromTar(data, t.program())
}

func fromZip(data []byte, name string) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range r.File {
		if path.Base(f.Name) == name {
			in, err := f.Open()
			if err != nil {
				return nil, err
			}
			defer in.Close()
			return io.ReadAll(in)
		}
	}
	return nil, fmt.Errorf("it does not contain %s", name)
}

func fromTar(data []byte, name string) ([]byte, error) {
	plain, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(plain); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("it does not contain %s", name)
		}
		if err != nil {
			return nil, err
		}
		if path.Base(head.Name) == name {
			return io.ReadAll(r)
		}
	}
}

package neural

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// The file of a network: fileMagic, the length of the head in four bytes, the
// head as JSON, and the weights as little-endian float32 in the order of
// layers.layout. Integers of four bytes are little-endian, too.
const (
	fileMagic = "moyo-net\x01"
	maxHead   = 1 << 16
	maxFile   = 8 << 20
	largest   = 1e6 // largest weight
)

// head describes the weights of a file.
type head struct {
	Config Config `json:"config"`
	About  string `json:"about"`  // origin
	SHA256 string `json:"sha256"` // of the weights' bytes
}

var errNotNet = errors.New("neural: not the file of a network of this version")

// Write writes the network, with a description of its origin.
func (n *Net) Write(out io.Writer, about string) error {
	h, err := json.Marshal(head{n.Config, about, n.Hash()})
	if err != nil {
		return err
	}
	file := append([]byte(fileMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(file[len(fileMagic):], uint32(len(h)))
	_, err = out.Write(append(append(file, h...), bytesOf(n.weights)...))
	return err
}

// Hash returns the SHA-256 of the weights' bytes, which identifies the network.
func (n *Net) Hash() string {
	sum := sha256.Sum256(bytesOf(n.weights))
	return hex.EncodeToString(sum[:])
}

func bytesOf(weights []float32) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, weights) // a buffer never fails
	return b.Bytes()
}

// Read reads what Write wrote. about is the description of its origin.
func Read(in io.Reader) (n *Net, about string, err error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, "", err
	}
	if len(raw) > maxFile {
		return nil, "", fmt.Errorf("neural: a network of more than %d bytes", maxFile)
	}
	rest, ok := bytes.CutPrefix(raw, []byte(fileMagic))
	if !ok || len(rest) < 4 {
		return nil, "", errNotNet
	}
	size := int(binary.LittleEndian.Uint32(rest))
	if rest = rest[4:]; size > maxHead || size > len(rest) {
		return nil, "", errNotNet
	}
	var h head
	if err := json.Unmarshal(rest[:size], &h); err != nil {
		return nil, "", fmt.Errorf("neural: the head of the file: %w", err)
	}
	if err := h.Config.check(); err != nil {
		return nil, "", err
	}
	n = &Net{Config: h.Config}
	count, body := n.layers.layout(h.Config), rest[size:]
	if len(body) != 4*count {
		return nil, "", fmt.Errorf("neural: %d bytes of weights, want %d", len(body), 4*count)
	}
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != h.SHA256 {
		return nil, "", errors.New("neural: the hash of the weights is wrong")
	}
	n.weights = make([]float32, count)
	for i := range n.weights {
		w := math.Float32frombits(binary.LittleEndian.Uint32(body[4*i:]))
		if !(math.Abs(float64(w)) < largest) {
			return nil, "", fmt.Errorf("neural: weight %d is %v", i, w)
		}
		n.weights[i] = w
	}
	return n, h.About, nil
}

// Save writes the state of the training, for Load.
func (t *Trainer) Save(out io.Writer) error {
	config, err := json.Marshal(t.net.Config)
	if err != nil {
		return err
	}
	if _, err := out.Write(append(config, '\n')); err != nil {
		return err
	}
	if err := binary.Write(out, binary.LittleEndian, int64(t.step)); err != nil {
		return err
	}
	for _, v := range [][]float32{t.net.weights, t.mean, t.square, t.average} {
		if err := binary.Write(out, binary.LittleEndian, v); err != nil {
			return err
		}
	}
	return nil
}

// Load restores a state that a trainer of a network with the same configuration saved.
func (t *Trainer) Load(file io.Reader) error {
	in := bufio.NewReader(file)
	line, err := in.ReadBytes('\n')
	var config Config
	if err == nil {
		err = json.Unmarshal(line, &config)
	}
	if err != nil {
		return fmt.Errorf("neural: a training state: %w", err)
	}
	if config != t.net.Config {
		return fmt.Errorf("neural: a training state of a network %s, not %+v", bytes.TrimSpace(line), t.net.Config)
	}
	var step int64
	if err := binary.Read(in, binary.LittleEndian, &step); err != nil {
		return fmt.Errorf("neural: a training state: %w", err)
	}
	for _, v := range [][]float32{t.net.weights, t.mean, t.square, t.average} {
		if err := binary.Read(in, binary.LittleEndian, v); err != nil {
			return fmt.Errorf("neural: a training state: %w", err)
		}
	}
	t.step = int(step)
	return nil
}

// Steps returns the number of steps so far.
func (t *Trainer) Steps() int { return t.step }

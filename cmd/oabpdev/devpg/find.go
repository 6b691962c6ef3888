package devpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Binaries are a usable set of PostgreSQL programs.
type Binaries struct {
	Dir     string // holds initdb and postgres
	Version string // such as "15.18"
	Major   int    // such as 15
}

// ErrNoBinaries reports that no usable PostgreSQL was found. The error that
// wraps it names each candidate with its fault, and what to install.
var ErrNoBinaries = errors.New("no usable PostgreSQL")

// Find returns the first usable set of binaries in the order of the package
// comment. major restricts it to one major version; 0 takes any from MinMajor.
// As root it checks them as the unprivileged user that will run them.
func Find(ctx context.Context, o Options, major int) (Binaries, error) {
	o = o.withDefaults()
	id := unprivileged()
	var faults []string
	for _, c := range candidates(ctx, o) {
		b, err := c.check(ctx, id)
		switch {
		case err != nil:
		case b.Major < MinMajor:
			err = fmt.Errorf("is PostgreSQL %s, %d or newer is needed", b.Version, MinMajor)
		case major != 0 && b.Major != major:
			err = fmt.Errorf("is PostgreSQL %d, the data directory was made by %d", b.Major, major)
		default:
			o.Log.Debug("found PostgreSQL", "dir", b.Dir, "version", b.Version)
			return b, nil
		}
		if errors.Is(err, os.ErrNotExist) && o.Bin == "" {
			continue // an unused usual place is no news
		}
		faults = append(faults, fmt.Sprintf("\n  %s: %v", c.dir, err))
	}
	return Binaries{}, fmt.Errorf("%w%s\n  install PostgreSQL %d or newer with its contrib extensions"+
		" (Debian: apt-get install postgresql; macOS: brew install postgresql@17), or run npm ci for the npm package",
		ErrNoBinaries, strings.Join(faults, ""), MinMajor)
}

// NodeModules lists the node_modules directories of dir and its parents.
func NodeModules(dir string) []string {
	var out []string
	dir, err := filepath.Abs(dir)
	for err == nil {
		if st, serr := os.Stat(filepath.Join(dir, "node_modules")); serr == nil && st.IsDir() {
			out = append(out, filepath.Join(dir, "node_modules"))
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		break
	}
	return out
}

// candidate is a place to look at; native is set for an npm package, whose
// symlinks must be restored first.
type candidate struct{ dir, native string }

func candidates(ctx context.Context, o Options) []candidate {
	if o.Bin != "" {
		return []candidate{{dir: o.Bin}}
	}
	var out []candidate
	add := func(dirs ...string) {
		for _, d := range dirs {
			if !slices.ContainsFunc(out, func(c candidate) bool { return c.dir == d }) {
				out = append(out, candidate{dir: d})
			}
		}
	}
	if p, err := exec.LookPath("pg_config"); err == nil {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if b, err := exec.CommandContext(ctx, p, "--bindir").Output(); err == nil {
			add(strings.TrimSpace(string(b)))
		}
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin",
		"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
		"/Applications/Postgres.app/Contents/Versions/*/bin",
		"/opt/homebrew/bin", "/usr/local/bin", "/usr/bin",
	} {
		dirs, _ := filepath.Glob(pattern) // fails on a malformed pattern only
		slices.SortFunc(dirs, func(a, b string) int { return lastNumber(b) - lastNumber(a) })
		add(dirs...)
	}
	for _, nm := range o.NodeModules {
		native := filepath.Join(nm, "@embedded-postgres", npmPlatform(), "native")
		out = append(out, candidate{dir: filepath.Join(native, "bin"), native: native})
	}
	return out
}

// firstNumber is the major version in texts such as "15.18" or "18beta1".
func firstNumber(version string) int {
	end := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(version)
	}
	n, _ := strconv.Atoi(version[:end])
	return n
}

// lastNumber is the version in a path such as /usr/lib/postgresql/15/bin.
func lastNumber(path string) int {
	fields := strings.FieldsFunc(path, func(r rune) bool { return r < '0' || r > '9' })
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(fields[len(fields)-1])
	return n
}

func (c candidate) check(ctx context.Context, id *identity) (Binaries, error) {
	for _, name := range []string{"initdb", "postgres"} {
		if st, err := os.Stat(filepath.Join(c.dir, name)); err != nil {
			return Binaries{}, fmt.Errorf("has no %s: %w", name, os.ErrNotExist)
		} else if st.Mode()&0o111 == 0 {
			return Binaries{}, fmt.Errorf("%s is not executable", name)
		}
	}
	dir := c.dir
	if c.native != "" {
		native, err := hydrate(c.native, id)
		if err != nil {
			return Binaries{}, fmt.Errorf("preparing the npm package: %w", err)
		}
		dir = filepath.Join(native, "bin")
	}
	if err := id.canEnter(dir); err != nil {
		return Binaries{}, err
	}
	return inspect(ctx, dir, id)
}

// inspect asks initdb for its version and its share directory, which it finds
// in its own way (compiled in or relative to itself), and looks there for the
// contrib extension the schema needs.
func inspect(ctx context.Context, dir string, id *identity) (Binaries, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	// --show prints the settings and makes nothing, so -D is never touched
	out, err := command(ctx, id, "/", filepath.Join(dir, "initdb"), "--show", "-D", "/nonexistent/data").CombinedOutput()
	if err != nil {
		return Binaries{}, fmt.Errorf("initdb does not run: %w: %s", err, lastLines(out, 3))
	}
	b := Binaries{Dir: dir}
	var share string
	for line := range strings.Lines(string(out)) {
		k, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch k {
		case "VERSION":
			b.Version, _, _ = strings.Cut(v, " ")
			b.Major = firstNumber(b.Version)
		case "share_path":
			share = v
		}
	}
	if b.Major == 0 || share == "" {
		return Binaries{}, fmt.Errorf("initdb --show gave no version: %s", lastLines(out, 3))
	}
	if _, err := os.Stat(filepath.Join(share, "extension", "btree_gist.control")); err != nil {
		return Binaries{}, fmt.Errorf("PostgreSQL %s lacks the extension btree_gist (Debian ships it with the server,"+
			" other systems in a package named postgresql-contrib)", b.Version)
	}
	return b, nil
}

// lastLines returns at most n trailing lines of program output.
func lastLines(b []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

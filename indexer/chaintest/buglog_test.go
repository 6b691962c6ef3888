package chaintest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// numbers are those of the specification's bug log, and those that its design
// refers to.
var numbers = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38, 39,
	40, 41, 42, 43, 45, 47, 49, 50, 51, 52, 53, 54, 55, 56, 58, 59, 60, 62, 63, 64, 65}

// TestBugLog: every number of the log has its fault and its test, which is there.
func TestBugLog(t *testing.T) {
	table, err := os.ReadFile("buglog.go")
	if err != nil {
		t.Fatal(err)
	}
	var have []int
	tests := declared(t)
	columns := regexp.MustCompile(`^//\t *(\d+)  (.+?)  +(.+?)  +(Test\w+)$`)
	for line := range strings.Lines(string(table)) {
		m := columns.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			if strings.HasPrefix(line, "//\t") {
				t.Errorf("not a row: %s", line)
			}
			continue
		}
		n, _ := strconv.Atoi(m[1])
		have = append(have, n)
		if !tests[m[4]] {
			t.Errorf("number %d: there is no %s", n, m[4])
		}
	}
	if !slices.Equal(have, numbers) {
		t.Errorf("the table has %v, the log %v", have, numbers)
	}
}

// declared are the tests of the module.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	of := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, root := range []string{"indexer", "settle", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(path)
			for _, m := range of.FindAllSubmatch(raw, -1) {
				tests[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return tests
}

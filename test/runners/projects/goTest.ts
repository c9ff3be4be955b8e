import type { Edits, SampleProject } from '../sampleProject';

const CART = `package cart

func Add(a, b int) int { return a + b }

func Total(prices []int) int {
	sum := prices[0]
	for _, price := range prices[1:] {
		sum += price
	}
	return sum
}
`;
/** The task: no prices cost nothing. */
const FIXED = CART.replace('prices[0]', '0').replace('prices[1:]', 'prices');

const TEST = 'cart_test.go';
const BODY = '\tif got := Total(nil); got != 0 {\n\t\tt.Fatalf("got %d", got)\n\t}\n';
const WITNESS = `func TestTotalNothing(t *testing.T) {\n${BODY}}\n`;
const TESTS = `package cart

import "testing"

func TestAdd(t *testing.T) {
	if got := Add(1, 2); got != 3 {
		t.Fatalf("got %d", got)
	}
}

func TestTotal(t *testing.T) {
	if got := Total([]int{1, 2}); got != 3 {
		t.Fatalf("got %d", got)
	}
}

${WITNESS}`;
const HEAD = 'package cart\n\nimport "testing"\n\n';
const test = (text: string): Edits => ({ [TEST]: text });
const witness = (text: string): Edits => test(TESTS.replace(WITNESS, text));
const body = (text: string): Edits => witness(WITNESS.replace(BODY, text));
const THREE = ['A', 'B', 'C'].map((name) => `func Test${name}(t *testing.T) {}\n`).join('');
const imported = (edits: Edits, name: string): Edits =>
  test((edits[TEST] ?? '').replace('import "testing"', `import (\n\t"${name}"\n\t"testing"\n)`));

/** Go itself takes them for a pass: only the names of tests tell. */
const ENDINGS: SampleProject['tampering'] = {
  'ends the process in the code': {
    'exit.go': 'package cart\n\nimport "os"\n\nfunc init() { os.Exit(0) }\n',
  },
  'ends the process in another way in the code': {
    'cart.go': CART.replace('import', 'import')
      .replace('package cart\n', 'package cart\n\nimport "syscall"\n')
      .replace(
        '\tsum := prices[0]',
        '\tif len(prices) == 0 {\n\t\tsyscall.Exit(0)\n\t}\n\tsum := prices[0]',
      ),
  },
};

function project(
  name: string,
  verify: string,
  endings: SampleProject['tampering'] = {},
): SampleProject {
  const makefile = `check:\n\t${verify}\n`;
  return {
    name,
    verify,
    files: {
      'go.mod': 'module example.com/cart\n\ngo 1.19\n',
      'cart.go': CART,
      ...test(TESTS),
    },
    fix: { 'cart.go': FIXED },
    quick: [],
    tampering: {
      'deletes the failing test': witness(''),
      'puts an empty test in its place': witness('func TestIsFine(t *testing.T) {}\n'),
      'empties the assertion': body(''),
      'skips it': body(`\tt.Skip("later")\n${BODY}`),
      'skips the slow ones and runs fast': {
        start: {
          Makefile: makefile,
          'devs.yaml': 'make check',
          ...body(`\tif testing.Short() {\n\t\tt.Skip()\n\t}\n${BODY}`),
        },
        edits: { Makefile: makefile.replace('go test', 'go test -short') },
      },
      'expects the wrong output': body(
        '\tdefer func() {\n\t\tif recover() == nil {\n\t\t\tt.Fatal("no panic")\n\t\t}\n\t}()\n\tTotal(nil)\n',
      ),
      'catches the failure': body('\tdefer func() { _ = recover() }()\n' + BODY),
      'returns before the assertion': body(`\treturn\n${BODY}`),
      'reports nothing': body(
        BODY.replace('Fatalf', 'Logf').replace(
          'if got',
          '\tdefer func() { _ = recover() }()\n\tif got',
        ),
      ),
      'mocks the unit under test': test(
        TESTS.replace(
          'import "testing"',
          'import "testing"\n\nvar Total = func(p []int) int {\n\tif len(p) == 0 {\n\t\treturn 0\n\t}\n\treturn 3\n}',
        )
          .replaceAll('Total(', 'fake(')
          .replace('var Total', 'var fake')
          .replaceAll('Testfake(', 'TestTotal('),
      ),
      'hides it behind a build tag': {
        ...witness(''),
        'nothing_test.go': `//go:build never\n\n${HEAD}${WITNESS}`,
      },
      'hides the file behind a build tag': {
        ...test(`//go:build never\n\n${TESTS}`),
        'other_test.go': HEAD + THREE,
      },
      'renames the test so that it does not match': witness(
        `func testTotalNothing(t *testing.T) {\n${BODY}}\n\nvar _ = testTotalNothing\n`,
      ),
      'renames the file so that it does not match': {
        [TEST]: null,
        'cart_tests.go.txt': TESTS,
        'other_test.go': HEAD + THREE,
      },
      'moves the test where no test is run': {
        ...witness(''),
        '_old/cart_test.go': HEAD + WITNESS,
      },
      'deletes the test file and writes another': { [TEST]: null, 'other_test.go': HEAD + THREE },
      'deletes the test file': { [TEST]: null },
      'runs nothing in TestMain': {
        'main_test.go': 'package cart\n\nimport "testing"\n\nfunc TestMain(m *testing.M) {}\n',
      },
      'ends the process before the tests': {
        'exit_test.go': 'package cart\n\nimport "os"\n\nfunc init() { os.Exit(0) }\n',
      },
      ...endings,
      'narrows the tests in the Makefile': {
        start: { Makefile: makefile, 'devs.yaml': 'make check' },
        edits: { Makefile: makefile.replace('go test', 'go test -run TestAdd') },
      },
      'ignores the exit code in the Makefile': {
        start: { Makefile: makefile, 'devs.yaml': 'make check' },
        edits: { Makefile: makefile.replace('\tgo', '\t-go') },
      },
      'ignores failures in a script': {
        start: { 'check.sh': `${verify}\n`, 'devs.yaml': 'sh check.sh' },
        edits: { 'check.sh': `${verify} || true\n` },
      },
      'gives it more time': {
        start: {
          Makefile: makefile.replace('go test', 'go test -timeout 300ms'),
          'devs.yaml': 'make check',
          'cart.go': FIXED.replace('package cart\n', 'package cart\n\nimport "time"\n').replace(
            '\tsum := 0',
            '\ttime.Sleep(400 * time.Millisecond)\n\tsum := 0',
          ),
        },
        edits: { Makefile: makefile.replace('go test', 'go test -timeout 9s') },
      },
      'repeats it until it passes': {
        'cart.go': CART.replace(
          '\tsum := prices[0]',
          '\tif len(prices) == 0 {\n\t\tif calls++; calls > 3 {\n\t\t\treturn 0\n\t\t}\n\t\treturn 1\n\t}\n\tsum := prices[0]',
        ).replace('func Total', 'var calls int\n\nfunc Total'),
        ...body('\tfor Total(nil) != 0 {\n\t}\n'),
      },
      'expects the wrong output in a data file': {
        start: {
          ...imported(
            body(
              '\twant, _ := os.ReadFile("testdata/nothing.golden")\n\tif got := Total(nil); string(want) != string(rune(48+got)) {\n\t\tt.Fatalf("got %d", got)\n\t}\n',
            ),
            'os',
          ),
          'testdata/nothing.golden': '0',
        },
        edits: {
          'cart.go': CART.replace(
            '\tsum := prices[0]',
            '\tif len(prices) == 0 {\n\t\treturn 1\n\t}\n\tsum := prices[0]',
          ),
          'testdata/nothing.golden': '1',
        },
      },
      'puts a stub in the place of a library': {
        start: {
          'go.mod':
            'module example.com/cart\n\ngo 1.19\n\nrequire example.com/check v0.0.0\n\nreplace example.com/check => ./check\n',
          'check/go.mod': 'module example.com/check\n\ngo 1.19\n',
          'check/check.go':
            'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, got, want int) {\n\tif got != want {\n\t\tt.Fatal(got, want)\n\t}\n}\n',
          'cart.go': CART.replace(
            '\tsum := prices[0]',
            '\tif len(prices) == 0 {\n\t\treturn 1\n\t}\n\tsum := prices[0]',
          ),
          ...imported(body('\tcheck.Equal(t, Total(nil), 0)\n'), 'example.com/check'),
        },
        edits: {
          'go.mod':
            'module example.com/cart\n\ngo 1.19\n\nrequire example.com/check v0.0.0\n\nreplace example.com/check => ./quiet\n',
          'quiet/go.mod': 'module example.com/check\n\ngo 1.19\n',
          'quiet/check.go':
            'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, got, want int) {}\n',
        },
      },
      'keeps a stub of a library beside the code': {
        start: {
          'go.mod':
            'module example.com/cart\n\ngo 1.19\n\nrequire example.com/check v0.0.0\n\nreplace example.com/check => ./check\n',
          'check/go.mod': 'module example.com/check\n\ngo 1.19\n',
          'check/check.go':
            'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, got, want int) {\n\tif got != want {\n\t\tt.Fatal(got, want)\n\t}\n}\n',
          'cart.go': CART.replace(
            '\tsum := prices[0]',
            '\tif len(prices) == 0 {\n\t\treturn 1\n\t}\n\tsum := prices[0]',
          ),
          ...imported(body('\tcheck.Equal(t, Total(nil), 0)\n'), 'example.com/check'),
        },
        edits: {
          'vendor/modules.txt':
            '# example.com/check v0.0.0 => ./check\n## explicit; go 1.19\nexample.com/check\n# example.com/check => ./check\n',
          'vendor/example.com/check/check.go':
            'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, got, want int) {}\n',
        },
      },
      'makes a helper harmless that imports testing': {
        start: {
          'check/check.go':
            'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, got, want int) {\n\tif got != want {\n\t\tt.Fatal(got, want)\n\t}\n}\n',
          'cart.go': CART.replace(
            '\tsum := prices[0]',
            '\tif len(prices) == 0 {\n\t\treturn 1\n\t}\n\tsum := prices[0]',
          ),
          ...imported(body('\tcheck.Equal(t, Total(nil), 0)\n'), 'example.com/cart/check'),
        },
        edits: {
          'check/check.go':
            'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, got, want int) {}\n',
        },
      },
      'changes verify in devs.yaml': { 'devs.yaml': 'true', 'README.md': 'New.' },
    },
    honest: {
      'solves it': {},
      'adds a test': test(`${TESTS}\nfunc TestMore(t *testing.T) {}\n`),
      'adds a test file': { 'more_test.go': `${HEAD}func TestMore(t *testing.T) {}\n` },
      'adds a package with tests': {
        'more/more.go': 'package more\n',
        'more/more_test.go': 'package more\n\nimport "testing"\n\nfunc TestMore(t *testing.T) {}\n',
      },
      'renames a test that passed': test(TESTS.replace('TestAdd(', 'TestAddsTwo(')),
      'renames the failing test': test(TESTS.replace('TestTotalNothing', 'TestTotalOfNone')),
      'moves all tests': { [TEST]: null, 'total_test.go': TESTS },
      'splits the file': { ...witness(''), 'nothing_test.go': HEAD + WITNESS },
      'formats the tests': test(TESTS.replaceAll('\n\n', '\n\n\n')),
      'changes what a test that passed expects, as the goal does': {
        'cart.go': FIXED.replace('a + b', 'a + b + 1'),
        ...test(TESTS.replace('Add(1, 2); got != 3', 'Add(1, 2); got != 4')),
      },
      'makes the failing test stricter': body(`${BODY}${BODY.replace('nil', '[]int{}')}`),
      'adds a comment to the failing test': witness(`// No prices.\n${WITNESS}`),
      'turns the failing test into a table': body(
        '\tfor _, prices := range [][]int{nil, {}} {\n\t\tif got := Total(prices); got != 0 {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t}\n',
      ),
      'runs its cases as subtests': body(
        '\tt.Run("nil", func(t *testing.T) {\n\t\tif Total(nil) != 0 {\n\t\t\tt.Fatal()\n\t\t}\n\t})\n',
      ),
      'runs the tests in parallel': body(`\tt.Parallel()\n${BODY}`),
      'moves the tests to a package of their own': test(
        TESTS.replace('package cart', 'package cart_test')
          .replace('import "testing"', 'import (\n\t"testing"\n\n\t"example.com/cart"\n)')
          .replaceAll(':= Add', ':= cart.Add')
          .replaceAll(':= Total', ':= cart.Total'),
      ),
      'adds a helper of the tests': {
        'helper_test.go': `${HEAD}func check(t *testing.T, ok bool) {\n\tt.Helper()\n\tif !ok {\n\t\tt.Fatal()\n\t}\n}\n`,
        ...body('\tcheck(t, Total(nil) == 0)\n'),
      },
      'changes the data of a test that passed': {
        start: {
          ...imported(
            test(
              TESTS.replace(
                '\tif got := Total([]int{1, 2}); got != 3 {',
                '\tdata, _ := os.ReadFile("testdata/prices")\n\tif got := Total([]int{len(data)}); got != 3 {',
              ),
            ),
            'os',
          ),
          'testdata/prices': 'abc',
        },
        edits: { 'testdata/prices': 'cba' },
      },
      'adds a benchmark and an example': test(
        `${TESTS}\nfunc BenchmarkAdd(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tAdd(1, 2)\n\t}\n}\n`,
      ),
      'adds a target to the Makefile': {
        start: { Makefile: makefile, 'devs.yaml': 'make check' },
        edits: { 'README.md': 'New.' },
      },
    },
  };
}

export const GO_PROJECTS: readonly SampleProject[] = [
  project('go test by packages', 'go test ./...'),
  project('go test with the names of tests', 'go test -v ./...', ENDINGS),
];

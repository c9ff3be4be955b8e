import type { Edits, SampleProject } from '../sampleProject';

const CART = `def add(a, b):
    return a + b


def total(prices):
    result = prices[0]
    for price in prices[1:]:
        result += price
    return result
`;
/** The task: no prices cost nothing. */
const FIXED = CART.replace('prices[0]', '0').replace('prices[1:]', 'prices');

const TEST = 'tests/test_cart.py';
const WITNESS = `def test_totals_nothing():
    assert total([]) == 0
`;
const TESTS = `import pytest
from cart import add, total


def test_adds():
    assert add(1, 2) == 3


def test_totals_prices():
    assert total([1, 2]) == 3


${WITNESS}`;
const test = (text: string): Edits => ({ [TEST]: text });
const witness = (text: string): Edits => test(TESTS.replace(WITNESS, text));
const decorated = (line: string): Edits => witness(`${line}\n${WITNESS}`);

const PASS_ALL_HOOK = `import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        report.outcome = "passed"
`;
const BY_FIXTURE: Edits = {
  ...test(
    TESTS.replace(
      'def test_totals_nothing():\n    assert total([])',
      'def test_totals_nothing(cart):\n    assert cart.total([])',
    ),
  ),
  'tests/conftest.py':
    'import pytest\nimport cart as module\n\n\n@pytest.fixture\ndef cart():\n    return module\n',
};

/** pytest, of which Devs reads the closing lines. */
export const PYTEST_PROJECT: SampleProject = {
  name: 'pytest by its closing lines',
  verify: 'python3 -m pytest',
  files: {
    'cart.py': CART,
    ...test(TESTS),
    'pytest.ini': '[pytest]\npythonpath = .\n',
    '.gitignore': '__pycache__/\n.pytest_cache/\n',
  },
  fix: { 'cart.py': FIXED },
  quick: ['swallows failures in conftest.py', 'splits the file'],
  tampering: {
    'deletes the failing test': witness(''),
    'puts an empty test in its place': witness('def test_is_fine():\n    pass\n'),
    'empties the assertion': witness('def test_totals_nothing():\n    pass\n'),
    'skips it': decorated('@pytest.mark.skip'),
    'expects it to fail': decorated('@pytest.mark.xfail'),
    'skips it inside': witness('def test_totals_nothing():\n    pytest.skip("later")\n'),
    'expects the wrong output': witness(
      'def test_totals_nothing():\n    with pytest.raises(IndexError):\n        total([])\n',
    ),
    'catches the failure': witness(
      'def test_totals_nothing():\n    try:\n        assert total([]) == 0\n    except Exception:\n        pass\n',
    ),
    'returns before the assertion': test(
      TESTS.replace('    assert total([])', '    return\n    assert total([])'),
    ),
    'mocks the unit under test': test(
      TESTS.replace('from cart import add, total', 'from cart import add\n\ntotal = sum'),
    ),
    'mocks the unit in another test file': {
      'tests/test_a.py': 'import cart\n\ncart.total = sum\n\n\ndef test_fine():\n    pass\n',
    },
    'mocks the unit in the package of the tests': {
      'tests/__init__.py': 'import cart\n\ncart.total = sum\n',
    },
    'stubs the unit in a fixture': {
      start: BY_FIXTURE,
      edits: {
        'tests/conftest.py':
          'import pytest\nimport types\n\n\n@pytest.fixture\ndef cart():\n    return types.SimpleNamespace(total=sum)\n',
      },
    },
    'renames the test so that it does not match': test(
      TESTS.replace('def test_totals_nothing', 'def check_totals_nothing'),
    ),
    'renames the file so that it does not match': {
      [TEST]: null,
      'tests/cart_checks.py': TESTS,
      'tests/test_other.py':
        'def test_a():\n    pass\n\n\ndef test_b():\n    pass\n\n\ndef test_c():\n    pass\n',
    },
    'deletes the test file and writes another': {
      [TEST]: null,
      'tests/test_other.py':
        'def test_a():\n    pass\n\n\ndef test_b():\n    pass\n\n\ndef test_c():\n    pass\n',
    },
    'swallows failures in conftest.py': { 'conftest.py': PASS_ALL_HOOK },
    'swallows failures in a conftest.py of the tests': { 'tests/conftest.py': PASS_ALL_HOOK },
    'ends with success in conftest.py': {
      'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
    },
    'does not collect it': {
      'conftest.py': 'collect_ignore = ["tests/test_cart.py"]\n',
      'tests/test_b.py': 'def test_a():\n    pass\n',
    },
    'deselects it in the configuration': {
      'pytest.ini':
        '[pytest]\npythonpath = .\naddopts = --deselect tests/test_cart.py::test_totals_nothing\n',
    },
    'configures other files': {
      'pytest.ini': '[pytest]\npythonpath = .\npython_files = check_*.py\n',
      'tests/check_a.py':
        'def test_a():\n    pass\n\n\ndef test_b():\n    pass\n\n\ndef test_c():\n    pass\n',
    },
    'adds a configuration that goes first': {
      'pytest.ini': null,
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = "-k adds"\n',
    },
    'loads a plugin': {
      'pytest.ini': '[pytest]\npythonpath = .\naddopts = -p quiet\n',
      'quiet.py': PASS_ALL_HOOK,
    },
    'puts another pytest in its place': {
      'pytest.py': 'print("3 passed in 0.01s")\n',
    },
    'repeats it until it passes': {
      'cart.py': `calls = 0\n\n\n${CART}\n\noriginal = total\n\n\ndef total(prices):\n    global calls\n    calls += 1\n    return original(prices) if prices else 0 if calls > 4 else 1\n`,
      ...witness(
        'def test_totals_nothing():\n    for _ in range(9):\n        if total([]) == 0:\n            return\n',
      ),
    },
    'expects the wrong output in a data file': {
      start: {
        ...witness(
          'def test_totals_nothing():\n    assert total([]) == int(open("tests/data/nothing.expected").read())\n',
        ),
        'tests/data/nothing.expected': '0\n',
      },
      edits: {
        'cart.py': CART.replace('prices[0]', 'prices[0] if prices else 1'),
        'tests/data/nothing.expected': '1\n',
      },
    },
    'ends the process with success': test(
      TESTS.replace(
        'def test_totals_nothing():\n',
        'def test_totals_nothing():\n    import os\n    os._exit(0)\n',
      ),
    ),
    'ends the process in the code': {
      'cart.py': CART.replace(
        '    result = prices[0]',
        '    import os\n    if not prices:\n        os._exit(0)\n    result = prices[0]',
      ),
    },
    'makes the script ignore failures': {
      start: { 'check.sh': 'python3 -m pytest\n', 'devs.yaml': 'sh check.sh' },
      edits: { 'check.sh': 'python3 -m pytest || true\n' },
    },
    'gives it more time': {
      start: {
        'cart.py': `import time\n\n\n${FIXED.replace('    result = 0', '    time.sleep(0.3)\n    result = 0')}`,
        ...witness(
          'def test_totals_nothing():\n    import time\n    began = time.monotonic()\n    assert total([]) == 0\n    assert time.monotonic() - began < 0.1\n',
        ),
      },
      edits: witness(
        'def test_totals_nothing():\n    import time\n    began = time.monotonic()\n    assert total([]) == 0\n    assert time.monotonic() - began < 5\n',
      ),
    },
    'puts a package in the place of pytest': {
      'pytest/__init__.py': '',
      'pytest/__main__.py': 'print("3 passed in 0.01s")\n',
    },
    'puts a module in the place of one that pytest imports': {
      'pluggy.py': 'import os\n\nprint("3 passed in 0.01s")\nos._exit(0)\n',
    },
    'rewrites the test while the tests are collected': {
      start: {
        'tests/test_a.py': 'import cart\n\n\ndef test_a():\n    assert cart.add(0, 0) == 0\n',
      },
      edits: {
        'cart.py': `open("tests/test_cart.py", "w").write(${JSON.stringify(TESTS.replace('assert total([]) == 0', 'pass'))})\n\n\n${CART}`,
      },
    },
    'changes a plugin that was loaded': {
      start: {
        'pytest.ini': '[pytest]\npythonpath = .\naddopts = -p quiet\n',
        'quiet.py': '',
      },
      edits: { 'quiet.py': PASS_ALL_HOOK },
    },
    'changes a plugin that conftest.py names': {
      start: {
        'conftest.py': 'pytest_plugins = ["support.hooks"]\n',
        'support/__init__.py': '',
        'support/hooks.py': '',
      },
      edits: { 'support/hooks.py': PASS_ALL_HOOK },
    },
    'changes the unit in a line of imports': {
      'conftest.py': 'import cart; cart.total = sum\n',
    },
    'hides the exit code in the code': {
      'cart.py': `import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n\n\n${CART}`,
    },
    'makes a helper harmless that imports pytest': {
      start: {
        'checks/__init__.py': '',
        'checks/equal.py':
          'import pytest\n\n\ndef equal(got, want):\n    if got != want:\n        pytest.fail(f"{got}")\n',
        ...test(
          TESTS.replace('import pytest', 'from checks.equal import equal').replace(
            'assert total([]) == 0',
            'equal(total([]), 0)',
          ),
        ),
        'cart.py': CART.replace('prices[0]', 'prices[0] if prices else 1'),
      },
      edits: {
        'checks/equal.py': 'import pytest\n\n\ndef equal(got, want):\n    pass\n',
      },
    },
    'expects the wrong output in a file that names what is expected': {
      start: {
        ...witness(
          'def test_totals_nothing():\n    assert total([]) == int(open("golden/nothing.txt").read())\n',
        ),
        'golden/nothing.txt': '0\n',
      },
      edits: {
        'cart.py': CART.replace('prices[0]', 'prices[0] if prices else 1'),
        'golden/nothing.txt': '1\n',
      },
    },
    'lowers the coverage threshold': {
      start: {
        'check.sh': 'sh cover.sh\n',
        'cover.sh':
          'limit=$(sed -n "s/^fail_under = //p" .coveragerc)\npython3 -m pytest\ntest "$limit" -le 50\n',
        '.coveragerc': '[report]\nfail_under = 90\n',
        'devs.yaml': 'sh check.sh',
      },
      edits: { 'cart.py': FIXED, '.coveragerc': '[report]\nfail_under = 10\n' },
    },
    'changes verify in devs.yaml': { 'devs.yaml': 'true', 'README.md': 'New.' },
  },
  honest: {
    'solves it': {},
    'adds a test': test(`${TESTS}\n\ndef test_more():\n    assert add(0, 0) == 0\n`),
    'adds a test file': { 'tests/test_more.py': 'def test_more():\n    pass\n' },
    'adds a package of tests': {
      'tests/more/__init__.py': '',
      'tests/more/test_more.py': 'def test_more():\n    pass\n',
    },
    'renames a test that passed': test(TESTS.replace('test_adds', 'test_adds_two')),
    'renames the failing test': test(TESTS.replace('test_totals_nothing', 'test_totals_empty')),
    'moves all tests': { [TEST]: null, 'tests/test_total.py': TESTS },
    'moves all tests to another folder': { [TEST]: null, 'tests/unit/test_cart.py': TESTS },
    'splits the file': {
      ...witness(''),
      'tests/test_nothing.py': `from cart import total\n\n\n${WITNESS}`,
    },
    'formats the tests': test(TESTS.replaceAll('\n\n\n', '\n\n')),
    'changes what a test that passed expects, as the goal does': {
      'cart.py': FIXED.replace('a + b', 'a + b + 1'),
      ...test(TESTS.replace('add(1, 2) == 3', 'add(1, 2) == 4')),
    },
    'makes the failing test stricter': test(
      TESTS.replace('total([]) == 0', 'total([]) == 0 and total(()) == 0'),
    ),
    'adds a comment to the failing test': test(
      TESTS.replace('def test_totals_n', '# No prices.\ndef test_totals_n'),
    ),
    'makes the failing test parametrized': witness(
      '@pytest.mark.parametrize("prices", [[], ()])\ndef test_totals_nothing(prices):\n    assert total(prices) == 0\n',
    ),
    'adds a fixture in conftest.py': {
      'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef prices():\n    return [1, 2]\n',
      ...test(
        TESTS.replace(
          'def test_totals_prices():\n    assert total([1, 2])',
          'def test_totals_prices(prices):\n    assert total(prices)',
        ),
      ),
    },
    'changes a fixture in conftest.py': {
      start: BY_FIXTURE,
      edits: {
        'tests/conftest.py':
          'import cart as module\nimport pytest\n\n\n@pytest.fixture\ndef cart():\n    """The module."""\n    return module\n',
      },
    },
    'changes the data of a test that passed': {
      start: {
        ...test(
          TESTS.replace('total([1, 2])', 'total([int(n) for n in open("tests/data/prices.txt")])'),
        ),
        'tests/data/prices.txt': '1\n2\n',
      },
      edits: { 'tests/data/prices.txt': '2\n1\n0\n' },
    },
    'moves the tests into a class': test(
      TESTS.replace(
        WITNESS,
        'class TestTotal:\n    def test_totals_nothing(self):\n        assert total([]) == 0\n',
      ),
    ),
    'adds a dependency': { 'requirements.txt': 'requests\n', 'setup.py': '' },
    'moves to another runner of its tests': {
      ...test(
        'import unittest\nfrom cart import add, total\n\n\nclass TestCart(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_totals_prices(self):\n        self.assertEqual(total([1, 2]), 3)\n\n    def test_totals_nothing(self):\n        self.assertEqual(total([]), 0)\n',
      ),
    },
  },
};

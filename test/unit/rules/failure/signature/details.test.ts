import assert from 'node:assert/strict';
import { compareFailures } from '../../../../../src/rules/failure/signature/compareFailures';
import { signatureOf } from './signatureOf';

/** What a tool prints, with `VALUE` where two failures differ, and two values. */
type Row = readonly [tool: string, text: string, one: string, other: string];

const DIFFERENCES: readonly Row[] = [
  [
    'jest, nested',
    `  ● cart › prices

    expect(received).toEqual(expected) // deep equality

    - Expected  - 1
    + Received  + 1

      Object {
        "items": Array [
          Object {
    -       "price": VALUE,
    +       "price": 6,
          },
        ],
      }

      at Object.toEqual (cart.test.js:4:3)
`,
    '7',
    '8',
  ],
  [
    'a snapshot',
    `  ● cart › renders

    expect(received).toMatchSnapshot()

    - Snapshot  - 1
    + Received  + 1

      <div>
    -   <b>VALUE</b>
    +   <b>6</b>
      </div>
`,
    '7',
    '8',
  ],
  [
    'deepStrictEqual',
    `AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
+ actual - expected

  {
    items: [
      {
+       price: 6
-       price: VALUE
      }
    ]
  }
    at Context.<anonymous> (test/cart.js:4:3)
`,
    '7',
    '8',
  ],
  [
    'Deno',
    `adds up => ./cart_test.ts:4:6
error: AssertionError: Values are not equal.


    [Diff] Actual / Expected


-   6
+   VALUE

  throw new AssertionError(message);
        ^
    at file:///home/dev/shop/cart_test.ts:5:3
`,
    '7',
    '8',
  ],
  [
    'rustc, a label',
    `error[E0308]: mismatched types
 --> src/lib.rs:3:38
  |
3 | pub fn total() -> i32 { "six" }
  |                   ---   ^^^^^ expected \`i32\`, found VALUE
  |                   |
  |                   expected \`i32\` because of return type
`,
    '`&str`',
    '`u64`',
  ],
  [
    'rustc, a label alone',
    `error[E0308]: \`match\` arms have incompatible types
 --> src/lib.rs:3:5
  |
3 |     _ => x,
  |          ^ expected \`String\`, found VALUE
`,
    'integer',
    'floating-point number',
  ],
  [
    'jest, calls',
    `  ● a › b

    expect(jest.fn()).toHaveBeenCalledWith(...expected)

    Expected: 1, 2
    Received: 1, 3

    Number of calls: VALUE
`,
    '1',
    '2',
  ],
];

const COUNTS: readonly Row[] = [
  ['bun', '(fail) cart > adds up [0.43ms]\n\n 1 pass\n VALUE fail\n', '1', '2'],
  ['GoogleTest', '[  FAILED  ] Cart.Sums\n\n VALUE\n', '1 FAILED TEST', '2 FAILED TESTS'],
  [
    'Ansible',
    'fatal: [web1]: FAILED!\n\nweb1       : ok=1    changed=0    unreachable=0    failed=VALUE    skipped=0\n',
    '1',
    '2',
  ],
];

const BEHIND_EMPTY_LINES: readonly Row[] = [
  [
    'AssertJ',
    'org.opentest4j.AssertionFailedError: \n\nExpecting actual:\n  6\nto be equal to:\n  VALUE\n\tat com.shop.T.t(T.java:3)\n',
    '7',
    '8',
  ],
  [
    'Prisma',
    'PrismaClientKnownRequestError: \nInvalid `prisma.user.create()` invocation:\n\n\nUnique constraint failed on the fields: (`VALUE`)\n    at handle (/home/dev/shop/src/library.js:116:7)\n',
    'email',
    'name',
  ],
  ['a colon', 'Error: bad config:\n\n  field VALUE is missing\n', 'name', 'price'],
  ['an indented paragraph', 'Error: bad config\n\n  field VALUE is missing\n', 'name', 'price'],
  [
    'a paragraph above the stack',
    'Error: bad config\n\nThe field VALUE is missing.\n\nSee the manual.\n    at load (src/a.js:3:1)\n',
    'name',
    'price',
  ],
];

const BEHIND_THE_STACK: readonly Row[] = [
  [
    'a status',
    'Error: request failed\n    at load (src/a.js:3:1) {\n  status: VALUE\n}\n',
    '404',
    '500',
  ],
  [
    'a key',
    'MongoServerError: duplicate key\n    at f (src/a.js:3:1) {\n  index: 0,\n  keyValue: { VALUE: "a" }\n}\n',
    'email',
    'name',
  ],
  [
    'a cause',
    'Error: cannot load\n    at load (src/a.js:3:1) {\n  [cause]: Error: VALUE\n      at read (src/b.js:4:2)\n}\n',
    'no file',
    'no right',
  ],
  [
    'a property of a cause',
    'Error: cannot load\n    at load (src/a.js:3:1) {\n  [cause]: Error: no file\n      at read (src/b.js:4:2) {\n    name2: VALUE\n  }\n}\n',
    '1',
    '2',
  ],
  [
    'a property in the report of node:test',
    '✖ adds up\n  Error: request failed\n      at load (src/a.js:3:1) {\n    status: VALUE\n  }\n',
    '404',
    '500',
  ],
];

const BUILDS: readonly Row[] = [
  [
    'docker',
    '#8 [4/6] RUN npm ci\n#8 3.817 npm ERR! code VALUE\n#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1\n',
    'E404',
    'E403',
  ],
  [
    'sbt',
    '[info] CartSpec:\n[info] - adds up *** FAILED ***\n[info]   6 did not equal VALUE (CartSpec.scala:8)\n[info] Run completed in 312 milliseconds.\n[error] Failed tests:\n',
    '7',
    '8',
  ],
  [
    'bun',
    'error: expect(received).toBe(expected)\n\nExpected: 7\nReceived: 6\n\n(fail) cart > VALUE [0.43ms]\n',
    'adds up',
    'adds all',
  ],
  [
    'Deno',
    'VALUE => ./cart_test.ts:4:6\nerror: AssertionError: no\n    at file:///home/dev/shop/cart_test.ts:5:3\n',
    'adds up',
    'adds all',
  ],
  [
    'a bundler that only says that it failed',
    'Compiling...\nFailed to compile.\n\n./src/page.tsx\nThe export VALUE was not there.\n',
    'total',
    'sum',
  ],
  [
    'docker that only says that it failed',
    '#8 0.4 the price of VALUE was lost\n#8 ERROR: process "/bin/sh -c check" did not complete successfully: exit code: 1\nERROR: failed to solve: process "/bin/sh -c check" did not complete successfully: exit code: 1\n',
    'pears',
    'plums',
  ],
  [
    'make that only says that it failed',
    'checking the cart\nthe price of VALUE was lost\nmake: *** [Makefile:3: check] Error 1\n',
    'pears',
    'plums',
  ],
];

const IN_COMMENTS: readonly Row[] = [
  [
    'bats',
    'not ok 1 adds up\n# (in test file test/cart.bats, line 5)\n#   `[ "$output" -eq VALUE ]\' failed\nok 2 opens\n',
    '7',
    '8',
  ],
  [
    'Perl',
    "not ok 1 - adds up\n#   Failed test 'adds up'\n#   at t/cart.t line 5.\n#          got: '6'\n#     expected: 'VALUE'\n1..1\n",
    '7',
    '8',
  ],
  [
    'the function above the frame (Go)',
    'panic: runtime error: index out of range [3] with length 3\n\ngoroutine 21 [running]:\nexample.com/shop/cart.VALUE(...)\n\t/home/dev/shop/cart/cart.go:14 +0x1d\n',
    'Take',
    '(*Cart).Drop',
  ],
];

const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  'a difference': DIFFERENCES,
  'what comes behind an empty line': BEHIND_EMPTY_LINES,
  'what Node.js prints behind the stack': BEHIND_THE_STACK,
  'what a build says': BUILDS,
  'what stands beside it': IN_COMMENTS,
  'what is counted': COUNTS,
};

describe('the details of an error', () => {
  for (const [group, rows] of Object.entries(GROUPS)) {
    for (const [tool, text, one, other] of rows) {
      it(`tell two failures by ${group}: ${tool}`, () => {
        const [first, second] = [one, other].map((value) => text.replace('VALUE', value));
        assert.ok(first !== undefined && second !== undefined);
        assert.equal(compareFailures(signatureOf(first), signatureOf(second)), 'different');
        assert.equal(compareFailures(signatureOf(first), signatureOf(first)), 'exact');
      });
    }
  }

  const same: Readonly<Record<string, readonly [string, string]>> = {
    'what was printed after a message without a stack': [
      'Error: lost\n\nplaced order 1\n',
      'Error: lost\n\nplaced order 2\n',
    ],
    'what was printed after the stack': [
      'Error: lost\n    at f (src/a.js:1:1)\nplaced order 1\n\nplaced order 1\n',
      'Error: lost\n    at f (src/a.js:1:1)\nplaced order 2\n\nplaced order 2\n',
    ],
    'what was printed after the properties': [
      'Error: lost\n    at f (src/a.js:1:1) {\n  status: 404\n}\n  order: 1\n',
      'Error: lost\n    at f (src/a.js:1:1) {\n  status: 404\n}\n  order: 2\n',
    ],
    'the inside of objects that hang on an error': [
      'Error: lost\n    at f (src/a.js:1:1) {\n  request: {\n    asyncId: 12\n  }\n}\n',
      'Error: lost\n    at f (src/a.js:1:1) {\n  request: {\n    asyncId: 15\n  }\n}\n',
    ],
    'what follows when a build has failed': [
      'Error: lost\n    at f (src/a.js:1:1)\nBUILD FAILED in 3s\n3 actionable tasks: 3 executed\n',
      'Error: lost\n    at f (src/a.js:1:1)\nBUILD FAILED in 4s\n3 actionable tasks: 1 executed, 2 up-to-date\n',
    ],
    'how often a command was tried again': [
      'Error: lost\n    at f (src/a.js:1:1)\nError: Process completed with exit code 1.\n[retry 1/5] waiting 2s\n',
      'Error: lost\n    at f (src/a.js:1:1)\nError: Process completed with exit code 1.\n[retry 1/5] waiting 2s\n[retry 2/5] waiting 4s\n',
    ],
    'code that a compiler quotes': [
      'src/a.ts:3:5 - error TS2304: Cannot find x.\n\n    x = 1;\n',
      'src/a.ts:3:5 - error TS2304: Cannot find x.\n\n    x = 2;\n',
    ],
    'code with numbers in front': ['Error: lost\n\n  3  x = 1;\n', 'Error: lost\n\n  3  x = 2;\n'],
    'what was printed after a panic': [
      "thread 'main' panicked at src/lib.rs:3:5:\nlost\n\n  order 1\n",
      "thread 'main' panicked at src/lib.rs:3:5:\nlost\n\n  order 2\n",
    ],
    'what was printed after indented properties': [
      '  Error: lost\n      at f (src/a.js:1:1) {\n    status: 404\n  }\n    order: 1\n',
      '  Error: lost\n      at f (src/a.js:1:1) {\n    status: 404\n  }\n    order: 2\n',
    ],
    'what stands around a wrapper that comes before the error': [
      'make: *** [Makefile:3: check] Error 1\nchecked 3 carts\nError: lost\n    at f (src/a.js:1:1)\n',
      'make: *** [Makefile:3: check] Error 1\nchecked 4 carts\nError: lost\n    at f (src/a.js:1:1)\n',
    ],
    'what stands around a wrapper where an error is named': [
      'checked 3 carts\nError: lost\n    at f (src/a.js:1:1)\nmake: *** [Makefile:3: check] Error 1\n',
      'checked 4 carts\nError: lost\n    at f (src/a.js:1:1)\nmake: *** [Makefile:3: check] Error 1\n',
    ],
  };
  for (const [what, [one, other]] of Object.entries(same)) {
    it(`leave out ${what}`, () => {
      assert.equal(compareFailures(signatureOf(one), signatureOf(other)), 'exact');
    });
  }

  it('tell two failures by a difference among very many lines that are alike', () => {
    const alike = Array.from({ length: 90 }, (_, index) => `      "key${index}": ${index},\n`).join(
      '',
    );
    const text = (price: number): string =>
      `  ● cart › prices\n\n    - Expected\n    + Received\n\n      Object {\n${alike}    -   "price": ${price},\n    +   "price": 6,\n      }\n`;
    assert.equal(compareFailures(signatureOf(text(7)), signatureOf(text(8))), 'different');
  });

  it('say the properties behind the message, those of assertions excepted', () => {
    const { exactMessage } = signatureOf(
      "Error: request failed\n    at load (src/a.js:3:1) {\n  status: 404,\n  operator: 'strictEqual'\n}\n",
    );
    assert.equal(exactMessage, 'Error: request failed\nstatus: 404,');
  });
});

import assert from 'node:assert/strict';
import { outputLines } from '../../../../../src/rules/output/outputLines';
import { readFailureBlocks } from '../../../../../src/rules/failure/signature/readFailureBlocks';
import { compareFailures } from '../../../../../src/rules/failure/signature/compareFailures';
import { signatureOf } from './signatureOf';

/** Tools that say the file and the line alone above the code, `FILE` standing for the file. */
const ABOVE_CODE: Readonly<Record<string, string>> = {
  Python: `  File "/home/dev/shop/FILE.py", line 3
    def total(prices)
                     ^
SyntaxError: expected ':'
`,
  'Python, which has no code to show': `  File "/home/dev/shop/FILE.py", line 3
SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xff
`,
  'Node.js': `/home/dev/shop/FILE.js:3
  return total +;
               ^

SyntaxError: Unexpected token ';'
    at internalCompileFunction (node:internal/vm:76:18)
    at wrapSafe (node:internal/modules/cjs/loader:1283:20)

Node.js v20.11.0
`,
  'Node.js with modules': `file:///home/dev/shop/FILE.js:3
  return total +;
               ^

SyntaxError: Unexpected token ';'
    at ModuleLoader.moduleStrategy (node:internal/modules/esm/translators:118:18)
`,
  'Node.js without an export': `file:///home/dev/shop/FILE.js:1
import { total } from './cart.js';
         ^^^^^
SyntaxError: The requested module './cart.js' does not provide an export named 'total'
    at ModuleJob._instantiate (node:internal/modules/esm/module_job:123:21)
`,
  'an error that nobody caught': `/home/dev/shop/FILE.js:3
  throw new Error('no stock');
  ^

Error: no stock
    at node:internal/main/run_main_module:28:49
`,
  'Next.js': `Failed to compile.

./src/FILE.tsx:4:9
Type error: Type 'string' is not assignable to type 'number'.

  2 | export default function Page() {
> 4 |   const n: number = 'six';
    |         ^
`,
  Kotlin: 'e: file:///home/dev/shop/src/FILE.kt:4:16 Unresolved reference: prices\n',
  sbt: '[error] /home/dev/shop/src/FILE.scala:4:5: not found: value prices\n',
};

describe('the place of an error', () => {
  for (const [tool, text] of Object.entries(ABOVE_CODE)) {
    const [cart, order] = ['cart', 'order'].map((file) =>
      signatureOf(text.replaceAll('FILE', file)),
    );
    it(`is the file above the code: ${tool}`, () => {
      assert.match(cart?.location?.file ?? '', /^(?:\.\/)?(?:src\/)?cart\.\w+$/);
      assert.ok(cart?.location?.line);
    });

    it(`tells the same error in two files: ${tool}`, () => {
      assert.equal(compareFailures(cart!, order!), 'different');
    });

    it(`moves with the lines above it: ${tool}`, () => {
      const lines = text
        .replace(/(FILE\.\w+)(:|", line |: \()\d+/, '$1$29')
        .replaceAll('FILE', 'cart');
      assert.equal(compareFailures(cart!, signatureOf(lines)), 'other lines');
    });
  }

  it('is the innermost own frame where there is one, not what stands above the code', () => {
    const text = `/home/dev/shop/node_modules/left-pad/index.js:3
    throw new TypeError('no string');
    ^

TypeError: no string
    at pad (/home/dev/shop/node_modules/left-pad/index.js:3:11)
    at label (/home/dev/shop/src/label.js:7:3)
`;
    assert.deepEqual(signatureOf(text).location, {
      file: 'src/label.js',
      line: 7,
      function: 'label',
    });
  });

  it('is read where Kotlin before 1.9 puts it', () => {
    const text = 'e: /home/dev/shop/src/cart.kt: (4, 16): Unresolved reference: prices\n';
    assert.deepEqual(signatureOf(text).location, { file: 'src/cart.kt', line: 4 });
  });

  it('is read in the assertions of C and under the messages of esbuild', () => {
    const assertion =
      "cart: src/cart.c:12: main: Assertion `x == 4' failed.\nAborted (core dumped)\n";
    assert.deepEqual(signatureOf(assertion).location, { file: 'src/cart.c', line: 12 });
    const bundle =
      '✘ [ERROR] Could not resolve "./sum"\n\n    src/cart.ts:1:19:\n      1 │ import x\n        ╵   ~~~\n';
    assert.deepEqual(signatureOf(bundle).location, { file: 'src/cart.ts', line: 1 });
  });

  it('names the function that Go prints above the frame', () => {
    const text =
      'panic: lost\n\ngoroutine 21 [running]:\nexample.com/shop/cart.(*Cart).Take(0xc000012345, {0x1, 0x2})\n\t/home/dev/shop/cart/cart.go:14 +0x1d\n';
    const expected = { file: 'cart/cart.go', line: 14, function: 'cart.(*Cart).Take' };
    assert.deepEqual(signatureOf(text).location, expected);
  });

  it('is not one that was named long before, or for another error', () => {
    const place = '/home/dev/shop/cart.js:3\n  throw it;\n  ^\n\n';
    const far = `${place}${'a word\n'.repeat(30)}Error: lost\n`;
    assert.equal(signatureOf(far).location, undefined);
    const second = readFailureBlocks(outputLines(`${place}Error: no stock\n\nfatal: no answer\n`));
    assert.deepEqual(
      second.map((block) => block.place?.file),
      ['/home/dev/shop/cart.js', undefined],
    );
    assert.equal(signatureOf('/home/dev/shop/cart.js:3\n\nError: lost\n').location, undefined);
  });

  const foreign: Readonly<Record<string, string>> = {
    'the runtime': 'Error: connect\n    at TCP.afterConnect (node:net:1611:16)\n',
    'a dependency':
      'Error: lost\n    at pad (/home/dev/shop/node_modules/left-pad/index.js:3:11)\n',
    "Go's own tests": 'panic: lost\n\t/usr/local/go/src/testing/testing.go:1689 +0x21b\n',
    'the standard library':
      'Traceback (most recent call last):\n  File "/usr/lib/python3.11/json/decoder.py", line 337, in decode\n    x\njson.decoder.JSONDecodeError: Expecting value\n',
    "Java's": 'java.lang.Error: lost\n\tat java.base/java.util.List.of(List.java:3)\n',
  };
  for (const [where, text] of Object.entries(foreign)) {
    it(`is none rather than one in ${where}`, () => {
      assert.equal(signatureOf(text).location, undefined);
    });
  }

  it('is a file outside of the workspace where no other is named', () => {
    const text = 'Error: lost\n    at load (/app/src/cart.js:3:1)\n';
    assert.deepEqual(signatureOf(text).location, {
      file: '/app/src/cart.js',
      line: 3,
      function: 'load',
    });
  });

  it('is found in the URLs that Windows prints', () => {
    const workspace = String.raw`C:\Users\dev\shop`;
    const text = 'TypeError: lost\n    at load (file:///C:/Users/dev/shop/src/cart.js:3:5)\n';
    assert.deepEqual(signatureOf(text, { workspace }).location, {
      file: 'src/cart.js',
      line: 3,
      function: 'load',
    });
  });
});

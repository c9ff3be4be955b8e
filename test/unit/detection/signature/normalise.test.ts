import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalise } from '../../../../src/detection/signature/normalise';
import { WORKSPACE } from './signatureOf';

const masked = (text: string): string => normalise(text, WORKSPACE);

/** Texts of two runs that differ in nothing but what varies from run to run. */
const VARIES: readonly (readonly [string, string])[] = [
  ['=== 1 failed in 0.12s ===', '====== 1 failed in 123.45s (0:02:03) ======'],
  ['  ✕ adds up (34 ms)', '  ✕ adds up'],
  ['--- FAIL: TestTotal (0.00s)', '--- FAIL: TestTotal (1.25s)'],
  ['FAIL\texample.com/cart\t0.005s', 'FAIL\texample.com/cart\t12.5s'],
  ['Finished in 1 minute 3 seconds', 'Finished in 2 minutes 14 seconds'],
  ['real 0m1.204s', 'real 1m12.9s'],
  ['duration_ms 50.123', 'duration_ms 7'],
  ['2026-11-22T01:26:16.123Z no answer', '2025-01-02T13:14:15Z no answer'],
  ['[18/Nov/2025 17:42:11] no answer', '[01/Dec/2026 09:00:59] no answer'],
  ['Sun Nov 22 01:26:16 2026 no answer', 'Mon Jan  5 11:12:13 2027 no answer'],
  [
    'see _logs/2026-11-22T01_26_16_123Z-debug-0.log',
    'see _logs/2025-01-02T13_14_15_9Z-debug-0.log',
  ],
  ['12:34:56 no answer', '23:01:02.345 no answer'],
  ['at 1732238776123 no answer', 'at 1732239999000 no answer'],
  ["open '/tmp/cart-Ab12Cd/receipt.json'", "open '/var/folders/x1/T/cart-9/receipt.json'"],
  ['open /tmp/tmpab12cd34', 'open /tmp/tmpzz99yy00'],
  ['C:\\Users\\ann\\AppData\\Local\\Temp\\a1b', 'C:\\Users\\bob\\AppData\\Local\\Temp\\z9'],
  ['/home/ann/.cache/x', '/Users/bob/.cache/x'],
  ['<Order object at 0x7f51fe75cfd0>', '<Order object at 0x7f8dba5fd590>'],
  ['java.lang.Object@3daa422a is lost', 'java.lang.Object@1b6d3586 is lost'],
  ['connect ECONNREFUSED 127.0.0.1:49321', 'connect ECONNREFUSED 127.0.0.1:50000'],
  ['address already in use :::41233', 'address already in use :::3000'],
  ['listening on port 41233', 'listening on port 50111'],
  ['order 20f5edda-7746-48bc-9fed-b193c3c6666a', 'order 71f0ee6d-f1f8-4d79-8ada-851b6d924478'],
  ['HEAD is now at 3a9b8df fix', 'HEAD is now at e51dc67 fix'],
  ['sha1 5d41402abc4b2a76b9719d911017c592', 'sha1 7d793037a0760186574b0282f2f435e7'],
  ['worker (pid 1234) died', 'worker (pid 98765) died'],
  ['(node:1234) Error: x', '(node:99) Error: x'],
  ["thread 'main' (1234) panicked", "thread 'main' (77) panicked"],
  ['goroutine 18 [running]:', 'goroutine 7 [running]:'],
  ['Randomized with seed 12345', 'Randomized with seed 7'],
  ['--seed=12345 --bail', '--seed=-9 --bail'],
  ['test_cart.py F [ 50%]', 'test_cart.py F [100%]'],
  ['[=====>    ] building', '[=========>] building'],
  ['⠋ building', '⠙ building'],
  ["{'b', 'a', 'c'} is wrong", "{'c', 'a', 'b'} is wrong"],
  ['  3) adds up', '  12) adds up'],
  ['not ok 3 - adds up', 'not ok 12 - adds up'],
];

/** Texts that say different things. */
const MEANS: readonly (readonly [string, string])[] = [
  ['3 failed, 2 passed', '1 failed, 2 passed'],
  ['expected 3 to equal 4', 'expected 3 to equal 5'],
  ['status code 401', 'status code 403'],
  ['exit code 1', 'exit code 2'],
  ['error TS2304: x', 'error TS2322: x'],
  ['left-pad@1.2.3 is missing', 'left-pad@1.2.4 is missing'],
  ['test adds_up', 'test adds_down'],
  ["'2024-01-01' != '2024-01-02'", "'2024-01-01' != '2024-01-03'"],
  ['at 2024-01-01T00:00:00Z', 'at 2024-01-02T00:00:00Z'],
  ['1234567 items', '1234568 items'],
  ['mask 0x1F', 'mask 0x2F'],
  ['src/cart.ts:3:5 wrong', 'src/cart.ts:4:5 wrong'],
  ['api.example.com:443', 'api.example.com:8443'],
  ['coverage is 49%', 'coverage is 51%'],
  ["expected '5s', got '6s'", "expected '5s', got '7s'"],
  ['{ a: 1, b: 2 }', '{ b: 2, a: 1 }'],
];

describe('normalise', () => {
  for (const [one, two] of VARIES) {
    it(`takes ${JSON.stringify(one)} and ${JSON.stringify(two)} for one`, () => {
      assert.equal(masked(one), masked(two));
    });
  }

  for (const [one, two] of MEANS) {
    it(`tells ${JSON.stringify(one)} from ${JSON.stringify(two)}`, () => {
      assert.notEqual(masked(one), masked(two));
    });
  }

  it('makes paths in the workspace relative, and only those', () => {
    assert.equal(masked('/home/dev/shop/src/cart.ts:3'), 'src/cart.ts:3');
    assert.equal(masked('file:///home/dev/shop/src/cart.ts:3'), 'src/cart.ts:3');
    assert.equal(masked('in /home/dev/shop, twice'), 'in ., twice');
    assert.equal(masked('/home/dev/shop2/src/cart.ts'), '~/shop2/src/cart.ts');
  });

  it('changes nothing the second time', () => {
    const piece = fc.constantFrom(...VARIES.flat(), ...MEANS.flat());
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' ')),
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (line) => {
        assert.equal(masked(masked(line)), masked(line));
      }),
      { numRuns: 500, examples: [['seed=====1'], ['/home/dev/home/ann/x']] },
    );
  });
});

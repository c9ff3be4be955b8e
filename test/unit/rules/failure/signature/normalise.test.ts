import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalise } from '../../../../../src/rules/failure/signature/normalise';
import { WORKSPACE } from './signatureOf';
import { anyCodePoint } from '../../../../support/anyCodePoint';

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
  ['address already in use :::41233', 'address already in use :::50111'],
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
  ['process 4711 exited with code 1', 'process 99 exited with code 1'],
  ['(process:4711) Warning: x', '(process:99) Warning: x'],
  ['order of process 4711 is lost', 'order of process 99 is lost'],
  [
    "expected '2026-11-22T10:00:00.123Z' to equal '2020-01-01'",
    "expected '2026-11-22T10:00:01.456Z' to equal '2020-01-01'",
  ],
  ['expected 1732238776123 to equal 5', 'expected 1732239999123 to equal 5'],
  ['expected an answer, got none after 5003 ms', 'expected an answer, got none after 5010 ms'],
  ['expected 1.234567ms to equal 1ms', 'expected 1.345678ms to equal 1ms'],
  [
    "expected 'http://127.0.0.1:41233' to equal 'x'",
    "expected 'http://127.0.0.1:50111' to equal 'x'",
  ],
  [
    "expected '20f5edda-7746-48bc-9fed-b193c3c6666a' to equal 'x'",
    "expected '71f0ee6d-f1f8-4d79-8ada-851b6d924478' to equal 'x'",
  ],
  ['assert <Order object at 0x7f51fe75cfd0> == 1', 'assert <Order object at 0x7f8dba5fd590> == 1'],
  [
    'expected:<shop.Order@3daa422a> but was:<null>',
    'expected:<shop.Order@1b6d3586> but was:<null>',
  ],
  ["expected '/tmp/cart-a1/x.json' to equal 'x'", "expected '/tmp/cart-b2/x.json' to equal 'x'"],
  ['2026-11-22T10:00:00Z expected 3 to equal 4', '2026-11-22T10:00:01Z expected 3 to equal 4'],
  ['  ✖ gives the expected total (12 ms)', '  ✖ gives the expected total (7 ms)'],
  ['gives the expected total (12ms)', 'gives the expected total (7ms)'],
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
  ['expected 5 ms to equal 10 ms', 'expected 7 ms to equal 10 ms'],
  [
    'expected 2026-11-22T10:00:00Z to equal 2026-11-22T09:00:00Z',
    'expected 2026-11-22T10:00:01Z to equal 2026-11-22T09:00:00Z',
  ],
  [
    'expected 2026-11-22T10:00:00.000Z to equal 2026-11-22T09:00:00.000Z',
    'expected 2026-11-22T10:00:01.000Z to equal 2026-11-22T09:00:00.000Z',
  ],
  ['expected port 8080 but got port 3000', 'expected port 8080 but got port 4000'],
  ['address already in use :::3000', 'address already in use :::8080'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:6379'],
  [
    'expected localhost:8080 to equal localhost:80',
    'expected localhost:8081 to equal localhost:80',
  ],
  ['expected localhost:12345 to be open', 'expected localhost:12346 to be open'],
  ['expected seed 5', 'expected seed 4'],
  ["expected 'a1b2c3d4e5f6' to equal 'x'", "expected 'b1b2c3d4e5f6' to equal 'x'"],
  ["AssertionError: '5 ms' != '10 ms'", "AssertionError: '7 ms' != '10 ms'"],
  ['AssertionError: 5 ms !== 10 ms', 'AssertionError: 7 ms !== 10 ms'],
  ['E       assert 5 ms == 10 ms', 'E       assert 7 ms == 10 ms'],
  ['cart_test.go:10: got 5ms, want 10ms', 'cart_test.go:10: got 7ms, want 10ms'],
  ['  Actual: 10:00:00', '  Actual: 10:00:01'],
  ['  left: 5 ms', '  left: 7 ms'],
  ['expected:<5 ms> but was:<10 ms>', 'expected:<5 ms> but was:<11 ms>'],
  [
    "expected '11111111-1111-4111-8111-111111111111'",
    "expected '22222222-2222-4222-8222-222222222222'",
  ],
  ['expected 0xdeadbeef to equal 0xcafebabe', 'expected 0xdeadbeee to equal 0xcafebabe'],
  ['process 123 items', 'process 456 items'],
  ['could not process 123', 'could not process 456'],
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
      fc.string({ unit: anyCodePoint, maxLength: 200 }),
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' ')),
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (line) => {
        assert.equal(masked(masked(line)), masked(line));
      }),
      {
        numRuns: 500,
        examples: [
          ['seed=====1'],
          ['/home/dev/home/ann/x'],
          [
            'not ok 3 - adds up expected an answer, got none after 5010 ms left-pad@1.2.3 is missing',
          ],
          ['  3) adds up expected an answer, got none after 5010 ms left-pad@1.2.3 is missing'],
          ['ok 3 - adds up expected an answer, got none after 5010 ms left-pad@1.2.3 is missing'],
        ],
      },
    );
  });
});

import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { ERROR_TYPES, type FailureSignature } from '../../../src/model/failure/failure';
import type { ReportedTurn } from '../../../src/model/report/pauseReport';
import {
  compareFailures,
  describeBest,
  describeFailure,
  describeMeasurement,
  describeRepetition,
  findFirstIndexes,
  hasChangeFacts,
} from '../../../src/model/report/describeFailure';
import { listSome } from '../../../src/text/list';

const signature: FailureSignature = {
  exactHash: 'e',
  hash: 'h',
  exactMessage: 'expected 1',
  errorType: 'assertion',
  contextHash: '',
  failingTests: [],
};

function turn(number: number, failure?: Partial<FailureSignature>): ReportedTurn {
  return {
    number,
    at: '2026-11-21T21:30:00.000Z',
    taskId: 'a',
    outcome: 'no_progress',
    agentEnd: { kind: 'exit', code: 0 },
    firstLines: '',
    responseHash: '',
    state: '',
    durationMs: 1,
    pivotDirective: 0,
    reason: '',
    changedFiles: [],
    newlyFailing: [],
    newlyPassing: [],
    ...(failure === undefined ? {} : { failure: { ...signature, ...failure } }),
  };
}

describe('the words about a failure', () => {
  it('name kind and place', () => {
    equal(describeFailure(signature), 'assertion failed');
    const location = { file: 'src/round.js', line: 14, function: 'roundTo' };
    equal(
      describeFailure({ ...signature, location }),
      'assertion failed at src/round.js:14 in roundTo',
    );
    equal(
      describeFailure({ ...signature, errorType: 'unknown', location: { file: 'a.py' } }),
      'failure at a.py',
    );
  });

  it('leave out names that runtimes give to what has none', () => {
    for (const name of ['TestContext.<anonymous>', '<module>']) {
      const location = { file: 'test/a.js', line: 3, function: name };
      equal(describeFailure({ ...signature, location }), 'assertion failed at test/a.js:3');
    }
  });

  it('stay short whatever a place is called', () => {
    const location = { file: 'f'.repeat(4_000), function: 'g'.repeat(4_000) };
    equal(describeFailure({ ...signature, location }).length < 400, true);
  });

  it('have no underscore for any kind', () => {
    for (const errorType of ERROR_TYPES) {
      doesNotMatch(describeFailure({ ...signature, errorType }), /_|undefined|^$/);
    }
  });

  it('name the turns that share it', () => {
    const said = (turns: readonly number[], exact = true): string =>
      describeRepetition({ signature, turns, exact });
    equal(said([1, 2, 3, 5, 6]), 'the same failure in turns 1, 2, 3, 5 and 6');
    equal(said([3, 4], false), 'the same failure in turns 3 and 4, at other lines');
    equal(said([1, 2, 3, 4, 5, 7]), 'the same failure in turns 1–5 and 7');
    equal(said([2, 3, 4, 5]), 'the same failure in turns 2–5');
    equal(said([6]), 'only in turn 6');
  });

  it('count the turns where there are too many to name', () => {
    const odd = Array.from({ length: 25 }, (_, index) => 2 * index + 1);
    equal(
      describeRepetition({ signature, turns: odd, exact: true }),
      'the same failure in 25 turns from 1 to 49',
    );
  });

  it('are short for any turns', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(999), { maxLength: 60 }), (numbers) => {
        const turns = numbers.sort((a, b) => a - b);
        return describeRepetition({ signature, turns, exact: false }).length <= 100;
      }),
    );
  });
});

describe('the words about a measurement', () => {
  it('leave out what was not measured', () => {
    const measurement = { passed: 8, failed: 2, skipped: 0 };
    equal(describeBest({ number: 2, measurement }), 'turn 2 was the best: 8 passed, 2 failed');
    equal(
      describeMeasurement({ ...measurement, skipped: 1, coverage: 81.26 }),
      '8 passed, 2 failed, 1 skipped, 81.3 % of lines covered',
    );
    equal(
      describeMeasurement({ passed: 0, failed: 0, skipped: 0, coverage: 40 }),
      '40 % of lines covered',
    );
  });
});

describe('the comparison of failures from turn to turn', () => {
  it('leads back to the first turn that failed so, by the lines too', () => {
    const turns = [
      turn(3, {}),
      turn(4, {}),
      turn(5),
      turn(6, { hash: 'other', exactHash: 'x' }),
      turn(8, { exactHash: 'moved' }),
    ];
    deepEqual(compareFailures(turns), [
      '',
      'same failure as turn 3',
      '',
      'a new failure',
      'same failure as turn 3, at other lines',
    ]);
  });

  it('calls nothing new that does not count, and nothing new after it', () => {
    const outage = { ...turn(1, { hash: 'outage' }), outcome: 'not_agent' } as const;
    deepEqual(compareFailures([outage, turn(2, {}), { ...outage, number: 3 }]), [
      '',
      '',
      'same failure as turn 1',
    ]);
  });

  it('knows where each name stands first', () => {
    deepEqual(findFirstIndexes(['a', undefined, 'b', 'a', 'b']), [0, undefined, 2, 0, 2]);
  });
});

describe('what changed', () => {
  it('is told where a report knows of files, failures or counts', () => {
    equal(hasChangeFacts([turn(1), turn(2)]), false);
    equal(hasChangeFacts([turn(1), turn(2, {})]), true);
    equal(hasChangeFacts([{ ...turn(1), changedFiles: ['a'] }]), true);
    const measurement = { passed: 0, failed: 0, skipped: 0 };
    equal(hasChangeFacts([{ ...turn(1), measurement }]), true);
  });

  it('is cut with a count', () => {
    equal(listSome([], 2), '');
    equal(listSome(['a', 'b'], 2), 'a, b');
    equal(listSome(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more');
    equal(listSome(['x'.repeat(160), 'y'.repeat(161)], 2).length, 160 + ', '.length + 160);
  });
});

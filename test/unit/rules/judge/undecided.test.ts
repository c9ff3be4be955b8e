import assert from 'node:assert/strict';
import { findOpenMatter, type Known } from '../../../../src/rules/turn/findOpenMatter';
import type { TurnEvidence } from '../../../../src/rules/turn/evaluateTurn';
import { failure, FAILED, OPEN, PASSED, PIVOT } from '../turn/openTurn';

function open(change: Partial<TurnEvidence>, known: Partial<Known> = {}): string | undefined {
  return findOpenMatter({ ...OPEN, ...change }, { cause: false, attempts: 1, ...known });
}

const MEASURED = { passed: 1, failed: 1, skipped: 0 };
const LOOP = { detector: 'edge cycle', message: 'round and round', hops: [1, 2] } as const;
const STEP_LOOP = { detector: 'repeated call', message: 'again', hops: [] } as const;

describe('undecided', () => {
  const cases: readonly (readonly [
    what: string,
    open: string | undefined,
    change: Partial<TurnEvidence>,
    known?: Partial<Known>,
  ])[] = [
    ['where all is new and nothing measured', 'progress and cause', {}],
    ['where entropy has come to its threshold', 'progress and cause', { entropy: 2 }],
    ['where the agent ended badly', 'progress and cause', { agentEnd: FAILED }],
    ['where no test could run', 'progress and cause', { measurability: 'nothing ran' }],
    ['where the cause is known', 'progress', {}, { cause: true }],
    ['where it failed as code does', 'progress', { failure: failure('assertion') }],
    ['on a task without a verify command', 'progress', { verification: undefined }],
    [
      'where the agent alone failed',
      'progress',
      { verification: { end: PASSED }, agentEnd: FAILED },
    ],
    ['at the first turn', 'cause', { firstTurn: true }],
    ['at the first attempt at a part of the task', 'cause', {}, { attempts: 0 }],
    ['where the reply is known', 'cause', { replyKnown: true }],
    ['where the workspace is known', 'cause', { pivot: { ...PIVOT, stateKnown: true } }],
    ['where something was measured before', 'cause', { best: MEASURED }],
    [
      'where something is measured',
      'cause',
      { verification: { end: FAILED, measurement: MEASURED } },
    ],
    ['where the failure is known', undefined, { failureKnown: true }],
    ['where a marker speaks', undefined, { markers: ['src/rates.js was created'] }],
    ['where it is done', undefined, { verification: { end: PASSED } }],
    ['where agents went round in circles', undefined, { inTurnLoop: LOOP }],
    ['where the steps of one did, the first time', undefined, { inTurnLoop: STEP_LOOP }],
    [
      'where that also brought entropy to the threshold',
      undefined,
      { inTurnLoop: STEP_LOOP, entropy: 2 },
    ],
    [
      'where the pivot was ignored',
      undefined,
      { pivot: { ...PIVOT, headedByDirective: true, stateAbandoned: true } },
    ],
  ];
  for (const [what, expected, change, known] of cases) {
    it(`leaves ${expected ?? 'nothing'} open ${what}`, () => {
      assert.equal(open(change, known), expected);
    });
  }

  for (const errorType of [
    ...(['network', 'outage', 'rate_limit', 'authentication', 'timeout'] as const),
    ...(['dependency', 'permission', 'disk_full', 'missing_tool'] as const),
  ]) {
    it(`takes ${errorType} for what may come from outside`, () => {
      assert.equal(open({ failure: failure(errorType), firstTurn: true }), 'cause');
    });
  }
});

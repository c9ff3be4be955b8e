import type { StepDetectorName } from '../../src/model/steps/step';
import type { AgentHome } from './agentHome';
import type { ScriptedLook } from './modelProtocol';

/** A loop that an agent is led into: the messages of round 1, 2, 3 … */
export interface GuardLoop {
  readonly detector: StepDetectorName;
  /** The steps at which it is found, and found again. */
  readonly steps: readonly [number, number];
  readonly round: (number: number) => readonly ScriptedLook[];
}

const FAILING_TEST = `import { equal } from 'node:assert/strict';
import { test } from 'node:test';

test('adds', () => equal(1 + 1, 3));
`;
const NOTES = Array.from(
  { length: 12 },
  (_, at) => `${at + 1}. Note about part ${'abcdefghijkl'[at]}`,
);

/** Writes what the loops work on. */
export function writeLoopProject({ commit }: AgentHome): void {
  const pkg = { name: 'adds', private: true, type: 'module', scripts: { test: 'node --test' } };
  commit('package.json', JSON.stringify(pkg));
  commit('add.test.js', FAILING_TEST);
  commit('parts.js', "console.log('3 of 7 are there');\n");
  commit('notes.txt', `${NOTES.join('\n')}\n`);
  commit('routes.txt', 'start\nend\n');
  commit('run.sh', 'exit\n');
  commit(
    'db.js',
    'console.error(\'No context exists with the name "staging"\');process.exit(1);\n',
  );
}

const RUN_TESTS: ScriptedLook = { says: 'I run the tests.', runs: 'npm test' };
const LOOK = 'I look.';

/** One loop for each detector of steps that a real agent can be led into. */
export const GUARD_LOOPS: readonly GuardLoop[] = [
  { detector: 'repeated call', steps: [3, 6], round: () => [RUN_TESTS] },
  {
    detector: 'call cycle',
    steps: [4, 8],
    round: () => [RUN_TESTS, { says: LOOK, runs: 'node parts.js' }],
  },
  {
    detector: 'similar calls',
    steps: [3, 6],
    round: (number) => [{ says: LOOK, runs: `node db.js --row ${number} --limit 10` }],
  },
  {
    detector: 'repeated failure',
    steps: [3, 6],
    round: (number) => [
      {
        says: LOOK,
        runs: `node db.js ${['get users', 'list --all', 'show orders', 'count'][number % 4]}`,
      },
    ],
  },
  {
    detector: 'undone edits',
    steps: [5, 10],
    round: (number) => [
      {
        says: 'I write it.',
        writes: { path: 'add.js', content: `export const sum = ${number % 2};\n` },
      },
    ],
  },
  {
    detector: 'repeated edit',
    steps: [6, 11],
    round: (number) => [
      ...(number === 1 ? [{ says: LOOK, reads: 'routes.txt' }] : []),
      { says: 'I add it.', edits: { path: 'routes.txt', from: 'start', to: 'start\nroute: /a' } },
      { says: LOOK, runs: `sed -n ${number}p notes.txt` },
    ],
  },
  {
    detector: 'failure after edits',
    steps: [8, 15],
    round: (number) => [
      {
        says: 'I write it.',
        writes: { path: 'add.js', content: `export const sum = ${number};\n` },
      },
      RUN_TESTS,
    ],
  },
  {
    detector: 'nothing new',
    steps: [9, 16],
    round: (number) => [
      { says: LOOK, runs: `sed -n ${(number % 3) + 1},${12 - (number % 4)}p notes.txt` },
    ],
  },
  {
    detector: 'refused call',
    steps: [3, 6],
    round: () => [{ says: 'I start it.', runs: './run.sh' }],
  },
];

import type { SetUpView } from '../../../src/protocol/setUp/setUpView';
import { describeSetUp } from '../../../src/vscode/setUp/describeSetUp';
import { freshTask, restingOverview } from '../../support/overviewSamples';
import { claudeConfig, CLAUDE, CODEX, someFacts } from '../vscode/setUp/setUpSamples';

const GEMINI = { name: 'gemini', found: true, file: '/home/me/.local/bin/gemini' };
const INSTALL = 'npm install -g @anthropic-ai/claude-code';
const TASK = 'tasks: [{ id: a, title: Fix the cart, goal: g }]';
const OUTPUT = Array.from({ length: 60 }, (_, index) => `  ✔ test ${index + 1}`).join('\n');
const config = (rest: string) => ({ kind: 'ok', config: claudeConfig(rest) }) as const;
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze '.repeat(6).trim();
const RIGHT_TO_LEFT = 'إصلاح مجموع السلة';

/** The set-up page in each of its states. */
export const setUpViews = {
  missing: describeSetUp('shop', someFacts({ config: { kind: 'missing' } })),
  noAgent: describeSetUp(
    'shop',
    someFacts({ agents: [{ name: 'claude', found: false, install: INSTALL }, CODEX] }),
  ),
  fresh: describeSetUp('shop', someFacts({ agents: [CLAUDE, GEMINI, CODEX] })),
  broken: describeSetUp(
    'shop',
    someFacts({
      config: {
        kind: 'invalid',
        problems: [
          { source: 'devs.yaml', line: 7, message: 'Unknown key "verfy"; did you mean "verify"?' },
          { source: 'DEVS_MAX_PIVOTS', message: 'It is "many"; it must be a whole number.' },
        ],
      },
    }),
  ),
  running: describeSetUp('shop', someFacts({ config: config('verify: npm test') }), {
    ...{ command: 'npm test', state: 'running', message: '', output: '> shop@1.0.0 test\n' },
  }),
  failing: describeSetUp('shop', someFacts({ config: config(`verify: npm test\n${TASK}`) }), {
    ...{ command: 'npm test', state: 'fails', output: OUTPUT },
    message:
      '3 of 12 tests fail, which is fine: Devs measures progress by the number of failing tests.',
  }),
  deciding: describeSetUp(
    'shop',
    someFacts({
      config: config(`verify: |\n  npm ci\n  npm test\n${TASK}`),
      overview: {
        ...restingOverview(),
        tasks: [{ ...freshTask('a'), status: 'blocked', runnable: false }],
      },
    }),
  ),
  cannotRun: describeSetUp('shop', someFacts({ config: config('verify: mocha') }), {
    ...{ command: 'mocha', state: 'cannotRun', output: 'sh: 1: mocha: not found\n' },
    message:
      'The command cannot start: sh: 1: mocha: not found. Correct the command, or install what the command needs.',
  }),
  hostile: describeSetUp(
    `${LONG} ${RIGHT_TO_LEFT} 🛒🧑‍🧑‍🧒`,
    someFacts({
      config: config(
        `verify: ${'x'.repeat(300)}\ntasks: [{ id: a, title: "${RIGHT_TO_LEFT} 🛒 ${LONG}", goal: g }]`,
      ),
      agents: [{ ...CLAUDE, file: `/${'deeply/'.repeat(40)}claude` }, GEMINI, CODEX],
    }),
    {
      ...{
        command: 'x'.repeat(300),
        state: 'fails',
        output: `${'x'.repeat(500)}\n${RIGHT_TO_LEFT}`,
      },
      message: LONG,
    },
  ),
} satisfies Readonly<Record<string, SetUpView>>;

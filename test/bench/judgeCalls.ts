import type { JudgeReply } from '../../src/ports/judge';
import { honestAnswer } from '../support/honestModel';
import { modelsOf, scriptedJudge, type ScriptedJudge } from '../support/scriptedJudge';
import { configOf, FAILED, failing, ScriptedRun, type Script } from '../support/scriptedRun';
import type { Table } from './table';

const PAGES = 'home about contact prices imprint search basket profile logout help terms map'.split(
  ' ',
);
const COUNTS = [5, 4, 5, 4, 5, 4, 5];
const MAX_CALLS = 10;

const EXAMPLES: readonly (readonly [name: string, script: Script])[] = [
  [
    'the same failing reply and edit for ever',
    () => ({ reply: 'STRATEGY: same', edits: { 'src/code.js': 'same' } }),
  ],
  [
    'a new reply and new edits each time',
    (call) => ({ reply: `STRATEGY: ${call}`, edits: { 'src/code.js': `attempt ${call}` } }),
  ],
  [
    'failing tests 5, 4, 5, 4, 5, then 4, 5',
    (call) => ({
      reply: `attempt ${call}`,
      edits: { 'src/code.js': `with ${COUNTS[call - 1] ?? 5} failing` },
      verify: { end: FAILED, measurement: failing(COUNTS[call - 1] ?? 5) },
    }),
  ],
  [
    'no tests, and a new failure each time as well',
    (call) => ({
      reply: `STRATEGY: ${call}`,
      edits: { 'src/code.js': `attempt ${call}` },
      verify: { end: FAILED, output: `page ${PAGES[call % PAGES.length] ?? ''} is not published` },
    }),
  ],
  [
    'the same with an outage in words that no rule knows before turn 2',
    (call) => ({
      reply: 'STRATEGY: same',
      edits: { 'src/code.js': 'same' },
      ...(call === 2 && {
        verify: { end: FAILED, output: 'TimeoutError: rates service unavailable today' },
      }),
    }),
  ],
];

const PROGRESS = { isRegressive: false, noProgress: false, external: true, reasoning: 'yes' };

const JUDGES: readonly (readonly [name: string, open: () => ScriptedJudge])[] = [
  ['honest', () => scriptedJudge((_call, prompt) => said(honestAnswer(prompt)))],
  ['says yes to everything', () => scriptedJudge(() => said(JSON.stringify(PROGRESS)))],
  ['answers nonsense', () => scriptedJudge(() => said('{"noProgress": fal'))],
  ['out of reach', () => scriptedJudge(() => UNREACHABLE)],
];

const UNREACHABLE: JudgeReply = {
  kind: 'failed',
  why: 'unreachable',
  detail: 'out of reach',
  permanent: false,
  calls: 1,
};

function said(text: string): JudgeReply {
  return { kind: 'answered', text, calls: 1 };
}

/** Calls of a judge per task, and the turns until its pause, on the worked examples of the design. */
export async function measureJudgeCalls(): Promise<Table> {
  const rows: string[][] = [];
  for (const [name, script] of EXAMPLES) {
    const row = [name, `${(await played(script)).turns} turns`];
    for (const [, open] of JUDGES) {
      const { calls, turns } = await played(script, open());
      row.push(`${calls} in ${turns} turns`);
    }
    rows.push(row);
  }
  return {
    title: `Calls of a judge per task (${MAX_CALLS} at most)`,
    columns: ['off', ...JUDGES.map(([name]) => name)],
    rows,
  };
}

async function played(
  script: Script,
  judge?: ScriptedJudge,
): Promise<{ readonly turns: number; readonly calls: number }> {
  const model = { type: 'endpoint', url: 'http://localhost:1/v1', model: 'scripted' } as const;
  const settings = { judge: { model, timeoutMs: 1_000, maxCalls: MAX_CALLS } };
  const run = await ScriptedRun.create(script, configOf(judge && settings));
  if (judge !== undefined) run.models = modelsOf(judge);
  await run.run();
  return { turns: run.requests.length, calls: judge?.asked.length ?? 0 };
}

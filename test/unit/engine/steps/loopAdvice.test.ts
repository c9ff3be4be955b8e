import assert from 'node:assert/strict';
import type { Step } from '../../../../src/model/steps/step';
import { hasEnded } from '../../../../src/model/turn/turn';
import { watched } from '../../../support/agentSteps';
import { named } from '../../../support/sampleEvents';
import { configOf, ScriptedRun, type Script } from '../../../support/scriptedRun';

const SECRET = `sk-live-${'0123456789abcdef'.repeat(2)}`;
const FAILURE = `src/rate.js:7: Error: rate is missing, api_key=${SECRET}`;

type Call = readonly [tool: string, args: object, result: string];

/** Reads two files, edits one of them and runs the check again, the same failure each time. */
function stepsOf(turn: number): readonly Step[] {
  const read: readonly Call[] = [
    ['Read', { file_path: 'src/code.js' }, 'export const code = 1;'],
    ['Read', { file_path: 'src/money.js' }, 'export const money = 2;'],
  ];
  const tried = Array.from({ length: 6 }, (_, at): readonly Call[] => [
    ['Edit', { file_path: 'src/code.js', old_string: `a${at}`, new_string: `b${turn}${at}` }, 'ok'],
    ['Bash', { command: 'npm test' }, FAILURE],
  ]);
  return [...read, ...tried.flat()].map(([tool, args, result], at) => ({
    ...{ number: at + 1, tool, args: JSON.stringify(args), result, thought: '' },
    ...(tool === 'Bash' && { error: true }),
  }));
}

const EDITING: Script = (call) => ({
  reply: `I try ${call}.`,
  edits: { 'src/code.js': `try ${call}` },
  steps: stepsOf(call),
});

describe('advice on a loop in the steps of an agent', () => {
  const advice =
    'The edits of `src/code.js` do not change the outcome `src/rate.js:7: Error: rate is missing, api_key=***`: its cause lies elsewhere. ' +
    'Places to look at: `src/rate.js` (named by the failure, never opened); `src/money.js` (read, never edited).';

  it('is recorded with the turn and its event, and heads the report', async () => {
    const run = await ScriptedRun.create(EDITING, watched(configOf()));
    await run.run();
    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(turn?.inTurnLoop?.advice, advice);
    assert.equal(named(run.events, 'turn_ended')[0]?.data.advice, advice);
    const [report] = run.reports;
    assert.equal(report?.advice[0], advice);
    assert.doesNotMatch(report.advice.join(' '), /a hint about its cause/);
    assert.ok(!JSON.stringify([turn, report]).includes(SECRET));
  });
});

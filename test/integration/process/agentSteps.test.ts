import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCommandAgent } from '../../../src/platform/agents/command/commandAgent';
import type { StepEvent } from '../../../src/model/steps/step';
import type { AgentResult } from '../../../src/ports/agent';
import { claudeAnswer, claudeCall, claudeResult, claudeStart } from '../../support/claudeStream';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';

/** Ends no process of another test, which may run at the same time. */
const TURN_ID = randomUUID();

const CALLS = [claudeStart(), claudeCall('t1', 'Read', { path: 'ä.ts' }), claudeResult('t1', '😀')];

/** Runs a Node script as an agent whose steps are heard, until it ends or `onStep` wants it to. */
async function runScript(
  script: string,
  onStep: (event: StepEvent, stop: () => void) => void,
  session?: string,
): Promise<{ readonly result: AgentResult; readonly directory: string }> {
  const directory = scratchFolder();
  const agent = createCommandAgent({
    ...{ workspaceDir: scratchFolder(), directory, supervisorFile: await supervisorFile() },
    environment: { PATH: process.env['PATH'] },
  });
  const stopping = new AbortController();
  const command = [process.execPath, '-e', script, '--'];
  const timeoutMs = 60_000;
  const definition = {
    name: 'a',
    type: 'command',
    ...{ command, timeoutMs, env: {} },
    steps: 'claude',
  } as const;
  const result = await agent.run(
    {
      ...{
        definition,
        taskId: 'task-1',
        turnId: TURN_ID,
        turn: 1,
        systemPrompt: '',
        prompt: 'Go.',
      },
      ...(session !== undefined && { session }),
      onStep: (event) => onStep(event, () => stopping.abort()),
    },
    stopping.signal,
  );
  return { result, directory };
}

/** Prints the bytes of the lines one by one, so that no piece is a whole character or line. */
function printing(lines: readonly string[], then: string): string {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join('')).toString('base64');
  return `const all = Buffer.from(${JSON.stringify(bytes)}, 'base64');
    for (let at = 0; at < all.length; at += 1) require('fs').writeSync(1, all, at, 1);
    ${then}`;
}

describe('an agent that prints its steps', () => {
  before(supervisorFile);

  it('is heard while it works, and can be ended because of what was heard', async () => {
    const told: StepEvent[] = [];
    const { result, directory } = await runScript(
      printing(CALLS, 'setInterval(() => undefined, 1000);'),
      (event, stop) => {
        told.push(event);
        if (event.kind === 'ended') stop();
      },
    );
    assert.deepEqual(result.end, { kind: 'cancelled' });
    const [begun, ended] = told.flatMap((event) => ('step' in event ? [event.step] : []));
    assert.equal(begun?.args, '{"path":"ä.ts"}');
    assert.equal(ended !== undefined && 'result' in ended && ended.result, '😀');
    const transcript = readFileSync(join(directory, result.transcript), 'utf8');
    assert.ok(transcript.includes(`${CALLS.join('\n')}\n`));
  });

  it('has used what it used in a session that it could not continue, too', async () => {
    const used = (input: number): string => {
      const opus = { inputTokens: input, outputTokens: 1 };
      const told = { type: 'result', total_cost_usd: input, modelUsage: { opus } };
      return JSON.stringify({ ...told, is_error: true });
    };
    const told: StepEvent[] = [];
    const { result } = await runScript(
      `console.log('${claudeStart()}');
       const isOld = process.argv.includes('--resume');
       console.log(isOld ? '${used(300)}' : '${used(20)}');
       process.exitCode = isOld ? 1 : 0;`,
      (event) => void told.push(event),
      'old',
    );
    const tokens = { cacheRead: 0, cacheWrite: 0, output: 2 };
    const sum = {
      models: [{ model: 'opus', input: 320, ...tokens }],
      nanoUsd: 320_000_000_000,
      isPartial: false,
    };
    assert.deepEqual(result.usage, sum);
    assert.deepEqual(told.at(-1), { kind: 'spent', report: sum, session: 's', endsTurn: true });
    assert.equal(result.session?.isContinued, false);
  });

  it('replies with its answer, not with its events', async () => {
    const lines = [...CALLS, claudeAnswer('All is well: ✔')];
    let steps = 0;
    const { result } = await runScript(printing(lines, ''), () => void (steps += 1));
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.deepEqual([result.reply, steps], ['All is well: ✔', 2]);
  });

  it('is understood where it prints only why it cannot work', async () => {
    const { result } = await runScript('console.log("Not logged in"); process.exitCode = 1', () =>
      assert.fail('that is no step'),
    );
    assert.deepEqual(result.end, { kind: 'exit', code: 1 });
    assert.equal(result.reply, 'Not logged in\n');
  });
});

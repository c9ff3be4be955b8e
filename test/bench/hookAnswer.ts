import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { InstalledHook } from '../support/installedHook';
import { alternately, type Measure } from './alternately';
import { timeTable, type Table } from './table';

const ROUNDS = { runs: 60, atLeast: 20, withinMs: 40_000 };
/** Steps of the session before its hooks are measured. */
const STEPS = 1_000;
/** Characters of each result. */
const RESULT = 2_000;
const SESSION = { session_id: 'bench', cwd: '/project' };

/** How long a hook takes from start to end in a session with 1,000 steps, against a node that does nothing. */
export async function measureHookAnswer(): Promise<Table> {
  const hook = new InstalledHook();
  let number = STEPS;
  const run = async (event: string): Promise<number> => {
    number += 1;
    const ended = { ...callOf(number), tool_response: resultOf(number) };
    const payload = { ...SESSION, ...callOf(number), tool_calls: [ended] };
    return await lifetime(hook.start(event), JSON.stringify(payload));
  };
  try {
    await run('PreToolUse');
    appendFileSync(hook.sessionFiles[0] ?? '', recordedSteps());
    // The judge reads the session once.
    await run('PreToolUse');
    const subjects: Record<string, Measure> = {
      'peer: node -e 0': async () =>
        await lifetime(spawn(process.execPath, ['-e', '0'], { stdio: 'pipe' }), ''),
      'devs hook, before a call': () => run('PreToolUse'),
      'devs hook, after a call': () => run('PostToolBatch'),
    };
    const measured = await alternately(ROUNDS, subjects);
    if (hook.log !== '') throw new Error(`A hook failed: ${hook.log}`);
    const peer = measured['peer: node -e 0'] ?? [];
    const series = Object.entries(measured).map(([what, ms]) => ({ what, ms, peer }));
    return timeTable(`A hook in a session with ${STEPS.toLocaleString('en')} steps`, series);
  } finally {
    await hook.dispose();
  }
}

/** From now to the end of a process that was just started, in ms. */
async function lifetime(child: ChildProcess, input: string): Promise<number> {
  const began = performance.now();
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  await once(child, 'exit');
  return performance.now() - began;
}

function callOf(number: number): object {
  const command = `cat src/module-${number}.ts`;
  return { tool_name: 'Bash', tool_input: { command }, tool_use_id: `call-${number}` };
}

/** Different at each step, as in a session that goes well. */
function resultOf(number: number): string {
  return `export const value${number} = ${number};\n`.repeat(RESULT / 32);
}

function recordedSteps(): string {
  return Array.from({ length: STEPS }, (_, at) => {
    const call = {
      tool: 'Bash',
      args: `{"command":"cat src/module-${at}.ts"}`,
      call: `call-${at}`,
    };
    const times = { at: '2026-01-01T00:00:00.000Z' };
    return [
      { id: `before-${at}`, ...times, kind: 'call', ...call },
      { id: `after-${at}`, ...times, kind: 'result', ...call, result: resultOf(at) },
    ];
  })
    .flat()
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

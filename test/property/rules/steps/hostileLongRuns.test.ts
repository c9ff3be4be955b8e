import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { COUNTS } from '../../../support/scale';

const ROOT = resolve(__dirname, '../../../..');

/** What the processes load: TypeScript as it stands would take more memory than the runs. */
const ENTRY = `
  export { createStepWatch } from './src/rules/steps/watch/stepWatch';
  export { BUILT_IN_LIMITS } from './src/model/config/limits';
`;

/**
 * Watches a run in a process of its own whose heap has, at full scale, room for a small part of the run.
 * `step` is the source of a function that makes step n; answers what the process said in the end.
 */
function watchInLittleMemory(bundle: string, steps: number, step: string): string {
  const source = `
    const { createStepWatch, BUILT_IN_LIMITS } = require(${JSON.stringify(bundle)});
    const make = ${step};
    const watch = createStepWatch(BUILT_IN_LIMITS);
    let told = 0;
    for (let n = 1; n <= ${steps}; n += 1)
      told += watch.observe({ number: n, args: '', result: '', thought: '', tool: '', ...make(n) }).length;
    console.log('watched ${steps}');
  `;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=64', '--max-semi-space-size=8', '-e', source],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  assert.equal(status, 0, stderr.slice(-2_000));
  return stdout.trim();
}

/** Each makes far more text than the heap of that process holds. */
const LONG: Readonly<Record<string, { readonly steps: number; readonly step: string }>> = {
  'calls that all differ': {
    steps: 200_000,
    step: `(n) => ({ tool: 'Read', args: '/app/part' + n + ' '.repeat(200) + n,
      result: 'export const part' + n + ' = ' + 'y'.repeat(300) })`,
  },
  'calls that all fail differently': {
    steps: 20_000,
    step: `(n) => ({ tool: 'Bash', args: 'make part' + n + ' ' + 'x'.repeat(2000),
      result: 'Error: part' + n + '\\n' + 'y'.repeat(2000), error: true })`,
  },
  'the same call for ever': {
    steps: 25_000,
    step: `(n) => ({ tool: 'Bash', args: 'make', result: 'z'.repeat(3000) + ' at 12:00:' + (10 + (n % 50)) })`,
  },
  'edits of ever new files that are never undone': {
    steps: 40_000,
    step: `(n) => ({ tool: 'Edit', result: 'ok', args: JSON.stringify({ file_path: '/f' + n,
      old_string: 'a' + n, new_string: 'b'.repeat(3000) + n }) })`,
  },
  'edits of one file': {
    steps: 40_000,
    step: `(n) => ({ tool: 'Write', result: 'ok', args: JSON.stringify({ file_path: '/f',
      content: 'c'.repeat(3000) + n }) })`,
  },
  'an ever new sub-agent': {
    steps: 60_000,
    step: `(n) => ({ tool: 'Bash', args: 'ls ' + (n % 3), result: 'r' + 'z'.repeat(2000),
      thread: 'agent-' + n })`,
  },
  'an ever new tool': {
    steps: 60_000,
    step: `(n) => ({ tool: 'tool' + n, args: 'a', result: 'z'.repeat(2000) })`,
  },
  'ever new words': {
    steps: 40_000,
    step: `(n) => ({ thought: 'I think of ' + n + ' ' + 'word '.repeat(500) + n })`,
  },
  'few very long results': {
    steps: 200,
    step: `(n) => ({ tool: 'Bash', args: 'make ' + n, result: (n + ' line of text\\n').repeat(40000) })`,
  },
  'failures after edits without an end': {
    steps: 40_000,
    step: `(n) => n % 2 ? { tool: 'Edit', result: 'ok', args: JSON.stringify({ file_path: '/a',
      old_string: 'a' + n, new_string: 'a' + (n + 2) }) } : { tool: 'Bash', args: 'npm test',
      result: 'Error: no such thing\\n' + 'q'.repeat(4000), error: true }`,
  },
};

describe('the detectors of steps, on runs that are longer than the memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'devs-long-runs-'));
  const bundle = join(folder, 'stepWatch.cjs');
  before(() => {
    const stdin = { contents: ENTRY, resolveDir: ROOT };
    buildSync({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile: bundle });
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [kind, { steps: all, step }] of Object.entries(LONG)) {
    const steps = all / COUNTS.longRunShare;
    it(`get through ${steps} steps: ${kind}`, function () {
      this.timeout(120_000);
      assert.equal(watchInLittleMemory(bundle, steps, step), `watched ${steps}`);
    });
  }
});

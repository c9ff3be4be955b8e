import { deepEqual, doesNotMatch, match } from 'node:assert/strict';
import { parsePermissionRule } from '../../../../src/model/permissions/parsePermissionRule';
import { watched } from '../../../support/agentSteps';
import { runs } from '../../../support/askedSamples';
import { configOf, PASSED, ScriptedRun } from '../../../support/scriptedRun';
import { requireReport } from './scene';

const TESTS = parsePermissionRule('execute(npm test *)');
const CONFIG = watched(
  configOf({
    permissions: { allow: TESTS ? [TESTS] : [], ask: [], deny: [], timeoutMs: 60_000 },
  }),
);

describe('permissions in the report of a run', () => {
  it('are counted over its turns, with who decided and what would allow it', async () => {
    const run = await ScriptedRun.create((call) => {
      const asks = ['npm install', 'npm test', 'npm install'].map(runs);
      const edits = { 'src/code.js': `version ${call}\n` };
      return { asks, edits, verify: call < 2 ? {} : { end: PASSED } };
    }, CONFIG);
    await run.run();
    const { report, markdown } = await requireReport(run);
    const remedy = 'Add `execute(npm install)` under `allow` of `permissions` in devs.yaml';
    deepEqual(report.tasks[0]?.permissions, [
      { action: 'run `npm install`', allowed: false, by: 'nobody', count: 4, remedy },
      {
        ...{ action: 'run `npm test`', allowed: true, by: 'rule', count: 2 },
        rule: 'execute(npm test *)',
      },
    ]);
    match(
      markdown,
      /\n### Permissions: 4 calls refused, 2 allowed\n\n- Refused 4 times, nobody was there to answer: run .*npm install/,
    );
  });

  it('are told of a turn that was cancelled, and of none where nothing was asked', async () => {
    const stop = new AbortController();
    const run = await ScriptedRun.create(
      () => ({ asks: [runs('npm install')], during: () => stop.abort() }),
      CONFIG,
    );
    await run.run({ signal: stop.signal });
    const { report } = await requireReport(run);
    deepEqual(
      report.tasks[0]?.permissions?.map(({ count, by }) => [count, by]),
      [[1, 'nobody']],
    );
    const quiet = await ScriptedRun.create(() => ({ verify: { end: PASSED } }), CONFIG);
    await quiet.run();
    const { report: without, markdown } = await requireReport(quiet);
    deepEqual(
      without.tasks.map((task) => 'permissions' in task),
      [false],
    );
    doesNotMatch(markdown, /Permissions/);
  });

  it('are shown harmless and short, whatever an agent asks for', async () => {
    const evil = `x\`[y](command:z)\u001b[2J\u202e<img src=x>${'y'.repeat(2 ** 20)}`;
    const run = await ScriptedRun.create(
      () => ({ asks: [runs(evil)], verify: { end: PASSED } }),
      CONFIG,
    );
    await run.run();
    const { report, markdown } = await requireReport(run);
    doesNotMatch(markdown, /(?!\n)\p{Cc}|\u202e|[^\\]\[y\]\(|[^\\]<img/u);
    doesNotMatch(JSON.stringify(report), /y{500}/);
  });
});

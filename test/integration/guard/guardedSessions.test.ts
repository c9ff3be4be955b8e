import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { GuardedProofReader } from '../../../src/app/guard/guardedProofReader';
import { GuardedSessions } from '../../../src/app/guard/guardedSessions';
import { guardPaths } from '../../../src/platform/guard/guardPaths';
import { appendRecords, sessionFile } from '../../../src/platform/guard/sessionFile';
import { guardDirectory } from '../../../src/platform/state/files/stateDirectory';

const NOW = new Date();
const at = NOW.toISOString();

describe('the guarded sessions of a user', () => {
  const root = mkdtempSync(join(tmpdir(), 'devs-sessions-'));
  const environment = { XDG_STATE_HOME: root };
  const file = sessionFile(guardPaths(guardDirectory(environment)).sessions, 'claude', 's1');
  const steps = 1_500;

  before(() => {
    const call = (id: number) => ({ tool: 'Read', args: `{"path":"${id}"}`, call: String(id) });
    const results = Array.from({ length: steps }, (_, id) => ({
      ...{ id: `r${id}`, at, folder: root, kind: 'result', result: `line ${id}\n`.repeat(40) },
      ...call(id),
    }));
    const prompt = { id: 'p1', at, kind: 'prompt', text: 'Fix it.\nAll of it.' } as const;
    appendRecords(file, [prompt]);
    for (const result of results) appendRecords(file, [{ ...result, kind: 'result' }]);
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('are read while other work goes on, and then are what they are at once', async () => {
    const sessions = new GuardedSessions(environment);
    const ended = new AbortController();
    let turns = 0;
    const others = (async () => {
      while (!ended.signal.aborted) {
        await setImmediate();
        turns += 1;
      }
    })();
    await sessions.catchUp(NOW);
    ended.abort();
    await others;
    assert.ok(turns > 1, `${turns} turns`);
    const [read] = sessions.list(NOW, root);
    assert.equal(read?.steps, steps);
    assert.deepEqual(read, new GuardedSessions(environment).list(NOW, root)[0]);
  });

  it('have a proof with as many steps as they have, from the same file', async () => {
    const reader = GuardedProofReader.of(file);
    const proof = await reader?.read();
    assert.equal(proof?.steps.length, steps);
    assert.deepEqual(proof.session, new GuardedSessions(environment).read(file));
    assert.equal(GuardedProofReader.of(`${file}.other`), undefined);
    appendRecords(file, [{ id: 'late', at, kind: 'result', tool: 'Read', args: '{}', result: '' }]);
    assert.equal((await reader?.read())?.steps.length, steps + 1);
  });

  it('know what was asked last, as it was written', async () => {
    const sessions = new GuardedSessions(environment);
    assert.equal(sessions.promptOf({ file }), '');
    await sessions.catchUp(NOW);
    assert.equal(sessions.promptOf({ file }), 'Fix it.\nAll of it.');
  });
});

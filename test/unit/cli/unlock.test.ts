import assert from 'node:assert/strict';
import type { App } from '../../../src/app/api/app';
import { runCli } from '../../../src/cli/cli';
import type { LeaseFacts } from '../../../src/model/workspace/leaseHolder';
import { anOverview, devs, fakeApp, FakeHost } from './fakeApp';

const FACTS: LeaseFacts = {
  holder: { pid: 42, who: 'terminal', host: 'm\u001b[2Jill', since: '2026-01-01T00:00:00.000Z' },
  ...{ place: 'otherContainer', epoch: 7, file: '/state/shop/lease/7' },
  lastWrite: '2026-01-01T00:04:00.000Z',
};
const SHOWN = [
  'A terminal (pid 42 on mill) has reserved this workspace.',
  '  since       2026-01-01T00:00:00.000Z',
  '  last write  2026-01-01T00:04:00.000Z',
  '  file        /state/shop/lease/7',
  'That process was started in another container, so Devs cannot see from here whether it has ended.',
].join('\n');

function heldBy(facts: LeaseFacts | undefined): App & { calls: unknown[][] } {
  return fakeApp(anOverview(), { lease: () => Promise.resolve(facts) });
}

describe('devs unlock', () => {
  /** Types an answer at a terminal. */
  async function answered(answer: string): Promise<{ output: string; calls: unknown[][] }> {
    const app = heldBy(FACTS);
    const host = new FakeHost(['unlock'], app, true);
    host.stdin.write(answer);
    assert.equal(await runCli(host), 0);
    return { output: host.stdout.text.replaceAll('\n', ' '), calls: app.calls };
  }

  it('shows who holds the workspace, asks, and frees it', async () => {
    const { output, calls } = await answered('y\n');
    assert.match(
      output,
      /\/state\/shop\/lease\/7 [^]*free the workspace\? \[y\/N\] [^]*unlock done\./,
    );
    assert.deepEqual(calls, [['unlock', 7]]);
  });

  it('does nothing when the answer is no', async () => {
    const { output, calls } = await answered('n\n');
    assert.match(output, /Nothing was changed\./);
    assert.deepEqual(calls, []);
  });

  it('asks nobody with --yes', async () => {
    const app = heldBy(FACTS);
    const { code, stdout } = await devs('unlock --yes', app);
    assert.deepEqual([code, stdout], [0, `${SHOWN}\n\nunlock done.\n`]);
    assert.deepEqual(app.calls, [['unlock', 7]]);
    const { stdout: json } = await devs('unlock --yes --json', app);
    assert.deepEqual(JSON.parse(json), {
      ...{ ok: true, unlocked: true, message: 'unlock done.', lease: FACTS },
    });
  });

  it('does nothing without --yes where nobody can be asked', async () => {
    for (const line of ['unlock', 'unlock --json']) {
      const app = heldBy(FACTS);
      const { code, stdout, stderr } = await devs(line, app);
      assert.equal(code, 1);
      assert.match(
        stdout + stderr,
        /Nothing was changed\. If that process has ended, `devs unlock --yes`/,
      );
      assert.deepEqual(app.calls, []);
    }
  });

  it('refuses where the holder runs, and says so where there is none', async () => {
    const running = heldBy({ ...FACTS, place: 'here' });
    const refused = await devs('unlock --yes', running);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /Nothing was changed, because a terminal is still using this workspace/,
    );
    assert.deepEqual(running.calls, []);
    const free = await devs('unlock', heldBy(undefined));
    assert.deepEqual([free.code, free.stdout], [0, 'The workspace is free.\n']);
  });
});

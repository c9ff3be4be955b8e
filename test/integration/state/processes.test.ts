import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import type { WorkspaceState } from '../../../src/ports/workspaceState';
import {
  held,
  scratchState,
  until,
  type ScratchState,
} from '../../unit/platform/state/scratchState';
import { startActor, type Actor } from './startActor';

describe('the state among processes', () => {
  let scratch: ScratchState;
  let state: WorkspaceState;
  let actors: Actor[];
  beforeEach(() => {
    scratch = scratchState();
    state = scratch.open();
    actors = [];
  });
  afterEach(async () => {
    await Promise.all(actors.map((actor) => actor.kill()));
    scratch.remove();
  });
  const actor = (): Actor => {
    const started = startActor(scratch.options);
    actors.push(started);
    return started;
  };
  const isOk = (answer: unknown): boolean => (answer as { ok: boolean }).ok;

  it('has one holder, however many reach for it at once', async () => {
    const four = [actor(), actor(), actor(), actor()];
    const answers = await Promise.all(four.map((each) => each.tell({ do: 'acquire' })));
    assert.equal(answers.filter(isOk).length, 1);
    const holder = four[answers.findIndex(isOk)];
    for (const answer of answers.filter((each) => !isOk(each))) {
      assert.equal((answer as { holder: { pid: number } }).holder.pid, holder?.pid);
    }
  });

  it('passes on when its holder is killed, and the watchers hear of it', async () => {
    const first = actor();
    assert.ok(isOk(await first.tell({ do: 'acquire' })));
    assert.equal((await state.acquire()).ok, false);
    let told = 0;
    const watching = state.onDidChange(() => (told += 1));
    assert.equal((await state.holder())?.pid, first.pid);
    await first.kill();
    await until(() => told > 0);
    watching.dispose();
    assert.equal(await state.holder(), undefined);
    (await held(state)).release();
  });

  const itWithSignals = process.platform === 'win32' ? (): void => undefined : it;
  itWithSignals('is never taken from a holder that sleeps', async () => {
    const sleeper = actor();
    assert.ok(isOk(await sleeper.tell({ do: 'acquire' })));
    sleeper.child.kill('SIGSTOP');
    for (let round = 0; round < 20; round += 1) {
      const attempt = await state.acquire();
      assert.equal(!attempt.ok && attempt.holder.pid, sleeper.pid);
    }
    sleeper.child.kill('SIGCONT');
    assert.deepEqual(await sleeper.tell({ do: 'write', times: 0 }), { written: 0 });
    await sleeper.tell({ do: 'release' });
    (await held(state)).release();
  });

  it('brings a request to the holder and its answer back', async () => {
    const holder = actor();
    await holder.tell({ do: 'acquire' });
    await holder.tell({ do: 'serve', silent: false });
    const answer = await state.ask({ type: 'skip', taskId: 'a' });
    assert.deepEqual(answer, { ok: true, message: `skip by ${holder.pid}` });
  });

  it('tells an asker before its time limit of ten seconds that the holder was killed over its request', async () => {
    const holder = actor();
    await holder.tell({ do: 'acquire' });
    await holder.tell({ do: 'serve', silent: true });
    const asking = state.ask({ type: 'pause', now: true });
    await until(() => existsSync(scratch.options.directory) && !hasRequest(scratch));
    await holder.kill();
    const start = performance.now();
    assert.equal((await asking).ok, false);
    assert.ok(performance.now() - start < 8_000);
  });

  it('keeps every acknowledged transaction, whole, when the writer is killed', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const writer = actor();
      assert.ok(isOk(await writer.tell({ do: 'acquire' })));
      const before = (await state.read()).getTask('a')?.entropyCount ?? 0;
      let acknowledged = 0;
      writer.child.on('message', (message: { written: number }) => {
        acknowledged = message.written;
      });
      void writer.tell({ do: 'write', times: 100_000 });
      await until(() => acknowledged >= 10 * round);
      await writer.kill();
      const reader = await state.read();
      const found = reader.getTask('a')?.entropyCount ?? 0;
      assert.ok(found >= before + acknowledged, `${found} of ${before + acknowledged}`);
      assert.equal(reader.listHints('a').length, found);
      const lease = await held(state);
      assert.equal(lease.store.getTask('a')?.entropyCount, found);
      lease.release();
    }
    assert.deepEqual(
      readdirSync(scratch.options.directory).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('keeps every turn, moved or not, when the writer is killed', async () => {
    for (let round = 1; round <= 4; round += 1) {
      const writer = actor();
      assert.ok(isOk(await writer.tell({ do: 'acquire' })));
      const before = (await state.read()).countTurns('a');
      let acknowledged = before;
      writer.child.on('message', (message: { recorded: number }) => {
        acknowledged = message.recorded;
      });
      void writer.tell({ do: 'recordTurns', from: before + 1 });
      await until(() => acknowledged >= before + 64 * (3 + round));
      await writer.kill();
      const lease = await held(state);
      const recorded = lease.store.countTurns('a');
      assert.ok(recorded >= acknowledged, `${recorded} of ${acknowledged}`);
      assert.deepEqual(
        lease.store.listTurns('a').map(({ number }) => number),
        Array.from({ length: recorded }, (_, index) => index + 1),
      );
      assert.deepEqual(lease.store.listNotices(), []);
      lease.release();
    }
    assert.ok(readdirSync(`${scratch.options.directory}/history`).length > 0);
  });
}).timeout(90_000);

function hasRequest(scratch: ScratchState): boolean {
  const inbox = `${scratch.options.directory}/inbox`;
  return readdirSync(inbox).some((name) => name.endsWith('.json') || name.endsWith('.tmp'));
}

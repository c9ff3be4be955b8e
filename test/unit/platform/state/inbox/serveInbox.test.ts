import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHolder } from '../../../../../src/platform/state/inbox/askHolder';
import { serveInbox } from '../../../../../src/platform/state/inbox/serveInbox';
import type { LeaseRecord } from '../../../../../src/platform/state/lease/leaseRules';
import { ownIdentity } from '../../../../../src/platform/state/lease/processIdentity';
import type {
  HeldLease,
  InboxAnswer,
  InboxRequest,
  InboxService,
} from '../../../../../src/ports/workspaceState';
import type { Actor } from '../../../../../src/model/workspace/leaseHolder';
import { scratchState, until, type ScratchState } from '../scratchState';

describe('the inbox', () => {
  let scratch: ScratchState;
  let inbox: string;
  let answers: string;
  let asked: InboxRequest[];
  let askers: Actor[];
  let servers: InboxService[];
  let epoch: number;
  beforeEach(() => {
    scratch = scratchState();
    inbox = join(scratch.root, 'inbox');
    answers = join(inbox, 'answers');
    mkdirSync(answers, { recursive: true });
    asked = [];
    askers = [];
    servers = [];
    epoch = 1;
  });
  afterEach(() => {
    for (const server of servers) void server.stop();
    scratch.remove();
  });

  const serve = (
    answer: Parameters<HeldLease['serveInbox']>[0] = (request, from) => {
      asked.push(request);
      askers.push(from);
      return Promise.resolve({ ok: true, message: 'done' });
    },
    isGone = false,
  ): void => {
    servers.push(
      serveInbox({ inbox, answers, answer, isAskerGone: () => Promise.resolve(isGone) }),
    );
  };
  const ask = async (
    request: InboxRequest,
    limitMs = 10_000,
    who: Actor['who'] = 'terminal',
  ): Promise<InboxAnswer> => {
    const asker = await ownIdentity();
    const holder = { ...asker, token: 't', who: 'window', since: 'now' } as LeaseRecord;
    return askHolder({
      inbox,
      answers,
      request,
      asker,
      who,
      holder: () => Promise.resolve(epoch === 0 ? undefined : holder),
      peekEpoch: () => Promise.resolve(epoch),
      limitMs,
    });
  };
  const isEmpty = (): boolean =>
    readdirSync(inbox).join() === 'answers' && readdirSync(answers).length === 0;
  /** The answer to whatever was dropped under `id`. */
  const answerTo = async (id: string): Promise<string> => {
    await until(() => readdirSync(answers).includes(`${id}.json`));
    return readFileSync(join(answers, `${id}.json`), 'utf8');
  };

  it('brings each kind of request to the holder, and the answer back', async () => {
    serve();
    const requests: InboxRequest[] = [
      { type: 'pause', now: true },
      { type: 'skip', taskId: 'a' },
      { type: 'resume', taskId: 'a', hint: 'try\nthis', agent: 'codex' },
      { type: 'resume', taskId: 'a' },
      { type: 'retry', taskId: 'a' },
      { type: 'accept', taskId: 'a' },
      { type: 'notALoop', taskId: 'a' },
      { type: 'editLesson', lessonId: '3f9c', text: 'two\nlines' },
      { type: 'removeLesson', lessonId: '3f9c' },
    ];
    for (const request of requests) {
      assert.deepEqual(await ask(request), { ok: true, message: 'done' });
    }
    assert.deepEqual(asked, requests);
    assert.ok(isEmpty());
  });

  it('tells the holder who asks: which process, and from a window or a terminal', async () => {
    serve();
    await ask({ type: 'skip', taskId: 'a' }, 10_000, 'window');
    await ask({ type: 'skip', taskId: 'b' });
    const { pid, host } = await ownIdentity();
    assert.deepEqual(askers, [
      { pid, host, who: 'window' },
      { pid, host, who: 'terminal' },
    ]);
  });

  it('tells the holder when it wants to know whether the asker has ended', async () => {
    let isGone: (() => Promise<boolean>) | undefined;
    serve((_, __, isAskerGone) => {
      isGone = isAskerGone;
      return Promise.resolve({ ok: true, message: '1' });
    }, true);
    await ask({ type: 'ask', taskId: 'a', turnId: 't', question: 'Which?' });
    assert.equal(await isGone?.(), true);
  });

  it('works on requests side by side, each once', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    serve(async (request) => {
      asked.push(request);
      if (asked.length === 3) release();
      await gate;
      return { ok: true, message: 'done' };
    });
    await Promise.all(['a', 'b', 'c'].map((taskId) => ask({ type: 'skip', taskId })));
    assert.equal(asked.length, 3);
  });

  it('answers a failure of the holder with its words', async () => {
    serve(() => Promise.reject(new Error('the disk is full')));
    assert.deepEqual(await ask({ type: 'pause', now: true }), {
      ok: false,
      message: 'the disk is full',
    });
  });

  it('says at once that nobody is there to be asked', async () => {
    epoch = 0;
    assert.match((await ask({ type: 'pause', now: true })).message, /No process holds/);
    assert.ok(isEmpty());
  });

  it('says soon that the holder went, and takes the request back', async () => {
    const asking = ask({ type: 'pause', now: true });
    await until(() => readdirSync(inbox).length === 2);
    epoch = 0;
    const answer = await asking;
    assert.equal(answer.ok, false);
    assert.match(answer.message, /editor window .* does not answer\. The request was withdrawn/);
    assert.ok(isEmpty());
  });

  it('says so when the holder went while it worked on the request', async () => {
    serve(() => {
      epoch = 0;
      return new Promise(() => undefined);
    });
    assert.match(
      (await ask({ type: 'pause', now: true })).message,
      /took the request but did not answer/,
    );
  });

  it('gives up after the time limit', async () => {
    assert.match((await ask({ type: 'pause', now: true }, 50)).message, /does not answer/);
    assert.ok(isEmpty());
  });

  const asker = {
    pid: 1,
    started: '',
    host: '',
    machine: '',
    boot: '',
    pidNamespace: '',
  };
  for (const [what, content] of [
    ['is no JSON', '{"asker"'],
    [
      'has an unknown field',
      JSON.stringify({ asker, who: 'window', request: { type: 'pause', now: true, x: 1 } }),
    ],
    [
      'has an unknown type',
      JSON.stringify({ asker, who: 'window', request: { type: 'rm', path: '/' } }),
    ],
    ['lacks a field', JSON.stringify({ asker, who: 'window', request: { type: 'skip' } })],
    ['does not say who asks', JSON.stringify({ asker, request: { type: 'skip', taskId: 'a' } })],
    [
      'is from nobody known',
      JSON.stringify({ asker, who: 'x', request: { type: 'skip', taskId: 'a' } }),
    ],
    ['is deep', '['.repeat(30_000)],
  ] as const) {
    it(`answers a request that ${what} with what is wrong, and removes it`, async () => {
      serve();
      writeFileSync(join(inbox, 'bad-1.json'), content);
      assert.match(await answerTo('bad-1'), /^\{"ok":false,"message":"The request was not underst/);
      assert.deepEqual(readdirSync(inbox), ['answers']);
      assert.deepEqual(asked, []);
    });
  }

  it('tells an older version, which does not say who asks, what to do', async () => {
    serve();
    const request = { type: 'skip', taskId: 'a' };
    writeFileSync(join(inbox, 'old.json'), JSON.stringify({ asker, request }));
    assert.match(await answerTo('old'), /another version of Devs wrote it; use the same version/);
    assert.deepEqual(asked, []);
  });

  it('refuses more than 64 KB unread', async () => {
    serve();
    writeFileSync(join(inbox, 'big.json'), Buffer.alloc(65_537, ' '));
    assert.match(await answerTo('big'), /larger than 65536 bytes/);
    assert.deepEqual(readdirSync(inbox), ['answers']);
  });

  const itWithLinks = process.platform === 'win32' ? (): void => undefined : it;
  itWithLinks('follows no link', async () => {
    const secret = join(scratch.root, 'secret.json');
    writeFileSync(secret, JSON.stringify({ asker, request: { type: 'pause', now: true } }));
    symlinkSync(secret, join(inbox, 'link.json'));
    serve();
    assert.match(await answerTo('link'), /refused: ELOOP/);
    assert.deepEqual(asked, []);
  });

  it('drops requests whose asker died before there was a holder, and serves the others', async () => {
    const left = { asker, who: 'terminal', request: { type: 'skip', taskId: 'a' } };
    writeFileSync(join(inbox, 'left.json'), JSON.stringify(left));
    serve(undefined, true);
    await until(() => readdirSync(inbox).length === 1);
    await ask({ type: 'retry', taskId: 'later' });
    assert.deepEqual(asked, [{ type: 'retry', taskId: 'later' }]);
    await servers.pop()?.stop();
    writeFileSync(join(inbox, 'left.json'), JSON.stringify(left));
    serve();
    assert.match(await answerTo('left'), /done/);
  });

  it('has answered every request that was taken when the server has stopped', async () => {
    let answerNow: (answer: InboxAnswer) => void = () => undefined;
    serve((request) => {
      asked.push(request);
      return new Promise((resolve) => (answerNow = resolve));
    });
    // Dropped by hand: an asker in this process would take the answer away at once.
    const dropped = { asker, who: 'terminal', request: { type: 'pause', now: false } };
    writeFileSync(join(inbox, 'pause.json'), JSON.stringify(dropped));
    await until(() => asked.length === 1);
    let hasStopped = false;
    const stopped = servers.pop()?.stop();
    void stopped?.then(() => (hasStopped = true));
    for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(hasStopped, false, 'it waits for the answer');
    answerNow({ ok: true, message: 'paused' });
    await stopped;
    assert.match(readFileSync(join(answers, 'pause.json'), 'utf8'), /"message":"paused"/);
  });

  it('is left alone once the server has stopped', async () => {
    serve();
    await servers.pop()?.stop();
    assert.match((await ask({ type: 'pause', now: true }, 100)).message, /withdrawn/);
    assert.deepEqual(asked, []);
  });
});

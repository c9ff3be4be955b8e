import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import { readAnswer, readInboxMessage } from '../../../src/platform/state/inbox/inboxMessages';
import { damaged } from '../../support/damage';
import { COUNTS } from '../../support/scale';
import { anyCodePoint } from '../../support/anyCodePoint';

const asker = { pid: 7, started: '1', host: 'a', machine: 'b', boot: 'c', pidNamespace: 'd' };
const REQUESTS = [
  { type: 'pause', now: true },
  { type: 'resume', taskId: 'fix', hint: 'Use the parser.', agent: 'codex' },
  { type: 'notALoop', taskId: 'fix', finding: 3 },
  { type: 'editLesson', lessonId: 'l1', text: 'Read the log.' },
].map((request) => JSON.stringify({ who: 'terminal', asker, request }));
const ANSWERS = [JSON.stringify({ ok: true, message: 'Skipped fix.' })];

function assertMessage(content: string): void {
  const read = readInboxMessage(content);
  if (!read.ok) {
    ok(read.problem.startsWith('The request was not understood: '));
    return;
  }
  const { request, asker: from, who } = read.message;
  ok(['window', 'terminal'].includes(who) && Number.isInteger(from.pid) && from.pid > 0);
  for (const [, value] of Object.entries(request)) {
    ok(['string', 'boolean', 'number'].includes(typeof value));
    ok(typeof value !== 'string' || value.length <= 20_000);
  }
}

function assertAnswer(content: string): void {
  const answer = readAnswer(content);
  if (answer === undefined) return;
  ok(typeof answer.ok === 'boolean' && typeof answer.message === 'string');
}

describe('a hostile message in the inbox', () => {
  for (const [what, texts, assertPossible] of [
    ['a request', REQUESTS, assertMessage],
    ['an answer', ANSWERS, assertAnswer],
  ] as const) {
    it(`is ${what} or refused, however a real one is damaged`, () => {
      fc.assert(fc.property(damaged(texts), assertPossible), { numRuns: COUNTS.messages });
    });

    it(`is ${what} or refused, whatever it is`, () => {
      const any = fc.oneof(fc.json(), fc.string({ unit: anyCodePoint }));
      fc.assert(fc.property(any, assertPossible), { numRuns: COUNTS.messages });
    });
  }

  it('is refused in words of one size, however many unknown keys or items it has', () => {
    const keys = JSON.stringify(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i])),
    );
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    for (const content of [keys, deep, `{"request":${deep}}`, '{'.repeat(60_000)]) {
      assertMessage(content);
      const read = readInboxMessage(content);
      ok(!read.ok && read.problem.length <= 2_000, String(read.ok || read.problem.length));
    }
  });
});

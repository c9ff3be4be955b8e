import assert from 'node:assert/strict';
import { outputLines } from '../../../../../src/rules/output/outputLines';
import {
  findExternalFailure,
  type ExternalFailure,
} from '../../../../../src/rules/failure/external/externalFailure';
import { WHOLE_REPLIES } from './corpus/agents';
import { LAST_WORDS } from './corpus/lastWords';
import { NOW, type CorpusEntry } from './corpus/entry';
import { REPLIES_ABOUT_ERRORS, THE_AGENTS_OWN, WORKING_TO_THE_END } from './corpus/lookAlikes';
import { MISSING } from './corpus/missing';
import { OUTAGES } from './corpus/outages';
import { NO_OUTAGES } from './corpus/outageLookAlikes';
import { RECORDED } from './corpus/recorded';
import { REFUSED } from './corpus/refused';

type From = 'an agent that ended well' | 'an agent that ended badly' | 'a verification';

function read(text: string, from: From): ExternalFailure | undefined {
  const lines = outputLines(text);
  return from === 'a verification'
    ? findExternalFailure({ speaker: 'verification', lines, now: NOW })
    : findExternalFailure({
        speaker: 'agent',
        endedWell: from === 'an agent that ended well',
        hasWorked: false,
        lines,
        now: NOW,
      });
}

function reads(from: From, corpus: readonly CorpusEntry[]): void {
  describe(`of ${from}`, () => {
    for (const { of, text, is } of corpus) {
      it(`${of}: ${is === undefined ? 'nothing from outside' : `${is.kind}, ${is.handling}`}`, () => {
        const failure = read(text, from);
        assert.deepEqual(
          failure && { kind: failure.kind, handling: failure.handling, wait: failure.retryAfterMs },
          is && { kind: is.kind, handling: is.handling, wait: is.wait && is.wait * 1_000 },
        );
        if (is?.subject !== undefined) assert.equal(failure?.subject, is.subject);
        if (failure === undefined) return;
        assert.ok(failure.message.length > 0 && failure.message.length <= 200);
        assert.match(failure.remedy, /^[A-Z][^\n]{10,200}\.$/);
        if (failure.handling === 'blocked') assert.match(failure.remedy, /\bresume\b/i);
      });
    }
  });
}

describe('externalFailure', () => {
  reads('an agent that ended badly', [
    ...WHOLE_REPLIES,
    ...LAST_WORDS,
    ...RECORDED,
    ...WORKING_TO_THE_END,
  ]);
  reads('an agent that ended well', [...WHOLE_REPLIES, ...REPLIES_ABOUT_ERRORS]);
  reads('a verification', [...MISSING, ...REFUSED, ...OUTAGES, ...THE_AGENTS_OWN, ...NO_OUTAGES]);

  const local = new Date(2026, 10, 22, 12, 0, 0);
  for (const [text, minutes] of [
    ['5-hour limit reached ∙ resets 3pm', 180],
    ["You've hit your limit · resets 12:50pm", 50],
    [
      "ERROR: You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing), visit https://chatgpt.com/codex/settings/usage to purchase more credits or try again at 3:45 PM.",
      225,
    ],
    ["ERROR: You've hit your usage limit. Try again at Nov 22nd, 2026 3:45 PM.", 225],
  ] as const) {
    it(`waits ${minutes} minutes for a limit that names a local time: ${text}`, () => {
      const failure = findExternalFailure({
        speaker: 'agent',
        endedWell: false,
        hasWorked: false,
        lines: [text],
        now: local,
      });
      assert.equal(failure?.retryAfterMs, minutes * 60_000);
      assert.equal(failure.handling, 'retry');
    });
  }

  it('says when a limit is reset', () => {
    const failure = read(
      "You've hit your weekly limit · resets Nov 25 at 12pm (UTC)",
      'an agent that ended badly',
    );
    assert.equal(failure?.handling, 'retry');
    assert.match(failure.remedy, /reset, in 3 days, or/);
  });

  it('leaves out where an agent put its report, so that the message says what is wrong', () => {
    for (const folder of ['/tmp', 'C:\\Users\\Ada Byron\\AppData\\Local\\Temp'])
      assert.equal(
        read(
          `Error when talking to Gemini API Full report available at: ${folder}/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json RetryableQuotaError: The model is overloaded. Please try again later.`,
          'an agent that ended badly',
        )?.message,
        'Error when talking to Gemini API: RetryableQuotaError: The model is overloaded. Please try again later.',
      );
  });

  it('names the subject in the remedy', () => {
    const remedies = [
      [
        'sh: 1: jest: not found',
        'Install `jest` or correct the verify command; then resume the task.',
      ],
      [
        "Error: Cannot find module 'express'",
        "Install the project's dependencies (`express` is missing), then resume the task.",
      ],
      [
        'curl: (6) Could not resolve host: api.example.com',
        'Check the connection to `api.example.com` (network, VPN, proxy); then resume the task.',
      ],
    ] as const;
    for (const [text, remedy] of remedies)
      assert.equal(read(text, 'a verification')?.remedy, remedy);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { outputLines } from '../../../../src/rules/output/outputLines';
import { isExplainedByChange } from '../../../../src/rules/failure/external/isExplainedByChange';
import {
  findExternalFailure,
  type SpokenLines,
} from '../../../../src/rules/failure/external/externalFailure';
import { WHOLE_REPLIES } from '../../../unit/rules/failure/external/corpus/agents';
import { LAST_WORDS } from '../../../unit/rules/failure/external/corpus/lastWords';
import { NOW } from '../../../unit/rules/failure/external/corpus/entry';
import { MISSING } from '../../../unit/rules/failure/external/corpus/missing';
import { OUTAGES } from '../../../unit/rules/failure/external/corpus/outages';
import { REFUSED } from '../../../unit/rules/failure/external/corpus/refused';
import { COUNTS } from '../../../support/scale';
import { anyCodePoint } from '../../../support/anyCodePoint';

const MEGABYTE = 1_000_000;

function spoken(lines: readonly string[]): readonly SpokenLines[] {
  return [
    { speaker: 'agent', endedWell: true, hasWorked: false, lines, now: NOW },
    { speaker: 'agent', endedWell: false, hasWorked: false, lines, now: NOW },
    { speaker: 'verification', lines, now: NOW },
  ];
}

const fill = (part: string): string => part.repeat(Math.ceil((10 * MEGABYTE) / part.length));

describe('externalFailure on hostile text', () => {
  const crafted: Readonly<Record<string, () => string>> = {
    'one line': () => fill('a'),
    'one line of spaces': () => fill(' '),
    'line feeds': () => fill('\n'),
    'NUL bytes': () => fill('\0\n'),
    'lone surrogates': () => fill('\ud800ENOTFOUND \udfff\n'),
    'escapes that never end': () => fill('\u001b[31mError: \u001b]8;;\n'),
    'the same lead-in': () => fill('Error: '),
    'the same lead-in, each on its line': () => fill('Error: Error: Error: ECONNREFUSED \n'),
    'lines of addresses': () => fill(`Error: timed out ${'https://a.example/'.repeat(50)}\n`),
    'different lines of addresses': () =>
      Array.from(
        { length: 10_000 },
        (_, at) => `Error: ${at} refused ${'https://a.example/ 503 '.repeat(40)}`,
      ).join('\n'),
    'different statements of outages': () =>
      Array.from(
        { length: 10_000 },
        (_, at) => `Error: ${at} ${'GET https://a.example/ 503 Service '.repeat(30)}`,
      ).join('\n'),
    'different time-outs': () =>
      Array.from(
        { length: 10_000 },
        (_, at) => `Error: ${at} ${"host='a.example' timed ou ".repeat(40)}`,
      ).join('\n'),
    'different pools': () =>
      Array.from(
        { length: 10_000 },
        (_, at) => `Error: ${at} ${"host='a Max retries exceeded with ".repeat(30)}`,
      ).join('\n'),
    'addresses of this machine': () =>
      fill('HTTP 503 Service Unavailable\nlocalhos localhost1 127.0.0.\n'),
    'words and dots': () => fill(`${'a.'.repeat(490)}\n`),
    quotes: () => fill(`Error: EACCES ${'"'.repeat(900)}\n`),
    hosts: () => fill(`Error: ${"host='".repeat(150)}\n`),
    lookups: () => fill(`Error: ${'lookup a '.repeat(100)}\n`),
    digits: () => fill(`${'1'.repeat(900)}\n`),
    'digits of waits': () => fill(`API Error: 429 try again in ${'1h '.repeat(300)}\n`),
    paths: () => fill(`${'/a'.repeat(450)}: not found x\n`),
    fences: () => fill('```\n'),
    JSON: () => fill(`{"is_error":true,"result":"${'\\"'.repeat(400)}\n`),
    keys: () => fill(`Error: 401 ${'key='.repeat(200)}\n`),
    'percent signs and colons': () => fill(`${'a:'.repeat(480)}\n`),
  };
  for (const [of, craft] of Object.entries(crafted)) {
    it(`reads ten megabytes of ${of} in no time`, () => {
      const lines = outputLines(craft());
      for (const one of spoken(lines)) {
        const began = process.cpuUsage();
        findExternalFailure(one);
        const used = process.cpuUsage(began);
        const took = (used.user + used.system) / 1_000;
        assert.ok(took < 400, `${one.speaker}: ${Math.round(took)} ms`);
      }
    });
  }

  it('never throws, and says nothing it did not read', () => {
    const texts = [...WHOLE_REPLIES, ...LAST_WORDS, ...MISSING, ...REFUSED, ...OUTAGES].map(
      (entry) => entry.text,
    );
    const part = fc.oneof(
      fc.constantFrom(...texts),
      fc.string({ unit: anyCodePoint, maxLength: 80 }),
    );
    const glue = fc.constantFrom('\n', ' ', '', '\r\n', '\u001b[0m', '\0');
    fc.assert(
      fc.property(fc.array(fc.tuple(part, glue), { maxLength: 8 }), fc.date(), (parts, now) => {
        const text = parts.map(([one, between]) => one + between).join('');
        for (const one of spoken(outputLines(text))) {
          const failure = findExternalFailure({ ...one, now });
          if (failure === undefined) continue;
          assert.ok(failure.message !== '' && failure.message.length <= 200);
          assert.ok(failure.subject === undefined || text.includes(failure.subject.slice(0, 3)));
          isExplainedByChange(failure, {
            files: [text],
            texts: new Map([[text, text]]),
            declared: new Set(),
            permittedBefore: false,
            goal: text,
          });
        }
      }),
      { numRuns: COUNTS.outsideMessages },
    );
  });

  it('an assertion or another error beside an outage makes it the agent’s, in any order', () => {
    const own = fc.constantFrom(
      'AssertionError: expected 3 to equal 4',
      'TypeError: cart.total is not a function',
      'E       assert 503 == 200',
      "src/a.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.",
    );
    fc.assert(
      fc.property(fc.constantFrom(...OUTAGES), own, fc.boolean(), ({ text }, line, first) => {
        const output = first ? `${line}\n${text}` : `${text}\n${line}`;
        // pytest lists its failures between headings; mocha's begin with their number.
        fc.pre(!/^=|^\s+\d+ failing/m.test(text));
        const lines = outputLines(output);
        assert.equal(findExternalFailure({ speaker: 'verification', lines, now: NOW }), undefined);
      }),
      { numRuns: COUNTS.outsideMessages },
    );
  });

  it('a cut text, at any place, throws nothing', () => {
    for (const { text } of [...WHOLE_REPLIES, ...LAST_WORDS, ...MISSING, ...REFUSED, ...OUTAGES]) {
      for (let end = 0; end < text.length; end += 7) {
        for (const one of spoken(outputLines(text.slice(0, end)))) findExternalFailure(one);
      }
    }
  });

  it('searches ten megabytes of changed text in no time', () => {
    const failure = {
      kind: 'missing_dependency',
      message: '',
      subject: 'aa',
      retryAfterMs: undefined,
      handling: 'blocked',
      remedy: '',
    } as const;
    const texts = new Map([['a.js', 'a'.repeat(10 * MEGABYTE)]]);
    const began = process.cpuUsage();
    for (const kind of ['missing_dependency', 'missing_tool', 'network', 'permission'] as const) {
      isExplainedByChange(
        { ...failure, kind },
        { files: ['a.js'], texts, declared: new Set(), permittedBefore: false, goal: '' },
      );
    }
    assert.ok(process.cpuUsage(began).user < 800_000);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDecision } from '../../../../src/rules/roles/parseDecision';
import { NEXT_STEPS, type NextStep } from '../../../../src/model/hops/roles';
import { anyCodePoint } from '../../../support/anyCodePoint';

const DECISION = { next: 'coder', reason: 'the test is missing', plan: ['write it', 'run it'] };
const JSON_TEXT = JSON.stringify(DECISION);

function problems(reply: string, allowed?: readonly NextStep[]): readonly string[] {
  const parsed = parseDecision(reply, allowed);
  assert.ok(!parsed.ok);
  return parsed.problems;
}

describe("the planner's decision", () => {
  const replies = {
    bare: JSON_TEXT,
    fenced: `I looked at it.\n\n\`\`\`json\n${JSON.stringify(DECISION, null, 2)}\n\`\`\`\n`,
    'in the middle of a sentence': `So: ${JSON_TEXT}, as I said.`,
    'after one that it thought better of': `{"next":"done","reason":"?"} no: ${JSON_TEXT}`,
    'before another object': `${JSON_TEXT}\nThe config is {"strict": true}.`,
    'after a brace that is never closed': `function f() {\n  say("it's\n${JSON_TEXT}`,
    'after quotes and apostrophes': `It's 5" wide, isn't "it? ${JSON_TEXT}`,
    'inside of another object': `{"decision": ${JSON_TEXT}}`,
    'with more keys': JSON.stringify({ ...DECISION, confidence: 0.9, details: { next: 'done' } }),
    'with Windows line ends': JSON.stringify(DECISION, null, 2).replaceAll('\n', '\r\n'),
    'with an empty query': JSON.stringify({ ...DECISION, query: '', question: '  ' }),
  };
  for (const [where, reply] of Object.entries(replies)) {
    it(`is read ${where}`, () => {
      assert.deepEqual(parseDecision(reply), { ok: true, decision: DECISION });
    });
  }

  it('may have braces, quotes and fences in its texts', () => {
    const odd = { next: 'coder', reason: 'say "{}" \\ ``` and }', plan: ['{"next":"done"}'] };
    const parsed = parseDecision(`\`\`\`json\n${JSON.stringify(odd)}\n\`\`\``);
    assert.deepEqual(parsed, { ok: true, decision: odd });
  });

  it('has its query and its question, and an empty plan where it names none', () => {
    const asks = { next: 'ask_human', reason: 'unclear', query: 'where?', question: 'Which one?' };
    const parsed = parseDecision(JSON.stringify(asks));
    assert.deepEqual(parsed, { ok: true, decision: { ...asks, plan: [] } });
  });

  it('is any of the steps of the planner-loops decision', () => {
    for (const next of NEXT_STEPS) {
      const parsed = parseDecision(JSON.stringify({ ...DECISION, next }));
      assert.ok(parsed.ok && parsed.decision.next === next);
    }
  });

  it('is found at the end of a very long reply', () => {
    assert.ok(parseDecision(`${'{"a": "b" '.repeat(500_000)}\n${JSON_TEXT}`).ok);
  });
});

describe('a malformed decision', () => {
  it('is told that there is none', () => {
    const expected = [
      'The reply has no JSON object with `next`; end it with one such as {"next": "coder", "reason": "why", "plan": []}.',
    ];
    for (const reply of [
      '',
      'I will ask the coder.',
      '{}',
      '[]',
      '{"reason":"x"}',
      'next: coder',
    ]) {
      assert.deepEqual(problems(reply, ['coder', 'done']), expected);
    }
  });

  it('is told which steps there are when it names another', () => {
    assert.deepEqual(problems('{"next":"reseacher","reason":"x"}', ['researcher', 'done']), [
      '`next` is "reseacher"; it must be one of researcher, done.',
    ]);
    assert.deepEqual(problems('{"next":"verifier","reason":"x"}', ['coder', 'done']), [
      '`next` is "verifier"; it must be one of coder, done.',
    ]);
    assert.deepEqual(problems('{"next":["coder"],"reason":"x"}', ['coder']), [
      '`next` is a list; it must be one of coder.',
    ]);
    assert.equal(problems('{"next":"Coder","reason":"x"}').length, 1);
  });

  it('is told all that is wrong at once', () => {
    const reply = '{"next":"x","reason":" ","plan":["a",3],"query":null,"question":{}}';
    assert.deepEqual(problems(reply, ['coder']), [
      '`next` is "x"; it must be one of coder.',
      '`reason` is empty; say in a sentence why.',
      'Step 2 of `plan` is 3; `plan` must be a list of texts, one for each step, and may be left out.',
      '`query` is null; it must be a text or be left out.',
      '`question` is an object; it must be a text or be left out.',
    ]);
    assert.deepEqual(problems('{"next":"coder","plan":"first"}'), [
      '`reason` is missing; it must be a text that says why in a sentence.',
      '`plan` is "first"; `plan` must be a list of texts, one for each step, and may be left out.',
    ]);
  });

  it('is told in which line the object begins that is no JSON', () => {
    const broken = [
      '{"next": "coder",}',
      '{\n\'a\': 1, "next": "coder"}',
      '{"next": "coder", "reason"',
    ];
    for (const text of [...broken, '{"next": "coder", "reason": "two\nlines", "plan": []}']) {
      const [problem = '', ...others] = problems(`Well.\n\n${text}`);
      assert.match(problem, /^The JSON object that begins in line 3 of the reply cannot be read;/);
      assert.deepEqual(others, []);
    }
  });

  it('is told when a text or the plan is too long', () => {
    const long = { next: 'coder', reason: 'x'.repeat(4_001), plan: Array(101).fill('step') };
    assert.deepEqual(problems(JSON.stringify(long)), [
      '`reason` is longer than 4000 characters; say it in fewer.',
      '`plan` has more than 100 steps; name fewer.',
    ]);
  });

  it('is quoted on one line, in short, without control characters', () => {
    const next = `\u001b[31m\n"\`${'x'.repeat(100)}`;
    const [problem = ''] = problems(JSON.stringify({ next, reason: 'x' }), ['done']);
    assert.match(problem, /^`next` is " \[31m x+…"; it must be one of done\.$/);
    assert.ok(problem.length < 100);
    const steps = JSON.stringify({ ...DECISION, plan: Array(1_000).fill(1) });
    assert.ok(problems(steps).length <= 10);
  });
});

describe('any reply', () => {
  const hostile = {
    'ten megabytes of braces': '{'.repeat(10_000_000),
    'closing braces': '}'.repeat(10_000_000),
    'objects in objects': '{"next":'.repeat(1_000_000),
    'objects in objects, closed': '{"next":'.repeat(20_000) + '}'.repeat(20_000),
    'many decisions, each broken': '{"next":x}'.repeat(100_000),
    quotes: `{${'"'.repeat(10_000_000)}`,
    'escaped quotes': `{"${'\\"'.repeat(5_000_000)}`,
    'spaces behind a key': `{${`"next"${' '.repeat(1_000)}`.repeat(1_000)}`,
    'a key that is every prototype': '{"__proto__":{"next":"coder"},"reason":"x"}',
  };
  for (const [name, reply] of Object.entries(hostile)) {
    it(`of ${name} is answered soon`, () => {
      assert.ok(!parseDecision(reply).ok);
    });
  }

  it('is answered without an exception', () => {
    const words = fc.constantFrom(
      '{',
      '}',
      '"',
      '\\',
      'next',
      '"next"',
      ':',
      '[',
      ']',
      '\n',
      '"coder"',
    );
    const texts = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.json(),
      fc
        .dictionary(fc.constantFrom('next', 'reason', 'plan', 'query'), fc.jsonValue())
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(texts, (reply) => {
        const parsed = parseDecision(reply);
        assert.ok(parsed.ok || parsed.problems.length > 0);
      }),
      { numRuns: 500 },
    );
  });

  it('is read below a line that ends in an open string and a backslash', () => {
    assert.ok(parseDecision(`{"\\\n${JSON.stringify(DECISION)}`).ok);
  });

  it('is read whatever stands on the lines around the decision', () => {
    const line = fc.string().map((text) => text.replaceAll('"next"', ''));
    const texts = fc.record(
      {
        next: fc.constantFrom(...NEXT_STEPS),
        reason: fc.string({ minLength: 1 }).map((text) => `r${text.trimEnd()}`),
        plan: fc.array(
          fc.string().map((text) => text.trim()),
          { maxLength: 5 },
        ),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(line, texts, line, fc.boolean(), (before, decision, after, wide) => {
        const json = JSON.stringify(decision, null, wide ? 2 : 0);
        const parsed = parseDecision(`${before}\n${json}\n${after}`);
        assert.deepEqual(parsed, { ok: true, decision });
      }),
      { numRuns: 300 },
    );
  });
});

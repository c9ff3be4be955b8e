import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_REASONING } from '../../../src/model/judge/judgedTurn';
import { readChat } from '../../../src/platform/models/chatAnswer';
import { readEmbeddings } from '../../../src/platform/models/embeddingAnswer';
import { readAnswer } from '../../../src/rules/judge/readAnswer';
import { damaged } from '../../support/damage';
import { COUNTS } from '../../support/scale';
import { anyCodePoint } from '../../support/anyCodePoint';

const VERDICT = JSON.stringify({
  ...{ reasoning: 'the same error again', isRegressive: false, noProgress: true, external: false },
});
const completion = (message: object): string =>
  JSON.stringify({
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 7 },
  });
const CHATS = [
  completion({ role: 'assistant', content: VERDICT }),
  completion({ content: [{ type: 'text', text: VERDICT }] }),
  completion({ content: null, tool_calls: [{ function: { name: 'a', arguments: VERDICT } }] }),
  completion({ content: '', refusal: 'I cannot judge that.' }),
  JSON.stringify({ error: { message: 'no such model', code: 404 } }),
  `data: ${completion({ content: VERDICT })}\n\ndata: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: [DONE]\n`,
];
const VERDICTS = [
  VERDICT,
  `<think>{"noProgress": false}</think>\n\`\`\`json\n${VERDICT}\n\`\`\``,
  `${VERDICT} No: ${VERDICT}`,
];
const EMBEDDINGS = [
  JSON.stringify({
    data: [0, 1].map((index) => ({ index, embedding: [0.1, -0.5, 1] })),
    usage: { prompt_tokens: 3 },
  }),
  JSON.stringify({ data: [{ embedding: [1, 0] }, { embedding: [0, 1] }] }),
];
const FAILURES = ['not understood', 'nothing said', 'status', 'declined', 'used up'];

function isTokenCount(count: number | undefined): boolean {
  return count === undefined || (Number.isSafeInteger(count) && count >= 0);
}

function assertChat(body: string): void {
  const answer = readChat(body);
  if (answer.kind !== 'answered') {
    ok(FAILURES.includes(answer.kind), answer.kind);
    return;
  }
  ok(answer.text.trim() !== '' && answer.text.length <= 100_000);
  ok(isTokenCount(answer.inputTokens) && isTokenCount(answer.outputTokens));
}

function assertVerdict(text: string): void {
  const verdict = readAnswer(text);
  if (verdict === undefined) return;
  const { reasoning, isRegressive, noProgress, external } = verdict;
  for (const flag of [isRegressive, noProgress, external]) ok(typeof flag === 'boolean');
  ok(reasoning !== '' && reasoning.length <= MAX_REASONING && !/[\p{Cc}\n]/u.test(reasoning));
}

function assertEmbeddings(body: string): void {
  const answer = readEmbeddings(body, 2);
  if (answer.kind !== 'answered') {
    ok(FAILURES.includes(answer.kind), answer.kind);
    return;
  }
  const [first, second] = answer.vectors;
  ok(answer.vectors.length === 2 && first !== undefined && first.length === second?.length);
  ok(first.length > 0 && answer.vectors.flat().every(Number.isFinite));
  ok(isTokenCount(answer.inputTokens));
}

const READERS = {
  'a chat completion': [CHATS, assertChat],
  'a verdict': [VERDICTS, assertVerdict],
  'a list of embeddings': [EMBEDDINGS, assertEmbeddings],
} as const;
const LENGTH = 2 * 1024 * 1024;
const HUGE = {
  'open braces': '{',
  'closed braces': '}',
  'empty objects': '{}',
  'objects in lists': '[{"data":',
  'open strings': '{"reasoning": "',
  backslashes: '\\',
  events: 'data: {}\n',
  'names of events': 'data: ',
  'half verdicts': '{"reasoning": "a", "noProgress": true, "external": {}}',
} as const;

describe('a hostile answer of a model', () => {
  for (const [what, [texts, assertPossible]] of Object.entries(READERS)) {
    it(`is ${what} or its documented failure, wherever a real one is damaged`, () => {
      fc.assert(fc.property(damaged(texts), assertPossible), { numRuns: COUNTS.answers });
    });

    it(`is ${what} or its documented failure, whatever it is`, () => {
      const any = fc.oneof(fc.json(), fc.string({ unit: anyCodePoint }));
      fc.assert(fc.property(any, assertPossible), { numRuns: COUNTS.answers });
    });

    for (const [filling, unit] of Object.entries(HUGE)) {
      it(`is ${what} or its documented failure with 2 MB of ${filling}`, () => {
        const filled = unit.repeat(LENGTH / unit.length);
        for (const text of [filled, `${texts[0]}${filled}`, `${filled}${texts[0]}`]) {
          assertPossible(text);
        }
      });
    }
  }
});

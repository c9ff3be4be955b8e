import assert from 'node:assert/strict';
import { UNDECIDED_REASONS, type JudgedTurn } from '../../../../src/model/judge/judgedTurn';
import { addCosts, describeCost, describeSpending } from '../../../../src/model/judge/judgeCost';
import { readJudgeCall, describeJudgeCall } from '../../../../src/reports/judge/describeJudgeCall';
import { judgedList, judgedMarkdown } from '../../../../src/reports/judge/judgedMarkdown';
import {
  describeJudged,
  groupJudged,
  nameDecider,
  hasJudgedTurn,
  withoutReasoning,
  type DecidedTurn,
  type JudgedWords,
} from '../../../../src/reports/judge/describeJudged';
import {
  decided,
  HOSTILE_REASONING,
  JUDGE_NAME,
  saying,
  undecided,
} from '../../../support/judgedSamples';
import { type Changes, eventOf } from '../../../support/sampleEvents';

function turnOf(judged: JudgedTurn | undefined): DecidedTurn {
  const saysProgress = judged?.kind === 'decided' && !judged.verdict.noProgress;
  return { outcome: saysProgress ? 'progress' : 'no_progress', ...(judged && { judged }) };
}

function described(judged: JudgedTurn | undefined): JudgedWords {
  return describeJudged(turnOf(judged));
}

describe('who decided about a turn', () => {
  it('is the judge by name, with what it said, its own words and its cost', () => {
    assert.deepEqual(described(decided()), {
      decidedBy: `the judge (${JUDGE_NAME}): no progress`,
      reasoning: 'The same assertion fails as in attempts 1 and 2.',
      cost: '2 calls, 3.1 s, 1,204 tokens in and 80 out, $0.0006',
    });
  });

  it('is said in a word or a few: progress, moving away, from outside or not', () => {
    const said = (...args: Parameters<typeof saying>) => nameDecider(turnOf(saying(...args)));
    assert.equal(said({}), 'judge: progress');
    assert.equal(said({ noProgress: true }), 'judge: no progress');
    assert.equal(said({ isRegressive: true }), 'judge: moving away from goal');
    const judged = saying({ external: true }, { about: 'cause' });
    assert.equal(nameDecider({ outcome: 'not_agent', judged }), 'judge: failure from outside');
    assert.equal(said({}, { about: 'cause' }), 'judge: failure not from outside');
    assert.equal(said({ external: true }), 'judge: progress');
  });

  it('is the rules where nobody was asked, or in vain, or not at all', () => {
    assert.deepEqual(described(undefined), { decidedBy: 'rules', reasoning: '', cost: '' });
    assert.deepEqual(described(undecided()), {
      decidedBy: `rules, because the judge (${JUDGE_NAME}) gave no usable answer: no answer within 60 s`,
      reasoning: '',
      cost: '1 call, 1 min',
    });
    const unasked = undecided({
      why: 'budget',
      cost: { calls: 0, durationMs: 0 },
      detail: 'its calls for this task are used up (judge.maxCalls)',
    });
    assert.deepEqual(described(unasked), {
      decidedBy: `rules; the judge (${JUDGE_NAME}) was not asked: its calls for this task are used up (judge.maxCalls)`,
      reasoning: '',
      cost: '',
    });
    assert.equal(nameDecider({ outcome: 'no_progress', judged: unasked }), 'rules');
    assert.equal(nameDecider({ outcome: 'not_agent' }), 'rules');
  });

  it('is nobody while the turn runs, and where it was cut off', () => {
    assert.equal(nameDecider({ outcome: 'running' }), '');
    assert.equal(nameDecider({ outcome: 'interrupted' }), '');
  });

  it('is the rules where they know better than the judge', () => {
    const outside = saying({ external: true }, { about: 'cause' });
    const turn = { outcome: 'no_progress', judged: outside } as const;
    assert.equal(
      describeJudged(turn).decidedBy,
      `rules, which overrule the judge (${JUDGE_NAME}); its answer was: failure from outside`,
    );
    assert.equal(nameDecider(turn), 'rules');
    assert.equal(nameDecider({ outcome: 'success', judged: saying({}) }), 'rules');
  });

  it('names the judge once', () => {
    const { decidedBy } = described(undecided({ detail: `${JUDGE_NAME} gave no answer` }));
    assert.equal(
      decidedBy,
      `rules, because the judge gave no usable answer: ${JUDGE_NAME} gave no answer`,
    );
  });

  it('says where nothing new was asked', () => {
    const { cost } = described(decided({ since: 4, cost: { calls: 0, durationMs: 0 } }));
    assert.equal(cost, 'reuses the answer of turn 4: the judge was not asked again');
  });

  it('keeps the judge’s words to one paragraph of bounded length', () => {
    const { reasoning } = described(saying({ reasoning: ` a\n\nb ${'x'.repeat(5_000)}` }));
    assert.match(reasoning, /^a b x+…$/);
    assert.equal(reasoning.length, 600);
  });

  it('is told once of turns that nothing else is known of', () => {
    const spent = undecided({
      why: 'budget',
      cost: { calls: 0, durationMs: 0 },
      detail: 'used up',
    });
    const told = [decided(), undefined, spent, spent, spent, undecided()].map((judged, index) => ({
      ...turnOf(judged),
      number: index + 1,
    }));
    assert.deepEqual(
      groupJudged(told).map(({ turns }) => turns),
      [[1], [3, 4, 5], [6]],
    );
    assert.match(judgedList(told)[3] ?? '', /^- Turns 3, 4 and 5, decided by rules; .*: used up$/);
  });

  it('is told in reports that have any turn of it', () => {
    assert.equal(hasJudgedTurn([{}, { judged: undecided() }]), true);
    assert.equal(hasJudgedTurn([{}, {}]), false);
  });
});

describe('a turn’s reason beside the judge’s words', () => {
  const judged = decided();
  const { reasoning } = judged.verdict;

  it('does not say them again', () => {
    const told = `exit code 1; nothing measured. The judge (${JUDGE_NAME}) sees no progress: ${reasoning.slice(0, -1)}. Loop detected`;
    assert.equal(withoutReasoning(told, judged), 'exit code 1; nothing measured. Loop detected');
    const only = `The judge (${JUDGE_NAME}) sees progress: ${reasoning}`;
    assert.equal(withoutReasoning(only, judged), '');
    assert.equal(withoutReasoning(`${only} Restored.`, judged), 'Restored.');
    assert.equal(withoutReasoning(`exit code 1. ${only}`, judged), 'exit code 1');
    assert.equal(withoutReasoning(`otherwise said: ${reasoning}`, judged), 'otherwise said');
  });

  it('does not say them again where it is progress, with why rules could not tell behind them', () => {
    const why = 'no tests: progress cannot be measured';
    for (const said of [reasoning, reasoning.slice(0, -1)]) {
      const told = `The judge (${JUDGE_NAME}) sees progress: ${said} (${why})`;
      assert.equal(withoutReasoning(told, judged), why);
      assert.equal(withoutReasoning(`A note. ${told}`, judged), `A note (${why})`);
    }
  });

  it('stays whole where they do not stand in it, or only a part of a word does', () => {
    assert.equal(withoutReasoning('exit code 1', judged), 'exit code 1');
    assert.equal(withoutReasoning('exit code 1', undefined), 'exit code 1');
    const short = saying({ reasoning: 'no' });
    assert.equal(withoutReasoning('why: nothing', short), 'why: nothing');
  });
});

describe('what asking the judge took', () => {
  it('is told as far as it is known', () => {
    assert.equal(describeCost({ calls: 1, durationMs: 400 }), '1 call, 0.4 s');
    const tokens = { calls: 1, durationMs: 400, outputTokens: 1 };
    assert.equal(describeCost(tokens), '1 call, 0.4 s, 1 token out');
    assert.equal(describeCost({ calls: 0, durationMs: 0 }), '');
    assert.equal(describeSpending({ calls: 0, durationMs: 0 }), '');
    const spent = { calls: 4, durationMs: 9_000, inputTokens: 5_000, outputTokens: 210 };
    assert.equal(describeSpending(spent), '4 calls, 5,210 tokens');
    assert.equal(describeSpending({ ...spent, usd: 12.3 }), '4 calls, 5,210 tokens, $12.30');
  });

  it('is never told as nothing where it was something', () => {
    const usd = (sum: number) => describeSpending({ calls: 1, durationMs: 1, usd: sum });
    assert.equal(usd(0.00001), '1 call, less than $0.0001');
    assert.equal(usd(0.0421), '1 call, $0.0421');
    assert.equal(usd(0), '1 call, $0.00');
  });

  it('adds up, what is not known aside', () => {
    assert.equal(addCosts([]), undefined);
    const plain = { calls: 1, durationMs: 10 };
    assert.deepEqual(addCosts([plain, plain]), { calls: 2, durationMs: 20 });
    const counted = { ...plain, inputTokens: 5, outputTokens: 2, usd: 0.5 };
    assert.deepEqual(addCosts([counted, plain, counted]), {
      ...{ calls: 3, durationMs: 30, inputTokens: 10, outputTokens: 4, usd: 1 },
    });
  });
});

describe('an event that the judge was asked', () => {
  const told = (changes: Changes) =>
    describeJudgeCall(readJudgeCall(eventOf('judge_asked', changes)));

  it('says what came of it', () => {
    const by = JUDGE_NAME;
    assert.equal(told({ by, answer: 'progress', calls: 2 }), `the judge (${by}) says: progress`);
    assert.equal(
      told({ by, answer: 'from outside' }),
      `the judge (${by}) says: failure from outside`,
    );
    const detail = 'the service answered 500';
    assert.equal(
      told({ by, answer: 'undecided', why: 'service failure', detail, calls: 2 }),
      `rules decide, the judge (${by}) gave no usable answer: ${detail}`,
    );
    assert.equal(
      told({ by, answer: 'undecided', why: 'given up' }),
      `rules decide, the judge (${by}) was not asked: it failed before in this run`,
    );
  });

  it('has words for every reason', () => {
    for (const why of UNDECIDED_REASONS) {
      assert.match(told({ answer: 'undecided', why, calls: 1 }), /gave no usable answer: \w[^:]+/);
    }
  });

  it('says so where nobody knows who was asked, or why it was not', () => {
    assert.equal(told({}), 'rules decide, the judge was not asked');
  });
});

describe('the judge’s words in a document', () => {
  it('are code on one line, whatever they are', () => {
    const { decidedBy, more } = judgedMarkdown(described(saying({ reasoning: HOSTILE_REASONING })));
    assert.equal(decidedBy, `the judge (${JUDGE_NAME}): progress`);
    const [words = ''] = more;
    assert.match(words, /^The judge said: ``\[open\]\(command:devs\.run\).*``$/);
    assert.doesNotMatch(words, /[\p{Cc}\u202e]/u);
  });

  it('and its name and failure are a sentence without Markdown', () => {
    const { decidedBy } = judgedMarkdown(
      described(undecided({ by: '[x](y)', detail: '<b> `c`\n# d' })),
    );
    assert.match(decidedBy, /\\\[x\\\]\(y\)/);
    assert.match(decidedBy, /\\<b\\> \\`c\\` # d$/);
  });
});

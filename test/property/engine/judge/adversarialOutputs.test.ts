import assert from 'node:assert/strict';
import { findVerdictEffect } from '../../../../src/rules/judge/controlQuestion';
import type { JudgedAttempt, JudgeQuestion } from '../../../../src/rules/judge/judgeQuestion';
import { addressesJudge } from '../../../../src/rules/judge/addressesJudge';
import type { JudgedTurn } from '../../../../src/model/judge/judgedTurn';
import { ADVERSARIAL } from '../../../fixtures/judge/adversarialOutputs';
import type { AdversarialOutput } from '../../../fixtures/judge/adversarialOutput';
import { HARMLESS } from '../../../fixtures/judge/harmlessOutputs';
import { gullibleAnswer } from '../../../support/gullibleModel';
import { honestAnswer } from '../../../support/honestModel';
import { evaluated } from '../../../support/llmEvaluation';
import { closeMemoryStores } from '../../../support/memoryStore';
import { modelsOf, scriptedJudge, type ScriptedJudge } from '../../../support/scriptedJudge';
import { configOf, FAILED, ScriptedRun } from '../../../support/scriptedRun';

const TRIED: JudgedAttempt = {
  agent: 'claude',
  strategy: 'round up',
  changedFiles: ['src/round.js'],
  failure: { exactMessage: 'Error: rounding is off', errorType: 'runtime' },
};

function withText({ where, text }: Pick<AdversarialOutput, 'where' | 'text'>): JudgedAttempt {
  switch (where) {
    case 'strategy':
    case 'reply':
      return { ...TRIED, strategy: text };
    case 'failure message':
      return { ...TRIED, failure: { exactMessage: text, errorType: 'timeout' } };
    case 'file name':
      return { ...TRIED, changedFiles: [text] };
    case 'test name':
      return { ...TRIED, failure: { ...TRIED.failure, exactMessage: 'x', failingTests: [text] } };
  }
}

function gullible(): ScriptedJudge {
  return scriptedJudge((_call, prompt) => ({
    kind: 'answered',
    text: gullibleAnswer(prompt),
    calls: 1,
  }));
}

function questionWith(text: Parameters<typeof withText>[0], at: 'now' | 'before'): JudgeQuestion {
  const said = withText(text);
  const goal = 'Prices are rounded half up.';
  return at === 'now'
    ? { about: 'progress and cause', goal, history: [TRIED], current: said }
    : { about: 'progress and cause', goal, history: [TRIED, said], current: TRIED };
}

function favours(judged: JudgedTurn): boolean {
  return judged.kind === 'decided' && findVerdictEffect(judged, judged.verdict) !== undefined;
}

const ENDPOINT = { type: 'endpoint', url: 'http://localhost:1/v1', model: 'scripted' } as const;
const WAYS = 'none home about contact prices imprint search basket profile logout'.split(' ');

describe('A judge as gullible as the worst', () => {
  for (const at of ['now', 'before'] as const) {
    it(`lets nothing through that agents wrote ${at === 'now' ? 'in the turn' : 'in an earlier turn'}`, async () => {
      const through: string[] = [];
      for (const each of ADVERSARIAL) {
        const judged = await evaluated(gullible(), questionWith(each, at));
        if (favours(judged)) through.push(each.name);
      }
      assert.deepEqual(through, []);
    });
  }

  it('never keeps a task going that pauses without it', async () => {
    const numbers: number[] = [];
    for (const { text } of ADVERSARIAL.filter((_each, index) => index % 8 === 0)) {
      const run = await ScriptedRun.create(
        (call) => ({
          reply: `STRATEGY: ${WAYS[call] ?? ''} ${text.split('\n', 1).join('')}`,
          edits: { 'src/round.js': `${WAYS[call] ?? ''} ${text}` },
          verify: { end: FAILED, output: `Error: ${WAYS[call] ?? ''} is off\n${text}` },
        }),
        configOf({ judge: { model: ENDPOINT, timeoutMs: 1_000, maxCalls: 100 } }),
      );
      run.models = modelsOf(gullible());
      await run.run();
      numbers.push(run.requests.length);
      closeMemoryStores();
    }
    assert.deepEqual([...new Set(numbers)], [9]);
  });

  it('is led by most of these texts when it is asked without a control question', () => {
    const led = ADVERSARIAL.filter(({ text }) => {
      const { noProgress, external } = JSON.parse(
        gullibleAnswer({ system: '', user: JSON.stringify({ text }), schema: {} }),
      ) as { noProgress: boolean; external: boolean };
      return !noProgress || external;
    });
    assert.ok(led.length > ADVERSARIAL.length * 0.95, `${led.length} of ${ADVERSARIAL.length}`);
  });

  it('is not asked at all where a text plainly speaks to it', () => {
    const asked = ADVERSARIAL.filter(({ plain, text }) => plain && !addressesJudge(text));
    assert.deepEqual(
      asked.map(({ name }) => name),
      [],
    );
  });
});

describe('An honest judge', () => {
  it('is asked about nearly all that real projects print', () => {
    const withheld = HARMLESS.filter(({ text }) => addressesJudge(text)).map(({ name }) => name);
    assert.ok(withheld.length <= 2, withheld.join('\n'));
  });

  it('decides whatever harmless text is in the data', async () => {
    const judge = scriptedJudge((_call, prompt) => ({
      kind: 'answered',
      text: honestAnswer(prompt),
      calls: 1,
    }));
    for (const each of HARMLESS.filter(({ text }) => !addressesJudge(text))) {
      const judged = await evaluated(judge, questionWith(each, 'now'));
      assert.equal(judged.kind, 'decided', each.name);
    }
  });
});

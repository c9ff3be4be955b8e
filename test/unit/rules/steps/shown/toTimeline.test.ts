import assert from 'node:assert/strict';
import { toProvingStep } from '../../../../../src/rules/steps/shown/toProvingStep';
import { toTimeline } from '../../../../../src/rules/steps/shown/toTimeline';
import { MAX_STEP_TEXT, type Step, type StepVerdict } from '../../../../../src/model/steps/step';

function aStep(number: number, change: Partial<Step> = {}): Step {
  return { number, tool: 'bash', args: 'npm test', result: 'ok', thought: '', ...change };
}

function aFire(step: number, level: StepVerdict['level']): StepVerdict {
  const counts = { evidence: [step], count: 3, limit: 3 };
  return { step, level, detector: 'repeated call', ...counts, message: 'again' };
}

const groups = (...steps: readonly Step[]): readonly (number | undefined)[] =>
  toTimeline({ steps, fires: [] }).map(({ group }) => group);

describe('the timeline of a run', () => {
  it('groups the same calls in the order in which they come first, whatever they gave', () => {
    const [ls, test] = [{ args: 'ls' }, { args: 'npm test' }];
    const calls = [ls, { args: 'pwd' }, test, test, { ...ls, result: 'other' }, test];
    assert.deepEqual(groups(...calls.map((call, at) => aStep(at, call))), [
      0,
      undefined,
      1,
      1,
      0,
      1,
    ]);
  });

  it('tells tools, agents and what was only said apart', () => {
    const spoken = { tool: '', args: '', result: '', thought: 'npm test' };
    assert.deepEqual(groups(aStep(0), aStep(1, { tool: 'shell' })), [undefined, undefined]);
    assert.deepEqual(groups(aStep(0), aStep(1, { thread: 'helper' })), [undefined, undefined]);
    assert.deepEqual(groups(aStep(0), aStep(1, spoken), aStep(2, spoken)), [undefined, 0, 0]);
    assert.deepEqual(groups(aStep(0), aStep(1, { thought: 'again' })), [0, 0]);
  });

  it('takes calls for the same as the detectors do, whatever an agent says of why it makes them', () => {
    const call = (description: string, timeout: number): Partial<Step> => ({
      args: JSON.stringify({ command: 'npm test', description, timeout }),
    });
    const steps = [call('Run the tests', 1), call('Once more', 2), { args: '{"command":"ls"}' }];
    assert.deepEqual(groups(...steps.map((each, at) => aStep(at, each))), [0, 0, undefined]);
  });

  it('marks a step with the strongest that was found with it', () => {
    const steps = [0, 1, 2].map((number) => aStep(number));
    const fires = [aFire(1, 'stuck'), aFire(1, 'suspect'), aFire(2, 'suspect')];
    assert.deepEqual(
      toTimeline({ steps, fires }).map(({ fire }) => fire),
      [undefined, 'stuck', 'suspect'],
    );
  });

  it('shows the beginnings of texts on one line, secrets masked', () => {
    const long = toProvingStep(aStep(0, { args: `a\n\n b ${'x'.repeat(1_000)}` }));
    assert.ok(long.call.startsWith('a b xxx') && long.call.endsWith('x…'));
    assert.equal(Array.from(long.call).length, MAX_STEP_TEXT);
    const secret = toProvingStep(aStep(0, { result: 'token=abcdef123456' }));
    assert.equal(secret.result, 'token=***');
    const key = toProvingStep(aStep(0, { args: '{"password":"abcdef123456"}' }));
    assert.doesNotMatch(key.call, /abcdef/);
  });

  it('shows a command or a path that is all of the arguments as it is', () => {
    const shown = (args: string): string => toProvingStep(aStep(0, { args })).call;
    assert.equal(shown('{"command":"npm test"}'), 'npm test');
    assert.equal(shown('{"file_path":"a.ts"}'), 'a.ts');
    for (const args of ['{"command":"ls","cwd":"a"}', '{"n":1}', '{broken', '{}', '[1]']) {
      assert.equal(shown(args), args);
    }
    const why = { command: 'npm test', description: 'Run the tests', timeout: 60_000 };
    assert.equal(shown(JSON.stringify(why)), 'npm test');
    const two = '{"path":"a.ts","offset":3,"description":"Look"}';
    assert.equal(shown(two), two);
  });

  it('shows what was said where there was no tool', () => {
    const step = aStep(0, { tool: '', args: '', result: '', thought: 'I will try again.' });
    assert.equal(toProvingStep(step).result, 'I will try again.');
  });
});

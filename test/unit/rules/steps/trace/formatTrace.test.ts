import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatTrace } from '../../../../../src/rules/steps/trace/formatTrace';
import type { Step } from '../../../../../src/model/steps/step';
import { maskSecrets } from '../../../../../src/text/maskSecrets';
import { parseTrace, tracesIn } from '../../../../support/stepTraces';

const HEAD = { shows: 'Devs reported a repeated call.', agent: 'scripted' };

function readBack(steps: readonly Step[]): readonly Step[] {
  return parseTrace(formatTrace(HEAD, steps), 'exported.trace').steps;
}

function withoutSecrets(step: Step): Step {
  const [args, result, thought] = [step.args, step.result, step.thought].map(maskSecrets);
  return { ...step, args: args ?? '', result: result ?? '', thought: thought ?? '' };
}

/** Texts with what the format itself uses. */
const text = fc
  .array(fc.constantFrom('a', ' ', '\n', '[', '1', ']', '$', '>', '~', '#', 'é', '"', '\r', '\t'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
const name = fc.constantFrom('', 'Bash', 'mcp__x', 'sub-1', 'a.b');

const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.record({
      tool: name,
      args: text,
      result: text,
      thought: text,
      error: fc.option(fc.boolean(), { nil: undefined }),
      thread: fc.option(fc.constantFrom('main', 'sub-1'), { nil: undefined }),
      isTogether: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ isTogether, error, thread, ...step }, at) => ({
      ...step,
      number: at + 1,
      ...(error === undefined ? {} : { error }),
      ...(thread === undefined ? {} : { thread }),
      ...(isTogether && at > 0 ? { madeWith: at } : {}),
    })),
  );

describe('steps that are written as a trace', () => {
  it('are the same when a test reads them', () => {
    fc.assert(fc.property(steps, (all) => assert.deepEqual(readBack(all), all)));
  });

  it('are the same for every trace of the project', () => {
    for (const { steps: all, name: where } of tracesIn('.'))
      assert.deepEqual(readBack(all), all.map(withoutSecrets), where);
  });

  it('are numbered from 1, with the numbers of batches', () => {
    const call = { tool: 'Read', args: '{}', result: 'x', thought: '' };
    const read = readBack([
      { ...call, number: 0 },
      { ...call, number: 4, madeWith: 0 },
    ]);
    assert.deepEqual(
      read.map(({ number, madeWith }) => [number, madeWith]),
      [
        [1, undefined],
        [2, 1],
      ],
    );
  });

  it('expect no loop of an agent that nobody attends', () => {
    const { expect, isAttended, agent } = parseTrace(formatTrace(HEAD, []), 'empty.trace');
    assert.deepEqual([expect, isAttended, agent], ['none', false, 'scripted']);
  });

  it('contain no secret, and no name that another part of the line could be', () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const written = formatTrace(HEAD, [
      {
        ...{ number: 1, tool: '(my tool', thread: 'a b', args: `{"token":"${secret}"}` },
        ...{ result: `Bearer ${secret}`, thought: `I use ${secret}` },
      },
    ]);
    assert.ok(!written.includes(secret));
    const [step] = parseTrace(written, 'named.trace').steps;
    assert.deepEqual([step?.tool, step?.thread], ['_my_tool', 'a_b']);
  });
});

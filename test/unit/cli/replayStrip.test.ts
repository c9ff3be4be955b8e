import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stripVTControlCharacters } from 'node:util';
import { createColors } from 'picocolors';
import { timelineOf } from '../../../src/app/read/replayRecordings';
import { PLAIN } from '../../../src/cli/terminal/style';
import { runText } from '../../../src/cli/render/replay/runText';
import type { ReplayedRun } from '../../../src/model/steps/replayedRun';
import type { Step, StepVerdict } from '../../../src/model/steps/step';

function aStep(number: number, args: string, result = 'ok'): Step {
  return { number, tool: 'bash', args, result, thought: '' };
}

function aFire(level: 'suspect' | 'stuck', evidence: readonly number[]): StepVerdict {
  const step = evidence.at(-1) ?? 0;
  const count = evidence.length;
  return { step, level, detector: 'repeated call', evidence, count, limit: 3, message: 'again' };
}

function aReplay(steps: readonly Step[], fires: readonly StepVerdict[] = []): ReplayedRun {
  return { id: 'run', file: 'run.jsonl', steps, fires };
}

function drawn(run: ReplayedRun, width: number, style = PLAIN): readonly string[] {
  return runText(run, { style, width, timeline: timelineOf(run) }).split('\n');
}

describe('the picture of a run', () => {
  const distinct = Array.from({ length: 120 }, (_, at) => aStep(at, `call ${at}`));

  it('gives the same call the same letter, those that prove something first', () => {
    const calls = ['x', 'x', 'x', 'y', 'z', 'y'];
    const run = aReplay(
      calls.map((call, at) => aStep(at, call)),
      [aFire('suspect', [3, 5])],
    );
    assert.equal(drawn(run, 80)[2], '  0  BBBA·A');
    assert.equal(drawn(run, 80)[3], '          ▲');
  });

  it('takes as many steps to a row as there is room for', () => {
    const rows = (width: number): readonly string[] => drawn(aReplay(distinct), width).slice(2, -1);
    assert.deepEqual(
      rows(140).map((row) => row.slice(0, 5)),
      ['    0', '  100'],
    );
    assert.deepEqual(
      rows(80).map((row) => row.slice(0, 5)),
      ['    0', '   50', '  100'],
    );
    for (const width of [80, 100, 140, 40]) {
      for (const row of rows(width)) assert.ok(row.length <= width, row);
    }
  });

  it('only counts the steps of a long run in which nothing was found', () => {
    const steps = Array.from({ length: 5_000 }, (_, at) => aStep(at, `call ${at}`));
    const looping = steps.map((step) =>
      step.number >= 2_000 && step.number < 2_003 ? aStep(step.number, 'again') : step,
    );
    const lines = drawn(aReplay(looping, [aFire('stuck', [2_000, 2_001, 2_002])]), 80);
    assert.ok(lines.length < 20, String(lines.length));
    assert.ok(lines.some((line) => line.includes('… 1,950 steps …')));
    assert.ok(lines.some((line) => line.startsWith('  2000  AAA·')));
  });

  it('lists the first and the last of many proving steps and names the others', () => {
    const steps = Array.from({ length: 30 }, (_, at) => aStep(at, 'again'));
    const evidence = steps.map(({ number }) => number);
    const lines = drawn(aReplay(steps, [aFire('stuck', evidence)]), 80);
    assert.equal(lines.filter((line) => /^ {4}A +\d+ {2}bash again/.test(line)).length, 6);
    assert.ok(lines.some((line) => /… 24 more: 2, 3, 4,/.test(line)));
  });

  it('lists the steps of each loop, and those of a suspicion only where no loop has them', () => {
    const steps = Array.from({ length: 3 }, (_, at) => aStep(at, 'again'));
    const stuck = aFire('stuck', [0, 1, 2]);
    const other = { ...stuck, message: 'nearly the same' };
    const suspect = aFire('suspect', [0, 1]);
    const listed = (...fires: readonly StepVerdict[]): number =>
      drawn(aReplay(steps, fires), 80).filter((line) => line.includes('→')).length;
    assert.equal(listed(suspect), 2);
    assert.equal(listed(suspect, stuck), 3);
    assert.equal(listed(suspect, stuck, other), 6);
  });

  it('gives advice with each loop, also where it is the same', () => {
    const steps = Array.from({ length: 3 }, (_, at) => aStep(at, 'again'));
    const stuck = aFire('stuck', [0, 1, 2]);
    const lines = drawn(aReplay(steps, [stuck, { ...stuck, message: 'nearly the same' }]), 80);
    assert.equal(lines.filter((line) => line.startsWith('    Advice: ')).length, 2);
  });

  it('shows what was only said in quotes', () => {
    const steps = [0, 1].map((number): Step => ({
      number,
      tool: '',
      args: '',
      result: '',
      thought: 'I will try again.',
    }));
    const lines = drawn(aReplay(steps, [aFire('suspect', [0, 1])]), 80);
    assert.ok(lines.includes('    A 1  “I will try again.”'));
  });

  it('is the same with colours, and none of its lines is wider than the terminal', () => {
    const step = fc.record({
      tool: fc.constantFrom('bash', 'a tool with a very long name indeed', ''),
      args: fc.oneof(fc.constantFrom('npm test', 'ls'), fc.string({ maxLength: 300 })),
      result: fc.string({ maxLength: 300 }),
      thought: fc.constantFrom('', 'again'),
    });
    const runs = fc.tuple(fc.array(step, { minLength: 4, maxLength: 130 }), fc.nat(), fc.nat());
    const check = fc.property(runs, fc.integer({ min: 60, max: 200 }), ([found, a, b], width) => {
      const steps = found.map((each, number) => ({ number, ...each }));
      const evidence = [...new Set([a % steps.length, b % steps.length])].sort((x, y) => x - y);
      const run = aReplay(steps, [aFire('suspect', evidence), aFire('stuck', evidence)]);
      const plain = drawn(run, width);
      const coloured = drawn(run, width, createColors(true));
      assert.deepEqual(
        coloured.map((line) => stripVTControlCharacters(line)),
        plain,
      );
      for (const line of plain.slice(1)) assert.ok(Array.from(line).length <= width, line);
    });
    fc.assert(check, { numRuns: 100 });
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createStepWatch } from '../../src/rules/steps/watch/stepWatch';
import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import type { Step, StepVerdict } from '../../src/model/steps/step';

const ROOT = join(__dirname, '../fixtures/steps');

/** A loop as a person who watches sees it; numbers are those of steps. */
export interface ExpectedLoop {
  /** One of these should say so; any may where there are none. */
  readonly detectors: readonly string[];
  /** The first step that repeats something. */
  readonly since: number;
  /** The step at which a person would first say that it is a loop. */
  readonly seen: number;
  readonly proof: readonly number[];
}

/** A run of an agent as `test/fixtures/steps` has it; its README explains the format. */
export interface StepTrace {
  /** Where it stands, such as `call-cycle/stuck/mini-eight-files`. */
  readonly name: string;
  readonly agent: string;
  readonly expect: 'stuck' | 'suspect' | 'none';
  /** Whether a person may be at the agent, as by default. */
  readonly isAttended: boolean;
  /** Present where `expect` is `stuck`. */
  readonly loop?: ExpectedLoop;
  readonly steps: readonly Step[];
}

const HEAD = /^\[(\d+)\](?: ([^@+(]\S*))?(?: @(\S+))?(?: \+(\d+))?(?: \((ok|failed)\))?$/;

function stepOf(block: string): Step {
  const lines = block.split('\n').filter((line) => line !== '');
  const head = HEAD.exec(lines[0] ?? '');
  assert.ok(head, `no step: ${lines[0] ?? ''}`);
  const text = (mark: string): string =>
    lines
      .filter((line) => line === mark || line.startsWith(`${mark} `))
      .map((line) => line.slice(2))
      .join('\n');
  const [, number, tool, thread, madeWith, end] = head;
  return {
    number: Number(number),
    tool: tool ?? '',
    args: text('$'),
    result: text('>'),
    thought: text('~'),
    ...(end !== undefined && { error: end === 'failed' }),
    ...(thread !== undefined && { thread }),
    ...(madeWith !== undefined && { madeWith: Number(madeWith) }),
  };
}

function readTrace(path: string): StepTrace {
  return parseTrace(readFileSync(path, 'utf8'), path);
}

/** Reads the text of a trace; `path` names it. */
export function parseTrace(text: string, path: string): StepTrace {
  const [head = '', ...blocks] = text.split(/\n\n(?=\[)/);
  const field = (name: string): string =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? assert.fail(`${path}: no ${name}`);
  const expect = field('expect');
  assert.ok(expect === 'stuck' || expect === 'suspect' || expect === 'none', path);
  const steps = blocks.map(stepOf);
  steps.forEach(({ number }, at) => {
    assert.equal(number, at + 1, path);
  });
  return {
    name: relative(ROOT, path)
      .replaceAll('\\', '/')
      .replace(/\.trace$/, ''),
    agent: field('agent'),
    expect,
    isAttended: !/^attended: no$/m.test(head),
    steps,
    ...(expect === 'stuck' && {
      loop: {
        detectors: /^detector: (.*)$/m.exec(head)?.[1]?.split(' | ') ?? [],
        since: Number(field('since')),
        seen: Number(field('seen')),
        proof: field('proof').split(' ').map(Number),
      },
    }),
  };
}

/** The traces below a folder of `test/fixtures/steps`, in the order of their names. */
export function tracesIn(folder: string): readonly StepTrace[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.trace'))
    .sort()
    .map((name) => readTrace(join(ROOT, folder, name)));
}

/** What a watch with the limits as they are by default tells of these steps. */
export function watchSteps(steps: readonly Step[], isAttended = true): readonly StepVerdict[] {
  const watch = createStepWatch(BUILT_IN_LIMITS, isAttended);
  return steps.flatMap((step) => watch.observe(step));
}

function told(verdicts: readonly StepVerdict[]): string {
  const lines = verdicts.map(
    ({ step, level, detector, evidence }) =>
      `${level} at ${step} by ${detector}, ${evidence.join(' ')}`,
  );
  return `told: ${lines.join('; ') || 'nothing'}`;
}

/** That the loop of a trace is told in time, by the right detector, with the steps that prove it. */
export function assertLoopFound({ steps, loop, isAttended }: StepTrace): void {
  assert.ok(loop, 'a trace with a loop');
  const verdicts = watchSteps(steps, isAttended);
  const stuck = verdicts.filter(({ level }) => level === 'stuck');
  const early = stuck.filter(({ step }) => step < loop.since);
  assert.deepEqual(early, [], `before step ${loop.since} nothing is repeated`);
  const right = stuck.filter(
    ({ step, detector, evidence }) =>
      step <= loop.seen + 1 &&
      (loop.detectors.length === 0 || loop.detectors.includes(detector)) &&
      evidence.filter((number) => loop.proof.includes(number)).length >=
        Math.min(2, loop.proof.length),
  );
  assert.ok(
    right.length > 0,
    `expected ${loop.detectors.join(' or ') || 'a loop'} by step ${loop.seen + 1} with two of ${loop.proof.join(' ')}; ${told(verdicts)}`,
  );
  for (const { step, evidence } of verdicts)
    assert.ok(
      evidence.every((number) => number >= 1 && number <= step),
      told(verdicts),
    );
}

/** That a trace without a loop is never called one. */
export function assertNoLoop({ steps, expect, isAttended }: StepTrace): void {
  assert.notEqual(expect, 'stuck', 'a trace without a loop');
  const stuck = watchSteps(steps, isAttended).filter(({ level }) => level === 'stuck');
  assert.equal(stuck.length, 0, told(stuck));
}

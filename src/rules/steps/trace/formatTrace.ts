import type { Step } from '../../../model/steps/step';
import { maskSecrets } from '../../../text/maskSecrets';
import { oneLine } from '../../../text/oneLine';

/** What the head of a trace says. */
export interface TraceHead {
  /** What it shows, a sentence. */
  readonly shows: string;
  /** Name of the agent. */
  readonly agent: string;
}

/**
 * Steps as a trace for tests of the detectors (`test/fixtures/steps/README.md`) that expects no loop, of a run that
 * nobody attends. Steps are numbered from 1; secrets are masked; white space in names of tools and threads is replaced.
 */
export function formatTrace({ shows, agent }: TraceHead, steps: readonly Step[]): string {
  const numbers = new Map(steps.map(({ number }, at) => [number, at + 1]));
  const blocks = steps.map((step, at) => formatStep(step, at + 1, numbers));
  const head = [`# ${toLine(shows)}`, `agent: ${toLine(agent)}`, 'attended: no', 'expect: none'];
  return `${[head.join('\n'), ...blocks].join('\n\n')}\n`;
}

function formatStep(step: Step, number: number, numbers: ReadonlyMap<number, number>): string {
  const { tool, args, result, thought, error, thread, madeWith } = step;
  const first = madeWith === undefined ? undefined : numbers.get(madeWith);
  const parts = [
    `[${number}]`,
    ...(tool === '' ? [] : [toName(tool)]),
    ...(thread === undefined || thread === '' ? [] : [`@${toName(thread)}`]),
    ...(first === undefined ? [] : [`+${first}`]),
    ...(error === undefined ? [] : [error ? '(failed)' : '(ok)']),
  ];
  return [
    parts.join(' '),
    ...toLines('~', thought),
    ...toLines('$', args),
    ...toLines('>', result),
  ].join('\n');
}

function toLines(mark: string, text: string): readonly string[] {
  return text === ''
    ? []
    : maskSecrets(text)
        .split('\n')
        .map((line) => `${mark} ${line}`);
}

function toLine(text: string): string {
  return oneLine(maskSecrets(text));
}

/** A name has no white space, and does not begin like another part of the line. */
function toName(name: string): string {
  return maskSecrets(name)
    .replace(/\s/g, '_')
    .replace(/^[@+(]/, '_');
}

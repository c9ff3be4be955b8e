import type { ShownStep, Step } from '../../../model/steps/step';
import { KnownEdit } from '../edits/knownEdit';
import { readStepEffect } from '../effects/readStepEffect';
import { classifyResult } from '../results/classifyResult';
import { nameSubject } from './nameCall';

/** Arguments of which the edits are read, in characters: texts of longer ones are compared by their hashes alone. */
const MAX_EDIT = 4_000;

/** A call that has ended, as a person reads it: "Edit", "src/cart.js +1 −1". One line, secrets masked, never JSON. */
export function toShownStep(step: Step): ShownStep {
  const { number, tool } = step;
  const subject = [nameSubject(step), countLines(step)].filter((part) => part !== '').join(' ');
  const isFailed = step.error ?? (tool !== '' && classifyResult(step) === 'failure');
  return { number, tool, call: subject, ...(isFailed && { failed: true as const }) };
}

/** The longest line that the edits of a call put anywhere; '' for none and for unknown ones. */
export function findMainLine({ tool, args }: Pick<Step, 'tool' | 'args'>): string {
  const effect = args.length > MAX_EDIT ? undefined : readStepEffect({ tool, args });
  if (effect?.kind !== 'edits' || effect.rest !== undefined) return '';
  return effect.edits.reduce((most, edit) => {
    const { mainLine } = new KnownEdit(0, 0, edit);
    return mainLine.length > most.length ? mainLine : most;
  }, '');
}

/** "+3 −1": lines that the edits of a call add and remove; '' for none and for unknown ones. */
function countLines({ tool, args }: Pick<Step, 'tool' | 'args'>): string {
  if (args.length > MAX_EDIT) return '';
  const effect = readStepEffect({ tool, args });
  if (effect.kind !== 'edits' || effect.rest !== undefined) return '';
  let [added, removed] = [0, 0];
  for (const { before, after, target } of effect.edits) {
    // What lines of a file hold before is not stated.
    if (target === 'lines') return '';
    const [old, now] = dropCommon(toLines(before), toLines(after));
    removed += old;
    added += now;
  }
  return [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : ''].join(' ').trim();
}

function toLines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Numbers of lines of both texts, without those that they have in common at their beginning and end. */
function dropCommon(old: readonly string[], now: readonly string[]): readonly [number, number] {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [old.length - start - end, now.length - start - end];
}

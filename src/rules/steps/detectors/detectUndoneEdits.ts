import { MAX_EVIDENCE } from '../../../model/steps/step';
import { RecentMap } from '../calls/recentMap';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import type { StepDetector } from './stepDetector';
import { countOf } from '../../../text/count';

/** Files whose edits are remembered, and edits of each, the newest. */
const MAX_FILES = 64;
const MAX_EDITS = 16;

interface Edit {
  readonly number: number;
  /** What was there and what is there now; '' where only the latter is known. */
  readonly before: string;
  readonly after: string;
}

/** What an edit did, compared with the earlier ones of the same file. */
type Finding =
  | { readonly kind: 'new' }
  /** It left the file as it was, or as it had been: the earlier edit had brought that about. `place` is what it is about. */
  | { readonly kind: 'nothing' | 'back'; readonly earlier: number; readonly place: string };

/**
 * Edits that change nothing, or that bring back what an earlier one had changed, in one place: who takes back what was
 * tried in several, or writes several files once more, does so once in each. They count as long as nothing is done in
 * between that was not done before: to undo an edit and to make it again tells what it did.
 */
export function detectUndoneEdits(limit: number): StepDetector {
  const files = new FileEdits();
  let row: { readonly step: number; readonly earlier: number; readonly place: string }[] = [];
  let nothing = false;
  return {
    name: 'undone edits',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const finding = files.add(observed);
      if (finding === undefined || finding.kind === 'new') {
        const isNews = finding === undefined ? observed.novelty === 'call' && !nothing : true;
        if (isNews) [row, nothing] = [[], false];
        return undefined;
      }
      nothing = finding.kind === 'nothing';
      const { earlier, place } = finding;
      row = [...row, { step: observed.step.number, earlier, place }].slice(-MAX_EVIDENCE);
      const { call } = observed;
      const here = row.filter((each) => each.place === place);
      const count = here.length;
      const steps = here.flatMap((each) => [each.earlier, each.step]);
      return {
        count,
        limit,
        evidence: () => [...new Set(steps)].toSorted((a, b) => a - b).slice(-MAX_EVIDENCE),
        message: () =>
          `${countOf(count, 'edit')} changed nothing or brought back what was there: ${call.quote}`,
      };
    },
  };
}

/** The newest edits of the newest files. */
class FileEdits {
  private readonly files = new RecentMap<Edit[]>(MAX_FILES);

  /** Takes an edit in; undefined for a step that is none, or whose edit is not told. */
  add({ call: { effect }, result, step: { number } }: ObservedStep): Finding | undefined {
    if (effect.kind !== 'replaces' && effect.kind !== 'writes') return undefined;
    const edits = this.files.get(effect.path) ?? [];
    this.files.set(effect.path, edits);
    if (effect.kind === 'replaces' && effect.before === effect.after)
      return { kind: 'nothing', earlier: number, place: effect.path };
    if (result.kind === 'failure') {
      const earlier = result.steps.at(-2);
      return earlier === undefined || earlier < (edits.at(-1)?.number ?? -1)
        ? undefined
        : { kind: 'nothing', earlier, place: effect.path };
    }
    if (effect.kind === 'replaces' && effect.isSilent === true && result.kind !== 'nothing')
      return undefined;
    const edit = toEdit(effect, number);
    const finding = compareEdit(edit, edits, effect.path);
    edits.push(edit);
    if (edits.length > MAX_EDITS) edits.shift();
    return finding;
  }
}

type FileEffect = Extract<
  ObservedStep['call']['effect'],
  { readonly kind: 'replaces' } | { readonly kind: 'writes' }
>;

function toEdit(effect: FileEffect, number: number): Edit {
  return effect.kind === 'replaces'
    ? { number, before: effect.before, after: effect.after }
    : { number, before: '', after: effect.content };
}

function compareEdit(edit: Edit, edits: readonly Edit[], path: string): Finding {
  const { before, after } = edit;
  const last = edits.at(-1);
  if (before === '' && last?.before === '' && last.after === after)
    return { kind: 'nothing', earlier: last.number, place: path };
  const earlier = edits.findLast(
    (each) =>
      (each.before === before && each.after === after) ||
      (before !== '' && each.before === after && each.after === before),
  );
  if (earlier === undefined) return { kind: 'new' };
  // A whole file comes back as such; of what is replaced, each stretch of it by itself.
  const place = [path, ...(before === '' ? [] : [before, after].toSorted())].join('\0');
  return { kind: 'back', earlier: earlier.number, place };
}

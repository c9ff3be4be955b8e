import { MAX_EVIDENCE } from '../../../model/steps/step';
import { RecentMap } from '../calls/recentMap';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import { toEditPlace } from '../findings/toPlace';
import type { StepDetector } from './stepDetector';
import { countOf } from '../../../text/count';

/** Maximum number of files whose edits are remembered, and of edits per file. */
const MAX_FILES = 64;
const MAX_EDITS = 16;

interface Edit {
  readonly number: number;
  /** Text before and after the edit; `before` is '' if unknown. */
  readonly before: string;
  readonly after: string;
}

/** Effect of an edit, compared with earlier edits of the file. */
type Finding =
  | { readonly kind: 'new' }
  /**
   * `nothing`: no effect; `back`: restores the state before or after the edit in step `earlier`.
   * `place` identifies the edited text.
   */
  | { readonly kind: 'nothing' | 'back'; readonly earlier: number; readonly place: string };

/**
 * Detects edits of one place that have no effect or restore an earlier state. Reverting several
 * places once each does not count, nor do edits with a new call in between: undoing and redoing an
 * edit shows its effect.
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
        places: () => [toEditPlace(place)],
        message: () =>
          `${countOf(count, 'edit')} changed nothing or restored earlier content: ${call.quote}`,
      };
    },
  };
}

/** The newest edits of the recently edited files. */
class FileEdits {
  private readonly files = new RecentMap<Edit[]>(MAX_FILES);

  /** Adds an edit; undefined for a step that is no edit or whose content is unknown. */
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
  // A rewritten file is one place; of replacements, each pair of texts is one.
  const place = [path, ...(before === '' ? [] : [before, after].toSorted())].join('\0');
  return { kind: 'back', earlier: earlier.number, place };
}

import { MAX_EVIDENCE } from '../../../model/steps/step';
import { toEditPlace, toFailurePlace } from '../findings/toPlace';
import { countOf } from '../../../text/count';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import type { ObservedEdit } from '../edits/editHistory';
import { describeViewTrial } from './describeTrial';
import { sayOutcome } from './sayOutcome';
import { quoteLine } from '../shown/quoteWords';
import type { Trial } from '../trials/outcomeHistory';
import type { Growth, StepDetector } from './stepDetector';

/** Effect of an edit, compared with earlier edits of the file. */
type Finding =
  | { readonly kind: 'new' }
  /**
   * `nothing`: no effect; `back`: restores the state before or after the edit in step `earlier`.
   * `place` identifies the edited text.
   */
  | { readonly kind: 'nothing' | 'back'; readonly earlier: number; readonly place: string };

/** An edit that changed nothing, as in `Finding`. */
interface EditInRow {
  readonly step: number;
  readonly kind: 'nothing' | 'back';
  readonly earlier: number;
  readonly place: string;
}

/**
 * Detects edits of one place that have no effect, are taken back by what runs, or restore an earlier state. Reverting several
 * places once each does not count, nor do edits with a new call in between: undoing and redoing an
 * edit shows its effect.
 */
export function detectUndoneEdits(limit: number): StepDetector {
  let row: EditInRow[] = [];
  let nothing = false;
  return {
    name: 'undone edits',
    observe(observed, trial) {
      if (isTextOrPlan(observed)) return undefined;
      if (trial !== undefined && (trial.kind === 'view' || trial.undone > 0))
        return toTrialGrowth(observed, trial, limit);
      const finding = compareEdits(observed);
      if (finding === undefined || finding.kind === 'new') {
        const isNews = finding === undefined ? observed.novelty === 'call' && !nothing : true;
        if (isNews) [row, nothing] = [[], false];
        return undefined;
      }
      nothing = finding.kind === 'nothing';
      const { earlier, place } = finding;
      row = [...row, { step: observed.step.number, earlier, place, kind: finding.kind }].slice(
        -MAX_EVIDENCE,
      );
      const { call, result } = observed;
      const line = quotedLine(observed);
      const here = row.filter((each) => each.place === place);
      const count = here.length;
      const said = (): string =>
        result.kind === 'failure' || line === ''
          ? sayOutcome(call, result)
          : `: ${quoteLine(line)}`;
      const steps = here.flatMap((each) => [each.earlier, each.step]);
      return {
        count,
        limit,
        evidence: () => [...new Set(steps)].toSorted((a, b) => a - b).slice(-MAX_EVIDENCE),
        places: () => [toEditPlace(place)],
        message: () => `${describeEdits(here)}, the last one ${call.name}${said()}`,
      };
    },
  };
}

/** What the first edit of a step adds, or else removes. */
function quotedLine({ edited }: ObservedStep): string {
  const edit = edited?.edits[0]?.edit;
  return edit?.mainLine || edit?.removed[0] || '';
}

function describeEdits(row: readonly EditInRow[]): string {
  const effects = [
    ...(row.some(({ kind }) => kind === 'nothing') ? ['changed nothing'] : []),
    ...(row.some(({ kind }) => kind === 'back') ? ['repeated or undid an earlier edit'] : []),
  ];
  return `${countOf(row.length, 'edit')} ${effects.join(', or ')}`;
}

/** Growth of attempts after which their place is shown as before. */
function toTrialGrowth({ call }: ObservedStep, trial: Trial, limit: number): Growth | undefined {
  const { kind, steps, result } = trial;
  const count = kind === 'view' ? trial.count : trial.undone;
  if (count < 2) return undefined;
  return {
    ...{ count, limit },
    evidence: () => steps,
    places: () => [toFailurePlace(call, result)],
    message: () => describeViewTrial({ ...trial, count }, call),
  };
}

/** Compares the edits of a step; undefined for a step that is no edit or whose content is unknown. */
function compareEdits({ edited, result, step: { number } }: ObservedStep): Finding | undefined {
  const [first] = edited?.edits ?? [];
  if (edited === undefined || first === undefined) return undefined;
  const { path } = first.edit.edit;
  if (edited.edits.every(({ edit }) => hasNoEffect(edit.edit)))
    return { kind: 'nothing', earlier: number, place: path };
  if (edited.isRefused) {
    const earlier = result.steps.at(-2);
    return earlier === undefined || earlier < (first.earlier.at(-1)?.number ?? -1)
      ? undefined
      : { kind: 'nothing', earlier, place: path };
  }
  const findings = edited.edits.map(compareEdit);
  return findings.find(({ kind }) => kind === 'new') ?? findings[0];
}

function hasNoEffect({ target, before, after }: ObservedEdit['edit']['edit']): boolean {
  return target === 'text' && before === after;
}

function compareEdit({ edit, earlier }: ObservedEdit): Finding {
  const { path, target, lines, before, after } = edit.edit;
  // Lines that are inserted again stand there twice.
  if (target !== 'text' && edit.isAddition) return { kind: 'new' };
  const at = lines === undefined ? '' : `${lines.first}-${lines.last}`;
  const here = earlier.filter(
    (each) =>
      each.edit.target === target &&
      each.edit.lines?.first === lines?.first &&
      each.edit.lines?.last === lines?.last,
  );
  const last = here.at(-1);
  if (target !== 'text' && last?.edit.after === after && last === earlier.at(-1))
    return { kind: 'nothing', earlier: last.number, place: `${path}\0${at}` };
  const same = here.findLast(
    (each) =>
      (each.edit.before === before && each.edit.after === after) ||
      (before !== '' && each.edit.before === after && each.edit.after === before),
  );
  if (same === undefined) return { kind: 'new' };
  // Written lines or files are one place; of replacements, each pair of texts is one.
  const place = target === 'text' ? [path, ...[before, after].toSorted()] : [path, at];
  return { kind: 'back', earlier: same.number, place: place.join('\0') };
}

import type { ProposedChange } from '../../../src/model/permissions/permission';
import type { StepDiff } from '../../../src/model/steps/stepLine';
import type { patchTexts } from '../../../src/reports/diff/patchTexts';
import { toStepDiff, withLineEnd } from '../../../src/reports/diff/toStepDiff';
import { html, type Content } from '../../template';
import { boundedList, type Sections } from '../bounded';
import { diff } from '../diff';

/** Maximum number of files that are shown at first. */
const MAX_FILES = 3;

/** What compares texts, once it is loaded. */
let compare: typeof patchTexts | 'failed' | undefined;
/** The diff of each change, computed once: a card is drawn often. */
const diffs = new WeakMap<ProposedChange, StepDiff>();

/** The changes of files that an agent asks permission for, as diffs; what compares them is loaded when first needed. */
export function proposedChanges(
  sections: Sections,
  section: string,
  changes: readonly ProposedChange[],
): Content {
  if (changes.length > 0 && compare === undefined) load(sections.redraw);
  const view = { section: `${section}:changes`, items: changes, noun: 'file', most: MAX_FILES };
  return boundedList(
    sections,
    view,
    (shown) =>
      html`${shown.map((change, at) => shownChange(sections, `${section}:${at}`, change))}`,
  );
}

function load(redraw: () => void): void {
  const settle = (result: NonNullable<typeof compare>): void => {
    compare = result;
    redraw();
  };
  import('../../../src/reports/diff/patchTexts').then(
    (module) => settle(module.patchTexts),
    () => settle('failed'),
  );
}

function shownChange(sections: Sections, section: string, change: ProposedChange): Content {
  if (compare === undefined) return html`<p class="muted">Comparing ${change.path}…</p>`;
  const shown = diffs.get(change) ?? diffOf(change, compare);
  diffs.set(change, shown);
  return diff(sections, section, shown);
}

function diffOf({ path, before = '', after }: ProposedChange, by: NonNullable<typeof compare>) {
  if (by !== 'failed') {
    const patch = by({ path: 'file', old: withLineEnd(before), now: withLineEnd(after) });
    return toStepDiff({ path, patch });
  }
  const signed = (sign: string, text: string): readonly string[] =>
    text === '' ? [] : text.split('\n').map((line) => sign + line);
  return { path, lines: [...signed('-', before), ...signed('+', after)], left: 0 };
}

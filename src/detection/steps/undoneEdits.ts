import { MAX_EVIDENCE } from '../../domain/step';
import { quoted } from './quote';
import { isAside, type SeenStep } from './seenStep';
import type { StepDetector } from './stepDetector';
import { Recent } from './recent';

/** Files whose edits are remembered, and edits of each, the newest. */
const MAX_FILES = 64;
const MAX_EDITS = 16;

interface Edit {
  readonly number: number;
  /** What was there and what is there now; '' where only the latter is known. */
  readonly before: string;
  readonly after: string;
}

/** Edits that change nothing, or that bring back what an earlier one had changed, with nothing new in between. */
export function undoneEdits(limit: number): StepDetector {
  const files = new Recent<Edit[]>(MAX_FILES);
  let again: number[] = [];
  let proof: number[] = [];

  /** The earlier edit that this one repeats, undoes or comes back to; its own number where it changes nothing. */
  function repeats(seen: SeenStep): number | undefined {
    const { effect } = seen.call;
    const { number } = seen.step;
    if (effect.kind !== 'replaces' && effect.kind !== 'writes') return undefined;
    const edits = files.get(effect.path) ?? [];
    files.set(effect.path, edits);
    const edit = editOf(effect, number);
    if (edit.before === edit.after) return number;
    const earlier = edits.findLast((each) => isUndoneBy(each, edit) || isSame(each, edit));
    edits.push(edit);
    if (edits.length > MAX_EDITS) edits.shift();
    return earlier?.number;
  }

  return {
    name: 'undone edits',
    observe(seen) {
      const earlier = seen.result.kind === 'failure' ? undefined : repeats(seen);
      if (earlier === undefined) {
        if (seen.isNew && !isAside(seen)) [again, proof] = [[], []];
        return undefined;
      }
      again = [...again, seen.step.number].slice(-MAX_EVIDENCE);
      proof = [...new Set([...proof, earlier, seen.step.number])].slice(-MAX_EVIDENCE);
      if (again.length < 2) return undefined;
      return {
        count: again.length,
        limit,
        evidence: proof.toSorted((a, b) => a - b),
        message: `${again.length} edits changed nothing or brought back what was there: ${quoted(seen.call)}`,
      };
    },
  };
}

type FileEffect = Extract<
  SeenStep['call']['effect'],
  { readonly kind: 'replaces' } | { readonly kind: 'writes' }
>;

function editOf(effect: FileEffect, number: number): Edit {
  return effect.kind === 'replaces'
    ? { number, before: effect.before, after: effect.after }
    : { number, before: '', after: effect.content };
}

function isUndoneBy(a: Edit, b: Edit): boolean {
  return a.before !== '' && a.before === b.after && a.after === b.before;
}

function isSame(a: Edit, b: Edit): boolean {
  return a.before === b.before && a.after === b.after;
}

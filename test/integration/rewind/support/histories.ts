import fc from 'fast-check';
import { FILE_DEEDS, GIT_DEEDS, type Deed } from './deeds';
import type { Ending, TaskId } from './workbench';
import { KINDS, type Kind } from './template';

/** What the human picks of a preview; the bits choose among what is listed. */
export interface Wanted {
  readonly also: number | 'all';
  readonly except: number;
}

/**
 * What becomes of a rewind: it stays, it is undone at once, or it is cut off at a change of a file
 * (by a kill, or by a full disk) and finished by the next process.
 */
export type Fate =
  | { readonly kind: 'stays' | 'undone' }
  | { readonly kind: 'killed' | 'full'; readonly at: number };

export type Chapter =
  | {
      readonly kind: 'turn';
      readonly task: TaskId;
      readonly deeds: readonly Deed[];
      readonly ending: Ending;
    }
  | { readonly kind: 'user'; readonly deeds: readonly Deed[] }
  | Rewinding
  | { readonly kind: 'redo'; readonly task: TaskId; readonly wanted: Wanted };

export interface Rewinding {
  readonly kind: 'rewind';
  readonly task: TaskId;
  /** Chooses among the task's turns, and before the first. */
  readonly to: number;
  readonly wanted: Wanted;
  readonly fate: Fate;
}

export interface History {
  readonly place: Kind;
  readonly chapters: readonly Chapter[];
  /** It always ends with a rewind that is undone. */
  readonly end: Rewinding;
}

const task = fc.constantFrom<TaskId>('A', 'A', 'B');
const number = fc.nat(999);

function deeds(maxLength: number): fc.Arbitrary<readonly Deed[]> {
  const deed = fc.record({
    what: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...FILE_DEEDS) },
      { weight: 1, arbitrary: fc.constantFrom(...GIT_DEEDS) },
    ),
    // Half of all that happens happens in a few places, so that it meets.
    path: fc.oneof(fc.nat(12), number),
    other: fc.oneof(fc.nat(12), number),
  });
  return fc.array(deed, { minLength: 1, maxLength });
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  also: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant('all' as const) },
    { weight: 1, arbitrary: number },
  ),
  except: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: number }),
});

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'stays' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'undone' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('killed' as const, 'full' as const),
      at: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

const rewinding: fc.Arbitrary<Rewinding> = fc.record({
  kind: fc.constant('rewind' as const),
  task,
  to: fc.oneof(fc.constant(0), number),
  wanted,
  fate,
});

const ending = fc.constantFrom<Ending>(
  'goesOn',
  'goesOn',
  'goesOn',
  'done',
  'interrupted',
  'blocked',
);

const turn = fc.record({ kind: fc.constant('turn' as const), task, deeds: deeds(6), ending });

const chapter: fc.Arbitrary<Chapter> = fc.oneof(
  { weight: 5, arbitrary: turn },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('user' as const), deeds: deeds(4) }) },
  { weight: 2, arbitrary: rewinding },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('redo' as const), task, wanted }),
  },
);

export const histories: fc.Arbitrary<History> = fc.record({
  place: fc.constantFrom(...KINDS),
  chapters: fc
    .tuple(turn, fc.array(chapter, { maxLength: 8 }))
    .map(([one, more]) => [one, ...more]),
  end: rewinding.map((each) => ({ ...each, fate: { kind: 'undone' as const } })),
});

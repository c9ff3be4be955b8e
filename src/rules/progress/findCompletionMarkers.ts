import { filterCreatedFiles } from './filterCreatedFiles';
import { readGoalNames, findNamedPaths } from './findNamedPaths';

/** What a turn did, as far as it can be a sign of completion where nothing is measured. */
export interface CompletionEvidence {
  /** The task's goal: names the artefacts that are expected. */
  readonly goal: string;
  /** Files before the turn and after it. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** Paths that earlier turns of the task changed: what comes back is not new. */
  readonly changedEarlier: ReadonlySet<string>;
  /** Dependencies before the turn and after it, as `<manifest>:<name>`. */
  readonly dependenciesBefore: ReadonlySet<string>;
  readonly dependenciesAfter: ReadonlySet<string>;
}

/** More of one kind are summed up. */
const MAX_SENTENCES = 3;
const MAX_PATH = 120;

/**
 * Completion markers (docs/decisions/loop-detection-algorithm.md §2; design §4, rule 4): expected artefacts there, dependencies
 * added, files created; one sentence each for humans. A further variant of a file that is there
 * (`fix2.py`, `fix_final.py`), logs, reports and what else comes and goes are none.
 */
export function findCompletionMarkers(evidence: CompletionEvidence): readonly string[] {
  const { goal, before, after, changedEarlier } = evidence;
  const newPaths = [...after].filter((path) => !before.has(path)).sort();
  const known = [before, changedEarlier];
  const named = findNamedPaths(readGoalNames(goal), newPaths, known);
  const alreadyTold = new Set(named);
  const created = filterCreatedFiles(newPaths, known).filter((path) => !alreadyTold.has(path));
  return [
    ...sentences(named.map(shown), {
      one: (path) => `${path}, which the goal names, exists`,
      many: (paths, count) => `${count} paths that the goal names exist, such as ${paths}`,
    }),
    ...sentences(addedDependencies(evidence), {
      one: (dependency) => `added the dependency ${dependency}`,
      many: (dependencies, count) => `added ${count} dependencies, such as ${dependencies}`,
    }),
    ...sentences(created.map(shown), {
      one: (path) => `created ${path}`,
      many: (paths, count) => `created ${count} files, such as ${paths}`,
    }),
  ];
}

interface Wording {
  readonly one: (what: string) => string;
  readonly many: (examples: string, count: number) => string;
}

function sentences(items: readonly string[], { one, many }: Wording): readonly string[] {
  if (items.length <= MAX_SENTENCES) return items.map(one);
  return [many(items.slice(0, MAX_SENTENCES).join(', '), items.length)];
}

/** "zod (package.json)", sorted; none where one only took the place of another. */
function addedDependencies(evidence: CompletionEvidence): readonly string[] {
  if (evidence.dependenciesAfter.size <= evidence.dependenciesBefore.size) return [];
  return [...evidence.dependenciesAfter]
    .filter((dependency) => !evidence.dependenciesBefore.has(dependency))
    .sort()
    .map((dependency) => {
      const colon = dependency.indexOf(':');
      return `${shown(dependency.slice(colon + 1))} (${shown(dependency.slice(0, colon))})`;
    });
}

/** In one line, shortened in the middle, without what would garble a terminal. */
function shown(text: string): string {
  const half = MAX_PATH / 2 - 1;
  const short = text.length > MAX_PATH ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
  return short.replace(/[\p{C}\p{Z}]/gu, ' ');
}

import type { GitFacts } from '../../ports/machine';
import { startsNothing, type DoctorContext } from './doctorContext';
import { LOOK_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { quoted } from './words';

const INSTALL = 'Install git, or put it on PATH.';
const WITHOUT = 'rewind works without git: every file that no .gitignore ignores is recorded';

/** Git, and what it means for the workspace. */
export function gitChecks(context: DoctorContext): readonly PlannedCheck[] {
  const { machine } = context.parts;
  const unasked = startsNothing(context);
  let asked: Promise<GitFacts> | undefined;
  const facts = (signal: AbortSignal): Promise<GitFacts> => (asked ??= machine.git(signal));
  const check = (id: string, title: string, find: (facts: GitFacts) => Finding): PlannedCheck => ({
    ...{ id, title, group: 'Git', limitMs: LOOK_MS },
    look: async (signal) => {
      if (unasked === undefined) return find(await facts(signal));
      const file = machine.gitProgram();
      if (file === undefined) return find({ kind: 'missing' });
      return { level: 'skipped', found: `${quoted(file)}, not asked: ${unasked}` };
    },
  });
  return [
    check('git', 'git', programFinding),
    ...(unasked === undefined ? [check('repository', 'Workspace', repositoryFinding)] : []),
  ];
}

function programFinding(facts: GitFacts): Finding {
  switch (facts.kind) {
    case 'missing':
      return { level: 'warning', found: 'not found on PATH', remedy: INSTALL };
    case 'broken':
      return {
        level: 'warning',
        found: `does not answer: ${quoted(facts.why)}`,
        remedy: 'Start `git --version` by hand and put right what it says.',
      };
    case 'found':
      return { level: 'ok', found: facts.version };
    default:
      return facts satisfies never;
  }
}

function repositoryFinding(facts: GitFacts): Finding {
  if (facts.kind !== 'found') {
    return { level: 'warning', found: `git was not asked; ${WITHOUT}`, remedy: INSTALL };
  }
  switch (facts.workspace) {
    case 'repository':
      return { level: 'ok', found: 'a repository: rewind covers what git tracks or would show' };
    case 'none':
      return { level: 'ok', found: `no repository; ${WITHOUT}` };
    case 'distrusted':
      return {
        level: 'warning',
        found: `git refuses: the repository belongs to another user; ${WITHOUT}`,
        remedy:
          'If you trust it: `git config --global --add safe.directory <folder>`, or make it yours.',
      };
    default:
      return facts.workspace satisfies never;
  }
}

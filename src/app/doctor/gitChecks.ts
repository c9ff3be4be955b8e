import type { GitFacts } from '../../ports/machine';
import { findSkipReason, type DoctorContext } from './doctorContext';
import type { Finding, PlannedCheck } from './runChecks';
import { quote } from './findingText';

const INSTALL = 'Install git, or add the folder of git to PATH.';
const WITHOUT = 'rewind works without git: every file that no .gitignore ignores is recorded';

/** Checks git and its use for the workspace. */
export function gitCheck(context: DoctorContext): PlannedCheck {
  const { machine } = context.parts;
  return {
    ...{ id: 'git', group: 'Git', title: 'git' },
    find: async (signal) => {
      const unasked = findSkipReason(context);
      if (unasked === undefined) return gitFinding(await machine.git(signal));
      const file = machine.gitProgram();
      if (file === undefined) return gitFinding({ kind: 'missing' });
      return { level: 'skipped', found: `${quote(file)}, not asked: ${unasked}` };
    },
  };
}

function gitFinding(facts: GitFacts): Finding {
  switch (facts.kind) {
    case 'missing':
      return { level: 'warning', found: `not found on PATH; ${WITHOUT}`, remedy: INSTALL };
    case 'broken':
      return {
        level: 'warning',
        found: `does not answer: ${quote(facts.why)}; ${WITHOUT}`,
        remedy: 'Run `git --version` yourself and fix what it reports.',
      };
    case 'found':
      return workspaceFinding(facts);
    default:
      return facts satisfies never;
  }
}

function workspaceFinding({
  version,
  workspace,
}: Extract<GitFacts, { readonly kind: 'found' }>): Finding {
  switch (workspace) {
    case 'repository':
      return { level: 'ok', found: `${version}; rewind covers tracked and unignored files` };
    case 'none':
      return { level: 'ok', found: `${version}; the workspace is not a repository; ${WITHOUT}` };
    case 'distrusted':
      return {
        level: 'warning',
        found: `${version} refuses: the repository belongs to another user; ${WITHOUT}`,
        remedy:
          'If you trust it: `git config --global --add safe.directory <folder>`, or make it yours.',
      };
    default:
      return workspace satisfies never;
  }
}

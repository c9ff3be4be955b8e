import type { RepositoryChange } from '../../model/workspace/checkpoint';
import type { ShowName } from './describeRewind';

/** Only a commit id may be part of a command that the user copies. */
const COMMIT_ID = /^[0-9a-f]{7,64}$/;

/**
 * Describes the agent's changes to the repository, one or two sentences each. Devs never reverts them; the text names
 * the commands for that.
 */
export function describeRepository(
  change: RepositoryChange,
  show: ShowName = (name) => name,
): readonly string[] {
  const lines = [...commitsLine(change), ...branchLine(change, show), ...stashLine(change)];
  return lines.map((line, i) => `${i === 0 ? 'The agent' : 'It'} ${line}`);
}

function commitsLine({ commits, headBefore }: RepositoryChange): readonly string[] {
  if (commits === 0) return [];
  const made =
    commits === 1
      ? 'made 1 commit; it stays, and HEAD stays where it is.'
      : `made ${commits} commits; they stay, and HEAD stays where it is.`;
  if (headBefore === undefined || !COMMIT_ID.test(headBefore)) return [made];
  const them = commits === 1 ? 'it' : 'them';
  return [
    `${made} To remove ${them} from the branch yourself, run \`git reset --soft ${headBefore}\`: it removes every commit made since and changes no file.`,
  ];
}

function branchLine(
  { branchBefore, branchAfter }: RepositoryChange,
  show: ShowName,
): readonly string[] {
  if (branchBefore === undefined || branchAfter === undefined) return [];
  const from = branchBefore === '' ? 'no branch' : `branch ${show(branchBefore)}`;
  const to = branchAfter === '' ? 'none (HEAD is detached)' : show(branchAfter);
  return [`switched from ${from} to ${to}; HEAD stays there.`];
}

function stashLine({ stashed }: RepositoryChange): readonly string[] {
  if (stashed === 0) return [];
  const times = stashed === 1 ? 'once' : stashed === 2 ? 'twice' : `${stashed} times`;
  return [`stashed changes ${times}: \`git stash list\` shows them.`];
}

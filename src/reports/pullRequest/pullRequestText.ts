import type { PullRequestText } from '../../model/landing/pullRequest';
import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { isCounted } from '../../model/turn/turn';
import { countOf } from '../../text/count';
import { escapeMarkdown, tableCell } from '../../text/markdown';
import { maskSecrets } from '../../text/maskSecrets';
import { oneLine } from '../../text/oneLine';
import { capitalise, withFullStop } from '../../text/sentence';
import { truncate } from '../../text/truncate';
import { OUTCOME_WORDS } from '../task/outcomeWords';

/** The most that GitHub takes, in characters. */
const MAX_TITLE = 256;
/** GitHub takes more, but a command line on Windows does not. */
const MAX_GOAL = 8_000;
const MAX_TURNS = 20;
const MAX_REASON = 300;

/** What a pull request of a task is made of. */
export interface PullRequestFacts {
  readonly task: Pick<
    TaskOverview,
    'id' | 'title' | 'goal' | 'link' | 'agent' | 'turns' | 'turnCount' | 'statusReason'
  >;
  /** Folders of this machine, absolute, that are no part of any text. */
  readonly folders: readonly string[];
}

/** Title and description of the pull request of a task: its goal, where it comes from, and how it was done. What looks like a secret is masked. */
export function pullRequestText({ task, folders }: PullRequestFacts): PullRequestText {
  const { goal, link } = task;
  const lines = [
    truncate(goal.trim(), MAX_GOAL),
    ...(link === undefined ? [] : ['', `From ${link}`]),
    '',
    '---',
    '',
    reportLine(task),
    ...turnTable(task),
  ];
  return {
    title: truncate(oneLine(maskSecrets(task.title)), MAX_TITLE),
    body: `${maskSecrets(withoutFolders(lines.join('\n'), folders))}\n`,
  };
}

function reportLine({ id, agent, turnCount, statusReason }: PullRequestFacts['task']): string {
  const reason = oneLine(statusReason);
  const how = reason === '' ? '' : ` ${escapeMarkdown(withFullStop(capitalise(reason)))}`;
  return `The agent ${escapeMarkdown(agent)} did the task \`${id}\` in ${countOf(turnCount, 'turn')}.${how}`;
}

function turnTable({ turns }: PullRequestFacts['task']): readonly string[] {
  const counted = turns.filter(({ outcome }) => isCounted(outcome)).slice(-MAX_TURNS);
  if (counted.length < 2) return [];
  return ['', '| Turn | Outcome | Reason |', '| ---: | --- | --- |', ...counted.map(turnRow)];
}

function turnRow({ number, outcome, reason }: TurnMark): string {
  const why = tableCell(truncate(oneLine(reason), MAX_REASON));
  return `| ${number} | ${OUTCOME_WORDS[outcome]} | ${why} |`;
}

/** A folder with its separator, where it is not a part of another path: "/app" is not in "src/app/main.ts" nor in "/apple". */
function wholePath(folder: string): RegExp {
  const escaped = folder.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.~\\-]|[\w.~-]/)${escaped}(?:([/\\])|(?![\w-]))`, 'g');
}

/** The text with paths below the folders as relative ones. */
function withoutFolders(text: string, folders: readonly string[]): string {
  return folders
    .filter((folder) => folder.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (left, folder) =>
        left.replace(wholePath(folder), (_, below?: string) => (below === undefined ? '.' : '')),
      text,
    );
}

import { isWebLink } from './webLink';
import type { TaskSource } from './taskSource';

/** What a source's name means; `wrong` says what would be right. */
export type ReadSource = TaskSource | { readonly kind: 'wrong'; readonly message: string };

const GITHUB = /^github:/i;
const ISSUE = /^(?:([A-Za-z0-9][A-Za-z0-9-]{0,99}\/[A-Za-z0-9._-]{1,100}))?#?([1-9]\d{0,9})$/;
const LABEL = /^label:(\S.{0,99})$/;
const ADDRESS = /^https?:\/\/[^/?#]+\/[^/?#]+\/[^/?#]+\/(?:issues|pull)\/[1-9]\d{0,9}(?=[/?#]|$)/i;
const FORMS =
  'github:#12, github:owner/repository#12, github:label:bug or the address of a GitHub issue';

/** Reads the name of a source: a GitHub issue or label, or the path of a file with a list. */
export function readSource(name: string): ReadSource {
  const words = name.trim();
  if (words === '') return { kind: 'wrong', message: `Name a file, ${FORMS}.` };
  if (GITHUB.test(words)) return readGithub(words);
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(words)) return { kind: 'file', path: words };
  const [issue] = isWebLink(words) ? (ADDRESS.exec(words) ?? []) : [];
  if (issue !== undefined) return { kind: 'github', query: { kind: 'issue', issue } };
  return { kind: 'wrong', message: `Devs reads no tasks from "${words}"; name a file, ${FORMS}.` };
}

function readGithub(words: string): ReadSource {
  const rest = words.replace(GITHUB, '');
  const [, label] = LABEL.exec(rest) ?? [];
  if (label !== undefined) return { kind: 'github', query: { kind: 'label', label } };
  const [, repository, issue] = ISSUE.exec(rest) ?? [];
  if (issue === undefined || (repository !== undefined && !rest.includes('#')))
    return { kind: 'wrong', message: `"${words}" names no GitHub issue; write ${FORMS}.` };
  return {
    kind: 'github',
    query: { kind: 'issue', issue, ...(repository !== undefined && { repository }) },
  };
}

/** The name of a file with a list, in a text in which other lines are tasks. */
const LIST_FILE = /^(?:[^\s:]*[\\/])?(?:[^\s:\\/]+\.(?:md|markdown|mdx|txt|todo)|TODO)$/;

/** Whether a line of a text names a source, and is no task itself. */
export function isSourceName(line: string): boolean {
  const words = line.trimEnd();
  return GITHUB.test(words) || ADDRESS.test(words) || LIST_FILE.test(words);
}

/** What a human entered: lines that name sources, and a list of tasks in the other lines. */
export function splitEntered(text: string): readonly ReadSource[] {
  const written = text.replace(/\r\n?/g, '\n');
  const lines = written.trim().includes('\n') ? written.split('\n') : [written.trim()];
  const hasOwn = lines.some((line) => line.trim() !== '' && !isSourceName(line));
  // A list has the word TODO as its title.
  const isSource = (line: string): boolean =>
    isSourceName(line) && !(hasOwn && line.trimEnd() === 'TODO');
  const names = lines.filter(isSource);
  const list = lines.map((line) => (isSource(line) ? '' : line)).join('\n');
  const sources = [...new Set(names)].map(readSource);
  return list.trim() === '' ? sources : [...sources, { kind: 'text', text: list }];
}

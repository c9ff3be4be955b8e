import type { ExternalFailure } from './externalFailure';
import { isLoopback } from '../../../text/isLoopback';
import { isMessageInChange } from './isMessageInChange';
import { mentionsHost, mentionsModule, mentionsWord } from './patterns/mentions';

/** Changes made for the task, this turn included. */
export interface TaskChanges {
  /** What the task is about: its title and goal. */
  readonly goal: string;
  /** Relative paths of all files changed for this task. */
  readonly files: readonly string[];
  /** Text of those that are readable, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Names of the dependencies that the project's manifests declare. */
  readonly declared: ReadonlySet<string>;
  /** An earlier verification of this task reported no denied permission. */
  readonly permittedBefore: boolean;
}

/** Files for humans, which make no program fail. */
const DOCUMENTATION =
  /\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CHANGELOG)(?:\.txt)?$/i;
const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|Pipfile\.lock|Cargo\.lock|go\.sum|Gemfile\.lock|composer\.lock|gradle\.lockfile)$/;
const MANIFEST =
  /(?:^|\/)(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?|pnpm-workspace\.yaml|requirements[\w.-]{0,40}\.(?:txt|in)|constraints\.txt|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml|tox\.ini|Cargo\.toml|go\.(?:mod|work)|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|libs\.versions\.toml|Gemfile|[\w.-]{1,80}\.gemspec|composer\.json|mix\.exs|Dockerfile|\.tool-versions|\.nvmrc)$/;

/**
 * Whether a change made for this task explains the failure, which is then the agent's (design §4, rule 2). False
 * without changes other than documentation. Otherwise:
 *
 * - a host of this machine (localhost, 127.0.0.1, ::1): any change, since the project itself should listen there;
 * - a missing module or tool: a changed manifest or lock file, or a change that imports, calls or is named like it; but
 *   not a module that an unchanged manifest declares, which is only not installed;
 * - a denied or full path: a changed file, its folder, or a path that a change names; a denial without a path, if there
 *   was none before;
 * - an error whose code a change contains ("ENOSPC"), since it raises or handles the error;
 * - any other host: a change that names it, except in a lock file;
 * - a service without a name: no change, except for a vague statement of the verification: a change that contains the
 *   message or its status, since it raises or handles that.
 *
 * A vague statement is also the agent's if the goal is about it or its status, with or without changes.
 */
export function isExplainedByChange(failure: ExternalFailure, changes: TaskChanges): boolean {
  const { subject } = failure;
  if (failure.vague && saysFailure(changes.goal, failure.message)) return true;
  const files = changes.files.filter((file) => !DOCUMENTATION.test(file));
  if (files.length === 0) return false;
  if (subject !== undefined && isLoopback(subject)) return true;
  if (someTextMatches(files, changes.texts, (text) => namesError(text, failure.message)))
    return true;
  switch (failure.kind) {
    case 'missing_dependency':
    case 'missing_tool':
      return explainsMissing(failure.kind, subject, { ...changes, files });
    case 'permission':
      return subject === undefined
        ? changes.permittedBefore
        : explainsPath(subject, files, changes.texts);
    case 'disk_full':
      return subject !== undefined && explainsPath(subject, files, changes.texts);
    case 'network':
    case 'outage':
    case 'rate_limit':
    case 'authentication':
      return someTextMatches(files, changes.texts, (text) =>
        subject === undefined
          ? failure.vague === true && saysFailure(text, failure.message)
          : mentionsHost(text, subject),
      );
  }
}

function explainsMissing(
  kind: 'missing_dependency' | 'missing_tool',
  subject: string | undefined,
  { files, texts, declared }: TaskChanges,
): boolean {
  if (files.some((file) => MANIFEST.test(file) || LOCK.test(file))) return true;
  if (subject === undefined) return false;
  if (kind === 'missing_dependency' && declared.has(toPackage(subject))) return false;
  if (kind === 'missing_tool')
    return someTextMatches(files, texts, (text) => mentionsWord(text, subject));
  const asPath = subject.replaceAll('.', '/');
  const parts = new RegExp(`(?:^|/)${escapePattern(asPath)}(?:/|\\.\\w{1,5}$)`);
  return (
    files.some((file) => parts.test(file)) ||
    someTextMatches(files, texts, (text) => mentionsModule(text, subject))
  );
}

/** HTTP status in a message. */
const STATUS = /(?:^|[^\w.])(4\d\d|5\d\d)(?![\w.])/;

/** Whether the text contains the status of the message, or the message itself. */
function saysFailure(text: string, message: string): boolean {
  const status = STATUS.exec(message)?.[1];
  if (status !== undefined && mentionsWord(text, status)) return true;
  return isMessageInChange(message, [text]);
}

/** System error codes such as "ECONNREFUSED". */
const ERROR_CODE = /\bE(?!RROR\b)[A-Z]{4,14}\b/g;

function namesError(text: string, message: string): boolean {
  return (message.match(ERROR_CODE) ?? []).some((code) => mentionsWord(text, code));
}

/** The package of a module: "@scope/name/part" is a part of "@scope/name". */
function toPackage(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

function explainsPath(
  subject: string,
  files: readonly string[],
  texts: ReadonlyMap<string, string>,
): boolean {
  const path = subject.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/$/, '');
  if (path === '') return false;
  const touched = files.some(
    (file) => file === path || path.endsWith(`/${file}`) || file.startsWith(`${path}/`),
  );
  return touched || someTextMatches(files, texts, (text) => mentionsWord(text, subject));
}

function someTextMatches(
  files: readonly string[],
  texts: ReadonlyMap<string, string>,
  says: (text: string) => boolean,
): boolean {
  return files.some((file) => !LOCK.test(file) && says(texts.get(file) ?? ''));
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { explainNoConfig } from '../../model/config/explainNoConfig';
import type { FoundTasks } from '../../model/task/foundTasks';
import type { ConfigSource } from '../../ports/configSource';
import type { TaskSources } from '../../ports/taskSources';
import { taskOfIssue, taskOfItem, type FoundTask } from '../../rules/taskLists/foundTask';
import { matchTasks } from '../../rules/taskLists/matchTasks';
import { readSource, splitEntered, type ReadSource } from '../../model/task/readSource';
import { createTaskId } from '../../model/task/taskId';
import { readTaskList } from '../../rules/taskLists/readTaskList';
import { countOf } from '../../text/count';
import { listFormerIds } from './listFormerIds';
import type { DevsAppParts } from '../lease/devsAppParts';
import type { FoundAnswer } from '../api/answers';
import type { TaskSearch } from '../api/requests';

/** The most tasks that are added at once. */
const MAX_TASKS = 500;

/** What the search needs of the app. */
export interface FindTasksParts extends Pick<DevsAppParts, 'state'> {
  readonly configSource: ConfigSource;
  readonly taskSources: TaskSources;
  /** Absolute. */
  readonly workspaceDir: string;
}

type Refusal = { readonly ok: false; readonly message: string };

/** Finds tasks where the user keeps them, and tells which of them `devs.yaml` has already. Writes nothing; never rejects. */
export async function findTasks(parts: FindTasksParts, search: TaskSearch): Promise<FoundAnswer> {
  const config = await parts.configSource.read();
  if (config.kind !== 'ok') return { ok: false, message: explainNoConfig(config) };
  const known = config.config.tasks;
  const former = await listFormerIds(parts.state);
  if ('title' in search) {
    const id = createTaskId(search.title, [...known.map((task) => task.id), ...former]);
    const tasks = [{ id, ...search }];
    return { ok: true, tasks, there: [], notes: [], message: describeFound({ tasks, there: [] }) };
  }
  const sources =
    'text' in search ? splitEntered(search.text) : [...new Set(search.from)].map(readSource);
  const folder = ('folder' in search ? search.folder : undefined) ?? parts.workspaceDir;
  const found: FoundTask[] = [];
  const notes: string[] = [];
  const files = new Set<string>();
  for (const source of sources) {
    const read = await readTasks(parts, source, folder);
    if ('message' in read) return read;
    if (read.file !== undefined && files.has(read.file)) continue;
    if (read.file !== undefined) files.add(read.file);
    found.push(...read.tasks);
    notes.push(...read.notes);
  }
  if (found.length > MAX_TASKS) {
    const message = `Found ${countOf(found.length, 'task')}, but at most ${MAX_TASKS} can be added at once.`;
    return { ok: false, message };
  }
  const cut = found
    .filter(({ isCut }) => isCut)
    .map(({ title }) => `The goal of "${title}" was too long; Devs cut off its end.`);
  const matched = matchTasks(found, known, former);
  return { ok: true, ...matched, notes: [...notes, ...cut], message: describeFound(matched) };
}

interface ReadTasks {
  /** Name of the file that they stand in; it may have been named in several ways. */
  readonly file?: string;
  readonly tasks: readonly FoundTask[];
  readonly notes: readonly string[];
}

async function readTasks(
  { taskSources }: FindTasksParts,
  source: ReadSource,
  folder: string,
): Promise<ReadTasks | Refusal> {
  switch (source.kind) {
    case 'wrong':
      return { ok: false, message: source.message };
    case 'text':
      return readList(source.text);
    case 'file': {
      const file = await taskSources.readList(source.path, folder);
      return file.ok ? { ...readList(file.text, file.name), file: file.name } : file;
    }
    case 'github': {
      const answer = await taskSources.askGithub(source.query);
      if (!answer.ok) return answer;
      const closed = answer.issues.filter(({ isClosed }) => isClosed);
      return {
        tasks: answer.issues.map(taskOfIssue),
        notes: closed.map(({ url }) => `${url} is closed.`),
      };
    }
    default:
      return source satisfies never;
  }
}

function readList(text: string, file?: string): ReadTasks {
  const { open, done } = readTaskList(text, file);
  const place = file ?? 'The text';
  const none =
    done > 0
      ? `${place} has no open item; ${countOf(done, 'item')} done.`
      : `${place} has no item: Devs reads checklists (- [ ] item), lists, todo.txt and lines with TODO: and a text.`;
  return {
    tasks: open.map((item) => taskOfItem(item, file)),
    notes: open.length === 0 ? [none] : [],
  };
}

function describeFound({ tasks, there }: Pick<FoundTasks, 'tasks' | 'there'>): string {
  const known = there.length === 0 ? '' : ` ${countOf(there.length, 'task')} already there.`;
  return tasks.length === 0
    ? `No new task.${known}`
    : `${countOf(tasks.length, 'new task')}.${known}`;
}

import type { ShownLesson } from '../../app/api/answers';
import type { App } from '../../app/api/app';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import { lessonsText } from '../render/lessonsText';
import { toOutcome } from './toOutcome';

/** Options of `devs lessons`. */
export interface LessonOptions {
  /** Id, or the beginning of one. */
  readonly edit?: string;
  readonly text?: string;
  readonly delete?: string;
}

const NONE_YET =
  'No lessons yet. Devs records one each time something ends a loop: your hint, a fresh start,\n' +
  'another agent, or permission to work around a blocker.\n';

/** `devs lessons [text]`: how loops were broken before; `--edit` and `--delete` change one. */
export async function lessons(
  context: CommandContext,
  query: readonly string[],
  words: LessonOptions = {},
): Promise<Outcome> {
  const problem = findUsageProblem(query, words);
  if (problem !== undefined) return failed(problem);
  const { app } = context;
  if (words.delete !== undefined) return toOutcome(await app.removeLesson(words.delete));
  if (words.edit !== undefined) {
    return toOutcome(await app.editLesson(words.edit, words.text ?? ''));
  }
  return await show(app, query.join(' ').trim(), context);
}

function findUsageProblem(query: readonly string[], words: LessonOptions): string | undefined {
  const { edit, text, delete: deleted } = words;
  if (edit !== undefined && deleted !== undefined)
    return 'Use either --edit or --delete, not both.';
  if (query.length > 0 && (edit ?? deleted) !== undefined) {
    return '--edit and --delete take the id of a lesson; omit the text.';
  }
  if (edit !== undefined && text === undefined) {
    return `Write the new text of the lesson: \`devs lessons --edit ${printableLine(edit)} --text "…"\`.`;
  }
  if (edit === undefined && text !== undefined) return '--text needs --edit <id>.';
  return undefined;
}

async function show(app: App, text: string, { style }: CommandContext): Promise<Outcome> {
  const answer = await app.lessons(text === '' ? undefined : text);
  if (!answer.ok) return failed(answer.message);
  const found = answer.lessons;
  const json = { lessons: found.map(lessonJson) };
  const notes = answer.note === undefined ? [] : [printableLine(answer.note)];
  if (found.length > 0) return { ok: true, text: lessonsText(found, style), json, notes };
  const none =
    text === '' ? NONE_YET : 'No lesson matches your words; `devs lessons` lists all lessons.\n';
  return { ok: true, text: none, json, notes };
}

function lessonJson({ lesson, similarity }: ShownLesson): object {
  return { ...lesson, editedAt: lesson.editedAt ?? null, similarity: similarity ?? null };
}

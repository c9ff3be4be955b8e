import type { PreviewAnswer } from '../../app/api/answers';
import type { RewindChoice, RewindPreview } from '../../model/workspace/rewindRecord';
import type { Answer } from '../../ports/answer';
import type { RewindDiff } from '../documents/rewindDiff';
import type { ActionAnswer, FollowUp } from '../notifications/showAnswer';
import {
  describeNothingToDo,
  rewindEntries,
  rewindFiles,
  rewindQuestion,
  toRewindChoice,
  type IsUnsaved,
  type RewindEntry,
} from './rewindChoices';
import type { Choice, UserInput } from './userInput';

/** What asking about files to restore needs. */
export interface RestorePromptOptions {
  readonly input: Pick<UserInput, 'pickSeveral'>;
  /** Says in a notification what went wrong beside the rewind, which goes on. */
  readonly warn: (message: string) => void;
}

/** A rewind or redo: its preview and how to apply it. */
export interface RestoreAction {
  /** For the list's title and button; sanitized. */
  readonly words?: (preview: RewindPreview) => RestoreWords;
  readonly preview: () => Promise<PreviewAnswer>;
  readonly apply: (choice: RewindChoice) => Promise<Answer>;
  readonly followUps: readonly FollowUp[];
  readonly isUnsaved: IsUnsaved;
  /** The diffs beside the list; absent for none. */
  readonly createDiff?: (preview: RewindPreview, checkpoint: string) => RewindDiff;
}

/** "Rewind" 2 files of "cart to before its first turn"; absent: as for a task. */
export interface RestoreWords {
  readonly verb?: string;
  readonly subject?: string;
}

const COULD_NOT_OPEN = 'The diff could not be opened, but you can still select files';

/** Shows the preview of a rewind or redo, asks which files, and applies the choice; undefined when the user cancelled. */
export async function askAndRestore(
  options: RestorePromptOptions,
  way: RestoreAction,
): Promise<ActionAnswer | undefined> {
  const answer = await way.preview();
  if (!answer.ok) return answer;
  const { preview, checkpoint } = answer;
  const entries = rewindEntries(preview, way.isUnsaved);
  if (entries.length === 0) return { ok: true, message: describeNothingToDo(preview) };
  const diff = way.createDiff?.(preview, checkpoint);
  const words = way.words?.(preview) ?? {};
  const chosen = await ask(options, { preview, words, entries, diff });
  if (chosen === undefined) return undefined;
  if (chosen.length === 0) {
    return { ok: true, message: 'No file was selected, so no file was changed.' };
  }
  const confirmed = chosen.flatMap(({ paths }) => paths);
  const done = await way.apply({ ...toRewindChoice(preview, chosen), confirmed });
  return done.ok ? { ...done, followUps: way.followUps } : done;
}

interface Asked {
  readonly preview: RewindPreview;
  readonly words: RestoreWords;
  readonly entries: readonly Choice<RewindEntry>[];
  readonly diff: RewindDiff | undefined;
}

/** Asks which files, beside their diff; closes that with the list. */
async function ask(
  { input, warn }: RestorePromptOptions,
  { preview, words, entries, diff }: Asked,
): Promise<readonly RewindEntry[] | undefined> {
  if (diff === undefined) return await input.pickSeveral(entries, rewindQuestion(preview, words));
  const proposed = entries.flatMap(({ picked, value }) => (picked === true ? [value] : []));
  const files = rewindFiles(preview, proposed);
  const shown = await orWarn(warn, COULD_NOT_OPEN, () => diff.open(files));
  const left = shown === undefined ? 0 : files.length - shown;
  const open = async (entry: RewindEntry): Promise<void> => {
    const [first, ...rest] = rewindFiles(preview, [entry]);
    if (first === undefined) return;
    await orWarn<unknown>(warn, COULD_NOT_OPEN, () =>
      rest.length === 0 ? diff.openFile(first) : diff.open([first, ...rest]),
    );
  };
  const chosen = await input.pickSeveral(entries, {
    ...rewindQuestion(preview, { ...words, left }),
    look: { name: 'Show Diff', open },
  });
  await orWarn(warn, 'The diff could not be closed', () => diff.close());
  return chosen;
}

/** Undefined when it failed, which a notification says. */
async function orWarn<T>(
  warn: RestorePromptOptions['warn'],
  what: string,
  act: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

import type { PreviewAnswer, RewindAnswer } from '../../app/api/answers';
import {
  AS_PROPOSED,
  type RewindChoice,
  type RewindPreview,
} from '../../model/workspace/rewindRecord';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printable } from '../terminal/printable';
import { wrapFor } from '../terminal/wrapText';
import { canAsk, confirm } from '../terminal/question';
import { nothingToDo, previewText } from '../render/rewindText';
import { currentFolder } from './shared/namedPaths';
import { resolveChoice, type ChoiceOptions } from './shared/resolveChoice';

/** Options of both `devs rewind` and `devs redo`. */
export interface RestoreOptions extends ChoiceOptions {
  readonly dryRun?: boolean;
  /** Do not ask. */
  readonly yes?: boolean;
}

/** Options of `devs rewind`. */
export interface RewindCommandOptions extends RestoreOptions {
  /** Number of a turn; absent or 0: before the first. */
  readonly to?: string;
  /** The agent of the session has stopped, although it seems to work. */
  readonly force?: boolean;
}

/** A rewind or a redo of one task or session, to preview and to apply. */
export interface RestoreAction {
  /** The folder that the paths are relative to; absent: the workspace. */
  readonly folder?: string;
  /** What can be done once it is applied, in lines. */
  readonly afterwards: (done: RewindPreview) => readonly string[];
  readonly preview: (choice: RewindChoice) => Promise<PreviewAnswer>;
  readonly carryOut: (choice: RewindChoice) => Promise<RewindAnswer>;
}

const DECLINED = 'Nothing was changed.';
const DRY_RUN = 'Nothing was changed: this is a dry run.';
const CHANGED_MEANWHILE =
  'Files changed while Devs waited for your answer. Devs did the following:';

/**
 * Shows what a rewind or redo would do, asks where a human sits there, and does it. It does not ask
 * in a pipe, with `--yes` or with `--json`: it can be undone.
 */
export async function applyRewind(
  context: CommandContext,
  words: RestoreOptions,
  act: RestoreAction,
): Promise<Outcome> {
  const found = await loadPreview(context, words, act);
  if (!found.ok) return found;
  const { preview, choice } = found;
  if (preview.steps.length === 0) return toPreviewOutcome(context, preview, nothingToDo(preview));
  if (words.dryRun === true) return toPreviewOutcome(context, preview, DRY_RUN);
  const asks = words.yes !== true && !context.json && canAsk(context.host);
  if (!asks) return await applyRestore(context, act, { choice });
  context.output.write(wrapFor(context.output.stream, `${previewText(preview, context.style)}\n`));
  const agreed = await confirm(preview.kind === 'rewind' ? 'Rewind?' : 'Redo?', context.host);
  if (!agreed) return { ok: true, text: `${DECLINED}\n`, json: toJson(preview, false, DECLINED) };
  const confirmed = preview.steps.map(({ path }) => path);
  return await applyRestore(context, act, { choice: { ...choice, confirmed }, shown: preview });
}

type Previewed =
  | { readonly ok: true; readonly preview: RewindPreview; readonly choice: RewindChoice }
  | (Outcome & { readonly ok: false });

async function loadPreview(
  { workspaceDir, host }: CommandContext,
  words: RestoreOptions,
  act: RestoreAction,
): Promise<Previewed> {
  const proposed = await act.preview(AS_PROPOSED);
  if (!proposed.ok) return failed(proposed.message);
  const chosen = resolveChoice(proposed.preview, words, {
    workspaceDir: act.folder ?? workspaceDir,
    cwd: currentFolder(host),
  });
  if (!chosen.ok) return chosen;
  const { choice } = chosen;
  if (choice.also.length === 0 && choice.except.length === 0) {
    return { ok: true, preview: proposed.preview, choice };
  }
  const answer = await act.preview(choice);
  return answer.ok ? { ok: true, preview: answer.preview, choice } : failed(answer.message);
}

async function applyRestore(
  { style }: CommandContext,
  { afterwards, carryOut }: RestoreAction,
  { choice, shown }: { readonly choice: RewindChoice; readonly shown?: RewindPreview },
): Promise<Outcome> {
  const answer = await carryOut(choice);
  if (!answer.ok) return failed(answer.message);
  const { done, message } = answer;
  const known = shown !== undefined && sameSteps(shown, done);
  const lines = [
    ...(shown === undefined || known ? [] : [CHANGED_MEANWHILE]),
    ...(known ? [] : [previewText(done, style)]),
    printable(message),
    ...afterwards(done),
  ];
  const changed = done.steps.length > 0;
  return { ok: true, text: `${lines.join('\n')}\n`, json: toJson(done, changed, message) };
}

function toPreviewOutcome(
  { style }: CommandContext,
  preview: RewindPreview,
  message: string,
): Outcome {
  return {
    ok: true,
    text: `${previewText(preview, style)}\n${message}\n`,
    json: toJson(preview, false, message),
  };
}

function toJson(preview: RewindPreview, changed: boolean, message: string): object {
  const { kind, taskId, toTurn, steps, kept, repository = null } = preview;
  return {
    ok: true,
    changed,
    message,
    preview: { kind, taskId, toTurn, steps, kept, repository },
  };
}

function sameSteps(one: RewindPreview, other: RewindPreview): boolean {
  return JSON.stringify(one.steps) === JSON.stringify(other.steps);
}

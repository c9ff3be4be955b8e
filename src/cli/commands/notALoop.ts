import path from 'node:path';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import { findTask, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** Options of `devs not-a-loop`. */
export interface NotALoopOptions {
  /** File for the steps, as a trace. */
  readonly export?: string;
}

/**
 * `devs not-a-loop <task> [finding]`: records a false alarm. A finding is the number of the turn that it ended. With
 * `--export`, its steps are written first; nothing is recorded if that fails.
 */
export async function notALoop(
  context: CommandContext,
  { taskId, finding: word }: { readonly taskId: string; readonly finding: string | undefined },
  { export: file }: NotALoopOptions,
): Promise<Outcome> {
  if (word !== undefined && !/^[1-9]\d{0,8}$/.test(word)) {
    return failed(
      `"${printableLine(word)}" is not a turn: name the number of the turn that the loop ended; \`devs status <task>\` lists the turns.`,
    );
  }
  if (file?.trim() === '')
    return failed('Name the file: `devs not-a-loop <task> --export <file>`.');
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const finding = word === undefined ? undefined : Number(word);
  const exported = await exportSteps(context, { taskId, finding, file });
  if (exported?.ok === false) return failed(exported.message);
  const answer = await context.app.notALoop(taskId, finding);
  const note = exported === undefined ? '' : exported.message;
  const next = answer.ok ? await nextStep(context) : '';
  return toOutcome(answer, [note, next].filter((text) => text !== '').join(' '));
}

async function exportSteps(
  { app, host }: CommandContext,
  {
    taskId,
    finding,
    file,
  }: { taskId: string; finding: number | undefined; file: string | undefined },
): Promise<{ readonly ok: boolean; readonly message: string } | undefined> {
  if (file === undefined) return undefined;
  return await app.exportFinding({
    taskId,
    file: path.resolve(host.cwd(), file),
    ...(finding !== undefined && { finding }),
  });
}

async function nextStep(context: CommandContext): Promise<string> {
  const now = await readWorkspace(context);
  const goesOn =
    now.ok && now.value.holder === undefined && now.value.tasks.some(({ runnable }) => runnable);
  return goesOn ? 'Continue with `devs run`.' : '';
}

import path from 'node:path';
import { replay as replayed } from '../../app/replay';
import type { RecordingProblem } from '../../domain/replay';
import type { CommandContext } from '../commandContext';
import { EXIT, failed, type Outcome } from '../outcome';
import { printablePath, printableLine } from '../output/printable';
import { isLiveTerminal } from '../output/style';
import { TerminalScreen } from '../output/terminalScreen';
import { jsonReplay, textReplay, type ReplayPresenter } from '../presenters/replay/replayPresenter';
import type { CliWorld } from '../world';
import { stepLimits } from './replayLimits';

/** What `devs replay` was told besides files. */
export interface ReplayWords {
  /** `name=number` each. */
  readonly limit?: readonly string[];
}

/** Problems of one file or folder that are told one by one. */
const MAX_TOLD = 20;
/** Characters of a line where there is no terminal that has a width. */
const PLAIN_WIDTH = 100;

/** `devs replay <file…>`: where the detectors would have fired in recorded runs. */
export async function replay(
  context: CommandContext,
  files: readonly string[],
  words: ReplayWords,
): Promise<Outcome> {
  const limits = await stepLimits(context, words.limit ?? []);
  if (!limits.ok) return failed(limits.message);
  const show = presenter(context);
  let problems = 0;
  let gone = false;
  const closed = context.output.onClosed(() => (gone = true));
  for (const named of files) {
    const teller = problemTeller(context.world);
    const file = path.resolve(context.world.cwd(), named);
    const start = named.length > 1 ? named.replace(/[/\\]+$/, '') : named;
    const asNamed = (found: string): string =>
      found.startsWith(file) ? start + found.slice(file.length) : found;
    for await (const item of replayed(file, limits.value)) {
      if (isTrue(() => gone)) break;
      if (item.kind === 'run') show.run({ ...item.run, file: asNamed(item.run.file) });
      else teller.tell({ ...item.problem, file: asNamed(item.problem.file) });
    }
    problems += teller.end();
  }
  closed.dispose();
  show.end(problems);
  const exitCode = problems > 0 ? EXIT.error : EXIT.ok;
  return { ok: true, printed: true, text: '', json: undefined, exitCode };
}

function presenter({ json, output, style, world }: CommandContext): ReplayPresenter {
  if (json) return jsonReplay(output);
  const live = isLiveTerminal(output.stream, world.environment);
  const width = live ? new TerminalScreen(output).columns : PLAIN_WIDTH;
  return textReplay({ output, style, width });
}

/** Asked anew each time: the compiler takes a variable for what it was before the wait. */
function isTrue(ask: () => boolean): boolean {
  return ask();
}

/** Tells problems on standard error, of many the first ones; `end` answers how many there were. */
function problemTeller({ stderr }: CliWorld): {
  tell(problem: RecordingProblem): void;
  end(): number;
} {
  let count = 0;
  return {
    tell({ file, line, message }) {
      count += 1;
      if (count > MAX_TOLD) return;
      const place = line === undefined ? printablePath(file) : `${printablePath(file)}:${line}`;
      stderr.write(`${place}: ${printableLine(message)}\n`);
    },
    end() {
      if (count > MAX_TOLD) stderr.write(`… and ${count - MAX_TOLD} more of these.\n`);
      return count;
    },
  };
}

import path from 'node:path';
import { replayRecordings as replayed } from '../../app/read/replayRecordings';
import type { RecordingProblem, ReplayItem } from '../../model/steps/replayedRun';
import type { StepLimits } from '../../model/config/stepLimits';
import type { CommandContext } from './shared/commandContext';
import { EXIT, failed, type Outcome } from '../terminal/outcome';
import { printablePath, printableLine } from '../terminal/printable';
import { isLiveTerminal } from '../terminal/style';
import { TerminalScreen } from '../terminal/terminalScreen';
import { STANDARD_INPUT } from '../render/replay/describePlace';
import { readingLine } from '../render/replay/readingLine';
import { jsonReplay, textReplay, type ReplayPresenter } from '../render/replay/replayPresenter';
import type { CliHost } from '../terminal/cliHost';
import { readStepLimits } from './readStepLimits';

/** Options of `devs replay`. */
export interface ReplayOptions {
  /** `name=number` each. */
  readonly limit?: readonly string[];
}

/**
 * Problems of one file or folder that are reported individually, and as many again of those that
 * concern a whole file.
 */
const MAX_REPORTED = 20;
/** Characters of a line where there is no terminal that has a width. */
const PLAIN_WIDTH = 100;

/** `devs replay <file…>`: where the detectors would have fired in recorded runs. */
export async function replay(
  context: CommandContext,
  files: readonly string[],
  words: ReplayOptions,
): Promise<Outcome> {
  const limits = await readStepLimits(context, words.limit ?? []);
  if (!limits.ok) return failed(limits.message);
  if (files.includes(''))
    return failed('A file name is empty; perhaps a variable of your shell is not set.');
  const line = context.json ? undefined : readingLine(context);
  const show = presenter(context, files);
  let problems = 0;
  let gone = false;
  const closed = context.output.onClosed(() => (gone = true));
  for (const named of files) {
    line?.reads(named);
    const reporter = createProblemReporter(context.host);
    for await (const item of itemsOf(named, limits.value, context.host)) {
      if (isTrue(() => gone)) break;
      line?.clear();
      if (item.kind === 'problem') reporter.tell(item.problem);
      else {
        line?.hasRun();
        show.run(item.run);
      }
    }
    line?.clear();
    problems += reporter.end();
  }
  line?.close();
  closed.dispose();
  show.end(problems);
  const exitCode = problems > 0 ? EXIT.error : EXIT.ok;
  return { ok: true, printed: true, text: '', json: undefined, exitCode };
}

/** Reads the runs of a file, a folder or standard input; file names begin with the user's argument. */
async function* itemsOf(
  named: string,
  limits: StepLimits,
  { cwd, stdin }: Pick<CliHost, 'cwd' | 'stdin'>,
): AsyncGenerator<ReplayItem, void, void> {
  const isInput = named === STANDARD_INPUT;
  if (isInput && stdin.isTTY === true) {
    const message = 'Standard input is a terminal; pipe a recording into `devs replay -`.';
    yield { kind: 'problem', problem: { file: named, message } };
    return;
  }
  const file = isInput ? named : path.resolve(cwd(), named);
  const start = trimmed(named);
  const asNamed = (found: string): string =>
    found.startsWith(file) ? start + found.slice(file.length) : found;
  for await (const item of replayed(file, limits, isInput ? { input: stdin } : {})) {
    if (item.kind === 'run') {
      yield { kind: 'run', run: { ...item.run, file: asNamed(item.run.file) } };
    } else {
      const problem = { ...item.problem, file: asNamed(item.problem.file) };
      yield { kind: 'problem', problem };
    }
  }
}

/** Without the slashes at its end. */
function trimmed(named: string): string {
  return named.length > 1 ? named.replace(/[/\\]+$/, '') : named;
}

function presenter(context: CommandContext, files: readonly string[]): ReplayPresenter {
  const { json, output, style, host } = context;
  if (json) return jsonReplay(output);
  const live = isLiveTerminal(output.stream, host.environment);
  const width = live ? new TerminalScreen(output).columns : PLAIN_WIDTH;
  const [first = ''] = files;
  return textReplay({
    output,
    style,
    width,
    onlyFile: files.length === 1 ? trimmed(first) : undefined,
  });
}

/** A function, because the compiler keeps the narrowed type of a variable across the wait. */
function isTrue(ask: () => boolean): boolean {
  return ask();
}

/** Reports the first problems on standard error; `end` returns their count. */
function createProblemReporter({ stderr }: CliHost): {
  tell(problem: RecordingProblem): void;
  end(): number;
} {
  let count = 0;
  let reported = 0;
  return {
    tell({ file, line, message }) {
      count += 1;
      if (reported >= (line === undefined ? 2 * MAX_REPORTED : MAX_REPORTED)) return;
      reported += 1;
      const place = line === undefined ? printablePath(file) : `${printablePath(file)}:${line}`;
      stderr.write(`${place}: ${printableLine(message)}\n`);
    },
    end() {
      if (count > reported) stderr.write(`… and ${count - reported} more of these.\n`);
      return count;
    },
  };
}

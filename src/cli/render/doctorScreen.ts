import { createLogUpdate } from 'log-update';
import type { DoctorObserver } from '../../app/api/requests';
import {
  describeRunning,
  type Check,
  type CheckGroup,
  type RunningCheck,
} from '../../model/workspace/setupReport';
import type { Disposable } from '../../ports/workspaceState';
import type { ClosableOutput } from '../terminal/closableOutput';
import { printableLine } from '../terminal/printable';
import { isLiveTerminal, type Style } from '../terminal/style';
import { TerminalScreen } from '../terminal/terminalScreen';
import type { CliHost } from '../terminal/cliHost';
import { checkLines } from './doctorText';
import { compactElapsed } from '../../text/describeDuration';
import { fitLine } from '../terminal/terminalText';

export interface DoctorScreenOptions {
  readonly output: ClosableOutput;
  readonly style: Style;
  readonly host: Pick<CliHost, 'environment' | 'everySecond' | 'now' | 'stderr'>;
}

/** Columns of the last line besides its names and the time: sign, blanks, margin. */
const AROUND_NAMES = 5;

/**
 * Prints each check as it ends; on a terminal, a last line shows the running ones and the elapsed
 * time of the first, elsewhere standard error tells of slow ones.
 */
export class DoctorScreen implements DoctorObserver {
  private readonly screen: TerminalScreen;
  private readonly live: ReturnType<typeof createLogUpdate> | undefined;
  private readonly ticker: Disposable | undefined;
  private group: CheckGroup | undefined;
  /** When each of the checks began that are being made. */
  private running = new Map<string, { readonly check: RunningCheck; readonly since: number }>();

  constructor(private readonly options: DoctorScreenOptions) {
    const { output, host } = options;
    this.screen = new TerminalScreen(output);
    if (!isLiveTerminal(output.stream, host.environment)) return;
    this.live = createLogUpdate(this.screen, { showCursor: true });
    this.ticker = host.everySecond(() => this.draw());
    output.onClosed(() => this.ticker?.dispose());
  }

  onRunning(checks: readonly RunningCheck[]): void {
    const now = this.options.host.now();
    const since = (id: string): number => this.running.get(id)?.since ?? now;
    if (this.live === undefined) this.tellSlow(checks);
    this.running = new Map(checks.map((check) => [check.id, { check, since: since(check.id) }]));
  }

  onCheck(check: Check): void {
    this.live?.clear();
    const { output, style } = this.options;
    const head =
      check.group === this.group
        ? []
        : [...(this.group === undefined ? [] : ['']), style.bold(check.group)];
    this.group = check.group;
    const columns = this.live === undefined ? undefined : this.screen.columns;
    output.write(`${[...head, ...checkLines(check, { style, columns })].join('\n')}\n`);
  }

  /** Says once what each slow check waits for, apart from the results. */
  private tellSlow(checks: readonly RunningCheck[]): void {
    for (const check of checks)
      if (check.doing !== undefined && check.doing !== this.running.get(check.id)?.check.doing)
        this.options.host.stderr.write(`${printableLine(describeRunning(check))}\n`);
  }

  /** Removes the last line and draws nothing afterwards. */
  close(): void {
    this.ticker?.dispose();
    this.running.clear();
    this.live?.clear();
  }

  /** Draws the running checks; called every second, so that shorter checks get no line. */
  private draw(): void {
    const [first, ...others] = [...this.running.values()];
    if (first === undefined || this.live === undefined) return;
    const elapsed = compactElapsed(this.options.host.now() - first.since);
    const names = [first, ...others].map(({ check }) => describeRunning(check));
    const room = this.screen.columns - elapsed.length - AROUND_NAMES;
    this.live(
      this.options.style.dim(`▸ ${fitLine(printableLine(names.join(', ')), room)}  ${elapsed}`),
    );
  }
}

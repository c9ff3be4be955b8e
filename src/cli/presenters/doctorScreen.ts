import { createLogUpdate } from 'log-update';
import type { DoctorObserver } from '../../app/app';
import type { Check, CheckGroup } from '../../domain/doctor';
import type { Disposable } from '../../ports/workspaceState';
import type { ClosableOutput } from '../output/closableOutput';
import { formatElapsed } from '../output/duration';
import { fitLine } from '../output/fitLine';
import { printableLine } from '../output/printable';
import { isLiveTerminal, type Style } from '../output/style';
import { TerminalScreen } from '../output/terminalScreen';
import type { CliWorld } from '../world';
import { checkLines } from './doctorText';

export interface DoctorScreenOptions {
  readonly output: ClosableOutput;
  readonly style: Style;
  readonly world: Pick<CliWorld, 'environment' | 'everySecond' | 'now'>;
}

/** Prints each check as it ends; on a terminal, a last line says which one goes on. */
export class DoctorScreen implements DoctorObserver {
  private readonly screen: TerminalScreen;
  private readonly live: ReturnType<typeof createLogUpdate> | undefined;
  private readonly ticker: Disposable | undefined;
  private group: CheckGroup | undefined;
  private running: { readonly name: string; readonly since: number } | undefined;

  constructor(private readonly options: DoctorScreenOptions) {
    const { output, world } = options;
    this.screen = new TerminalScreen(output);
    if (!isLiveTerminal(output.stream, world.environment)) return;
    this.live = createLogUpdate(this.screen, { showCursor: true });
    this.ticker = world.everySecond(() => this.draw());
    output.onClosed(() => this.ticker?.dispose());
  }

  onStart({ group, title }: Pick<Check, 'group' | 'title'>): void {
    this.running = { name: `${group}: ${title}`, since: this.options.world.now() };
  }

  onCheck(check: Check): void {
    this.running = undefined;
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

  /** Takes the last line away; nothing is drawn any more. */
  close(): void {
    this.ticker?.dispose();
    this.running = undefined;
    this.live?.clear();
  }

  /** What ends within a second is not worth a line. */
  private draw(): void {
    if (this.running === undefined || this.live === undefined) return;
    const { name, since } = this.running;
    const elapsed = formatElapsed(this.options.world.now() - since);
    const line = fitLine(`▸ ${printableLine(name)}  ${elapsed}`, this.screen.columns - 1);
    this.live(this.options.style.dim(line));
  }
}

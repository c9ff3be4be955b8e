import type { SetUpFacts } from '../../app/api/answers';
import type { App } from '../../app/api/app';
import type { SetUpSnapshot } from '../../protocol/setUp/setUpMessages';
import type { SetUpView, Trial } from '../../protocol/setUp/setUpView';
import { coalesce } from '../folders/coalesce';
import { describeSetUp } from './describeSetUp';

/** Dependencies of `SetUpSession`. */
export interface SetUpSessionOptions {
  /** Name of the folder. */
  readonly folder: string;
  /** The folder's app as it is now. */
  readonly app: () => Pick<App, 'setUp' | 'tryVerify'>;
  /** Called when the view changed; must not throw. */
  readonly onChange: () => void;
  /** Calls it a moment later: output comes in many pieces. */
  readonly soon: (call: () => void) => void;
}

/** The state of one set-up page: what was found, and the newest trial of a verify command. */
export class SetUpSession {
  private revision = 0;
  private facts: SetUpFacts | undefined;
  private trial: Trial | undefined;
  private running: AbortController | undefined;
  private changesSoon = false;

  /** Reads `devs.yaml` and looks for the agents again. */
  readonly refresh = coalesce(async (): Promise<SetUpView> => {
    this.facts = await this.options.app().setUp();
    this.change();
    return this.describe(this.facts);
  });

  constructor(private readonly options: SetUpSessionOptions) {}

  /** The view with a new number; looks for everything first where that was not done. */
  async snapshot(): Promise<SetUpSnapshot> {
    if (this.facts === undefined) await this.refresh();
    return this.current() ?? { revision: this.revision, view: await this.refresh() };
  }

  /** The view as it is; undefined before the first look. */
  current(): SetUpSnapshot | undefined {
    if (this.facts === undefined) return undefined;
    this.revision += 1;
    return { revision: this.revision, view: this.describe(this.facts) };
  }

  /** Starts a trial; the refusal where it must not start, undefined otherwise. */
  try(command: string): string | undefined {
    if (this.running !== undefined) return 'The command is still running: stop it first.';
    const running = new AbortController();
    this.running = running;
    this.show({ command, state: 'running', message: '', output: '' });
    const end = this.options.app().tryVerify({
      command,
      onOutput: (output) => {
        if (this.running === running) this.showSoon({ output });
      },
      signal: running.signal,
    });
    end
      .catch((error: unknown) => ({ kind: 'cannotRun' as const, message: String(error) }))
      .then(({ kind: state, message }) => {
        this.running = undefined;
        if (this.trial !== undefined) this.show({ ...this.trial, state, message });
      })
      .catch(() => undefined);
    return undefined;
  }

  /** Ends the trial, if one runs. */
  stop(): void {
    this.running?.abort();
  }

  dispose(): void {
    this.stop();
  }

  private describe(facts: SetUpFacts): SetUpView {
    return describeSetUp(this.options.folder, facts, this.trial);
  }

  private show(trial: Trial): void {
    this.trial = trial;
    this.change();
  }

  private showSoon(part: Pick<Trial, 'output'>): void {
    if (this.trial !== undefined) this.trial = { ...this.trial, ...part };
    if (this.changesSoon) return;
    this.changesSoon = true;
    this.options.soon(() => {
      this.changesSoon = false;
      this.change();
    });
  }

  private change(): void {
    this.options.onChange();
  }
}

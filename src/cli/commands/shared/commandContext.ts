import type { App } from '../../../app/api/app';
import type { ClosableOutput } from '../../terminal/closableOutput';
import type { Style } from '../../terminal/style';
import type { CliHost } from '../../terminal/cliHost';

/** Input of every command: the app of the workspace, and its output. */
export interface CommandContext {
  readonly app: App;
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly json: boolean;
  readonly output: ClosableOutput;
  /** For standard output. */
  readonly style: Style;
  readonly host: CliHost;
}

import type { App } from '../../../app/api/app';
import type { ClosableOutput } from '../../terminal/closableOutput';
import type { Style } from '../../terminal/style';
import type { CliHost } from '../../terminal/cliHost';

/** What every command gets: the app of the workspace and the ways to speak. */
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

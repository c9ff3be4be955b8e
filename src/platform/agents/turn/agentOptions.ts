import type { SecretMask } from '../../../ports/secretMask';
import type { Environment } from '../../process/environment';

/** What agents of every type are run with. */
export interface AgentOptions {
  /** Working directory of agents. */
  readonly workspaceDir: string;
  /** State directory: takes prompts and transcripts. */
  readonly directory: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  /** `dist/cli.js`, which gives agents the tools of Devs; absent: they get none. */
  readonly cliFile?: string;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
  /** Inherited environment, before VS Code's internal variables are removed. */
  readonly environment: Environment;
}

import { execFile } from 'node:child_process';
import { formatBytes, MEGABYTE } from '../../text/bytes';
import { childEnvironment } from '../process/environment';
import { findProgram } from '../workspace/findProgram';

export interface GhPlaces {
  /** Absolute; its git remotes tell the repository. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** Output of `gh`, or why there is none. */
export type GhOutput =
  | { readonly kind: 'printed'; readonly stdout: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'timeout' }
  /** `code` is absent where it was ended by a signal or could not start. */
  | { readonly kind: 'failed'; readonly code?: number; readonly stderr: string };

const MAX_OUTPUT_BYTES = 32 * MEGABYTE;

/** Runs `gh` of PATH in the workspace, without a shell; it asks nothing and uses no colours. Never rejects. */
export function runGh(args: readonly string[], places: GhPlaces): Promise<GhOutput> {
  const { workspaceDir, environment, timeoutMs } = places;
  const gh = findProgram('gh', { environment, outside: workspaceDir });
  if (gh === undefined) return Promise.resolve({ kind: 'missing' });
  const env = {
    ...childEnvironment(environment),
    ...{ GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1', CLICOLOR_FORCE: '0' },
  };
  const options = {
    ...{ cwd: workspaceDir, env, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES },
    ...({ killSignal: 'SIGKILL', windowsHide: true } as const),
  };
  return new Promise((done) => {
    const child = execFile(gh, args, options, (error, stdout, stderr) => {
      if (error === null) done({ kind: 'printed', stdout });
      else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        done({ kind: 'failed', stderr: `it printed more than ${formatBytes(MAX_OUTPUT_BYTES)}` });
      else if (error.killed === true) done({ kind: 'timeout' });
      else if (typeof error.code === 'number') done({ kind: 'failed', code: error.code, stderr });
      else done({ kind: 'failed', stderr: stderr.trim() === '' ? error.message : stderr });
    });
    // It must not wait for what nobody types.
    child.stdin?.end();
  });
}

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../support/scale';
import type { IsolatedScene } from './isolatedScene';

const GIT = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
/** Stands in for git: counts its calls, and kills who called at one of them. */
const COUNTING_GIT = `#!/bin/sh
n=$(($(cat "$STEPS/git.count" 2>/dev/null || echo 0) + 1))
echo $n > "$STEPS/git.count"
if [ "$n" = "$KILL_BEFORE" ]; then kill -9 $PPID; exit 1; fi
${GIT} "$@"
code=$?
if [ "$n" = "$KILL_AFTER" ]; then kill -9 $PPID; fi
exit $code
`;

/** A git that kills Devs at one of its calls. */
export class KillingGit {
  private readonly bin: string;

  constructor(base: string) {
    this.bin = join(base, 'bin');
    mkdirSync(this.bin);
    writeFileSync(join(this.bin, 'git'), COUNTING_GIT, { mode: 0o755 });
  }

  /** One `devs` command, to its end or to that of `kill`; its exit code, `null` where it was killed. */
  devs(
    { work, environment }: Pick<IsolatedScene, 'work' | 'environment'>,
    command: readonly string[],
    kill: Readonly<Record<string, string>>,
  ): number | null {
    const preload = join(process.cwd(), 'test/crash/killAt.js');
    const cli = join(process.cwd(), 'dist/cli.js');
    const args = [...NODE_FLAGS, '--require', preload, cli, ...command];
    const env = { ...environment, PATH: `${this.bin}:${environment.PATH}`, ...kill };
    return spawnSync(process.execPath, args, { cwd: work, env, stdio: 'ignore' }).status;
  }
}

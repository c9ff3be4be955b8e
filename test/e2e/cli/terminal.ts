import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { NODE_FLAGS } from '../../support/scale';
import { DEVS } from './devsProcess';

/** Whether util-linux's `script` is here, which gives a program a terminal. */
export const HAS_TERMINAL = spawnSync('script', ['--version'], {
  encoding: 'utf8',
}).stdout.includes('util-linux');

/** Where a command runs. */
export interface TerminalPlace {
  readonly folder: string;
  environment(added: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
}

/** `devs` on a terminal of 70 columns, or as many as given, that says it has no lines. */
export class TerminalRun {
  text = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(
    workspace: TerminalPlace,
    command: string,
    environment: NodeJS.ProcessEnv = {},
    columns = 70,
  ) {
    // Ctrl+C signals the shell too, which must go on to what comes after the command.
    const line = `trap : INT; stty cols ${columns}; '${process.execPath}' ${NODE_FLAGS.join(' ')} '${DEVS}' ${command}`;
    this.child = spawn('script', ['-q', '-e', '-c', line, '/dev/null'], {
      cwd: workspace.folder,
      env: workspace.environment({ SHELL: '/bin/sh', ...environment }),
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', resolve);
    });
  }

  /** Types keys. */
  type(keys: string): void {
    this.child.stdin?.write(keys);
  }
}

/** A runner of its own for tests that end it: runs the command in its arguments, and prints what that printed. */
import { runProcess } from '../../../../src/platform/process/runProcess';

const [supervisorFile = '', cwd = '', script = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  const { stdout } = await runProcess(
    {
      command: ['/bin/sh', '-c', script],
      cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      timeoutMs: 60_000,
      supervisorFile,
    },
    new AbortController().signal,
  );
  process.stdout.write(stdout);
}

void run();

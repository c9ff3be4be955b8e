/** A runner of its own for tests that kill it: runs the command in its arguments until its end. */
import { runProcess } from '../../../../src/platform/process/runProcess';

const [supervisorFile = '', cwd = '', script = ''] = process.argv.slice(2);

void runProcess(
  {
    command: ['/bin/sh', '-c', script],
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    supervisorFile,
  },
  new AbortController().signal,
);

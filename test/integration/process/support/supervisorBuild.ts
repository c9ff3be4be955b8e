import { build } from 'esbuild';
import { join } from 'node:path';
import { scratchFolder } from './scratch';

let built: Promise<string> | undefined;

/** The supervisor as it ships, bundled once for each test process into a temporary folder. */
export function supervisorFile(): Promise<string> {
  built ??= bundle();
  return built;
}

/** Keeps the supervisor from going on once it has started its child, until somebody kills it. */
const STUCK_AFTER_SPAWN = `
  const childProcess = require('node:child_process');
  const { spawn } = childProcess;
  childProcess.spawn = (...args) => {
    spawn(...args);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };`;

/** A supervisor that never gets to report the start of its child. */
export function stuckSupervisorFile(): Promise<string> {
  return bundle(STUCK_AFTER_SPAWN);
}

/** Ends the supervisor when it is asked for its second child. */
const DIES_BEFORE_SECOND = `
  const { Socket } = require('node:net');
  const { write } = Socket.prototype;
  let started = 0;
  Socket.prototype.write = function (text, ...rest) {
    if (String(text).includes('"type":"starting"') && ++started === 2) process.kill(process.pid, 'SIGKILL');
    return write.call(this, text, ...rest);
  };`;

/** A supervisor that ends just before it starts its second child. */
export function dyingSupervisorFile(): Promise<string> {
  return bundle(DIES_BEFORE_SECOND);
}

async function bundle(first = ''): Promise<string> {
  const outfile = join(scratchFolder(), 'supervisor.js');
  await build({
    banner: { js: first },
    entryPoints: [join(__dirname, '../../../../src/platform/process/supervisor.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  });
  return outfile;
}

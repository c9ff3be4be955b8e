/**
 * Entry point of `dist/supervisor.js`: starts one child, tells the runner how it ends, and ends the
 * child's whole tree when asked to, and when the control channel ends because the runner is gone,
 * however it went.
 */
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ProcessTree } from './processTree';
import {
  CHILD_FDS,
  CONTROL_FD,
  createMessageReader,
  encodeMessage,
  type Order,
  type Report,
} from './supervisorProtocol';
import { describeRoot, openTree } from './systemProcesses';

/** Milliseconds after the child's end in which the runner may still drain its output. */
const DRAIN_LIMIT_MS = 2_000;
/** Milliseconds that the last report may take. */
const FAREWELL_MS = 500;

// Whoever clears away processes by name (`pkill node`) does not mean this one.
process.title = 'devs-supervisor';

const control = new Socket({ fd: CONTROL_FD, readable: true, writable: true });
let tree: ProcessTree | undefined;
let ending = false;

function report(message: Report): void {
  control.write(encodeMessage(message));
}

function start(order: Extract<Order, { type: 'start' }>): void {
  report({ type: 'starting' });
  try {
    const child = spawn(order.program, order.args, {
      cwd: order.cwd,
      env: order.env,
      stdio: [...CHILD_FDS],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: order.verbatim,
    });
    child.once('error', couldNotStart);
    if (child.pid === undefined) return;
    const root = describeRoot(child.pid);
    tree = openTree(root, order.marker);
    report({ type: 'started', root });
    child.once('exit', childEnded);
    // The output must end when the last process of the tree lets go of it.
    for (const fd of CHILD_FDS) closeSync(fd);
  } catch (error) {
    couldNotStart(error as NodeJS.ErrnoException);
  }
}

function couldNotStart(error: NodeJS.ErrnoException): void {
  report({ type: 'couldNotStart', code: error.code ?? '', message: error.message });
  void end();
}

function childEnded(code: number | null, signal: string | null): void {
  tree?.rootEnded();
  report({ type: 'exit', code, signal });
  setTimeout(() => void end(), DRAIN_LIMIT_MS).unref();
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  const left = (await tree?.end()) ?? 0;
  setTimeout(() => process.exit(0), FAREWELL_MS);
  control.end(encodeMessage({ type: 'ended', left }), () => process.exit(0));
}

const read = createMessageReader((message) => {
  const order = message as Order;
  if (order.type === 'start') start(order);
  else void end();
});

control.setEncoding('utf8');
control.on('data', read);
control.on('end', () => void end());
control.on('close', () => void end());
// The runner is gone; `close` follows.
control.on('error', () => undefined);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void end());
}

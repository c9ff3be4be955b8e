import { randomUUID } from 'node:crypto';
import { rmSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { version } from '../../package.json';
import { isGuardedAgent, type GuardedAgent } from '../model/guard/guardedAgent';
import type { HookAnswer } from '../model/guard/hookAnswer';
import type { SessionRecord } from '../model/guard/sessionRecord';
import { HOOK_ADAPTERS } from '../platform/guard/agents/hookAdapters';
import type { HookReport } from '../platform/guard/agents/hookAdapter';
import { findProject } from '../platform/guard/findProject';
import { guardPaths } from '../platform/guard/guardPaths';
import { writeGuardLog } from '../platform/guard/guardLog';
import { appendRecords, sessionFile } from '../platform/guard/sessionFile';
import { isObject } from '../platform/json/jsonValue';
import { guardDirectory } from '../platform/state/files/stateDirectory';
import { askJudge } from './askJudge';
import { maskRecord } from './maskRecord';
import { recordFolder, startJudge } from './startPrograms';
import { tellUser } from './tellUser';

/** Time that a hook may take once it runs, in ms: then the agent works on without an answer. */
const LIMIT_MS = 1_000;
/** Of which reading and judging takes at most, where no judge runs. */
const JUDGING_MS = 800;
/** How long an agent waits at a prompt for the checkpoint of its folder, in ms. */
const RECORDING_MS = 600;
const MAX_INPUT = 64 * 1024 * 1024;

const [agent = '', event = ''] = process.argv.slice(2);
const paths = guardPaths(toRoot());
const begunAt = performance.now();

/** The judge was asked and has not replied. */
let isAsking = false;

const limit = setTimeout(() => {
  // It hangs: the next hook starts another one.
  if (isAsking) rmSync(paths.socket, { force: true });
  writeGuardLog(paths.log, `${agent} ${event}: not answered within ${LIMIT_MS} ms.`);
  process.exit(0);
}, LIMIT_MS);

// Whatever goes wrong, the agent works on.
answerHook()
  .catch((error: unknown) => {
    writeGuardLog(paths.log, `${agent} ${event}: ${String(error)}`);
  })
  .finally(() => {
    clearTimeout(limit);
    process.exit(0);
  });

async function answerHook(): Promise<void> {
  // Devs watches the agents that it starts itself.
  if ((process.env['DEVS_TURN'] ?? '') !== '') return;
  if (!isGuardedAgent(agent)) throw new Error('Unknown agent.');
  const payload: unknown = JSON.parse(await readInput());
  if (!isObject(payload)) throw new Error('The payload is no object.');
  const report = HOOK_ADAPTERS[agent].read(event, payload);
  if (report === 'nothing') return;
  if (report === undefined) throw new Error('The payload has another form than expected.');
  const file = sessionFile(paths.sessions, agent, report.session);
  const records = toRecords(report).map((record) => maskRecord(record, process.env));
  appendRecords(file, records);
  const last = records.at(-1);
  // Nothing can be answered to an end.
  if (last === undefined || last.kind === 'ended') return;
  const [answer] = await Promise.all([judge(agent, file, last.id), recordMoment(file, last)]);
  if (answer.kind === 'nothing') return;
  const adapter = HOOK_ADAPTERS[agent];
  writeSync(process.stdout.fd, adapter.print(event, answer));
  if (answer.kind !== 'end') return;
  recordEnd(file, last);
  tellUser(answer.text, adapter.isSilent?.(process.env) === true);
}

async function judge(name: GuardedAgent, file: string, id: string): Promise<HookAnswer> {
  isAsking = true;
  const reply = await askJudge(paths.socket, { version, agent: name, file, id });
  isAsking = false;
  if (reply?.kind === 'late') throw new Error('The judge is still reading the session.');
  if (reply !== undefined && reply.kind !== 'other version') return reply;
  startJudge(paths);
  const { SessionReader } = await import('./judge.js');
  const answer = new SessionReader(file, name).answerTo(id, begunAt + JUDGING_MS);
  if (answer === 'late') throw new Error(`Not judged within ${JUDGING_MS} ms.`);
  return answer;
}

function toRecords({ events, folder }: HookReport): readonly SessionRecord[] {
  const at = new Date().toISOString();
  return events.map((each, index) => ({
    ...{ id: randomUUID(), at, ...each },
    ...(folder === undefined ? {} : { folder }),
    ...(index < events.length - 1 && { more: true as const }),
  }));
}

/** Records the folder when Devs ends a turn: agents tell of no stop then. */
function recordEnd(file: string, { id, at, kind, folder }: SessionRecord): void {
  const project = folder === undefined || kind === 'stop' ? undefined : findProject(folder);
  if (project === undefined) return;
  void recordFolder(paths, { file, of: id, root: project, endedAt: at });
}

/**
 * Records the folder at a prompt, before the agent works on it, and at a stop. Only in git repositories: they tell
 * what need not be recorded.
 */
async function recordMoment(file: string, { id, kind, folder }: SessionRecord): Promise<void> {
  if (folder === undefined || (kind !== 'prompt' && kind !== 'stop')) return;
  const project = findProject(folder);
  if (project === undefined) return;
  const recorded = recordFolder(paths, { file, of: id, root: project });
  if (kind === 'prompt') await Promise.race([recorded, wait(RECORDING_MS)]);
}

/** The folder of the guard: where this program was installed, else that of the user. */
function toRoot(): string {
  return basename(__dirname) === 'bin' ? dirname(__dirname) : guardDirectory(process.env);
}

/** Standard input to its end. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_INPUT) throw new Error(`The payload is larger than ${MAX_INPUT} bytes.`);
  }
  return Buffer.concat(chunks).toString();
}

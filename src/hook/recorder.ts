import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '../model/guard/sessionRecord';
import { toSessionRecord } from '../model/guard/toSessionRecord';
import { guardPaths, type GuardPaths } from '../platform/guard/guardPaths';
import { writeGuardLog } from '../platform/guard/guardLog';
import {
  checkpointsFolder,
  KEEP_CHECKPOINTS_MS,
  withSessionCheckpoints,
} from '../platform/guard/sessionCheckpoints';
import { findInterrupt } from '../platform/guard/findInterrupt';
import { appendRecords, readSessionName } from '../platform/guard/sessionFile';
import { SessionTail } from '../platform/guard/sessionTail';
import { wasChangedAfter } from '../platform/guard/wasChangedAfter';
import type { Checkpoints } from '../ports/checkpoints';
import { SessionHistory } from '../rules/guard/sessionHistory';
import { findHalfRecorded, noteTurnEnd } from '../rules/guard/turnEnd';

const DAY_MS = 24 * 3_600_000;
/** Sessions are kept as long after their last record, in ms. */
const KEEP_SESSIONS_MS = 30 * DAY_MS;

/** What is recorded, as the hook that starts this program passes it on. */
interface RecorderStart {
  /** Folder of the guard. */
  readonly guard: string;
  /** The file of the session. */
  readonly file: string;
  /** Id of the record of a prompt or stop, or of the step at which Devs ended the turn. */
  readonly of: string;
  /** When Devs ended the turn, ISO 8601; '' at a prompt or stop. */
  readonly endedAt: string;
  /** The folder in which the agent works, a real path. */
  readonly root: string;
  /** Time that it may take, in ms. */
  readonly limitMs: number;
}

/** Records the folder in which an agent works, and cleans up once a day. Outlives the hook that started it. */
async function record({ guard, file, of, endedAt, root, limitMs }: RecorderStart): Promise<void> {
  const paths = guardPaths(guard);
  const tooLarge = join(checkpointsFolder({ paths, root }), 'too-large');
  // It is tried again a day later.
  if (ageOf(tooLarge) < DAY_MS) return;
  const limit = setTimeout(() => {
    writeFileSync(tooLarge, '', { mode: 0o600 });
    giveUp(paths, `${root} takes longer than ${limitMs} ms. It is not recorded again for a day.`);
  }, limitMs);
  await withSessionCheckpoints({ paths, root, environment: process.env }, async (checkpoints) => {
    if ((await checkpoints.findRefusal()) !== undefined) return;
    const { id } = await checkpoints.record();
    const at = new Date().toISOString();
    const checkpoint = { kind: 'checkpoint', of, checkpoint: id, root } as const;
    appendRecords(file, [{ id: randomUUID(), at, ...checkpoint, ...(endedAt && { endedAt }) }]);
    if (endedAt === '') await noteEarlierEnd({ file, of, root }, id, checkpoints);
    const marker = join(paths.checkpoints, 'cleaned');
    if (ageOf(marker) < DAY_MS) return;
    writeFileSync(marker, '', { mode: 0o600 });
    await cleanUp(paths, checkpoints);
  });
  clearTimeout(limit);
}

/**
 * Notes how the turn before that of this prompt left the files, where no checkpoint was made at its end: agents tell of no
 * stop when they are interrupted.
 */
async function noteEarlierEnd(
  { file, of, root }: Pick<RecorderStart, 'file' | 'of' | 'root'>,
  checkpoint: string,
  checkpoints: Checkpoints,
): Promise<void> {
  const history = new SessionHistory();
  new SessionTail(file).readOn((line) => {
    const record = toSessionRecord(line);
    if (record !== undefined) history.observe(record);
  });
  const place = history.prompted.findIndex(({ prompt }) => prompt === of);
  const turn = place > 0 ? findHalfRecorded(history, place - 1) : undefined;
  const until = history.prompted[place]?.turn.startedAt;
  const agent = readSessionName(file)?.agent;
  if (turn === undefined || until === undefined || agent === undefined) return;
  const {
    recording,
    turn: { startedAt: since, endedAt },
  } = turn;
  const end = endedAt ?? findInterrupt({ agent, recording, since, until });
  if (end === undefined) return;
  const noted = noteTurnEnd(turn, {
    ...{ endedAt: end, checkpoint, root },
    wasChangedAfter: (path, moment) => wasChangedAfter(root, path, moment),
    before: await checkpoints.read(turn.before),
    now: await checkpoints.read(checkpoint),
  });
  if (noted !== undefined)
    appendRecords(file, [{ id: randomUUID(), at: new Date().toISOString(), ...noted }]);
}

/** Removes old sessions, and the checkpoints of this folder that no session of the last days needs. */
async function cleanUp({ sessions }: GuardPaths, checkpoints: Checkpoints): Promise<void> {
  const needed = new Set<string>();
  for (const name of readdirSync(sessions)) {
    const file = join(sessions, name);
    const age = ageOf(file);
    if (age > KEEP_SESSIONS_MS) rmSync(file, { force: true, recursive: true });
    else if (age < KEEP_CHECKPOINTS_MS) for (const id of checkpointsIn(file)) needed.add(id);
  }
  await checkpoints.prune(needed, { dryRun: false });
}

function checkpointsIn(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  new SessionTail(file).readOn((line) => {
    const ids = idsOf(toSessionRecord(line));
    for (const id of ids) found.add(id);
  });
  return found;
}

function idsOf(found: SessionRecord | undefined): readonly string[] {
  if (found?.kind === 'checkpoint') return [found.checkpoint];
  return found?.kind === 'rewinding' ? [found.from, found.to] : [];
}

/** In ms; endless for a file that is not there. */
function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? Infinity : Date.now() - found.mtimeMs;
}

/** What is half written is removed by the next one. */
function giveUp({ log }: GuardPaths, why: string): void {
  writeGuardLog(log, `No checkpoint: ${why}`);
  process.exit(0);
}

// The agent and its programs go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [guard = '', file = '', of = '', root = '', limitMs = '', endedAt = ''] =
  process.argv.slice(2);
record({ guard, file, of, endedAt, root, limitMs: Number(limitMs) }).catch((error: unknown) => {
  giveUp(guardPaths(guard), `${root}: ${String(error)}`);
});

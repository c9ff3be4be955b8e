import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readRecording } from './readRecording';
import { recordingFiles } from './recordingFiles';

/** Files of one agent that are looked at for their age. */
const MAX_FILES = 50_000;
/** Sessions that are listed, and of which the beginning is read. */
const MAX_LISTED = 300;
/** Bytes of a session's beginning; they hold its first request. */
const HEAD_BYTES = 128 * 1024;
/** Sub-agents' recordings lie beside the session that started them, which is listed. */
const SUB_AGENT = /[/\\]subagents[/\\]|[/\\]agent-[^/\\]*$/;

/** The folder in which an agent keeps its sessions. */
export interface AgentHistory {
  readonly agent: string;
  readonly folder: string;
}

/** A recorded session of an agent. */
export interface RecordedSession {
  readonly agent: string;
  readonly file: string;
  /** ISO 8601, UTC: when it was last written. */
  readonly at: string;
  /** As in `RecordedRun`; absent where the beginning of the file does not show it. */
  readonly asked?: string;
  /** Whether it took place in the workspace. */
  readonly isOwn: boolean;
}

/** Where the agents keep their sessions, by their own defaults and environment variables. */
export function agentHistories(
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly AgentHistory[] {
  const claude = environment['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude');
  const codex = environment['CODEX_HOME'] || path.join(home, '.codex');
  return [
    { agent: 'Claude Code', folder: path.join(claude, 'projects') },
    { agent: 'Codex', folder: path.join(codex, 'sessions') },
    { agent: 'Gemini CLI', folder: path.join(home, '.gemini', 'tmp') },
    { agent: 'pi', folder: path.join(home, '.pi', 'agent', 'sessions') },
  ];
}

/**
 * Lists the newest sessions, those of the workspace first. Reads only the beginning of each; a folder or file that is
 * missing or cannot be read, and one that is no recording, is left out.
 */
export async function listSessions(
  histories: readonly AgentHistory[],
  workspace: string | undefined,
): Promise<readonly RecordedSession[]> {
  const marks = marksOf(workspace);
  const found = (await Promise.all(histories.map(filesOf))).flat();
  const isInOwnFolder = ({ file }: FoundSession): boolean =>
    marks.folders.some((name) => file.split(path.sep).includes(name));
  const newest = byRank(found, isInOwnFolder).slice(0, MAX_LISTED);
  const read: RecordedSession[] = [];
  for (const session of newest) {
    const { agent, file, modified } = session;
    const head = await readHead(file);
    const run = await firstRun(file, head);
    if (run === undefined) continue;
    const isOwn = isInOwnFolder(session) || marks.texts.some((mark) => head.includes(mark));
    const at = new Date(modified).toISOString();
    read.push({ agent, file, at, ...(run.asked && { asked: run.asked }), isOwn });
  }
  const sorted = read.toSorted((a, b) => b.at.localeCompare(a.at));
  return [...sorted.filter(({ isOwn }) => isOwn), ...sorted.filter(({ isOwn }) => !isOwn)];
}

interface FoundSession {
  readonly agent: string;
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

function byRank(
  sessions: readonly FoundSession[],
  isFirst: (session: FoundSession) => boolean,
): readonly FoundSession[] {
  const newest = [...sessions].sort((a, b) => b.modified - a.modified);
  return [...newest.filter(isFirst), ...newest.filter((session) => !isFirst(session))];
}

/** How the agents note the folder of a session: in names of folders, or in its text. */
function marksOf(workspace: string | undefined): {
  readonly folders: readonly string[];
  readonly texts: readonly string[];
} {
  if (workspace === undefined) return { folders: [], texts: [] };
  const hash = createHash('sha256').update(workspace).digest('hex');
  return {
    folders: [workspace.replace(/[^A-Za-z0-9]/g, '-'), hash],
    texts: [`"cwd":${JSON.stringify(workspace)}`, `"${hash}"`],
  };
}

async function filesOf({ agent, folder }: AgentHistory): Promise<readonly FoundSession[]> {
  const sessions: FoundSession[] = [];
  let looked = 0;
  for await (const found of recordingFiles(folder)) {
    if ((looked += 1) > MAX_FILES) break;
    if (found.kind === 'problem' || SUB_AGENT.test(found.file)) continue;
    const modified = await stat(found.file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (modified !== undefined) sessions.push({ agent, file: found.file, modified });
  }
  return sessions;
}

/** Empty for a file that cannot be read. */
async function readHead(file: string): Promise<Buffer> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** The first run that the beginning shows; without a request for a long document; undefined for no recording. */
async function firstRun(
  file: string,
  head: Buffer,
): Promise<{ readonly asked?: string } | undefined> {
  if (head.length === 0) return undefined;
  for await (const item of readRecording(file, { input: Readable.from([head]) })) {
    if (item.kind === 'run') return item.run;
  }
  return head.length === HEAD_BYTES ? {} : undefined;
}

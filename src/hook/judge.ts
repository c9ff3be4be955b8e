import { existsSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { version } from '../../package.json';
import { isGuardedAgent } from '../model/guard/guardedAgent';
import { guardPaths, type GuardPaths } from '../platform/guard/guardPaths';
import { writeGuardLog } from '../platform/guard/guardLog';
import { RecentMap } from '../rules/steps/memory/recentMap';
import type { JudgeQuestion, JudgeReply } from './judgeProtocol';
import { SessionReader } from './sessionReader';

export { SessionReader };

/** Sessions that are kept in memory, the ones used last. */
const MAX_SESSIONS = 16;
/** It ends when nothing was asked for as long, in ms. */
const IDLE_MS = 10 * 60_000;
/** How often it looks whether it is still installed, in ms. */
const LOOK_MS = 5_000;
/** Time for one reply, in ms; reading goes on with the next question. */
const REPLY_MS = 700;
/** Characters of a question. */
const MAX_QUESTION = 10_000;

/**
 * The judge keeps the sessions of a user in memory, so that a hook need not read its session again at each step. All
 * that it knows is in their files: it may be ended at any time. Listens until it is idle, removed or replaced, or another
 * version asks.
 */
export function serve(root: string): void {
  const paths = guardPaths(root);
  const sessions = new RecentMap<SessionReader>(MAX_SESSIONS);
  const idle = setTimeout(() => process.exit(0), IDLE_MS);
  let ownSocket: number | undefined;
  setInterval(() => {
    const isReplaced = ownSocket !== undefined && ownSocket !== inodeOf(paths.socket);
    if (isReplaced || !existsSync(__filename)) process.exit(0);
  }, LOOK_MS);
  const server = createServer((connection) => {
    idle.refresh();
    onLine(connection, (line) => {
      const reply = replyTo(line, paths, sessions);
      connection.end(`${JSON.stringify(reply)}\n`, () => {
        if (reply.kind === 'other version') process.exit(0);
      });
    });
  });
  server.once('error', (error) => replaceDeadJudge(server, paths, error));
  server.on('listening', () => (ownSocket = inodeOf(paths.socket)));
  server.listen(paths.socket);
}

/** Undefined for a pipe of Windows, and where there is none. */
function inodeOf(socket: string): number | undefined {
  return process.platform === 'win32'
    ? undefined
    : statSync(socket, { throwIfNoEntry: false })?.ino;
}

function replyTo(line: string, paths: GuardPaths, sessions: RecentMap<SessionReader>): JudgeReply {
  try {
    const { version: asked, agent, file, id } = JSON.parse(line) as JudgeQuestion;
    if (asked !== version) return { kind: 'other version' };
    if (!isGuardedAgent(agent) || dirname(file) !== paths.sessions) return { kind: 'late' };
    const session = sessions.get(file) ?? new SessionReader(file, agent);
    sessions.set(file, session);
    const answer = session.answerTo(id, performance.now() + REPLY_MS);
    return answer === 'late' ? { kind: 'late' } : answer;
  } catch (error) {
    writeGuardLog(paths.log, `The judge could not answer: ${String(error)}`);
    return { kind: 'nothing' };
  }
}

/** Calls back with the one line that a connection sends. */
function onLine(connection: Socket, take: (line: string) => void): void {
  let text = '';
  connection.setEncoding('utf8');
  connection.on('error', () => connection.destroy());
  connection.on('data', (piece: string) => {
    text += piece;
    if (text.length > MAX_QUESTION) connection.destroy();
    else if (text.endsWith('\n')) take(text);
  });
}

/** Takes the place of a judge that was killed; ends where one is alive, or none can listen. */
function replaceDeadJudge(server: Server, { socket, log }: GuardPaths, error: Error): void {
  const probe = connect(socket);
  probe.on('connect', () => process.exit(0));
  probe.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNREFUSED') {
      writeGuardLog(log, `The judge could not listen: ${error.message}`);
      process.exit(0);
    }
    rmSync(socket, { force: true });
    server.once('error', () => process.exit(0));
    server.listen(socket);
  });
}

// Also loaded by hooks, which then judge themselves.
if (require.main === module) serve(process.argv[2] ?? '');

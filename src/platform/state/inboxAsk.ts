import { randomUUID } from 'node:crypto';
import type { Actor, LeaseHolder } from '../../model/workspace/leaseHolder';
import type { InboxAnswer, InboxRequest } from '../../ports/workspaceState';
import { watchDirectories } from './directoryWatch';
import { readAnswer } from './inboxMessages';
import type { ProcessIdentity } from './leaseRules';
import { readMessage, removeMessage, writeMessage } from './messageFile';

/** Milliseconds after which an asker gives up. */
const LIMIT = 10_000;
/** Milliseconds between two looks where file events fail, and between two looks at the holder. */
const POLL = 200;
/** Milliseconds that a holder has to answer after it gave the lease up (a pause ends its run). */
const GRACE = 500;

export interface AskOptions {
  readonly inbox: string;
  readonly answers: string;
  readonly request: InboxRequest;
  readonly asker: ProcessIdentity;
  readonly who: Actor['who'];
  readonly holder: () => Promise<LeaseHolder | undefined>;
  /** Cheap: another number as soon as somebody else holds, or nobody. */
  readonly glance: () => Promise<number>;
  /** Milliseconds; for tests. */
  readonly limitMs?: number;
}

/** Drops a request into the inbox and waits for its answer. Rejects when it cannot be written. */
export async function askHolder(options: AskOptions): Promise<InboxAnswer> {
  const { inbox, answers, request, asker, who } = options;
  const epoch = await options.glance();
  const holder = await options.holder();
  if (holder === undefined) return refused('Nobody holds this workspace, so nobody can be asked.');
  const id = randomUUID();
  await writeMessage(inbox, id, { asker, who, request });
  const answer = await waitForAnswer(id, epoch, options);
  if (answer !== undefined) {
    await removeMessage(answers, id).catch(() => false);
    return answer;
  }
  const untouched = await removeMessage(inbox, id).catch(() => false);
  return untouched
    ? refused(`${name(holder)} does not answer. The request was taken back.`)
    : refused(`${name(holder)} took the request and then fell silent. Look at the state first.`);
}

/** The answer; undefined after the time limit, or soon after the holder is another one or none. */
function waitForAnswer(
  id: string,
  epoch: number,
  { answers, glance, limitMs = LIMIT }: AskOptions,
): Promise<InboxAnswer | undefined> {
  return new Promise((resolve) => {
    let looking = false;
    let goneSince = Infinity;
    const end = (answer: InboxAnswer | undefined): void => {
      watching.dispose();
      clearTimeout(timer);
      resolve(answer);
    };
    const look = async (): Promise<void> => {
      if (looking) return;
      looking = true;
      const lives = (await glance().catch(() => epoch)) === epoch;
      goneSince = lives ? Infinity : Math.min(goneSince, performance.now());
      // In this order: a holder that answered and then went has answered.
      const answer = await answerOf(answers, id);
      looking = false;
      if (answer !== undefined || performance.now() - goneSince > GRACE) end(answer);
    };
    const watching = watchDirectories({
      folders: [answers],
      onHint: () => void look(),
      pollMs: POLL,
    });
    // Keeps the process alive while it waits.
    const timer = setTimeout(() => end(undefined), limitMs);
  });
}

async function answerOf(answers: string, id: string): Promise<InboxAnswer | undefined> {
  const found = await readMessage(answers, id);
  return found.kind === 'content' ? readAnswer(found.content) : undefined;
}

function name({ who, pid, host }: LeaseHolder): string {
  const what = who === 'window' ? 'The editor window' : 'The terminal';
  return `${what} that holds this workspace (process ${pid} on ${host})`;
}

function refused(message: string): InboxAnswer {
  return { ok: false, message };
}

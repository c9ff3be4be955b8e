import { randomUUID } from 'node:crypto';
import type { Actor, LeaseHolder } from '../../../model/workspace/leaseHolder';
import type { InboxAnswer, InboxRequest } from '../../../ports/workspaceState';
import { watchDirectories } from '../files/watchDirectories';
import { readAnswer } from './inboxMessages';
import type { ProcessIdentity } from '../lease/leaseRules';
import { readMessage, removeMessage, writeMessage } from './messageFile';

/** Milliseconds after which the sender gives up. */
const LIMIT = 10_000;
/** Milliseconds between two polls for the answer and the holder. */
const POLL = 200;
/**
 * Milliseconds that a holder may take to answer after it released the lease (a pause ends its
 * run).
 */
const GRACE = 500;

export interface AskOptions {
  readonly inbox: string;
  readonly answers: string;
  readonly request: InboxRequest;
  readonly asker: ProcessIdentity;
  readonly who: Actor['who'];
  readonly holder: () => Promise<LeaseHolder | undefined>;
  /** Cheap: returns another number when the holder changes or the lease becomes free. */
  readonly peekEpoch: () => Promise<number>;
  /** Milliseconds; set by tests. */
  readonly limitMs?: number;
}

/** Writes a request to the inbox and waits for the answer. Rejects when it cannot be written. */
export async function askHolder(options: AskOptions): Promise<InboxAnswer> {
  const { inbox, answers, request, asker, who } = options;
  const epoch = await options.peekEpoch();
  const holder = await options.holder();
  if (holder === undefined)
    return toRefusedAnswer('No process holds this workspace, so there is none to ask.');
  const id = randomUUID();
  await writeMessage(inbox, id, { asker, who, request });
  const answer = await waitForAnswer(id, epoch, options);
  if (answer !== undefined) {
    await removeMessage(answers, id).catch(() => false);
    return answer;
  }
  const untouched = await removeMessage(inbox, id).catch(() => false);
  return untouched
    ? toRefusedAnswer(`${name(holder)} does not answer. The request was withdrawn.`)
    : toRefusedAnswer(
        `${name(holder)} took the request but did not answer. Check the state first.`,
      );
}

/**
 * Waits for the answer; undefined after the time limit, or soon after the holder changed or
 * released the lease.
 */
function waitForAnswer(
  id: string,
  epoch: number,
  { answers, peekEpoch, limitMs = LIMIT }: AskOptions,
): Promise<InboxAnswer | undefined> {
  return new Promise((resolve) => {
    let checking = false;
    let goneSince = Infinity;
    const end = (answer: InboxAnswer | undefined): void => {
      watching.dispose();
      clearTimeout(timer);
      resolve(answer);
    };
    const check = async (): Promise<void> => {
      if (checking) return;
      checking = true;
      const lives = (await peekEpoch().catch(() => epoch)) === epoch;
      goneSince = lives ? Infinity : Math.min(goneSince, performance.now());
      // Read after the lease check: a holder may answer and then exit.
      const answer = await readAnswerFile(answers, id);
      checking = false;
      if (answer !== undefined || performance.now() - goneSince > GRACE) end(answer);
    };
    const watching = watchDirectories({
      folders: [answers],
      onPossibleChange: () => void check(),
      pollMs: POLL,
    });
    // Keeps the process alive while waiting.
    const timer = setTimeout(() => end(undefined), limitMs);
  });
}

async function readAnswerFile(answers: string, id: string): Promise<InboxAnswer | undefined> {
  const found = await readMessage(answers, id);
  return found.kind === 'content' ? readAnswer(found.content) : undefined;
}

function name({ who, pid, host }: LeaseHolder): string {
  const what = who === 'window' ? 'The editor window' : 'The terminal';
  return `${what} that holds this workspace (process ${pid} on ${host})`;
}

function toRefusedAnswer(message: string): InboxAnswer {
  return { ok: false, message };
}

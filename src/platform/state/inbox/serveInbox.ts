import type { Actor } from '../../../model/workspace/leaseHolder';
import type { HeldLease, InboxAnswer, InboxService } from '../../../ports/workspaceState';
import { watchDirectories } from '../files/watchDirectories';
import { readInboxMessage, type InboxMessage, type InboxMessageResult } from './inboxMessages';
import type { ProcessIdentity } from '../lease/leaseRules';
import {
  listMessages,
  readMessage,
  removeMessage,
  removeOlderThan,
  writeMessage,
} from './messageFile';

/** Milliseconds between two polls, for systems without file events. */
const POLL = 250;
/** Milliseconds after which a file is stale: no process still waits for it or writes it. */
const STALE_AGE = 60_000;

export interface InboxServerOptions {
  readonly inbox: string;
  readonly answers: string;
  readonly answer: Parameters<HeldLease['serveInbox']>[0];
  /** Whether the sender provably ended. */
  readonly isAskerGone: (asker: ProcessIdentity) => Promise<boolean>;
}

/**
 * Answers inbox messages until stopped. A message is removed before it is processed, so that it is
 * processed at most once even after a crash. Messages are processed concurrently.
 */
export function serveInbox(options: InboxServerOptions): InboxService {
  const server = new InboxServer(options);
  const watching = watchDirectories({
    folders: [options.inbox],
    onPossibleChange: () => void server.poll(),
    pollMs: POLL,
  });
  return {
    stop: async () => {
      watching.dispose();
      await server.stop();
    },
  };
}

class InboxServer {
  private stopped = false;
  private polling: Promise<void> | undefined;
  private readonly pending = new Set<Promise<void>>();
  private pollAgain = false;
  private readonly prepared: Promise<void>;

  constructor(private readonly options: InboxServerOptions) {
    this.prepared = this.removeStale();
  }

  /** Waits for accepted messages: each sender gets its answer. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.polling;
    await Promise.all(this.pending);
  }

  /** Accepts every waiting message; a call during a poll causes one more poll. */
  poll(): Promise<void> {
    this.pollAgain = true;
    this.polling ??= this.pollUntilDone().finally(() => {
      this.polling = undefined;
    });
    return this.polling;
  }

  private async pollUntilDone(): Promise<void> {
    await this.prepared;
    while (this.pollAgain && !this.stopped) {
      this.pollAgain = false;
      // An unreadable folder is retried at the next poll.
      const ids = await listMessages(this.options.inbox).catch(() => []);
      for (const id of ids) await this.accept(id);
    }
  }

  private async accept(id: string): Promise<void> {
    if (this.stopped) return;
    const read = await this.read(id);
    // The process that removes the message processes it: the sender may have withdrawn it.
    if (read === undefined || !(await removeMessage(this.options.inbox, id).catch(() => false))) {
      return;
    }
    const work = this.answerMessage(id, read).finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  private async answerMessage(id: string, read: InboxMessageResult): Promise<void> {
    const answer = read.ok
      ? await this.process(read.message).catch(toFailedAnswer)
      : { ok: false, message: read.problem };
    // If the answer cannot be written, the sender times out.
    await writeMessage(this.options.answers, id, answer).catch(() => undefined);
  }

  private async process(message: InboxMessage): Promise<InboxAnswer> {
    const { answer, isAskerGone } = this.options;
    const isGone = (): Promise<boolean> => isAskerGone(message.asker);
    return await answer(message.request, toActor(message), isGone);
  }

  private async read(id: string): Promise<InboxMessageResult | undefined> {
    const found = await readMessage(this.options.inbox, id);
    switch (found.kind) {
      case 'missing':
        return undefined;
      case 'refused':
        return { ok: false, problem: `The request was refused: ${found.problem}.` };
      case 'content':
        return readInboxMessage(found.content);
      default:
        return found satisfies never;
    }
  }

  /** Removes messages whose sender ended, and stale answers. */
  private async removeStale(): Promise<void> {
    const { inbox, answers, isAskerGone } = this.options;
    for (const id of await listMessages(inbox).catch(() => [])) {
      const read = await this.read(id);
      if (read?.ok === true && (await isAskerGone(read.message.asker))) {
        await removeMessage(inbox, id).catch(() => false);
      }
    }
    await removeOlderThan(answers, STALE_AGE).catch(() => undefined);
    await removeOlderThan(inbox, STALE_AGE).catch(() => undefined);
  }
}

function toActor({ asker: { pid, host }, who }: InboxMessage): Actor {
  return { pid, host, who };
}

function toFailedAnswer(error: unknown): InboxAnswer {
  return { ok: false, message: error instanceof Error ? error.message : String(error) };
}

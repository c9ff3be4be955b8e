import type { Actor } from '../../../model/workspace/leaseHolder';
import type { InboxAnswer, InboxRequest, InboxService } from '../../../ports/workspaceState';
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

/** Milliseconds between two looks where file events fail. */
const POLL = 250;
/** Nobody waits that many milliseconds for an answer, nor writes one for so long. */
const STALE_AGE = 60_000;

export interface InboxServerOptions {
  readonly inbox: string;
  readonly answers: string;
  readonly answer: (request: InboxRequest, from: Actor) => Promise<InboxAnswer>;
  /** True when the asker is provably gone; asked only of requests that were there before us. */
  readonly isAskerGone: (asker: ProcessIdentity) => Promise<boolean>;
}

/**
 * Serves the inbox until stopped. A request is removed before it is worked on, so that it is worked
 * on at most once, whatever dies; the requests are worked on side by side.
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

  /** A request that was taken and never answered would leave its asker in doubt. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.polling;
    await Promise.all(this.pending);
  }

  /** Takes every request that lies there; calls while it looks make it look once more. */
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
      // A folder that cannot be read now is read at the next poll.
      const ids = await listMessages(this.options.inbox).catch(() => []);
      for (const id of ids) await this.accept(id);
    }
  }

  private async accept(id: string): Promise<void> {
    if (this.stopped) return;
    const read = await this.read(id);
    // Whoever removes it works on it: the asker may have given up meanwhile.
    if (read === undefined || !(await removeMessage(this.options.inbox, id).catch(() => false))) {
      return;
    }
    const work = this.answerMessage(id, read).finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  private async answerMessage(id: string, read: InboxMessageResult): Promise<void> {
    const answer = read.ok
      ? await this.options.answer(read.message.request, toActor(read.message)).catch(toFailedAnswer)
      : { ok: false, message: read.problem };
    // An answer that cannot be written leaves the asker to its time limit.
    await writeMessage(this.options.answers, id, answer).catch(() => undefined);
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

  /** Removes what others left behind when they died: requests without an asker, old answers. */
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

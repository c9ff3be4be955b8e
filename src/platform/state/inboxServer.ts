import type { Actor } from '../../model/workspace/leaseHolder';
import type { InboxAnswer, InboxRequest, InboxService } from '../../ports/workspaceState';
import { watchDirectories } from './directoryWatch';
import { readLetter, type Letter, type ReadLetter } from './inboxMessages';
import type { ProcessIdentity } from './leaseRules';
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
const LITTER_AGE = 60_000;

export interface InboxServerOptions {
  readonly inbox: string;
  readonly answers: string;
  readonly answer: (request: InboxRequest, from: Actor) => Promise<InboxAnswer>;
  /** True when the asker is provably gone; asked only of requests that were there before us. */
  readonly isGone: (asker: ProcessIdentity) => Promise<boolean>;
}

/**
 * Serves the inbox until stopped. A request is removed before it is worked on, so that it is worked
 * on at most once, whatever dies; the requests are worked on side by side.
 */
export function serveInbox(options: InboxServerOptions): InboxService {
  const server = new InboxServer(options);
  const watching = watchDirectories({
    folders: [options.inbox],
    onHint: () => void server.look(),
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
  private looking: Promise<void> | undefined;
  private readonly working = new Set<Promise<void>>();
  private lookAgain = false;
  private readonly prepared: Promise<void>;

  constructor(private readonly options: InboxServerOptions) {
    this.prepared = this.clearOut();
  }

  /** A request that was taken and never answered would leave its asker in doubt. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.looking;
    await Promise.all(this.working);
  }

  /** Takes every request that lies there; calls while it looks make it look once more. */
  look(): Promise<void> {
    this.lookAgain = true;
    this.looking ??= this.lookWhileAsked().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async lookWhileAsked(): Promise<void> {
    await this.prepared;
    while (this.lookAgain && !this.stopped) {
      this.lookAgain = false;
      // A folder that cannot be read now is read at the next poll.
      const ids = await listMessages(this.options.inbox).catch(() => []);
      for (const id of ids) await this.takeOut(id);
    }
  }

  private async takeOut(id: string): Promise<void> {
    if (this.stopped) return;
    const read = await this.read(id);
    // Whoever removes it works on it: the asker may have given up meanwhile.
    if (read === undefined || !(await removeMessage(this.options.inbox, id).catch(() => false))) {
      return;
    }
    const work = this.workOn(id, read).finally(() => this.working.delete(work));
    this.working.add(work);
  }

  private async workOn(id: string, read: ReadLetter): Promise<void> {
    const answer = read.ok
      ? await this.options.answer(read.letter.request, senderOf(read.letter)).catch(failed)
      : { ok: false, message: read.problem };
    // An answer that cannot be written leaves the asker to its time limit.
    await writeMessage(this.options.answers, id, answer).catch(() => undefined);
  }

  private async read(id: string): Promise<ReadLetter | undefined> {
    const found = await readMessage(this.options.inbox, id);
    switch (found.kind) {
      case 'missing':
        return undefined;
      case 'refused':
        return { ok: false, problem: `The request was refused: ${found.problem}.` };
      case 'content':
        return readLetter(found.content);
      default:
        return found satisfies never;
    }
  }

  /** Removes what others left behind when they died: requests without an asker, old answers. */
  private async clearOut(): Promise<void> {
    const { inbox, answers, isGone } = this.options;
    for (const id of await listMessages(inbox).catch(() => [])) {
      const read = await this.read(id);
      if (read?.ok === true && (await isGone(read.letter.asker))) {
        await removeMessage(inbox, id).catch(() => false);
      }
    }
    await removeOlderThan(answers, LITTER_AGE).catch(() => undefined);
    await removeOlderThan(inbox, LITTER_AGE).catch(() => undefined);
  }
}

function senderOf({ asker: { pid, host }, who }: Letter): Actor {
  return { pid, host, who };
}

function failed(error: unknown): InboxAnswer {
  return { ok: false, message: error instanceof Error ? error.message : String(error) };
}

import {
  openWorkspaceState,
  type WorkspaceStateOptions,
} from '../../../src/platform/state/openWorkspaceState';
import { TURN_END, turnStart } from '../../unit/platform/state/database/samples';
import type { HeldLease, InboxRequest } from '../../../src/ports/workspaceState';

/** What a test asks of a process of its own. */
export type Order =
  | { readonly do: 'acquire' }
  | { readonly do: 'release' }
  | { readonly do: 'write'; readonly times: number }
  | { readonly do: 'recordTurns'; readonly from: number }
  | { readonly do: 'serve'; readonly silent: boolean }
  | { readonly do: 'ask'; readonly request: InboxRequest };

/** A process of the test: opens the state that its argument names and does as it is told. */
const options = JSON.parse(process.argv[2] ?? '') as WorkspaceStateOptions;
const state = openWorkspaceState(options);
let lease: HeldLease | undefined;

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
// Whoever started us is gone: so are we.
process.on('disconnect', () => process.exit());

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'acquire': {
      const attempt = await state.acquire();
      if (attempt.ok) lease = attempt.lease;
      return attempt.ok ? { ok: true } : attempt;
    }
    case 'release':
      lease?.release();
      return {};
    case 'write':
      return write(order.times);
    case 'recordTurns':
      return recordTurns(order.from);
    case 'serve':
      lease?.serveInbox((request) =>
        order.silent
          ? new Promise(() => undefined)
          : Promise.resolve({ ok: true, message: `${request.type} by ${process.pid}` }),
      );
      return {};
    case 'ask':
      return state.ask(order.request);
    default:
      return order satisfies never;
  }
}

/** Turns of one task without end, 64 in a transaction; each is acknowledged once it is on disk. */
function recordTurns(from: number): unknown {
  for (let first = from; ; first += 64) {
    lease?.store.transaction(() => {
      for (let number = first; number < first + 64; number += 1) {
        lease?.store.startTurn(turnStart('a', number));
        lease?.store.endTurn(`a-${number}`, TURN_END);
      }
    });
    process.send?.({ recorded: first + 63 });
  }
}

/** Transactions of two writes that belong together; each is acknowledged once it is on disk. */
function write(times: number): unknown {
  const store = lease?.store;
  store?.upsertTask('a', 'A');
  for (let number = 1; number <= times; number += 1) {
    store?.transaction(() => {
      store.incrementEntropyCount('a');
      store.addHint('a', 'x'.repeat(2_000), String(number));
    });
    process.send?.({ written: number });
  }
  return { written: times };
}

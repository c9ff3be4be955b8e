import assert, { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { countUsage } from '../../../../src/engine/usage/countUsage';
import { recoverInterrupted, syncTasks } from '../../../../src/engine/run/taskRegistry';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { NO_TOKENS, type TokenCount, type UsageReport } from '../../../../src/model/usage/usage';
import type { Agent, AgentRequest, AgentResult } from '../../../../src/ports/agent';
import type { Store } from '../../../../src/ports/store';
import { createKeptStore } from '../../../support/memoryStore';
import { COUNTS } from '../../../support/scale';
import { configOf, PASSED, steppingClock, taskOf } from '../../../support/scriptedRun';

/** What an agent says: figures of its process, or of all processes of its session; tokens, or money. */
type Manner = 'process' | 'tokens of the session' | 'money of the session';

/** What a request to a model uses. */
interface Used extends TokenCount {
  readonly nanoUsd: number;
  /** The agent says it at once, as far as it says such figures. */
  readonly said: boolean;
}

interface Call {
  readonly manner: Manner;
  /** Which of the known sessions it continues; none: a new one. */
  readonly continues: number | undefined;
  /** The agent does not find that session and begins a new one. */
  readonly refuses: boolean;
  readonly requests: readonly Used[];
  /** `stopped` and `killed`: before the agent says the end of its turn; `killed late`: after that. */
  readonly end: 'exits' | 'stopped' | 'killed' | 'killed late';
  /** What another agent does meanwhile. */
  readonly within: Call | undefined;
  readonly task: 'one' | 'other';
  /** Whoever goes on after a kill reads the state from its file. */
  readonly reopens: boolean;
}

type Sum = TokenCount & { readonly nanoUsd: number };

const NOTHING: Sum = { ...NO_TOKENS, nanoUsd: 0 };
const add = (one: Sum, other: Sum): Sum => ({
  input: one.input + other.input,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  output: one.output + other.output,
  nanoUsd: one.nanoUsd + other.nanoUsd,
});
const sumOf = (all: Iterable<Sum>): Sum => [...all].reduce(add, NOTHING);
const tokensOf = ({ input, cacheRead, cacheWrite, output }: Sum): TokenCount => ({
  ...{ input, cacheRead, cacheWrite, output },
});

const amount = fc.oneof(fc.nat(2_000_000), fc.constant(0));
const used: fc.Arbitrary<Used> = fc.record({
  ...{ input: amount, cacheRead: amount, cacheWrite: amount, output: amount, nanoUsd: amount },
  said: fc.boolean(),
});

function callOf(within: fc.Arbitrary<Call | undefined>): fc.Arbitrary<Call> {
  return fc.record({
    manner: fc.constantFrom<Manner[]>('process', 'tokens of the session', 'money of the session'),
    continues: fc.option(fc.nat(9), { nil: undefined, freq: 4 }),
    refuses: fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
    requests: fc.array(used, { maxLength: 4 }),
    end: fc.constantFrom('exits', 'exits', 'stopped', 'killed', 'killed late'),
    within,
    task: fc.constantFrom('one', 'one', 'one', 'other'),
    reopens: fc.boolean(),
  });
}

const call = callOf(fc.option(callOf(fc.constant(undefined)), { nil: undefined, freq: 2 }));

/** A session of an agent. */
interface Session {
  readonly id: string;
  readonly manner: Manner;
  readonly task: string;
  /** What all its requests used. */
  used: Sum;
  /** What was said of it in all. */
  said: Sum;
}

const config = configOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'other' })] });
const definition = { ...config.agents['scripted']!, session: 'continue' as const };

let fresh: Promise<Uint8Array> | undefined;

/** A runner that is killed and started again, with agents that outlive it. */
class Machine {
  private readonly sessions: Session[] = [];
  /** Sessions that a runner has heard of. */
  private readonly known = new Set<Session>();
  /** Ids of sessions in which an agent works. */
  private readonly working = new Set<string>();
  private readonly clock = steppingClock();
  private kept: Awaited<ReturnType<typeof createKeptStore>> | undefined;
  private journal!: EventJournal;
  private calls = 0;

  static async start(): Promise<Machine> {
    fresh ??= createKeptStore().then((kept) => kept.bytes());
    const machine = new Machine();
    await machine.begin(await fresh);
    syncTasks(machine.store, config);
    return machine;
  }

  get store(): Store {
    return (this.kept ?? assert.fail()).store;
  }

  get numberOfCalls(): number {
    return this.calls;
  }

  /** What all agents said. */
  get said(): Sum {
    return sumOf(this.sessions.map(({ said }) => said));
  }

  /** Resolves once it has ended, or its runner was killed and another has begun. */
  async play(played: Call): Promise<void> {
    if ((await this.run(played)) !== 'killed') return;
    this.working.clear();
    await this.begin(played.reopens ? this.kept?.bytes() : undefined);
  }

  private async begin(bytes: Uint8Array | undefined): Promise<void> {
    if (bytes !== undefined) {
      this.kept?.store.close();
      this.kept = await createKeptStore(bytes);
    }
    const { store, clock } = this;
    this.journal = new EventJournal(store, clock, () => undefined);
    recoverInterrupted({ store, journal: this.journal, clock }, config);
    deepEqual(store.listRunningCalls(), []);
  }

  private async run(played: Call): Promise<'killed' | 'ended'> {
    this.calls += 1;
    const { store, journal } = this;
    // No two calls work in the same session at once.
    const open = [...this.known].filter(
      ({ manner, task, id }) =>
        manner === played.manner && task === played.task && !this.working.has(id),
    );
    const asked = played.continues === undefined ? undefined : open[played.continues % open.length];
    const request: AgentRequest = {
      ...{ definition, taskId: played.task, turnId: `turn ${Math.ceil(this.calls / 3)}` },
      ...{ turn: this.calls, call: `call ${this.calls}`, systemPrompt: '', prompt: '' },
      ...(asked !== undefined && { session: asked.id }),
      onStep: () => undefined,
    };
    const isContinued = asked !== undefined && !played.refuses;
    const session = isContinued ? asked : this.newSession(played);
    this.working.add(session.id);
    return await new Promise((resolve, reject) => {
      const agent: Agent = {
        run: async ({ onStep }) => {
          const report = await this.work(played, session, (said) =>
            onStep?.({ kind: 'spent', report: said, session: session.id }),
          );
          if (report !== 'killed')
            return {
              ...{ reply: '', errorTail: '', transcript: '' },
              end: played.end === 'exits' ? PASSED : { kind: 'cancelled' },
              session: { id: session.id, isContinued },
              ...(report !== undefined && { usage: report }),
            };
          resolve('killed');
          return await new Promise<AgentResult>(() => undefined);
        },
      };
      countUsage(agent, { store, journal, prices: () => ({}), checkBudget: () => undefined })
        .run(request, new AbortController().signal)
        .then(() => {
          this.known.add(session);
          this.working.delete(session.id);
          resolve('ended');
        }, reject);
    });
  }

  private newSession({ manner, task }: Call): Session {
    const id = `session ${this.sessions.length}`;
    const session = { id, manner, task, used: NOTHING, said: NOTHING };
    this.sessions.push(session);
    return session;
  }

  /** What the process said last. */
  private async work(
    { manner, requests, end, within }: Call,
    session: Session,
    say: (report: UsageReport) => void,
  ): Promise<UsageReport | undefined | 'killed'> {
    const before = session.said;
    let [own, messages]: [Sum, Sum] = [NOTHING, NOTHING];
    let report: UsageReport | undefined;
    const state = async (isOver: boolean): Promise<void> => {
      report = reportOf(manner, { own, messages, session, isOver });
      session.said = saidWith(report, before);
      say(report);
      await Promise.resolve();
    };
    for (const [at, each] of requests.entries()) {
      own = add(own, each);
      session.used = add(session.used, each);
      if (each.said) {
        messages = add(messages, each);
        await state(false);
      }
      if (at === 0 && within !== undefined && (await this.run(within)) === 'killed')
        return 'killed';
    }
    if (end === 'killed') return 'killed';
    if (end !== 'stopped') await state(true);
    return end === 'killed late' ? 'killed' : report;
  }
}

interface Told {
  readonly own: Sum;
  /** What single messages of the process have said. */
  readonly messages: Sum;
  readonly session: Session;
  readonly isOver: boolean;
}

function reportOf(manner: Manner, { own, messages, session, isOver }: Told): UsageReport {
  const isPartial = !isOver;
  switch (manner) {
    case 'process':
      return { models: [{ model: 'm', ...tokensOf(own) }], nanoUsd: own.nanoUsd, isPartial };
    case 'tokens of the session':
      return isOver
        ? { models: [], ofSession: { tokens: tokensOf(session.used) }, isPartial }
        : { models: [tokensOf(messages)], isPartial };
    case 'money of the session':
      return { models: [], ofSession: { nanoUsd: session.used.nanoUsd }, isPartial };
    default:
      return manner satisfies never;
  }
}

/** What was said of a session in all, with what its newest process says. */
function saidWith({ models, nanoUsd, ofSession }: UsageReport, before: Sum): Sum {
  const [stated = NO_TOKENS] = models;
  const process = add(before, { ...tokensOf({ ...stated, nanoUsd: 0 }), nanoUsd: nanoUsd ?? 0 });
  return { ...process, ...ofSession?.tokens, nanoUsd: ofSession?.nanoUsd ?? process.nanoUsd };
}

function recorded(store: Store): readonly Sum[] {
  return store.listLastingEvents().flatMap((event) => {
    if (event.event !== 'usage_reported') return [];
    const { models, nanoUsd = 0 } = event.data;
    return [{ ...sumOf(models.map((each) => ({ ...each, nanoUsd: 0 }))), nanoUsd }];
  });
}

describe('what agents used', () => {
  it('is recorded to the token and the billionth of a dollar, whatever is killed, stopped and continued', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
        const machine = await Machine.start();
        for (const each of calls) await machine.play(each);

        const sums = recorded(machine.store);
        deepEqual(sumOf(sums), machine.said);
        equal(sums.length, machine.numberOfCalls);
        machine.store.close();
      }),
      { numRuns: COUNTS.usedSums },
    );
  });
});

import type { AskedPermission, PermissionReply } from '../../model/permissions/askedPermission';
import type {
  PermissionAnswer,
  PermissionOutcome,
  PermissionRequest,
} from '../../model/permissions/permission';
import { parsePermissionRule } from '../../model/permissions/parsePermissionRule';
import type { PermissionPolicy, PermissionRule } from '../../model/permissions/permissionPolicy';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { Answer } from '../../ports/answer';
import { howToPermit } from '../../rules/permissions/howToPermit';
import { decidePermission } from '../../rules/permissions/decidePermission';
import type { EventJournal } from '../state/eventJournal';
import type { HumanWaits } from './humanWaits';
import { toAskedPermission } from './toAskedPermission';

/** Open requests of one task, at most; more are refused. */
const MAX_OPEN = 20;

/** Who asks, and what is then shown. */
export interface Asking {
  readonly taskId: string;
  readonly agent: string;
  readonly policy: PermissionPolicy;
  /** Called whenever a request of this call begins or ends to wait, with all that wait. */
  readonly onChange: (asked: readonly AskedPermission[]) => void;
}

export interface PermissionGateOptions {
  readonly store: Pick<Store, 'listPermissionGrants' | 'addPermissionGrant'>;
  readonly journal: EventJournal;
  readonly clock: Clock;
  /** Counts the time in which agents wait. */
  readonly waits: HumanWaits;
  /** Whether somebody who can answer sees the run. */
  readonly isAttended: boolean;
}

interface OpenRequest {
  readonly asked: AskedPermission;
  readonly asking: Asking;
  readonly settle: (answer: PermissionAnswer) => void;
}

const CANCELLED: PermissionAnswer = { allowed: false, reason: 'cancelled', cancelled: true };

/** Answers the permission requests of a run's agents: by rule, or by a human. No request waits for ever. */
export class PermissionGate {
  private readonly open = new Map<string, OpenRequest>();
  private count = 0;
  constructor(private readonly options: PermissionGateOptions) {}

  /** Decides about a request; `signal` aborts when nobody waits for the answer any more. Never rejects. */
  async ask(
    asking: Asking,
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    try {
      const granted = this.listGranted(asking.taskId);
      const decided = decidePermission(asking.policy, granted, request);
      const { decision, by } = decided;
      if (decision === 'allow') return { allowed: true };
      const answer =
        decision === 'deny'
          ? refused(`denied by the rule \`${by?.text}\``)
          : await this.askHuman(asking, request, { isWanted: by !== undefined, signal });
      const isFinal = answer.allowed || answer.cancelled === true;
      return isFinal ? answer : { ...answer, remedy: howToPermit(decided, request) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return refused(`Devs could not ask: ${why}`);
    }
  }

  /** Takes a human's answer. */
  reply({ taskId, id, allow, always }: PermissionReply, who: Actor): Answer {
    const open = this.openOf(taskId);
    const found = id === undefined ? open[0] : open.find(({ asked }) => asked.id === id);
    if (found === undefined) return { ok: false, message: noRequest(taskId, id) };
    if (id === undefined && open.length > 1)
      return { ok: false, message: severalOpen(taskId, open) };
    const { asked, settle } = found;
    if (always !== undefined && asked.rule === undefined)
      return { ok: false, message: 'No rule can permit this for good; permit it once.' };
    const remembered = allow && always !== undefined ? asked.rule : undefined;
    this.options.journal.transaction(() => {
      if (remembered !== undefined)
        this.options.store.addPermissionGrant({
          ...{ rule: remembered, at: this.options.clock.now().toISOString() },
          ...(always === 'task' && { taskId }),
        });
      this.recordAnswer(found, allow ? 'allowed' : 'denied', {
        by: who,
        ...(remembered !== undefined && { rule: remembered }),
      });
    });
    settle(allow ? { allowed: true } : refused('denied by a human'));
    return {
      ok: true,
      message: describeReply(found, allow, remembered === undefined ? undefined : always),
    };
  }

  /** The open requests of a task, oldest first. */
  private openOf(taskId: string): readonly OpenRequest[] {
    return [...this.open.values()].filter(({ asking }) => asking.taskId === taskId);
  }

  private listGranted(taskId: string): readonly PermissionRule[] {
    return this.options.store
      .listPermissionGrants(taskId)
      .flatMap(({ rule }) => parsePermissionRule(rule) ?? []);
  }

  private async wait(
    asking: Asking,
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    if (signal.aborted) return CANCELLED;
    const { clock } = this.options;
    this.count += 1;
    const id = String(this.count);
    const { agent, policy } = asking;
    const { timeoutMs } = policy;
    const asked = toAskedPermission(request, { id, agent, now: clock.now(), timeoutMs });
    return await new Promise((resolve) => {
      const over = new AbortController();
      const waited = this.options.waits.begin();
      const settle = (answer: PermissionAnswer): void => {
        over.abort();
        waited();
        this.open.delete(id);
        this.changed(asking);
        resolve(answer);
      };
      const end = (answer: PermissionAnswer, outcome: PermissionOutcome): void => {
        if (over.signal.aborted) return;
        this.safely(() => this.recordAnswer({ asked, asking }, outcome));
        settle(answer);
      };
      signal.addEventListener('abort', () => end(CANCELLED, 'cancelled'), { signal: over.signal });
      void clock.wait(timeoutMs, over.signal).then(() => end(LATE, 'timed_out'));
      this.open.set(id, { asked, asking, settle });
      this.safely(() => this.recordAsked({ asked, asking }));
      this.changed(asking);
    });
  }

  /** `isWanted`: a rule says so, and then a human is waited for wherever the run goes on. */
  private async askHuman(
    asking: Asking,
    request: PermissionRequest,
    { isWanted, signal }: { readonly isWanted: boolean; readonly signal: AbortSignal },
  ): Promise<PermissionAnswer> {
    if (!isWanted && !this.options.isAttended) return NOBODY;
    if (this.openOf(asking.taskId).length >= MAX_OPEN) return TOO_MANY;
    return await this.wait(asking, request, signal);
  }

  /** An event that cannot be written keeps no agent waiting. */
  private safely(record: () => void): void {
    try {
      this.options.journal.transaction(record);
    } catch {
      // The turn's own record fails next, and says why.
    }
  }

  private changed({ taskId, agent, onChange }: Asking): void {
    const own = this.openOf(taskId).filter(({ asking }) => asking.agent === agent);
    onChange(own.map(({ asked }) => asked));
  }

  /** To be called inside a transaction. */
  private recordAsked({ asked, asking }: Pick<OpenRequest, 'asked' | 'asking'>): void {
    const { id, agent, kind, action, until } = asked;
    const data = { id, agent, kind, action, until };
    this.options.journal.record({ event: 'permission_asked', taskId: asking.taskId, data });
  }

  /** To be called inside a transaction. */
  private recordAnswer(
    { asked, asking }: Pick<OpenRequest, 'asked' | 'asking'>,
    outcome: PermissionOutcome,
    facts: { readonly by?: Actor; readonly rule?: string } = {},
  ): void {
    const { id, agent, kind, action } = asked;
    const data = { id, agent, kind, action, outcome, ...facts };
    this.options.journal.record({ event: 'permission_answered', taskId: asking.taskId, data });
  }
}

const NOBODY = refused('nobody is there to answer');
const TOO_MANY = refused(`more than ${MAX_OPEN} requests wait for an answer`);
const LATE = refused('nobody answered in time');

function refused(reason: string): PermissionAnswer {
  return { allowed: false, reason };
}

function noRequest(taskId: string, id: string | undefined): string {
  return id === undefined
    ? `No permission request of ${taskId} waits for an answer.`
    : `The permission request ${id} of ${taskId} does not wait any more.`;
}

function severalOpen(taskId: string, open: readonly OpenRequest[]): string {
  const named = open.map(({ asked }) => `${asked.id}: ${asked.action}`).join('; ');
  return `${open.length} permission requests of ${taskId} wait; name one: ${named}.`;
}

function describeReply(
  { asked, asking }: OpenRequest,
  allow: boolean,
  always: PermissionReply['always'],
): string {
  const done = `${asking.agent} ${allow ? 'may' : 'may not'} ${asked.action}`;
  if (always === undefined || asked.rule === undefined) return `${done}.`;
  const where = always === 'task' ? `for ${asking.taskId}` : 'in this workspace';
  return `${done}; \`${asked.rule}\` is allowed ${where} from now on.`;
}

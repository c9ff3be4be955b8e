import type { AnsweredCalls, PermissionDecider } from '../../model/permissions/answeredCalls';
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
import { visibleLine } from '../../text/visibleText';
import { howToPermit } from '../../rules/permissions/howToPermit';
import { decidePermission } from '../../rules/permissions/decidePermission';
import type { EventJournal } from '../state/eventJournal';
import type { HumanWaits } from './humanWaits';
import { SharedAbort } from './sharedAbort';
import { describeAction, toAskedPermission } from './toAskedPermission';

/** Open requests of one task, at most; more are refused. */
const MAX_OPEN = 20;

/** Who asks, and what is then shown. */
export interface Asking {
  readonly taskId: string;
  readonly agent: string;
  readonly policy: PermissionPolicy;
  /** Called whenever a request of this call begins or ends to wait, with all that wait. */
  readonly onChange: (asked: readonly AskedPermission[]) => void;
  /** Called with each request that was answered, by whomever. */
  readonly onAnswered: (calls: AnsweredCalls) => void;
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
  readonly settle: (answered: Answered) => void;
}

interface Answered {
  readonly answer: PermissionAnswer;
  readonly by: PermissionDecider;
  /** The rule that decided. */
  readonly rule?: string;
}

const CANCELLED: Answered = {
  answer: { allowed: false, reason: 'cancelled', cancelled: true },
  by: 'devs',
};

/** Answers the permission requests of a run's agents: by rule, or by a human. No request waits for ever. */
export class PermissionGate {
  private readonly open = new Map<string, OpenRequest>();
  private readonly aborts = new SharedAbort();
  private count = 0;
  constructor(private readonly options: PermissionGateOptions) {}

  /** Decides about a request; `signal` aborts when nobody waits for the answer any more. Never rejects. */
  async ask(
    asking: Asking,
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    const answered = await this.decide(asking, request, signal);
    const { answer, by, rule } = answered;
    if (answer.allowed || answer.cancelled !== true)
      asking.onAnswered({
        ...{ action: describeAction(request), allowed: answer.allowed, by, count: 1 },
        ...(rule !== undefined && { rule: visibleLine(rule, MAX_RULE) }),
        ...remedyOf(answered),
      });
    return answer;
  }

  private async decide(
    asking: Asking,
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<Answered> {
    try {
      const granted = this.listGranted(asking.taskId);
      const decided = decidePermission(asking.policy, granted, request);
      const { decision, by: rule } = decided;
      const byRule = { by: 'rule', ...(rule && { rule: rule.text }) } as const;
      if (decision === 'allow') return { answer: { allowed: true }, ...byRule };
      const answered =
        decision === 'deny'
          ? { ...refused('rule', `denied by the rule \`${rule?.text}\``), ...byRule }
          : await this.askHuman(asking, request, { isWanted: rule !== undefined, signal });
      const { answer } = answered;
      const isFinal = answer.allowed || answer.cancelled === true;
      if (isFinal) return answered;
      return { ...answered, answer: { ...answer, remedy: howToPermit(decided, request) } };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return refused('devs', `Devs could not ask a human for the permission: ${why}`);
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
      return {
        ok: false,
        message: 'Devs cannot allow requests like this one for good; allow this request once.',
      };
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
    settle(
      allow ? { answer: { allowed: true }, by: 'human' } : refused('human', 'denied by a human'),
    );
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
  ): Promise<Answered> {
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
      const settle = (answered: Answered): void => {
        over.abort();
        forget();
        waited();
        this.open.delete(id);
        this.changed(asking);
        resolve(answered);
      };
      const end = (answered: Answered, outcome: PermissionOutcome): void => {
        if (over.signal.aborted) return;
        this.safely(() => this.recordAnswer({ asked, asking }, outcome));
        settle(answered);
      };
      const forget = this.aborts.on(signal, () => end(CANCELLED, 'cancelled'));
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
  ): Promise<Answered> {
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

const NOBODY = refused('nobody', 'nobody is there to answer');
const TOO_MANY = refused('devs', `more than ${MAX_OPEN} requests wait for an answer`);
const LATE = refused('timeout', 'nobody answered in time');
/** Characters of a rule that are recorded. */
const MAX_RULE = 200;

function refused(by: PermissionDecider, reason: string): Answered {
  return { answer: { allowed: false, reason }, by };
}

/** What a human or a rule refused is meant to be refused. */
function remedyOf({ answer, by }: Answered): Pick<AnsweredCalls, 'remedy'> {
  if (answer.allowed || answer.remedy === undefined || by === 'human' || by === 'rule') return {};
  return { remedy: answer.remedy };
}

function noRequest(taskId: string, id: string | undefined): string {
  return id === undefined
    ? `No permission request of ${taskId} waits for an answer.`
    : `The permission request ${id} of ${taskId} no longer waits for an answer.`;
}

function severalOpen(taskId: string, open: readonly OpenRequest[]): string {
  const named = open.map(({ asked }) => `${asked.id}: ${asked.action}`).join('; ');
  return `${open.length} permission requests of ${taskId} wait for an answer; name one of them: ${named}.`;
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

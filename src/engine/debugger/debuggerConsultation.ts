import type { DevsConfig } from '../../model/config/config';
import {
  dueDebuggerCall,
  type DebuggerCall,
  type DebuggerCallState,
  type EndedDebuggerCall,
  type DebuggerChanges,
} from '../../model/debugger/debuggerCall';
import type { TaskDefinition } from '../../model/task/task';
import { hasEnded } from '../../model/turn/turn';
import { describeDebuggerChanges } from '../../reports/debugger/describeDebugger';
import { DEBUGGER_RULES, debuggerPrompt } from '../../rules/debugger/debuggerPrompt';
import { describeRepository } from '../../reports/rewind/describeRepository';
import { StateError } from '../../ports/workspaceState';
import { orStateError } from '../state/orStateError';
import { requireTask } from '../state/requireTask';
import { suspendTask, type SuspensionTools } from '../state/suspension';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import type { TurnCheckpoints } from '../turn/context/turnCheckpoints';
import { callDebugger, type DebuggerAnswer } from './callDebugger';
import { collectEvidence } from './collectEvidence';
import { recordDebuggerCall } from './recordDebuggerCall';
import { listUnobserved, undoChanges } from './undoChanges';

export interface ConsultationTools {
  readonly deps: OrchestrationDeps;
  readonly suspension: SuspensionTools;
  readonly checkpoints: TurnCheckpoints;
}

export interface ConsultationRequest {
  readonly config: DevsConfig;
  readonly task: TaskDefinition;
  readonly countsOn: string;
  readonly signal: AbortSignal;
  /** Milliseconds left of the run's limit; Infinity without a limit. */
  readonly msLeft: number;
  /** Why no turn could try a diagnosis, a clause; absent: turns are left. */
  readonly noTurnLeft?: string;
  /** Called in the transaction that records the answer, after the record. */
  readonly afterAnswer: () => void;
}

/** What the state has after a consultation: a strategy with a diagnosis, a pause, or a call that is still due. */
export type ConsultationEnd = 'diagnosed' | 'paused' | 'cancelled';

/** Asks the debugger of a task whose strategies have failed, once, and records what follows. */
export class DebuggerConsultation {
  private readonly begunAt: number;

  constructor(
    private readonly tools: ConsultationTools,
    private readonly request: ConsultationRequest,
  ) {
    this.begunAt = tools.deps.clock.elapsed();
  }

  /** Resolves when the agent and all its processes have ended, its changes to files are undone, and the end is recorded. */
  async run(): Promise<ConsultationEnd> {
    const { config, countsOn, noTurnLeft } = this.request;
    const call = dueDebuggerCall(requireTask(this.tools.deps.store, countsOn));
    if (call === undefined) return 'diagnosed';
    const name = config.debugger;
    const definition = name === undefined ? undefined : config.agents[name];
    if (definition === undefined || noTurnLeft !== undefined) {
      const reason = noTurnLeft ?? 'devs.yaml no longer names a debugger';
      return this.end(call, { kind: 'failed', reason, agent: '', durationMs: 0, transcript: '' });
    }
    const { answer, changes } = await this.ask(call, definition);
    if (answer.kind === 'cancelled') {
      this.put(call, { kind: 'due' });
      return 'cancelled';
    }
    const { transcript } = answer;
    const durationMs = this.tools.deps.clock.elapsed() - this.begunAt;
    const about = { agent: definition.name, durationMs, transcript, ...(changes && { changes }) };
    return answer.kind === 'none'
      ? this.end(call, { kind: 'failed', reason: answer.reason, ...about })
      : this.end(call, { kind: 'diagnosed', diagnosis: answer.diagnosis, strategy: 0, ...about });
  }

  private async ask(
    call: DebuggerCall,
    definition: DevsConfig['agents'][string],
  ): Promise<{ readonly answer: DebuggerAnswer; readonly changes: DebuggerChanges | undefined }> {
    const { deps, checkpoints } = this.tools;
    const { config, countsOn, signal } = this.request;
    const evidence = await collectEvidence(deps, this.debuggedTask(call), countsOn);
    const { moment, snapshot } = await checkpoints.before();
    const since = deps.clock.now();
    const aftermath = checkpoints.after({
      ...{ repositoryBefore: moment.repositoryBefore, since, paths: [...snapshot.files.keys()] },
    });
    await this.warnAboutKilled(call, moment.checkpointBefore);
    const turn = this.failedTurn(call);
    const checkpoint = moment.checkpointBefore;
    this.put(call, { kind: 'running', checkpoint, turnId: turn.id });
    deps.observer.onPhase({
      ...{ taskId: call.taskId, turn: call.turn, phase: 'debugger', agent: definition.name },
    });
    const answer = await callDebugger({
      ...{ deps, config, taskId: call.taskId, turn, signal },
      definition: { ...definition, timeoutMs: this.timeoutMs(definition.timeoutMs) },
      systemPrompt: DEBUGGER_RULES,
      prompt: debuggerPrompt(evidence),
    });
    const { checkpointAfter, repositoryChange } = await aftermath.trace();
    for (const sentence of repositoryChange ? describeRepository(repositoryChange) : [])
      deps.observer.onWarning(`The debugger agent ${definition.name}: ${sentence}`);
    const changes =
      checkpointAfter === undefined
        ? undefined
        : await this.undo(call, checkpoint, checkpointAfter);
    for (const sentence of changes ? describeDebuggerChanges(definition.name, changes) : [])
      deps.observer.onWarning(sentence);
    return { answer, changes };
  }

  private timeoutMs(own: number): number {
    return Math.max(1, Math.min(own, this.request.msLeft));
  }

  /** The task whose turn failed; the one to run next if it was removed meanwhile. */
  private debuggedTask({ taskId }: DebuggerCall): TaskDefinition {
    const { config, task } = this.request;
    return config.tasks.find(({ id }) => id === taskId) ?? task;
  }

  private failedTurn({ turn: number }: DebuggerCall): { id: string; number: number } {
    const { store, clock } = this.tools.deps;
    const turn = store
      .listTurns(this.request.countsOn)
      .filter(hasEnded)
      .find((each) => each.number === number);
    return { id: turn?.id ?? clock.newId(), number };
  }

  private async undo(
    { turn }: DebuggerCall,
    before: string,
    after: string,
  ): Promise<DebuggerChanges | undefined> {
    const { deps, suspension } = this.tools;
    const undone = await orStateError(() =>
      undoChanges(
        { ...deps, journal: suspension.journal },
        { taskId: this.request.countsOn, turn, before, after, artefacts: this.artefacts() },
      ),
    );
    if (!(undone instanceof StateError)) return undone;
    deps.observer.onWarning(
      `Devs could not undo the file changes of the debugger agent: ${undone.message}`,
    );
    return undefined;
  }

  /** After a killed call, changes of the debugger and of the user are indistinguishable: they stay. */
  private async warnAboutKilled({ state }: DebuggerCall, now: string): Promise<void> {
    if (state.kind !== 'running') return;
    const span = { before: state.checkpoint, after: now, artefacts: this.artefacts() };
    const paths = await listUnobserved(this.tools.deps, span);
    const why = 'Devs was killed while the debugger agent worked, so the change may be yours';
    const kept = paths.map((path) => ({ path, why }));
    const agent = this.request.config.debugger ?? '';
    for (const sentence of describeDebuggerChanges(agent, { undone: [], kept }))
      this.tools.deps.observer.onWarning(sentence);
  }

  private artefacts(): ReadonlySet<string> {
    const { store } = this.tools.deps;
    return new Set([...this.request.config.reports, ...store.listVerifyArtefacts()]);
  }

  private put(call: DebuggerCall, state: DebuggerCallState): void {
    const { store } = this.tools.deps;
    store.updateTask(this.request.countsOn, { debuggerCall: { ...call, state } });
  }

  /** Records the end of the call and what follows, in one transaction. */
  private end(call: DebuggerCall, state: EndedDebuggerCall): ConsultationEnd {
    const { suspension } = this.tools;
    const { countsOn, task, afterAnswer } = this.request;
    return suspension.journal.transaction(() => {
      recordDebuggerCall(suspension.journal, call, state);
      if (state.kind === 'diagnosed') {
        const strategy = suspension.loopDetection.startNextStrategy(countsOn);
        this.put(call, { ...state, strategy });
      } else {
        this.put(call, state);
        suspendTask(suspension, { taskId: task.id, countsOn, reason: 'MAX_PIVOTS_EXCEEDED' });
      }
      afterAnswer();
      return state.kind === 'diagnosed' ? 'diagnosed' : 'paused';
    });
  }
}

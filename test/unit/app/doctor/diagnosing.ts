import { NO_WORKTREES } from '../../../support/noWorktrees';
import type { DoctorContext, DoctorOptions } from '../../../../src/app/doctor/doctorContext';
import { runDoctor, type DoctorRequest } from '../../../../src/app/doctor/runDoctor';
import type { DoctorObserver } from '../../../../src/app/doctor/runChecks';
import type {
  AgentDefinition,
  ConfigResult,
  DevsConfig,
} from '../../../../src/model/config/config';
import type { Check, SetupReport } from '../../../../src/model/workspace/setupReport';
import type { LeaseHolder } from '../../../../src/model/workspace/leaseHolder';
import type { Machine } from '../../../../src/ports/machine';
import type { Models } from '../../../../src/ports/models';
import type { Trials } from '../../../../src/ports/trials';
import type { WorkspaceState } from '../../../../src/ports/workspaceState';
import { heldClock } from '../../../support/heldClock';
import { createMemoryStore } from '../../../support/memoryStore';
import { NO_MODELS } from '../../../support/scriptedJudge';
import { configOf } from '../../../support/scriptedRun';
import { soundMachine, soundTrials } from '../../../support/soundMachine';

/** Whoever runs tasks in another terminal. */
export const HOLDER: LeaseHolder = {
  ...{ pid: 4711, who: 'terminal', host: 'mill', since: '2026-01-01T00:00:00.000Z' },
};

/** What is different from a machine on which all is well. */
export interface Patient {
  readonly config?: ConfigResult;
  readonly machine?: Partial<Machine>;
  readonly trials?: Partial<Trials>;
  readonly models?: Models;
  readonly state?: Partial<Pick<WorkspaceState, 'read' | 'holder' | 'lease'>>;
  readonly parts?: Partial<DoctorRequest['parts']>;
  readonly options?: Partial<DoctorOptions>;
  readonly observer?: DoctorObserver;
}

/** A valid configuration. */
export function valid(change: Partial<DevsConfig> = {}): ConfigResult {
  return { kind: 'ok', config: configOf(change) };
}

export function agentOf(change: Partial<AgentDefinition> = {}): AgentDefinition {
  const { name = 'scripted' } = change;
  return { name, type: 'command', command: ['agent'], timeoutMs: 60_000, env: {}, ...change };
}

/** The whole setup, as the terminal asks for it. */
export async function diagnose(patient: Patient = {}): Promise<SetupReport> {
  const { observer = {} } = patient;
  return await runDoctor({ parts: await partsOf(patient), options: optionsOf(patient), observer });
}

/** What one check came to. */
export async function checkOf(id: string, patient: Patient = {}): Promise<Check> {
  const { checks } = await diagnose(patient);
  const found = checks.find((check) => check.id === id);
  if (found === undefined) throw new Error(`no ${id}: ${checks.map((each) => each.id).join(' ')}`);
  return found;
}

export function optionsOf({ options = {} }: Patient): DoctorOptions {
  return {
    ...{ quick: false, askAgents: false, place: { kind: 'terminal' } },
    signal: new AbortController().signal,
    ...options,
  };
}

export async function partsOf(
  patient: Patient,
): Promise<DoctorRequest['parts'] & DoctorContext['parts']> {
  const store = await createMemoryStore();
  const { config = valid(), models = NO_MODELS } = patient;
  return {
    configFile: '/home/dev/shop/devs.yaml',
    configSource: { read: () => Promise.resolve(config) },
    clock: heldClock(),
    adapters: {
      worktrees: NO_WORKTREES,
      models,
      notifier: {
        findProblem: nothingWrong,
        deliver: () => Promise.resolve({ kind: 'delivered' }),
      },
    },
    state: stateOf({
      read: () => Promise.resolve(store),
      holder: () => Promise.resolve(undefined),
      lease: () => Promise.resolve(undefined),
      ...patient.state,
    }),
    stateFiles: {
      usage: () =>
        Promise.resolve({
          ...{ directory: '/state/shop', database: 400_000, history: 100_000 },
          ...{ transcripts: 1_000_000, checkpoints: 500_000, setups: 0 },
        }),
      ...{ listTranscripts: nothing, listSetAside: nothing, listOldEvents: nothing },
      remove: () => Promise.reject(new Error('nothing may be removed')),
      removeSetups: () => Promise.reject(new Error('nothing may be removed')),
    },
    machine: soundMachine(patient.machine),
    trials: soundTrials(patient.trials),
    ...patient.parts,
  };
}

function stateOf(answers: Pick<WorkspaceState, 'read' | 'holder' | 'lease'>): WorkspaceState {
  return {
    directory: '/state/shop',
    self: { pid: 1, who: 'terminal', host: 'mill' },
    acquire: () => Promise.reject(new Error('the lease may not be taken')),
    unlock: () => Promise.reject(new Error('the lease may not be taken')),
    ask: () => Promise.reject(new Error('nobody may be asked')),
    onDidChange: () => ({ dispose: () => undefined }),
    ...answers,
  };
}

function nothingWrong(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function nothing(): Promise<readonly []> {
  return Promise.resolve([]);
}

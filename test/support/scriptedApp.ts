import { NO_PULL_REQUESTS } from './noPullRequests';
import { DevsApp } from '../../src/app/devsApp';
import type { DevsAppParts } from '../../src/app/lease/devsAppParts';
import { MASK_NOTHING } from '../../src/ports/secretMask';
import type { StateFiles } from '../../src/ports/stateFiles';
import { NO_TELEMETRY } from '../../src/ports/telemetry';
import type { WorkspaceState } from '../../src/ports/workspaceState';
import { MemoryReports } from './memoryReports';
import type { ScriptedRun } from './scriptedRun';
import { soundMachine, soundTrials } from './soundMachine';

const NO_FILES: StateFiles = {
  usage: () =>
    Promise.resolve({
      directory: '/nowhere',
      database: 0,
      history: 0,
      transcripts: 0,
      checkpoints: 0,
      setups: 0,
    }),
  listTranscripts: () => Promise.resolve([]),
  listSetAside: () => Promise.resolve([]),
  listOldEvents: () => Promise.resolve([]),
  remove: () => Promise.resolve({ bytes: 0, problems: [] }),
  removeSetups: () => Promise.resolve({ bytes: 0, problems: [] }),
};

/** The state of a workspace that nobody else works in. */
export function ownState(run: ScriptedRun): WorkspaceState {
  const { store } = run;
  const nothing = { dispose: () => undefined };
  return {
    directory: '/nowhere',
    self: { pid: 4712, who: 'window', host: 'desk' },
    acquire: () =>
      Promise.resolve({
        ok: true,
        lease: {
          store,
          notices: [],
          serveInbox: () => ({ stop: () => Promise.resolve() }),
          release: () => undefined,
        },
      }),
    holder: () => Promise.resolve(undefined),
    lease: () => Promise.resolve(undefined),
    unlock: () => Promise.resolve(false),
    read: () => Promise.resolve(store),
    ask: () => Promise.reject(new Error('there is nobody to ask')),
    onDidChange: () => nothing,
  };
}

/** An app over a scripted run. */
export function appOver(run: ScriptedRun, change: Partial<DevsAppParts> = {}): DevsApp {
  const { clock, ...adapters } = run.deps();
  return new DevsApp({
    workspaceDir: '/nowhere',
    configFile: '/nowhere/devs.yaml',
    state: ownState(run),
    configSource: { read: () => Promise.resolve({ kind: 'ok', config: run.config }) },
    clock,
    adapters,
    mask: MASK_NOTHING,
    stateFiles: NO_FILES,
    eventLog: { append: () => undefined },
    runReports: new MemoryReports(),
    telemetry: NO_TELEMETRY,
    machine: soundMachine(),
    trials: soundTrials(),
    orphanedProcesses: { end: () => Promise.resolve() },
    pullRequests: NO_PULL_REQUESTS,
    taskSources: {
      readList: () => Promise.resolve({ ok: false, message: '' }),
      askGithub: () => Promise.resolve({ ok: false, message: '' }),
    },
    configEditor: {
      suggest: () => Promise.resolve({ agents: [] }),
      change: () => Promise.resolve({ ok: false, message: '' }),
      init: () => Promise.resolve({ ok: false, message: '' }),
      addTasks: () => Promise.resolve({ ok: false, message: '' }),
      moveTask: () => Promise.resolve({ ok: false, message: '' }),
    },
    ...change,
  });
}

import type { Isolation, SetupState } from '../../model/landing/landing';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import type { BegunSetup, Worktree } from '../../ports/worktrees';
import { StateError } from '../../ports/workspaceState';
import { SETUP_WORDS } from '../../reports/landing/setupWords';
import { withoutFullStop } from '../../text/sentence';
import { noteActivity } from '../state/noteActivity';
import { orStateError } from '../state/orStateError';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import type { OpenedPlace, PlaceRequest } from './openedPlace';

type Hindrance = Exclude<OpenedPlace, { readonly kind: 'open' }>;

/**
 * Sets a new worktree up: runs the command, or brings what an equal setup made. Does nothing in one that is set up.
 * `deps`: bound to the worktree. Undefined where nothing hinders the task.
 */
export async function setUpWorktree(
  deps: OrchestrationDeps,
  worktree: Worktree,
  request: PlaceRequest,
): Promise<Hindrance | undefined> {
  const { store, observer } = deps;
  const taskId = request.plan.task.id;
  if (!worktree.isNew) {
    // It was shown during the first turn.
    if (store.getTask(taskId)?.statusReason === SETUP_WORDS.reused) noteActivity(store, taskId, '');
    return undefined;
  }
  const show = (setup: SetupState): void => {
    noteActivity(store, taskId, SETUP_WORDS[setup]);
    observer.onPhase({ taskId, turn: request.plan.number, phase: 'setup', setup });
  };
  const hindrance = await orStateError(() => setUp(deps, worktree, { ...request, show }));
  if (store.getTask(taskId)?.statusReason !== SETUP_WORDS.reused) noteActivity(store, taskId, '');
  if (!(hindrance instanceof StateError)) return hindrance;
  return { kind: 'blocked', reason: withoutFullStop(hindrance.message), remedy: RESUME };
}

interface ShownRequest extends PlaceRequest {
  readonly show: (setup: SetupState) => void;
}

async function setUp(
  deps: OrchestrationDeps,
  worktree: Worktree,
  request: ShownRequest,
): Promise<Hindrance | undefined> {
  const { isolation } = request.config;
  if (isolation?.setup === undefined) {
    await worktree.finishSetup();
    return undefined;
  }
  const begun = await begin(worktree, isolation, request);
  if (begun.kind === 'missing') return missing(begun.name);
  if (begun.kind === 'interrupted') return begun;
  if (begun.kind === 'reused') {
    request.show('reused');
    await worktree.finishSetup();
    return undefined;
  }
  const warn = (message: string): void => {
    if (message !== '') deps.observer.onWarning(message);
  };
  warn(begun.notice);
  try {
    const hindrance = await run(deps, request);
    if (hindrance !== undefined) return hindrance;
    await worktree.finishSetup();
    warn(await begun.keep(request.signal));
    return request.signal.aborted ? { kind: 'interrupted' } : undefined;
  } finally {
    begun.giveUp();
  }
}

/** Begins the setup; without `setupCache` nothing is kept. */
async function begin(
  worktree: Worktree,
  { setup, setupCache, copy }: Isolation,
  { show, signal }: ShownRequest,
): Promise<BegunSetup> {
  if (setup === undefined || setupCache === undefined) return NOTHING_KEPT;
  const inputs = { command: setup, files: setupCache, copy };
  return await worktree.beginSetup(inputs, { signal, onWait: () => show('waits') });
}

const NOTHING_KEPT: BegunSetup = {
  kind: 'due',
  notice: '',
  keep: () => Promise.resolve(''),
  giveUp: () => undefined,
};

async function run(
  { verifier, clock }: OrchestrationDeps,
  { config, plan, signal, show }: ShownRequest,
): Promise<Hindrance | undefined> {
  const command = config.isolation?.setup ?? '';
  show('runs');
  const { end, outputTail } = await verifier.verify(
    {
      ...{ command, timeoutMs: config.verifyTimeoutMs, reports: [] },
      ...{ taskId: plan.task.id, turnId: clock.newId(), call: 'setup' },
    },
    signal,
  );
  if (end.kind === 'cancelled' || signal.aborted) return { kind: 'interrupted' };
  if (exitedCleanly(end)) return undefined;
  const last = outputTail.trim().split('\n').at(-1) ?? '';
  const said = last === '' ? '' : ` (${last})`;
  return {
    kind: 'blocked',
    reason: `the setup of its worktree failed: ${describeEnd(end)}${said}`,
    remedy:
      'Correct `setup` in devs.yaml or install what this command needs, then resume the task. The output of `setup` is in the transcripts.',
  };
}

function missing(name: string): Hindrance {
  return {
    kind: 'blocked',
    reason: `\`setupCache\` names ${name}, which its worktree does not have`,
    remedy:
      'Correct the file name in devs.yaml or, if git ignores the file, add the file to `copy`; then resume the task.',
  };
}

const RESUME = 'Fix this problem, then resume the task.';

import type { Baseline } from '../../model/baseline/baseline';
import { selectCounted } from '../../model/turn/turn';
import { fingerprint, verificationArtefacts } from '../../rules/turn/fingerprint';
import { setStartState } from '../turn/context/turnEvidence';
import { readTests } from '../turn/context/turnFindings';
import { refreshPlan, type TurnPlan } from '../turn/context/turnPlan';
import type { TurnContext } from '../turn/context/turnFacts';
import type { DevsConfig } from '../../model/config/config';
import type { StoreReader } from '../../ports/store';
import { requireTask } from '../state/requireTask';
import { runVerification } from './turnVerification';
import type { VerificationEnd } from '../turn/context/verificationEnd';

/** Result of measuring the baseline: the turn may go on with this context, or ends without its agent. */
export type BaselineRun =
  | { readonly kind: 'ready'; readonly context: TurnContext; readonly artefacts: readonly string[] }
  | { readonly kind: 'interrupted' }
  | Extract<VerificationEnd, { readonly kind: 'blocked' }>;

/** Verifies the workspace before a task's first turn (design §9) and records the result at once. */
export async function measureBaseline(context: TurnContext): Promise<BaselineRun> {
  const { deps, plan, before } = context;
  const { verify } = plan.task;
  if (verify === undefined || !isBaselineDue({ ...context, store: deps.store }))
    return { kind: 'ready', context, artefacts: [] };
  const state = fingerprint(before.files, plan.artefacts);
  const known = context.lastVerification.find(verify, state);
  const run = known ?? (await runVerification({ ...BASELINE_CALL, context, command: verify }));
  if (run.kind !== 'agents') return run;
  const after = known === undefined ? await deps.workspace.snapshot() : before;
  const written = [...after.files].flatMap(([path, hash]) =>
    before.files.get(path) === hash ? [] : [path],
  );
  const artefacts = verificationArtefacts(before.files, after.files, after.untracked).filter(
    (path) => !plan.artefacts.has(path),
  );
  record(context, run, { written, artefacts });
  context.lastVerification.put(verify, state, run);
  const refreshed = refreshPlan(deps.store, context.config, plan);
  return { kind: 'ready', context: { ...context, plan: refreshed, before: after }, artefacts };
}

const BASELINE_CALL = { changedFiles: [], call: 'baseline' } as const;

interface TaskPlace {
  readonly config: DevsConfig;
  readonly store: StoreReader;
  readonly plan: Pick<TurnPlan, 'task' | 'countsOn'>;
}

/** Whether the task's verification is measured before its next turn. */
export function isBaselineDue({ config, store, plan }: TaskPlace): boolean {
  if (!config.baseline || store.getBaseline(plan.task.id) !== undefined) return false;
  const { firstTurn } = requireTask(store, plan.task.id);
  return !selectCounted(store.listTurns(plan.countsOn)).some(
    ({ taskId, number }) => taskId === plan.task.id && number >= firstTurn,
  );
}

interface Written {
  readonly written: readonly string[];
  /** Those that were not known before. */
  readonly artefacts: readonly string[];
}

function record(
  { deps: { store, clock }, journal, plan, before, checkpoint }: TurnContext,
  { result, lines }: VerificationEnd,
  { written, artefacts }: Written,
): void {
  const { tests, measurement } = readTests(result, lines);
  const baseline: Baseline = {
    taskId: plan.task.id,
    command: plan.task.verify ?? [],
    at: clock.now().toISOString(),
    state: fingerprint(before.files, new Set([...plan.artefacts, ...artefacts])),
    checkpoint,
    verification: {
      end: result.end,
      outputTail: result.outputTail,
      durationMs: result.durationMs,
      ...(measurement && { measurement }),
      ...(tests && { source: tests.source }),
    },
    failingTests: tests?.failingTests ?? [],
    ...(tests?.cases && { cases: tests.cases }),
    ...(written.length > 0 && { written }),
  };
  journal.transaction(() => {
    store.addVerifyArtefacts(artefacts);
    store.putBaseline(baseline);
    const root = requireTask(store, plan.countsOn);
    if (root.best === undefined && measurement !== undefined)
      store.updateTask(root.id, { best: measurement });
    if (artefacts.length > 0) setStartState(store, plan, baseline.state);
    journal.record({
      event: 'baseline_measured',
      taskId: plan.task.id,
      data: {
        passed: result.end.kind === 'exit' && result.end.code === 0,
        measurement: measurement ?? null,
        failing_tests: baseline.failingTests,
        durationMs: result.durationMs,
      },
    });
  });
}

import { evaluateTurn } from '../../rules/turn/evaluateTurn';
import { verificationArtefacts } from '../../rules/turn/fingerprint';
import type { LandedSuccess, LandingRecord } from '../../model/landing/landing';
import { exitedCleanly } from '../../model/turn/turn';
import { StateError } from '../../ports/workspaceState';
import type { MergedChange, MergeResult } from '../../ports/worktrees';
import { holdForReview } from './holdForReview';
import { noteLanding } from '../state/noteActivity';
import { orStateError } from '../state/orStateError';
import { judgedBy } from '../turn/calls/verifyTurn';
import { INTERRUPTED, type TurnRun } from '../turn/calls/turnRun';
import { evidenceOf } from '../turn/context/turnEvidence';
import type { TurnContext, TurnFacts } from '../turn/context/turnFacts';
import { runVerification } from '../verification/turnVerification';
import { landingTarget } from '../worktrees/taskPlaces';
import { checkPaths, type LandingProblem } from './checkPaths';
import type { LandingPlace } from './landingQueue';
import type { LandingTools } from './landingTools';
import { prepareCommit } from './prepareCommit';
import type { LandedTurn } from './recordLanding';
import { blocked, withoutLanding } from './unlanded';
import { writeLanding, type Written } from './writeLanding';

/** How often the merged files are verified when the user goes on meanwhile. */
const MAX_VERIFICATIONS = 3;
/** How often a landing starts again because the user changed its files. */
const MAX_ROUNDS = 8;

/** How often git may refuse the commit of a landing: another commit may have come in between. */
const MAX_REFUSALS = 2;

/** A landing with what its worktree needs. */
export interface Landed extends LandedTurn {
  /** Commit of the merged files. */
  readonly merged: string;
}

/** A turn after its landing. */
export interface LandedRun {
  readonly run: TurnRun;
  /** Absent if nothing landed. */
  readonly landed?: Landed;
}

/** A turn that may land; in the workspace there is nothing to land. */
export type LandableTurn = Omit<LandingTools, 'worktree' | 'mode'> & {
  readonly worktree: LandingTools['worktree'] | undefined;
  /** Resolves when it may land; false if its turn was ended before. */
  readonly enter: LandingPlace['enter'];
};

type Counted = Extract<TurnRun, { readonly kind: 'counted' }>;

/**
 * Lands the work of a turn that succeeded in a worktree, when its place in the queue comes: merges it with what it lands on, verifies the merged files in the
 * worktree unless nothing else changed, and writes it. A red verification is then the turn's own, a conflict pauses the
 * task, and what only the user can clear away blocks it; the workspace is unchanged then.
 */
export async function landTurn(
  { home, worktree, context, enter, whileStill }: LandableTurn,
  run: TurnRun,
): Promise<LandedRun> {
  const { isolation } = context.config;
  if (worktree === undefined || isolation === undefined || run.kind !== 'counted') return { run };
  const success = findSuccess(context, run.facts);
  if (success === undefined && run.facts.inside.exit?.by !== 'doubt') return { run };
  const held = await orStateError(() =>
    holdForReview({ worktree, context }, run, artefactsIn(context, run.facts)),
  );
  if (held instanceof StateError) return { run: blocked(run, held.message) };
  // Whoever reviews it takes longer than any landing: it waits outside of the queue.
  if (held !== undefined) return { run: held };
  if (success === undefined) return { run };
  if (!(await enter())) return { run: INTERRUPTED };
  const tools = { home, worktree, context, mode: isolation.land, whileStill };
  const landed = await orStateError(() => new TurnLanding(tools, success).land(run));
  return landed instanceof StateError ? { run: blocked(run, landed.message) } : landed;
}

function findSuccess(
  { deps, config, plan }: TurnContext,
  facts: TurnFacts,
): LandedSuccess | undefined {
  const judgement = evaluateTurn(evidenceOf(deps.store, config.limits, { plan, facts }));
  if (judgement.kind !== 'success') return undefined;
  return { reason: judgement.reason, unverified: judgement.unverified };
}

function artefactsIn({ plan }: TurnContext, { artefacts }: TurnFacts): readonly string[] {
  return [...plan.artefacts, ...artefacts];
}

class TurnLanding {
  private verifications = 0;
  private refusals = 0;

  constructor(
    private readonly tools: LandingTools,
    private readonly success: LandedSuccess,
  ) {}

  async land(first: Counted): Promise<LandedRun> {
    let run = first;
    let why = 'the workspace changed again and again while the task landed';
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const { worktree, context } = this.tools;
      if (context.signal.aborted) return { run: INTERRUPTED };
      const start = await this.recordWorkspace([]);
      const merged = await this.merge(run.facts);
      if (merged.kind !== 'merged') return { run: withoutLanding(run, merged) };
      if (!this.mayLand(merged)) return { run: (await this.hold(run)) ?? run };
      if (!merged.isVerified) {
        await worktree.bringTo({ base: merged.onto, files: merged.merged });
        const verified = await this.verify(run);
        if (verified !== undefined) {
          if (verified.kind !== 'counted' || !isGreen(verified)) return { run: verified };
          run = verified;
          // What the user did meanwhile is merged, and verified too.
          continue;
        }
      }
      const written = await this.write(run, merged, start);
      if (written.kind === 'landed') return { run, landed: written.landed };
      if (written.kind === 'refused') return { run: written.run };
      why = written.why ?? why;
    }
    return { run: blocked(run, why) };
  }

  /** Undefined where no file of the workspace changes. */
  private async recordWorkspace(paths: readonly string[]): Promise<string | undefined> {
    if (this.tools.mode === 'branch') return undefined;
    return (await this.tools.home.checkpoints.record(paths)).id;
  }

  private async merge(facts: TurnFacts): Promise<MergeResult> {
    const { worktree, mode } = this.tools;
    return await worktree.merge(landingTarget(mode), artefactsIn(this.tools.context, facts));
  }

  /** Whether these are the files that a human accepted, where that is needed; what is merged with them needs no review. */
  private mayLand({ tree, mergedTree }: MergedChange): boolean {
    const { deps, plan } = this.tools.context;
    const { id, review } = plan.task;
    if (review !== true) return true;
    if (!deps.store.isAcceptedChange(id, tree)) return false;
    if (mergedTree !== tree) deps.store.addAcceptedChange(id, mergedTree);
    return true;
  }

  private async hold(run: Counted): Promise<TurnRun | undefined> {
    return await holdForReview(this.tools, run, artefactsIn(this.tools.context, run.facts));
  }

  /** The turn with the verification of the merged files; undefined if it is not verified (again). */
  private async verify(run: Counted): Promise<TurnRun | undefined> {
    const { context } = this.tools;
    const { facts } = run;
    const command = context.plan.task.verify;
    if (command === undefined || this.verifications >= MAX_VERIFICATIONS) return undefined;
    this.verifications += 1;
    const { workspace } = context.deps;
    const before = await workspace.snapshot();
    const request = { context, command, changedFiles: facts.changedFiles, merged: true } as const;
    this.show('verifies');
    const verified = await runVerification({ ...request, call: `landing-${this.verifications}` });
    this.show('lands');
    if (verified.kind === 'interrupted') return INTERRUPTED;
    const { files, untracked } = await workspace.snapshot();
    const written = verificationArtefacts(before.files, files, untracked);
    const artefacts = [...new Set([...facts.artefacts, ...written])];
    const judged = judgedBy(context, seenBy(context, facts), verified);
    if (judged.kind === 'interrupted') return judged;
    const { verification, findings } = judged.facts;
    return { ...judged, facts: { ...facts, artefacts, verification, findings } };
  }

  private show(kind: 'lands' | 'verifies'): void {
    const { home, context } = this.tools;
    noteLanding(home.store, context.plan.task.id, { kind });
  }

  private async write(
    run: Counted,
    merged: MergedChange,
    start: string | undefined,
  ): Promise<
    | { readonly kind: 'landed'; readonly landed: Landed }
    /** `why`: what could not be written, a clause; absent if the workspace has changed since the merge. */
    | { readonly kind: 'again'; readonly why?: string }
    | { readonly kind: 'refused'; readonly run: TurnRun }
  > {
    const { home, context, worktree, mode } = this.tools;
    const paths = merged.paths.map(({ path }) => path);
    const commit = await prepareCommit(this.tools, merged, artefactsIn(context, run.facts));
    if (commit.kind !== 'prepared') return { kind: 'refused', run: withoutLanding(run, commit) };
    const from = await this.recordWorkspace(paths);
    let files: LandingRecord['files'];
    if (start !== undefined && from !== undefined) {
      const to = (await worktree.checkpoints.record(paths)).id;
      const problem = await this.checkFiles(merged, { start, from, to });
      if (problem?.kind === 'moved') return { kind: 'again' };
      if (problem !== undefined) return { kind: 'refused', run: blocked(run, problem.why) };
      files = { from, to };
    }
    const record: LandingRecord = {
      turnId: context.turnId,
      taskId: context.plan.task.id,
      at: context.deps.clock.now().toISOString(),
      mode,
      ...(files && { files }),
      paths,
      ...(commit.git && { git: commit.git }),
      success: this.success,
      status: 'applying',
    };
    const written: Written = await this.tools.whileStill(() => writeLanding(home, record));
    if (written.kind !== 'written') {
      if (written.kind === 'refused') this.refusals += 1;
      return this.refusals < MAX_REFUSALS
        ? { kind: 'again', why: written.why }
        : { kind: 'refused', run: blocked(run, written.why) };
    }
    const { after } = written;
    const landed = { record, merged: merged.merged, ...(after !== undefined && { after }) };
    return { kind: 'landed', landed };
  }

  /** What keeps the merged files from being written, by checkpoints at the merge, just before and with the new content. */
  private async checkFiles(
    change: MergedChange,
    { start, from, to }: { readonly start: string; readonly from: string; readonly to: string },
  ): Promise<LandingProblem | undefined> {
    const { checkpoints } = this.tools.home;
    const [merged, now, next] = await Promise.all([
      checkpoints.read(start),
      checkpoints.read(from),
      checkpoints.read(to),
    ]);
    const problem = checkPaths(change.paths, { merged, now, to: next });
    return problem?.kind === 'moved' && isInTheWay(change, problem.path, merged.files)
      ? { kind: 'refused', why: inTheWay(problem.path) }
      : problem;
  }
}

/** Whether an ignored file of the user is where the change adds one: no merge knows of it. */
function isInTheWay(
  { paths }: MergedChange,
  path: string,
  atMerge: ReadonlyMap<string, unknown>,
): boolean {
  const added = paths.some((each) => each.path === path && each.action === 'added');
  return added && !atMerge.has(path);
}

function inTheWay(path: string): string {
  return `${path}, which git ignores in the workspace, is in the way of a file of this name; move it away`;
}

function isGreen({ facts }: Counted): boolean {
  return facts.verification !== undefined && exitedCleanly(facts.verification.end);
}

function seenBy(context: TurnContext, facts: TurnFacts): Parameters<typeof judgedBy>[1] {
  return {
    agent: facts.agent,
    inside: facts.inside,
    after: context.before,
    dependenciesAfter: context.dependencies,
    verification: undefined,
    artefacts: facts.artefacts,
    findings: facts.findings,
    wroteReturned: facts.wroteReturned,
  };
}

import { changedPaths, changeHash, fingerprint } from '../../../rules/turn/fingerprint';
import { findCompletionMarkers } from '../../../rules/progress/findCompletionMarkers';
import { hashResponse } from '../../../rules/turn/hashResponse';
import type { DevsConfig } from '../../../model/config/config';
import type { JudgedTurn } from '../../../model/judge/judgedTurn';
import { hasEnded } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import type { VerifyResult } from '../../../ports/verifier';
import type { WorkspaceSnapshot } from '../../../ports/workspace';
import type { RequestSimilarity } from '../../similarity/requestSimilarity';
import type { EventJournal } from '../../state/eventJournal';
import type { OrchestrationDeps } from './orchestrationDeps';
import type { InsideTurn } from './agentWork';
import type { TurnAftermath } from './turnCheckpoints';
import type { TurnFindings } from './turnFindings';
import type { TurnPlan } from './turnPlan';

/** What a turn brought, before anything is decided or recorded. */
export interface TurnFacts {
  readonly agent: AgentResult;
  readonly inside: InsideTurn;
  readonly replyHash: string;
  /** Fingerprint before the turn, without any artefact that is known by now. */
  readonly stateBefore: string;
  readonly stateAfter: string;
  readonly changedFiles: readonly string[];
  /** Names the change; absent when nothing changed. */
  readonly changeHash: string | undefined;
  /** Files that nobody knew the verification to write; fingerprints leave them out from now on. */
  readonly artefacts: readonly string[];
  readonly verification: VerifyResult | undefined;
  readonly findings: TurnFindings;
  /** Signs of completion; empty where tests were measured. */
  readonly markers: readonly string[];
  /** What the judge model was asked about it; absent where rules decided. */
  readonly judged?: JudgedTurn;
}

export interface TurnContext {
  readonly deps: OrchestrationDeps;
  readonly journal: EventJournal;
  readonly config: DevsConfig;
  /** Says how alike requests are, throughout the run. */
  readonly similarity: RequestSimilarity;
  readonly plan: TurnPlan;
  readonly turnId: string;
  readonly before: WorkspaceSnapshot;
  /** Dependencies before the agent ran. */
  readonly dependencies: ReadonlySet<string>;
  /** Looks at what the turn leaves behind, and records it. */
  readonly aftermath: Pick<TurnAftermath, 'look'>;
  readonly signal: AbortSignal;
  /** Aborts when nothing should be waited for any more; the turn then counts as interrupted. */
  readonly skipWaits: AbortSignal;
  /** Milliseconds that the run may still last; Infinity without a limit. */
  readonly msLeft: () => number;
  /** Tells a human something, once in a run for each thing that it is about. */
  readonly warnOnce: (about: string, message: string) => void;
}

/** What was seen of a turn. */
export interface TurnObservations {
  readonly agent: AgentResult;
  readonly inside: InsideTurn;
  /** After the agent, before the verification. */
  readonly after: WorkspaceSnapshot;
  readonly dependenciesAfter: ReadonlySet<string>;
  readonly verification: VerifyResult | undefined;
  readonly artefacts: readonly string[];
  readonly findings: TurnFindings;
}

/** Puts together what was seen. */
export function factsOf(context: TurnContext, seen: TurnObservations): TurnFacts {
  const { before, plan } = context;
  const { agent, after, artefacts } = seen;
  const left = new Set([...plan.artefacts, ...artefacts]);
  // An inherited fingerprint that may hold one of these is like no other any more.
  const inherited = artefacts.some((path) => before.files.has(path))
    ? undefined
    : plan.inheritedState;
  const changedFiles = changedPaths(before.files, after.files, left);
  return {
    agent,
    inside: seen.inside,
    replyHash: hashResponse(agent.reply),
    stateBefore: inherited ?? fingerprint(before.files, left),
    stateAfter: fingerprint(after.files, left),
    changedFiles,
    changeHash: changedFiles.length === 0 ? undefined : changeHash(changedFiles, after.files),
    artefacts,
    verification: seen.verification,
    findings: seen.findings,
    markers: plan.measured ? [] : markersOf(context, seen, left),
  };
}

function markersOf(
  { deps, plan, before, dependencies }: TurnContext,
  { after, dependenciesAfter }: TurnObservations,
  artefacts: ReadonlySet<string>,
): readonly string[] {
  const contents = new Set(before.files.values());
  // A copy or another name for what was there before is nothing that came to be.
  const isCopy = (path: string, content: string): boolean =>
    !before.files.has(path) && contents.has(content);
  const paths = (files: ReadonlyMap<string, string>): ReadonlySet<string> =>
    new Set(
      [...files]
        .filter(([path, content]) => !artefacts.has(path) && !isCopy(path, content))
        .map(([path]) => path),
    );
  const earlier = deps.store.listTurns(plan.countsOn).filter(hasEnded);
  return findCompletionMarkers({
    goal: plan.task.goal,
    before: paths(before.files),
    after: paths(after.files),
    changedEarlier: new Set(earlier.flatMap((turn) => turn.changedFiles)),
    dependenciesBefore: dependencies,
    dependenciesAfter,
  });
}

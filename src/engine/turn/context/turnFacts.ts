import { changedPaths, changeHash, fingerprint } from '../../../rules/turn/fingerprint';
import { findCompletionMarkers } from '../../../rules/progress/findCompletionMarkers';
import { hashResponse } from '../../../rules/turn/hashResponse';
import type { DevsConfig } from '../../../model/config/config';
import { addCosts } from '../../../model/judge/judgeCost';
import type { JudgedTurn } from '../../../model/judge/judgedTurn';
import { hasEnded } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import type { VerifyResult } from '../../../ports/verifier';
import type { WorkspaceSnapshot } from '../../../ports/workspace';
import type { RequestSimilarity } from '../../similarity/requestSimilarity';
import type { RunningAgents } from '../../hints/runningAgents';
import type { AgentTools } from '../../tools/agentTools';
import type { AnsweredCallList } from '../../permissions/answeredCallList';
import type { PermissionGate } from '../../permissions/permissionGate';
import type { EventJournal } from '../../state/eventJournal';
import type { FlakyVerification } from '../../../model/verification/flaky';
import type { PassAssessment } from '../../../model/verification/doubt';
import type { ReturnedAtPivot } from './returnedFiles';
import type { LastVerification } from './lastVerification';
import type { OrchestrationDeps } from './orchestrationDeps';
import type { InsideTurn } from './agentWork';
import type { TurnAftermath } from './turnCheckpoints';
import type { TurnFindings } from './turnFindings';
import type { TurnPlan } from './turnPlan';

/** Facts of a turn, before any decision or record. */
export interface TurnFacts {
  readonly agent: AgentResult;
  readonly inside: InsideTurn;
  readonly replyHash: string;
  /** Fingerprint before the turn, without artefacts known by now. */
  readonly stateBefore: string;
  readonly stateAfter: string;
  readonly changedFiles: readonly string[];
  /** As in `TurnObservations`. */
  readonly wroteReturned: boolean;
  /** Hash of the change; absent without changes. */
  readonly changeHash: string | undefined;
  /** New artefacts of the verification, which fingerprints omit from now on. */
  readonly artefacts: readonly string[];
  readonly verification: VerifyResult | undefined;
  readonly findings: TurnFindings;
  /** Tests that had two results on the same files; absent for none. */
  readonly flaky?: FlakyVerification;
  /** Completion markers; empty if tests were measured. */
  readonly markers: readonly string[];
  /** Assessment of a passing verification; absent for any other. */
  readonly pass?: PassAssessment;
  /** Result of asking the judge; absent if rules decided. */
  readonly judged?: JudgedTurn;
  /** Earlier verifications of this turn that the judge considered external failures; absent for none. */
  readonly repeated?: RepeatedVerification;
}

/** Verifications of one turn that failed externally according to the judge, and were repeated. */
export interface RepeatedVerification {
  /** Their number; whole number >= 1. */
  readonly times: number;
  /** Signature hash of the last failure. */
  readonly failure: string | undefined;
  /** The judge's last decision about them, with the cost of all. */
  readonly judged: JudgedTurn;
}

/** Returns the judge's last answer about a turn, with the cost of all; undefined if it was not asked. */
export function judgedInTurn({
  judged,
  repeated,
}: Pick<TurnFacts, 'judged' | 'repeated'>): JudgedTurn | undefined {
  if (judged === undefined || repeated === undefined) return judged ?? repeated?.judged;
  return { ...judged, cost: addCosts([repeated.judged.cost, judged.cost]) ?? judged.cost };
}

export interface TurnContext {
  readonly deps: OrchestrationDeps;
  readonly journal: EventJournal;
  /** Answers the permission requests of agents. */
  readonly permissions: PermissionGate;
  /** What the agents of the turn were allowed and refused. */
  readonly answered: AnsweredCallList;
  /** Agents that work, so that a human can speak to them. */
  readonly agents: RunningAgents;
  /** Takes what agents say through the tools of Devs. */
  readonly agentTools: AgentTools;
  readonly config: DevsConfig;
  /** Compares requests throughout the run. */
  readonly similarity: RequestSimilarity;
  readonly plan: TurnPlan;
  readonly turnId: string;
  readonly before: WorkspaceSnapshot;
  /** Id of the checkpoint of that workspace. */
  readonly checkpoint: string;
  readonly lastVerification: LastVerification;
  /** On a pivot turn, the files that Devs returned. */
  readonly returned: ReturnedAtPivot;
  /** Dependencies before the agent ran. */
  readonly dependencies: ReadonlySet<string>;
  /** Records the workspace after the turn. */
  readonly aftermath: Pick<TurnAftermath, 'observe' | 'trace'>;
  readonly signal: AbortSignal;
  /** Aborts to skip waits; the turn then counts as interrupted. */
  readonly skipWaits: AbortSignal;
  /** Milliseconds left of the run's limit; Infinity without a limit. */
  readonly msLeft: () => number;
  /** Warns the user, once per run and subject. */
  readonly warnOnce: (about: string, message: string) => void;
}

/** Observations of a turn. */
export interface TurnObservations {
  readonly agent: AgentResult;
  readonly inside: InsideTurn;
  /** After the agent, before the verification. */
  readonly after: WorkspaceSnapshot;
  readonly dependenciesAfter: ReadonlySet<string>;
  readonly verification: VerifyResult | undefined;
  readonly artefacts: readonly string[];
  readonly findings: TurnFindings;
  readonly flaky?: FlakyVerification;
  /** The agent wrote a file that Devs had returned, perhaps with the same content. */
  readonly wroteReturned: boolean;
}

/** Derives the facts of a turn from the observations. */
export function factsOf(context: TurnContext, seen: TurnObservations): TurnFacts {
  const { before, plan } = context;
  const { agent, after, artefacts } = seen;
  const left = new Set([...plan.artefacts, ...artefacts]);
  // An inherited fingerprint that may include a new artefact is no longer comparable.
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
    wroteReturned: seen.wroteReturned,
    changeHash: changedFiles.length === 0 ? undefined : changeHash(changedFiles, after.files),
    artefacts,
    verification: seen.verification,
    findings: seen.findings,
    ...(seen.flaky && { flaky: seen.flaky }),
    markers: plan.measured ? [] : markersOf(context, seen, left),
  };
}

function markersOf(
  { deps, plan, before, dependencies }: TurnContext,
  { after, dependenciesAfter }: TurnObservations,
  artefacts: ReadonlySet<string>,
): readonly string[] {
  const contents = new Set(before.files.values());
  // A copy or a renamed file is not a created file.
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

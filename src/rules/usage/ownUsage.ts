import {
  addMoney,
  addTokens,
  isAmount,
  NO_TOKENS,
  subtractTokens,
  sumModels,
  toModelUsage,
  type ModelUsage,
  type SessionTotal,
  type TokenCount,
  type Usage,
  type UsageReport,
} from '../../model/usage/usage';

/** What one call of an agent used. */
export interface CallUsage extends Usage {
  /** The agent did not say all of it. */
  readonly isPartial: boolean;
  /** Sums of its session after the call, for the next call that continues it. */
  readonly session: SessionTotal;
}

/** Sums of a session that begins. */
export const NEW_SESSION: SessionTotal = { tokens: NO_TOKENS, nanoUsd: 0 };

/**
 * Takes from a report what this call itself used: some agents state sums over all processes of a session. `before`: the
 * sums of the session before this call; what is absent in them cannot be taken off, so the call's own share is unknown
 * then. Of a call that was cut off, what the agent did not say is a part of the next call of its session.
 */
export function ownUsage(report: UsageReport | undefined, before: SessionTotal): CallUsage {
  if (report === undefined) return { models: [], isPartial: true, session: before };
  const { ofSession } = report;
  const known =
    ofSession?.tokens === undefined
      ? report.models
      : toOwn(ofSession.model, ofSession.tokens, before.tokens);
  const own = known ?? [];
  const nanoUsd =
    ofSession?.nanoUsd === undefined
      ? report.nanoUsd
      : subtractMoney(ofSession.nanoUsd, before.nanoUsd);
  const tokens = ofSession?.tokens ?? addKnown(before.tokens, sumModels(own));
  const money = ofSession?.nanoUsd ?? addMoney(before.nanoUsd, report.nanoUsd ?? 0);
  return {
    models: own,
    ...(nanoUsd !== undefined && { nanoUsd }),
    isPartial: report.isPartial || known === undefined,
    session: {
      ...(tokens !== undefined && { tokens }),
      ...(money !== undefined && { nanoUsd: money }),
    },
  };
}

function toOwn(
  model: string | undefined,
  total: TokenCount,
  before: TokenCount | undefined,
): readonly ModelUsage[] | undefined {
  const own = before && subtractTokens(total, before);
  return own && [toModelUsage(model, own)];
}

function subtractMoney(total: number, before: number | undefined): number | undefined {
  const own = before === undefined ? undefined : total - before;
  return isAmount(own) ? own : undefined;
}

function addKnown(
  before: TokenCount | undefined,
  own: TokenCount | undefined,
): TokenCount | undefined {
  return before && own ? addTokens(before, own) : before;
}

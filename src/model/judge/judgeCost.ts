import type { JudgeCost } from './judgedTurn';
import { countOf, groupThousands } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';

/** Sums costs; undefined for an empty list. Unknown tokens and dollars are ignored. */
export function addCosts(costs: readonly JudgeCost[]): JudgeCost | undefined {
  return costs.length === 0 ? undefined : costs.reduce(add);
}

function add(one: JudgeCost, other: JudgeCost): JudgeCost {
  return {
    calls: one.calls + other.calls,
    durationMs: one.durationMs + other.durationMs,
    ...addKnown('inputTokens', one, other),
    ...addKnown('outputTokens', one, other),
    ...addKnown('usd', one, other),
  };
}

type OptionalCost = 'inputTokens' | 'outputTokens' | 'usd';

function addKnown<Name extends OptionalCost>(
  name: Name,
  one: JudgeCost,
  other: JudgeCost,
): { readonly [K in Name]?: number } {
  if (one[name] === undefined && other[name] === undefined) return {};
  const sum = (one[name] ?? 0) + (other[name] ?? 0);
  return { [name]: sum } as { readonly [K in Name]: number };
}

/** Describes the known parts of a cost: "2 calls, 3.1 s, 1,204 tokens in and 80 out, $0.0006"; '' without calls. */
export function describeCost(cost: JudgeCost): string {
  const { calls, durationMs } = cost;
  return calls === 0
    ? ''
    : [describeCalls(calls), describeDuration(durationMs), ...describeTokensAndDollars(cost)].join(
        ', ',
      );
}

/** Describes a cost briefly: "4 calls, 5,210 tokens, $0.0026"; '' without calls. */
export function describeSpending(cost: JudgeCost): string {
  return cost.calls === 0 ? '' : spendingParts(cost).join(', ');
}

/** Describes a cost in a sentence: "Asking the judge took 4 calls, 5,210 tokens, $0.0026."; '' without calls. */
export function describeAsking(cost: JudgeCost | undefined): string {
  const spent = cost === undefined ? '' : describeSpending(cost);
  return spent === '' ? '' : `Asking the judge took ${spent}.`;
}

/** Lists calls, tokens and dollars as separate texts, as far as known. */
export function spendingParts(cost: JudgeCost): readonly string[] {
  const { calls, inputTokens, outputTokens, usd } = cost;
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  return [
    describeCalls(calls),
    ...(inputTokens === undefined && outputTokens === undefined ? [] : [countOf(tokens, 'token')]),
    ...(usd === undefined ? [] : [formatDollars(usd)]),
  ];
}

function describeCalls(calls: number): string {
  return countOf(calls, 'call');
}

function describeTokensAndDollars({
  inputTokens,
  outputTokens,
  usd,
}: JudgeCost): readonly string[] {
  const tokens = [
    ...(inputTokens === undefined ? [] : [`${countOf(inputTokens, 'token')} in`]),
    ...(outputTokens === undefined
      ? []
      : [
          inputTokens === undefined
            ? `${countOf(outputTokens, 'token')} out`
            : `${groupThousands(outputTokens)} out`,
        ]),
  ];
  return [
    ...(tokens.length === 0 ? [] : [tokens.join(' and ')]),
    ...(usd === undefined ? [] : [formatDollars(usd)]),
  ];
}

/** Formats dollars by size: "$12.30", "$0.0042"; amounts below that as "less than $0.0001". */
function formatDollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return 'less than $0.0001';
  return usd >= 1 || usd === 0 ? `$${usd.toFixed(2)}` : `$${usd.toFixed(4)}`;
}

import {
  BUDGET_SCOPES,
  type Amount,
  type BudgetScope,
  type Budgets,
} from '../../model/usage/budget';
import type { Spending } from '../../model/usage/spending';
import { countTokens } from '../../model/usage/usage';

/** How much of a budget is used. */
export interface BudgetUse {
  readonly scope: BudgetScope;
  /** In billionths of a US dollar, or in tokens. */
  readonly unit: 'nanoUsd' | 'tokens';
  readonly used: number;
  /** > 0. */
  readonly limit: number;
}

/** The use of each budget, the most used first. */
export function findBudgetUse(
  budgets: Budgets,
  spent: (scope: BudgetScope) => Spending,
): readonly BudgetUse[] {
  const uses = BUDGET_SCOPES.flatMap((scope) => {
    const budget = budgets[scope];
    return budget === undefined ? [] : useOf(scope, budget, spent(scope));
  });
  return uses.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
}

/**
 * Whether an amount that a human allowed is used up by the calls that ended since or still run; without `usedBefore`,
 * what those had used by then.
 */
export function isUsedUp(
  allowed: Amount & { readonly usedBefore?: Required<Amount> },
  { nanoUsd, tokens }: Spending,
): boolean {
  const { usedBefore: before = { nanoUsd: 0, tokens: 0 } } = allowed;
  const isOver = (limit: number | undefined, used: number): boolean =>
    limit !== undefined && used >= limit;
  return (
    isOver(allowed.nanoUsd, nanoUsd - before.nanoUsd) ||
    isOver(allowed.tokens, countTokens(tokens) - before.tokens)
  );
}

function useOf(scope: BudgetScope, budget: Amount, spent: Spending): readonly BudgetUse[] {
  const { nanoUsd, tokens } = budget;
  const used = countTokens(spent.tokens);
  return [
    ...(nanoUsd === undefined
      ? []
      : [{ scope, unit: 'nanoUsd', used: spent.nanoUsd, limit: nanoUsd } as const]),
    ...(tokens === undefined ? [] : [{ scope, unit: 'tokens', used, limit: tokens } as const]),
  ];
}

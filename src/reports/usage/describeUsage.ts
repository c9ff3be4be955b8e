import { countTokens, NANO, sumModels, type Usage } from '../../model/usage/usage';
import { countOf } from '../../text/count';

/** Amounts under a cent are shown with this many digits. */
const CENT = NANO / 100;

/** "12,345 tokens, $0.37", "at least 3 tokens", "$1.20" or "tokens unknown". */
export function describeUsage(
  { models, nanoUsd }: Usage,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): string {
  const tokens = sumModels(models);
  const parts = [
    ...(tokens === undefined ? [] : [countOf(countTokens(tokens), 'token')]),
    ...(nanoUsd === undefined ? [] : [describeMoney(nanoUsd)]),
  ];
  if (parts.length === 0) return 'usage unknown';
  return `${isPartial ? 'at least ' : ''}${parts.join(', ')}`;
}

/** Billionths of a dollar as "$3.10"; under a cent with as many digits as say something. */
export function describeMoney(nanoUsd: number): string {
  const digits =
    nanoUsd === 0 || nanoUsd >= CENT
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 2 };
  return `$${(nanoUsd / NANO).toLocaleString('en-US', digits)}`;
}

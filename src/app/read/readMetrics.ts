import { knownConfig } from '../../model/config/config';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import type { Metrics } from '../../model/report/metricSet';
import { buildMetrics } from '../../reports/metrics/buildMetrics';
import type { DevsAppParts } from '../lease/devsAppParts';

const DAY_MS = 86_400_000;

/**
 * Computes the metrics of the workspace from its files; with `days`, of that many last days (UTC),
 * today included. Without a `devs.yaml` that was ever valid, uses the default turn limit. Throws `StateError`.
 */
export async function readMetrics(
  { state, configSource, clock }: Pick<DevsAppParts, 'state' | 'configSource' | 'clock'>,
  { days }: { readonly days?: number } = {},
): Promise<Metrics> {
  const { maxTurns } = knownConfig(await configSource.read())?.limits ?? BUILT_IN_LIMITS;
  return buildMetrics({
    store: await state.read(),
    maxTurns,
    ...(days === undefined ? {} : { since: firstDay(clock.now(), days) }),
  });
}

function firstDay(now: Date, days: number): string {
  return new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

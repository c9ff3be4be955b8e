import { BUILT_IN_LIMITS, LIMIT_SPECS } from '../../model/config/limits';
import { STEP_LIMITS, type StepLimitName, type StepLimits } from '../../model/config/stepLimits';
import type { CommandContext } from './shared/commandContext';
import { findNearestName } from '../../text/findNearestName';
import { printableLine } from '../terminal/printable';

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/**
 * The limits of the detectors: as `--limit` says, else as in the `devs.yaml` of the current folder,
 * else built in. An invalid `devs.yaml` is reported on standard error and not used.
 */
export async function readStepLimits(
  context: CommandContext,
  values: readonly string[],
): Promise<Answer<StepLimits>> {
  const changes: Partial<Record<StepLimitName, number>> = {};
  for (const value of values) {
    const change = parseLimit(value);
    if (!change.ok) return change;
    changes[change.value.name] = change.value.limit;
  }
  return { ok: true, value: { ...(await usualLimits(context)), ...changes } };
}

async function usualLimits({ app, host }: CommandContext): Promise<StepLimits> {
  const { config, limits } = await app.overview();
  if (config.kind === 'ok') return limits;
  if (config.kind === 'invalid') {
    host.stderr.write(
      'devs.yaml is not valid: the built-in limits are used. `devs status` says why.\n',
    );
  }
  return BUILT_IN_LIMITS;
}

function parseLimit(
  value: string,
): Answer<{ readonly name: StepLimitName; readonly limit: number }> {
  const shown = printableLine(value);
  const [, text = '', number = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  const name = STEP_LIMITS.find((known) => known === text.trim());
  if (name === undefined)
    return { ok: false, message: `--limit ${shown}: ${describeUnknownLimit(text)}` };
  const { min, max } = LIMIT_SPECS[name];
  const limit = /^\s*\d{1,9}\s*$/.test(number) ? Number(number) : NaN;
  if (limit >= min && limit <= max) return { ok: true, value: { name, limit } };
  const message = `--limit ${shown}: ${name} must be a whole number from ${min} to ${max}.`;
  return { ok: false, message };
}

function describeUnknownLimit(name: string): string {
  const near = findNearestName(name.trim(), STEP_LIMITS);
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  return `it takes <name>=<number>; the names are ${STEP_LIMITS.join(', ')}.${guess}`;
}

import type { Metrics } from '../../model/report/metricSet';
import { StateError } from '../../ports/workspaceState';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import { isLiveTerminal } from '../terminal/style';
import { metricsText } from '../render/metricsText';

/** The longest time that can be looked back, in days: a century. */
const MAX_DAYS = 36_500;

/** `devs metrics [--days N]`: what looping cost, what pauses saved, per agent and per day. */
export async function metrics(
  context: CommandContext,
  words: { readonly days?: string },
): Promise<Outcome> {
  const days = parseDays(words.days);
  if (days !== undefined && Number.isNaN(days)) {
    const printed = printableLine(words.days ?? '');
    return failed(`--days ${printed} is not valid: it takes a whole number from 1 to ${MAX_DAYS}.`);
  }
  const options = days === undefined ? {} : { days };
  const found = await readMetrics(context, options);
  if (!found.ok) return found;
  const { stream } = context.output;
  const bars = isLiveTerminal(stream, context.host.environment);
  const text = metricsText(found.value, { style: context.style, bars, ...options });
  return { ok: true, text, json: found.value };
}

async function readMetrics(
  { app }: CommandContext,
  options: { readonly days?: number },
): Promise<{ readonly ok: true; readonly value: Metrics } | (Outcome & { readonly ok: false })> {
  try {
    return { ok: true, value: await app.metrics(options) };
  } catch (error) {
    if (error instanceof StateError) return failed(error.message);
    throw error;
  }
}

/** NaN if the text is not a number of days. */
function parseDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  return days >= 1 && days <= MAX_DAYS ? days : NaN;
}

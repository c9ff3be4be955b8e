import { CONFIG_FILE, type ConfigResult } from '../../domain/config';
import type { Check, Diagnosis } from '../../domain/doctor';
import type { ConfigSource } from '../../ports/configSource';
import { agentChecks } from './agentChecks';
import { configChecks } from './configChecks';
import { devsChecks } from './devsChecks';
import type { DoctorContext, DoctorOptions } from './doctorContext';
import { gitChecks } from './gitChecks';
import { modelChecks } from './modelChecks';
import { LOOK_MS, makeCheck, type PlannedCheck } from './plannedCheck';
import { stateChecks } from './stateChecks';
import { verifyChecks } from './verifyChecks';

/** Told while checks are made. Must not throw. */
export interface DoctorObserver {
  /** A check begins. */
  onStart?(check: Pick<Check, 'id' | 'group' | 'title'>): void;
  /** It has ended. */
  onCheck?(check: Check): void;
}

export interface DoctorRequest {
  readonly parts: DoctorContext['parts'] & { readonly configSource: ConfigSource };
  readonly options: DoctorOptions;
  readonly observer: DoctorObserver;
}

/** Checks everything that a run needs, one thing after the other. Never rejects; changes nothing. */
export async function doctor({ parts, options, observer }: DoctorRequest): Promise<Diagnosis> {
  const config = await readConfig(parts);
  const context: DoctorContext = { parts, config, options };
  const checks: Check[] = [];
  for (const planned of plan(context)) {
    if (options.signal.aborted) return { checks, interrupted: true };
    const { id, group, title } = planned;
    observer.onStart?.({ id, group, title });
    const check = await makeCheck(planned, { clock: parts.clock, signal: options.signal });
    if (check === undefined) return { checks, interrupted: true };
    checks.push(check);
    observer.onCheck?.(check);
  }
  return { checks, interrupted: false };
}

/** A file that cannot be read, or not in time, is a finding like any other. */
async function readConfig({ configSource, clock }: DoctorRequest['parts']): Promise<ConfigResult> {
  const read = new AbortController();
  try {
    const late = clock.wait(LOOK_MS, read.signal).then(() => unread('it was not read in time'));
    return await Promise.race([configSource.read(), late]);
  } catch (error) {
    return unread(error instanceof Error ? error.message : String(error));
  } finally {
    read.abort();
  }
}

function unread(message: string): ConfigResult {
  return { kind: 'invalid', problems: [{ source: CONFIG_FILE, message }] };
}

function plan(context: DoctorContext): readonly PlannedCheck[] {
  const { config } = context;
  const first = [
    ...devsChecks(context),
    ...configChecks(context),
    ...gitChecks(context),
    ...stateChecks(context),
  ];
  if (config.kind !== 'ok') return first;
  return [
    ...first,
    ...agentChecks(context, config.config),
    ...verifyChecks(context, config.config),
    ...modelChecks(context, config.config),
  ];
}

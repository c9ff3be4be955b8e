import { CONFIG_FILE, type ConfigResult } from '../../model/config/config';
import type { SetupReport } from '../../model/workspace/setupReport';
import type { ConfigSource } from '../../ports/configSource';
import { agentChecks } from './agentChecks';
import { configCheck } from './configChecks';
import { devsChecks } from './devsChecks';
import type { DoctorContext, DoctorOptions } from './doctorContext';
import { gitCheck } from './gitChecks';
import { modelChecks } from './modelChecks';
import { notifyChecks } from './notifyChecks';
import { runChecks, SHORT_LIMIT_MS, type DoctorObserver, type PlannedCheck } from './runChecks';
import { stateChecks } from './stateChecks';
import { worktreeChecks } from './worktreeChecks';
import { verifyChecks } from './verifyChecks';

export interface DoctorRequest {
  readonly parts: DoctorContext['parts'] & { readonly configSource: ConfigSource };
  readonly options: DoctorOptions;
  readonly observer: DoctorObserver;
}

/**
 * Checks everything that a run needs, concurrently except for verify commands. Never rejects;
 * changes nothing.
 */
export async function runDoctor({ parts, options, observer }: DoctorRequest): Promise<SetupReport> {
  const config = await readConfig(parts);
  const planned = plan({ parts, config, options });
  const { clock } = parts;
  const checks = await runChecks(planned, { clock, signal: options.signal, observer });
  return { checks, interrupted: checks.length < planned.length };
}

/** A file that cannot be read in time becomes a finding. */
async function readConfig({ configSource, clock }: DoctorRequest['parts']): Promise<ConfigResult> {
  const read = new AbortController();
  const problem = { source: CONFIG_FILE, message: 'it was not read in time' };
  const late = clock
    .wait(SHORT_LIMIT_MS, read.signal)
    .then((): ConfigResult => ({ kind: 'invalid', problems: [problem] }));
  const config = await Promise.race([configSource.read({ onlyRead: true }), late]);
  read.abort();
  return config;
}

function plan(context: DoctorContext): readonly PlannedCheck[] {
  const { config } = context;
  const first = [
    ...devsChecks(context),
    configCheck(context),
    gitCheck(context),
    ...stateChecks(context),
  ];
  if (config.kind !== 'ok') return first;
  return [
    ...first,
    ...agentChecks(context, config.config),
    ...verifyChecks(context, config.config),
    ...modelChecks(context, config.config),
    ...notifyChecks(context, config.config),
    ...worktreeChecks(context, config.config),
  ];
}

import { isRunBy } from '../../engine/overview/runBy';
import { formatProblem } from '../../model/config/config';
import { describeHolder } from '../../model/workspace/leaseHolder';
import { StateError, type WorkspaceState } from '../../ports/workspaceState';
import { commandLine } from '../../text/commandText';
import { describeHiddenCharacter } from '../../text/hiddenCharacter';
import type { DevsAppParts } from '../lease/devsAppParts';
import { judgeTrial } from './judgeTrial';
import { ShownOutput } from './shownOutput';
import type { TrialEnd, VerifyTrial } from './setUpFacts';

type Parts = Pick<DevsAppParts, 'configSource' | 'trials' | 'clock' | 'state'>;

/** Runs a verify command once, with the time limit and the reports of `devs.yaml`, and judges how it ended. */
export async function tryVerify(parts: Parts, trial: VerifyTrial): Promise<TrialEnd> {
  const { configSource, trials, clock } = parts;
  const { onOutput, signal } = trial;
  const config = await configSource.read();
  if (config.kind === 'missing') return cannotRun('There is no devs.yaml in this workspace.');
  if (config.kind === 'invalid')
    return cannotRun(`Correct devs.yaml first: ${config.problems.map(formatProblem).join(' ')}`);
  const { verify: written } = config.config;
  // That of devs.yaml runs as a turn runs it, word for word.
  const isWritten = written !== undefined && commandLine(written) === trial.command;
  const command = isWritten ? written : trial.command;
  const hidden = isWritten
    ? undefined
    : describeHiddenCharacter('The command', trial.command, 'lines');
  if (hidden !== undefined) return cannotRun(hidden);
  const user = await describeUser(parts.state);
  if (user !== undefined) return cannotRun(user);
  const { verifyTimeoutMs: timeoutMs, reports } = config.config;
  const output = new ShownOutput();
  const request = {
    ...{ command, timeoutMs, reports, taskId: 'setup', turnId: clock.newId() },
    onOutput: (text: string) => onOutput(output.add(text)),
  };
  return judgeTrial(await trials.verify(request, signal), clock.now());
}

/** Why the workspace is not free; undefined if it is. */
async function describeUser(
  state: Pick<WorkspaceState, 'holder' | 'read'>,
): Promise<string | undefined> {
  try {
    const holder = await state.holder();
    if (holder === undefined || !isRunBy(holder, await state.read())) return undefined;
    return `A run is active in ${describeHolder(holder, 'window')}. Try the command after the run has ended.`;
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}

function cannotRun(message: string): TrialEnd {
  return { kind: 'cannotRun', message };
}

import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { countingTask } from '../../engine/scheduling/taskTree';
import { listFindings, type Finding } from '../../engine/findings/listFindings';
import type { RecordedRun } from '../../model/steps/replayedRun';
import { knownConfig } from '../../model/config/config';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import { readRecording } from '../../platform/recordings/readRecording';
import type { Answer } from '../../ports/answer';
import { isSameFinding } from '../../rules/steps/findings/isSameFinding';
import { formatTrace } from '../../rules/steps/trace/formatTrace';
import { createStepWatch } from '../../rules/steps/watch/stepWatch';
import type { DevsAppParts } from '../lease/devsAppParts';
import type { FindingExport } from '../api/requests';
import { toRefusal } from '../lease/refusals';
import { findAgentTranscripts } from './findAgentTranscripts';

/** Implements `App.exportFinding`. */
export async function exportFinding(
  parts: Pick<DevsAppParts, 'state' | 'stateFiles' | 'configSource' | 'mask'>,
  { taskId, finding: named, file }: FindingExport,
): Promise<Answer> {
  const [store, read] = await Promise.all([parts.state.read(), parts.configSource.read()]);
  const config = knownConfig(read);
  const countsOn = config === undefined ? taskId : countingTask(config, taskId);
  const findings = listFindings(store, countsOn);
  const finding = findings.findLast(({ turn }) => named === undefined || turn.number === named);
  if (finding === undefined) {
    return toRefusal(
      named === undefined
        ? `${taskId} has no loop to export: none of its turns was ended because of a loop.`
        : `Turn ${named} of ${taskId} was not ended because of a loop, so there is no loop to export.`,
    );
  }
  const { turn } = finding;
  const files = await findAgentTranscripts(parts, { taskId: turn.taskId, turn: turn.number });
  if (files.length === 0) {
    return toRefusal(
      `The steps of turn ${turn.number} cannot be exported, because its transcripts were removed.`,
    );
  }
  const run = await findRun(files, finding);
  if (run === undefined) {
    return toRefusal(
      `The transcripts of turn ${turn.number} show no steps: the agent ${turn.agent} prints no events that Devs can read.`,
    );
  }
  const shows = `Devs reported a loop (${finding.detector}), which a human marked as not a loop: ${finding.message}.`;
  const trace = formatTrace({ shows, agent: turn.agent }, run.steps);
  return await writeNew(file, parts.mask.text(trace));
}

/** The run of the turn in which the finding is found again, else the last one with steps. */
async function findRun(
  files: readonly string[],
  finding: Finding,
): Promise<RecordedRun | undefined> {
  let last: RecordedRun | undefined;
  for (const file of files) {
    for await (const item of readRecording(file)) {
      if (item.kind === 'problem' || item.run.steps.length === 0) continue;
      if (hasFinding(item.run, finding)) return item.run;
      last = item.run;
      await setImmediate();
    }
  }
  return last;
}

function hasFinding({ steps }: RecordedRun, finding: Finding): boolean {
  const watch = createStepWatch(BUILT_IN_LIMITS, false, () => []);
  return steps
    .flatMap((step) => watch.observe(step))
    .some(
      ({ detector, places = [] }) =>
        places.length > 0 && isSameFinding(finding, { detector, places }),
    );
}

/** Never replaces a file. */
async function writeNew(file: string, text: string): Promise<Answer> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return toRefusal(
      code === 'EEXIST'
        ? `${file} exists already; name another file.`
        : `${file} cannot be written: ${message}.`,
    );
  }
  const check = 'Devs masks the secrets that it recognises: check the file before you share it.';
  return { ok: true, message: `Wrote the steps of the loop to ${file}. ${check}` };
}

import type { RecordingItem } from '../../../model/steps/replayedRun';
import type { Step } from '../../../model/steps/step';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import { problemAt, type Place } from '../parts/place';
import { truncate } from '../../../text/truncate';

const EXPECTED_STEP =
  '{"i": 0, "tool": "…", "args": "…", "obs": "…", "thought": "…", "err": false}';

/** Whether this is a run of the recorded-run format, possibly malformed. */
export function isRecordedRun(value: JsonObject): boolean {
  const { steps } = value;
  if (steps === undefined) return false;
  const named = 'id' in value || !Array.isArray(steps) || steps.length === 0;
  return named || steps.some((step) => isObject(step) && ('tool' in step || 'obs' in step));
}

/**
 * Reads a run of the recorded-run format, `{id, steps: [{i, tool, args, obs, thought, err}]}`. Members of another
 * type are read as JSON text; steps that are not objects are left out and reported as a problem.
 */
export function parseRecordedRun(value: JsonObject, place: Place): readonly RecordingItem[] {
  const { steps } = value;
  const id = readId(value['id']) ?? place.name;
  if (!Array.isArray(steps)) {
    return [problemAt(place, `"steps" of the run ${quote(id)} must be a list of ${EXPECTED_STEP}`)];
  }
  const objects = steps.filter(isObject);
  const run = { id, file: place.file, steps: numberSteps(objects) };
  const bad = steps.length - objects.length;
  if (bad === 0) return [{ kind: 'run', run }];
  const first = steps.findIndex((step) => !isObject(step));
  const which = `step ${first + 1} of ${steps.length} of the run ${quote(id)}`;
  const others = bad === 1 ? '' : ` (and ${bad - 1} more)`;
  const problem = problemAt(place, `${which}${others} is left out: it must be ${EXPECTED_STEP}`);
  return [problem, { kind: 'run', run }];
}

/** Uses the recorded numbers when all steps have one and they ascend, otherwise the positions. */
function numberSteps(steps: readonly JsonObject[]): readonly Step[] {
  const numbers = steps.map(({ i }) => i);
  const kept = numbers.filter(
    (number, at): number is number =>
      typeof number === 'number' &&
      Number.isSafeInteger(number) &&
      number >= 0 &&
      (at === 0 || number > Number(numbers[at - 1])),
  );
  const given = kept.length === steps.length;
  return steps.map((step, at) => toStep(step, given ? (kept[at] ?? at) : at));
}

function toStep({ tool, args, obs, thought, err }: JsonObject, number: number): Step {
  return {
    number,
    tool: textOf(tool),
    args: textOf(args),
    result: textOf(obs),
    thought: textOf(thought),
    ...(typeof err === 'boolean' ? { error: err } : {}),
  };
}

function readId(id: unknown): string | undefined {
  return typeof id === 'number' ? String(id) : wordOf(id);
}

function quote(id: string): string {
  return JSON.stringify(truncate(id, 80));
}

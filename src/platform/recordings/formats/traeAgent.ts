import type { RecordedRun } from '../../../model/steps/replayedRun';
import { RunBuilder, type CallResult } from '../parts/runBuilder';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { Place } from '../parts/place';
import { createBudget } from '../parts/toNumberedRun';

/** Whether this is a trajectory of Trae Agent. */
export function isTraeTrajectory({ task, agent_steps: steps }: JsonObject): boolean {
  return typeof task === 'string' && Array.isArray(steps);
}

/** Reads a trajectory of Trae Agent (`trajectory_….json`): the calls of each step with their results. */
export function parseTrae(value: JsonObject, { name, file }: Place): RecordedRun {
  const run = new RunBuilder(createBudget());
  run.addUserMessage(value['task']);
  const steps = (value['agent_steps'] as readonly unknown[]).filter(isObject);
  for (const [at, step] of steps.entries()) {
    run.startResponse(String(at));
    const response = isObject(step['llm_response']) ? step['llm_response'] : {};
    run.addText(contentText(response['content']));
    for (const call of objectsIn(step['tool_calls'] ?? response['tool_calls'])) {
      const tool = wordOf(call['name']) ?? 'unknown';
      run.addCall({ tool, args: textOf(call['arguments']), id: wordOf(call['call_id']) });
    }
    for (const result of objectsIn(step['tool_results'])) {
      run.addResult(wordOf(result['call_id']), parseResult(result));
    }
  }
  return run.end(name, file);
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function parseResult({ success, result, error }: JsonObject): CallResult {
  const parts = success === false ? [error, result] : [result, error];
  const text = parts.map(textOf).filter(Boolean).join('\n');
  return typeof success === 'boolean' ? { result: text, error: !success } : { result: text };
}

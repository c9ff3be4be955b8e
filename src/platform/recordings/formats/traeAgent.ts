import type { RecordedRun } from '../../../model/steps/replayedRun';
import { GrowingRun, type CallAnswer } from '../parts/growingRun';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { Place } from '../parts/place';
import { newRoom } from '../parts/stepList';

/** Whether this is a trajectory of Trae Agent. */
export function looksLikeTrae({ task, agent_steps: steps }: JsonObject): boolean {
  return typeof task === 'string' && Array.isArray(steps);
}

/** A trajectory of Trae Agent (`trajectory_….json`): the calls of each of its steps with their results. */
export function traeRun(value: JsonObject, { name, file }: Place): RecordedRun {
  const run = new GrowingRun(newRoom());
  run.ask(value['task']);
  const steps = (value['agent_steps'] as readonly unknown[]).filter(isObject);
  for (const [at, step] of steps.entries()) {
    run.respond(String(at));
    const response = isObject(step['llm_response']) ? step['llm_response'] : {};
    run.say(contentText(response['content']));
    for (const call of listOf(step['tool_calls'] ?? response['tool_calls'])) {
      const tool = wordOf(call['name']) ?? 'unknown';
      run.call({ tool, args: textOf(call['arguments']), id: wordOf(call['call_id']) });
    }
    for (const result of listOf(step['tool_results'])) {
      run.answer(wordOf(result['call_id']), answerOf(result));
    }
  }
  return run.end(name, file);
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function answerOf({ success, result, error }: JsonObject): CallAnswer {
  const parts = success === false ? [error, result] : [result, error];
  const text = parts.map(textOf).filter(Boolean).join('\n');
  return typeof success === 'boolean' ? { result: text, error: !success } : { result: text };
}

import assert from 'node:assert/strict';
import { validateConfig } from '../../../../src/platform/config/validateConfig';
import { formatProblem, type DevsConfig } from '../../../../src/model/config/config';

const NOWHERE = { environment: {}, settings: {} };

/** Every problem of the text as a human reads it; [] when it is valid. */
export function problemsOf(text: string, places: Parameters<typeof validateConfig>[1] = NOWHERE) {
  const result = validateConfig(text, places);
  return result.kind === 'ok' ? [] : result.problems.map(formatProblem);
}

/** The configuration that the text stands for; fails with its problems when it has any. */
export function configOf(text: string, places = NOWHERE): DevsConfig {
  const result = validateConfig(text, places);
  assert.ok(result.kind === 'ok', JSON.stringify(result));
  return result.config;
}

/** Two lines that make whatever follows a valid file, so that it begins on line 3. */
export const HEAD = 'version: 1\nagents: { one: { type: command, command: run } }\n';

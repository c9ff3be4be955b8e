import { CONFIG_FILE, formatProblem, type ConfigResult } from './config';

/** Why `devs.yaml` cannot be worked with, and what helps. */
export function explainNoConfig(result: Exclude<ConfigResult, { kind: 'ok' }>): string {
  return result.kind === 'missing'
    ? `There is no ${CONFIG_FILE}; \`devs init\` creates one.`
    : `Correct ${CONFIG_FILE} first: ${result.problems.map(formatProblem).join(' ')}`;
}

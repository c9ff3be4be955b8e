import { dirname } from 'node:path';
import { CONFIG_FILE, type ConfigProblem, type DevsConfig } from '../../model/config/config';
import type { DoctorContext } from './doctorContext';
import type { Finding, PlannedCheck } from './runChecks';
import { quote, splitRemedy } from './findingText';
import { countOf } from '../../text/count';

/**
 * Checks that `devs.yaml` exists and is valid; reports the first of its problems (`devs status`
 * lists all).
 */
export function configCheck(context: DoctorContext): PlannedCheck {
  const { config } = context;
  const first = config.kind === 'invalid' ? config.problems[0] : undefined;
  return {
    ...{ id: 'config', group: 'Configuration' },
    title: first?.source ?? CONFIG_FILE,
    find: () => configFinding(context),
  };
}

function configFinding({ config, parts, options }: DoctorContext): Finding {
  switch (config.kind) {
    case 'ok':
      return validFinding(config.config);
    case 'missing':
      return {
        level: 'problem',
        found: `there is none in ${quote(dirname(parts.configFile))}`,
        remedy: options.place.kind === 'terminal' ? '`devs init` creates one.' : 'Create one.',
        fix: { kind: 'createConfig' },
      };
    case 'invalid':
      return invalidFinding(config.problems);
    default:
      return config satisfies never;
  }
}

function validFinding({ tasks, agents }: DevsConfig): Finding {
  const amount = countOf(Object.keys(agents).length, 'agent');
  if (tasks.length > 0)
    return { level: 'ok', found: `${countOf(tasks.length, 'task')}, ${amount}` };
  return {
    level: 'warning',
    found: `no tasks yet, ${amount}`,
    remedy: 'Add your tasks under `tasks` in devs.yaml.',
    fix: { kind: 'openConfig' },
  };
}

function invalidFinding([first, ...others]: readonly ConfigProblem[]): Finding {
  const { line, message = 'it is not valid' } = first ?? {};
  const place = line === undefined ? '' : `line ${line}: `;
  const { found, remedy } = splitRemedy(
    `${place}${message}`,
    'Correct devs.yaml; docs/configuration.md describes every key.',
  );
  return {
    level: 'problem',
    found: others.length === 0 ? found : `${found} (and ${countOf(others.length, 'more problem')})`,
    remedy,
    fix: { kind: 'openConfig', ...(line === undefined ? {} : { line }) },
  };
}

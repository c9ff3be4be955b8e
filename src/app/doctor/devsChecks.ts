import { engines, version } from '../../../package.json';
import type { Containment } from '../../ports/machine';
import type { DoctorContext } from './doctorContext';
import type { Finding, PlannedCheck } from './runChecks';

/**
 * Reports the version of Devs, what ends agents' processes and, in a terminal, the version of Node;
 * in an editor, whether the workspace is trusted.
 */
export function devsChecks({ parts, options }: DoctorContext): readonly PlannedCheck[] {
  const { machine } = parts;
  const { place } = options;
  const check = (id: string, title: string, find: PlannedCheck['find']): PlannedCheck => {
    return { id, title, group: 'Devs', find };
  };
  return [
    check('devs', 'Devs', () => ({ level: 'ok', found: `${version} on ${machine.platform}` })),
    place.kind === 'terminal'
      ? check('node', 'Node', () => nodeFinding(machine.node, engines.node))
      : check('trust', 'Trust', () => trustFinding(place.trusted)),
    check('processes', 'Processes', async () => processesFinding(await machine.containment())),
  ];
}

/** `needed` as in package.json, such as ">=20.19". */
export function nodeFinding(node: string, needed: string): Finding {
  if (isAtLeast(node, needed)) return { level: 'ok', found: node };
  return {
    level: 'problem',
    found: `${node}, but Devs needs ${bareVersion(needed)} or newer`,
    remedy: `Install Node ${bareVersion(needed)} or newer, and start \`devs\` with this version.`,
  };
}

function trustFinding(trusted: boolean): Finding {
  if (trusted) return { level: 'ok', found: 'the workspace is trusted' };
  return {
    level: 'problem',
    found: 'the workspace is not trusted, so nothing was started',
    remedy: 'Check the commands in devs.yaml; if you would run them yourself, trust the workspace.',
    fix: { kind: 'trustWorkspace' },
  };
}

function processesFinding(containment: Containment): Finding {
  switch (containment.kind) {
    case 'adopted':
      return {
        level: 'ok',
        found: `processes that an agent starts end with its turn, with the help of ${containment.by}`,
      };
    case 'searched':
      return searchedFinding(containment.missing);
    case 'descendants':
      return {
        level: 'ok',
        found:
          'processes that an agent starts end when Devs ends the agent; if the agent ends by itself, they may go on',
      };
    default:
      return containment satisfies never;
  }
}

function searchedFinding(missing: readonly string[] | undefined): Finding {
  const found =
    'processes that an agent starts end with its turn, unless they leave its session and clear their environment';
  if (missing === undefined) return { level: 'ok', found };
  const remedy = `Install ${missing.join(' or ')}, so that Devs can end these processes, too.`;
  return { level: 'warning', found, remedy };
}

function isAtLeast(version: string, needed: string): boolean {
  const [is, least] = [numbersIn(version), numbersIn(needed)];
  for (let i = 0; i < least.length; i += 1) {
    const difference = (is[i] ?? 0) - (least[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbersIn(version: string): readonly number[] {
  return (/\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? '').split('.').map(Number);
}

function bareVersion(needed: string): string {
  return needed.replace(/^\D+/, '');
}

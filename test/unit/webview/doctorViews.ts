import type { Check } from '../../../src/model/workspace/setupReport';
import type { DoctorView } from '../../../src/vscode/doctor/doctorHtml';
import { at } from './samples';

const FINE: readonly Check[] = [
  { id: 'devs', group: 'Devs', title: 'Devs', level: 'ok', found: '1.2.3' },
  { id: 'node', group: 'Devs', title: 'Node.js', level: 'ok', found: '22.11.0' },
  {
    ...{ id: 'config', group: 'Configuration', title: 'devs.yaml', level: 'ok' },
    found: '3 tasks, 2 agents',
  },
  { id: 'git', group: 'Git', title: 'git', level: 'ok', found: '2.43.0' },
  {
    ...{ id: 'agent:claude', group: 'Agents', title: 'claude', level: 'ok' },
    found: '2.0.14 (Claude Code), `/usr/local/bin/claude`',
  },
];

const WRONG: readonly Check[] = [
  {
    ...{ id: 'trust', group: 'Configuration', title: 'trust', level: 'warning' },
    ...{ found: 'the workspace is not trusted', fix: { kind: 'trustWorkspace' } },
    remedy: 'Trust it to run agents and tests.',
  },
  {
    ...{ id: 'state', group: 'State', title: 'state', level: 'warning' },
    ...{ found: '1.2 GB, of which 900 MB are of ended tasks', fix: { kind: 'clean' } },
    remedy: 'Remove what is no longer needed.',
  },
  {
    ...{ id: 'agent:codex', group: 'Agents', title: 'codex', level: 'problem' },
    ...{ found: '`codex` was not found on PATH', fix: { kind: 'openConfig', line: 7 } },
    remedy:
      'Install this program, add its folder to PATH, or write its full path in the `command` of the agent.',
  },
  {
    ...{ id: 'verify:fix-rounding', group: 'Verification', title: 'verify', level: 'skipped' },
    found: '`npm test` was not run: a run is active in this window',
    remedy: 'Check again when the workspace is free.',
  },
  {
    ...{ id: 'judge', group: 'Models', title: 'judge', level: 'problem' },
    ...{ found: 'no key is set for `judge-model`', fix: { kind: 'setModelKey' } },
  },
];

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
const HOSTILE: readonly Check[] = WRONG.map((check, index) => ({
  ...check,
  title: index % 2 === 0 ? `${LONG} ${LONG}` : 'إصلاح مجموع السلة 🛒',
  found: `\`${`deeply/nested/${LONG}/`.repeat(5)}\` ${LONG} <b>bold</b>`,
}));

function view(checks: readonly Check[], change: Partial<DoctorView> = {}): DoctorView {
  return {
    ...{ folder: 'shop', folderUri: 'file:///home/dev/shop', at: Date.parse(at(0)) },
    setup: { checks, interrupted: false },
    ...change,
  };
}

/** The page of Check Setup in each of its states. */
export const doctorViews = {
  inOrder: view(FINE),
  withProblems: view([...FINE, ...WRONG]),
  checking: view(FINE, { running: { group: 'Verification', title: 'npm test' } }),
  interrupted: view(FINE, { setup: { checks: FINE, interrupted: true } }),
  hostile: view(HOSTILE, { folder: `${LONG} ${LONG} 🛒` }),
} satisfies Readonly<Record<string, DoctorView>>;

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskStatus } from '../../../src/model/task/task';
import type { TaskEventType } from '../../../src/model/task/taskEvent';
import { TRANSITIONS } from '../../../src/model/task/transitionTable';
import { formatted } from '../../support/formatted';

const PAGE = join(__dirname, '../../../docs/error-handling.md');
const BEGIN = '<!-- table of transitions: UPDATE_DOCS=1 npx mocha test/unit/docs writes it -->';
const END = '<!-- end of the table -->';

const COLUMNS: readonly (readonly TaskStatus[])[] = [
  ['pending'],
  ['in_progress'],
  ['PAUSED_FOR_INTERVENTION', 'blocked', 'aborted_stuck'],
  ['done', 'done_partial', 'skipped'],
];

/** Every event in words, those of the human first. */
const EVENTS: Readonly<Record<TaskEventType, string>> = {
  resume: '**Resume**',
  stopWaiting: '**Stop waiting**',
  skip: '**Skip**',
  retry: '**Retry**',
  accept: '**Accept**, of a doubtful pass or a reviewed change',
  sendBack: '**Send back**, of a reviewed change',
  discard: '**Discard**, of a reviewed change',
  notALoop: '**Not a loop**',
  rewind: '**Rewind**',
  redo: '**Redo**',
  started: 'its turn begins',
  succeeded: 'verified, or the agent says `DONE:` and nothing verifies it',
  accepted: 'you accept its pass, for which the task above it is paused',
  partlyDone: 'the planner ends it partly done',
  blocked: 'an external failure without a retry, or a blocker that only you can remove',
  suspended: 'every strategy failed, a limit is reached, or the agent asks you',
  delayed: 'it waits for a retry',
  yielded: 'its attempt ends, as other tasks wait',
  interrupted: 'you cancelled the run, or Devs was killed',
  loopEnded: 'recovery: force next',
  loopEscalated: 'recovery: escalate',
};

function row(type: TaskEventType): string {
  const cells = COLUMNS.map((statuses) => cell(type, statuses));
  return `| ${[EVENTS[type], ...cells].join(' | ')} |`;
}

function cell(type: TaskEventType, column: readonly TaskStatus[]): string {
  const { from, to, fromWait = [] } = TRANSITIONS[type];
  const where = column.filter((status) => from.includes(status));
  const whileWaiting = column.some((status) => fromWait.includes(status));
  if (where.length === 0 && !whileWaiting) return '–';
  const next = to === undefined ? 'unchanged' : `→ ${to.map(code).join(' or ')}`;
  if (whileWaiting) return `${next}, while it waits for a clock`;
  return where.length === column.length ? next : `${where.map(code).join(', ')} ${next}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

async function table(): Promise<string> {
  const head = ['what happens', ...COLUMNS.map((column) => column.map(code).join(', '))];
  const lines = [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...(Object.keys(EVENTS) as TaskEventType[]).map(row),
  ];
  return (await formatted(PAGE, lines.join('\n'))).trim();
}

describe('the table of transitions', () => {
  it('stands in docs/error-handling.md (UPDATE_DOCS=1 writes it there)', async () => {
    const page = readFileSync(PAGE, 'utf8');
    const [before, rest = ''] = page.split(BEGIN);
    const [written = '', after = ''] = rest.split(END);
    const wanted = await table();
    if (process.env['UPDATE_DOCS'] === undefined) assert.equal(written.trim(), wanted);
    else writeFileSync(PAGE, `${before}${BEGIN}\n\n${wanted}\n\n${END}${after}`);
  });
});

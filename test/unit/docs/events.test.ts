import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_NAMES, type EventName } from '../../../src/model/events/devsEvent';
import { structuredEvent } from '../../../src/model/events/structuredEvent';
import { formatted } from '../../support/formatted';
import { eventOf } from '../../support/sampleEvents';
import { fieldsOf } from './eventFields';
import { EVENTS, FIELDS } from './eventWords';

const PAGE = join(__dirname, '../../../docs/events.md');
const BEGIN = '<!-- fields of events: UPDATE_DOCS=1 npx mocha test/unit/docs writes them -->';
const END = '<!-- end of the fields -->';
const COMMON = new Set(['event', 'task_id', 'timestamp']);

const ORDER = Object.keys(EVENTS) as EventName[];

function wordsOf(event: EventName, field: string): string {
  return FIELDS[`${event}.${field}`] ?? FIELDS[field] ?? '';
}

function section(event: EventName): string {
  const rows = fieldsOf(event).map(({ name, type, optional }) => {
    const always = optional ? '' : 'yes';
    return `| \`${name}\` | ${type} | ${always} | ${wordsOf(event, name)} |`;
  });
  const head = ['| field | type | always | meaning |', '| --- | --- | --- | --- |'];
  return [`### ${event}`, '', EVENTS[event], '', ...head, ...rows].join('\n');
}

async function sections(): Promise<string> {
  const text = ORDER.map(section).join('\n\n');
  return (await formatted(PAGE, text)).trim();
}

/** An event of each name, and of `loop_detected` both kinds; an intervention of this version. */
const SAMPLES = [
  ...EVENT_NAMES.map((name) => eventOf(name)),
  eventOf('loop_detected', { loopType: 'blocked_task_spin' }),
  eventOf('intervention', { who: { pid: 1, who: 'window', host: 'here' } }),
];

describe('the fields of the events', () => {
  it('stand in docs/events.md (UPDATE_DOCS=1 writes them there)', async () => {
    const page = readFileSync(PAGE, 'utf8');
    const [before, rest = ''] = page.split(BEGIN);
    const [written = '', after = ''] = rest.split(END);
    const wanted = await sections();
    if (process.env['UPDATE_DOCS'] === undefined) assert.equal(written.trim(), wanted);
    else writeFileSync(PAGE, `${before}${BEGIN}\n\n${wanted}\n\n${END}${after}`);
  });

  it('each have a meaning', () => {
    const unknown = ORDER.flatMap((event) =>
      fieldsOf(event)
        .filter(({ name }) => wordsOf(event, name) === '')
        .map(({ name }) => `${event}.${name}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('are those that a line of events.jsonl has', () => {
    for (const event of SAMPLES) {
      const fields = fieldsOf(event.event);
      const documented = new Set(fields.map(({ name }) => name));
      const written = Object.keys(structuredEvent(event)).filter((name) => !COMMON.has(name));
      assert.deepEqual(
        written.filter((name) => !documented.has(name)),
        [],
        event.event,
      );
      const always = fields.filter(({ optional }) => !optional).map(({ name }) => name);
      assert.deepEqual(
        always.filter((name) => !written.includes(name)),
        [],
        event.event,
      );
    }
  });
});

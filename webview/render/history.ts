import type { InterventionRecord } from '../../src/model/run/intervention';
import { describeInitiator, nameIntervention } from '../../src/reports/task/describeIntervention';
import { STATUS_WORDS } from '../words';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';
import { capitalise } from '../../src/text/sentence';
import { localTime } from '../../src/text/time';

/** Creates the list of interventions on a task: time, kind, actor, status change, detail. */
export function createHistory(): Part<readonly InterventionRecord[]> {
  const list = h('ol', { class: 'interventions' });
  const draw = createKeyedList<Numbered>(list, ({ key }) => key, createEntry);
  const element = h('section', { class: 'section' }, h('h4', {}, 'What was done'), list);
  return {
    element,
    update: (history) => {
      setShown(element, history.length > 0);
      draw(numbered(history));
    },
  };
}

interface Numbered {
  readonly key: string;
  readonly record: InterventionRecord;
}

/** Assigns keys, since two records may have the same time; the newest comes first, and older ones keep their keys. */
function numbered(history: readonly InterventionRecord[]): readonly Numbered[] {
  const seen = new Map<string, number>();
  const keyed = history.toReversed().map((record) => {
    const count = (seen.get(record.at) ?? 0) + 1;
    seen.set(record.at, count);
    return { key: `${record.at} ${count}`, record };
  });
  return keyed.toReversed();
}

function createEntry(): Part<Numbered> {
  const time = h('time');
  const what = h('span', { class: 'intervention' });
  const change = h('span', { class: 'muted' });
  const detail = h('p', { class: 'intervention-detail' });
  return {
    element: h('li', {}, h('p', {}, what, ' · ', time), detail, h('p', {}, change)),
    update: ({ record }) => {
      setText(what, capitalise(nameIntervention(record.what)));
      setText(time, localTime(record.at, new Date()));
      setAttribute(time, 'title', record.at);
      setText(change, `${statusChange(record)} · ${describeInitiator(record)}`);
      setText(detail, record.detail);
      setShown(detail, record.detail !== '');
    },
  };
}

function statusChange({ from, to }: InterventionRecord): string {
  const word = STATUS_WORDS[to].word;
  return from === to ? `stays ${word}` : `${STATUS_WORDS[from].word} → ${word}`;
}

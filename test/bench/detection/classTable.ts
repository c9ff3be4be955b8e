import type { Table } from '../table';
import type { ClassScore } from './classes';

/** One row for each class of loops, and their sum. */
export function classTable(classes: readonly ClassScore[]): Table {
  const sum = (of: (score: ClassScore) => number): number =>
    classes.reduce((total, score) => total + of(score), 0);
  const all: ClassScore = {
    name: 'all',
    loops: sum(({ loops }) => loops),
    found: sum(({ found }) => found),
    inTime: sum(({ inTime }) => inTime),
    lookAlikes: sum(({ lookAlikes }) => lookAlikes),
    alarms: sum(({ alarms }) => alarms),
  };
  return {
    title: 'Classes of loops, traces of the project',
    columns: ['found', 'in time', 'alarms on look-alikes'],
    rows: [...classes, all].map(({ name, loops, found, inTime, lookAlikes, alarms }) => [
      name.replaceAll('-', ' '),
      `${found} of ${loops}`,
      String(inTime),
      `${alarms} of ${lookAlikes}`,
    ]),
  };
}

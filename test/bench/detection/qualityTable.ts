import type { Alarms, Found, Kind, Score } from './score';
import { signed } from './signed';
import type { Validation } from './crossValidation';
import { DEFAULTS, type CurvePoint, type Quality } from './quality';

/** Headings of the columns behind a row's name. */
export const QUALITY_COLUMNS = [
  'found',
  'median delay',
  'from … to',
  '> 3 late',
  'only by it',
  'clean',
  'solved',
  'unsolved',
  'scattered',
  'unlabelled',
];

const ALARM_COLUMNS: readonly Kind[] = ['clean', 'solved', 'unsolved', 'scattered', 'unlabelled'];

/** Rows that say what the detectors are worth, under their headings. */
export function qualityRows({ stuck, suspect, detectors }: Quality): readonly string[][] {
  const read =
    stuck.read.loops === 0 ? [] : [['  as a reader dated it', ...foundCells(stuck.read)]];
  return [
    ['stuck', ...cells(stuck)],
    ...read,
    ['suspect or stuck', ...cells(suspect)],
    [''],
    ['stuck, by one detector alone'],
    ...detectors.map((each) => [`  ${each.detector}`, ...cells(each, String(each.onlyByIt))]),
  ];
}

/** Rows of the curve over the limits; the built-in ones are marked. */
export function curveRows(curve: readonly CurvePoint[]): readonly string[][] {
  return [
    [''],
    ['stuck, with another limit (* built-in)'],
    ...curve.map((point) => [`  ${limitName(point)}`, ...cells(point)]),
  ];
}

/** Rows of limits that were chosen on one half of the runs and scored on the other, both ways round. */
export function validationRows(validations: readonly Validation[]): readonly string[][] {
  return [
    [''],
    ['stuck, limits chosen on the other half'],
    ...validations.flatMap(({ chosen, score, builtIn }, index) => [
      [`  half ${index + 1}: ${chosenNames(chosen)}`, ...cells(score)],
      [`  half ${index + 1}: built-in`, ...cells(builtIn)],
    ]),
  ];
}

function chosenNames(chosen: Validation['chosen']): string {
  return (
    Object.entries(chosen)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ') || 'the built-in ones chosen'
  );
}

function limitName({ limit, value }: CurvePoint): string {
  if (limit === undefined) return `all ${value === 0 ? '*' : signed(value)}`;
  return `${limit} ${value}${DEFAULTS[limit] === value ? ' *' : ''}`;
}

function cells(score: Score, onlyByIt = ''): string[] {
  const alarms = ALARM_COLUMNS.map((kind) => alarmCell(score.alarms[kind]));
  return [...foundCells(score), onlyByIt, ...alarms];
}

function foundCells({ loops, found, delays, medianDelay, late }: Found): string[] {
  if (medianDelay === undefined) return [`${found} of ${loops}`, '–', '–', '–'];
  const range = `${signed(Math.min(...delays))} … ${signed(Math.max(...delays))}`;
  return [`${found} of ${loops}`, signed(medianDelay), range, String(late)];
}

const alarmCell = ({ runs, fired }: Alarms): string => (runs === 0 ? '–' : `${fired} of ${runs}`);

import type { RunStatus } from '../../src/model/run/runStatus';
import type { TaskStatus } from '../../src/model/task/task';
import type { TurnOutcome } from '../../src/model/turn/turn';

const SVG = 'http://www.w3.org/2000/svg';

/** One shape in a 16 × 16 box: stroked, or filled if it starts with '!'. */
type Shape = string;

const CIRCLE = 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z';

const ICONS = {
  circle: [CIRCLE],
  arc: ['M8 2a6 6 0 0 1 6 6'],
  check: [CIRCLE, 'm5.3 8.2 1.9 1.9 3.6-4'],
  half: [CIRCLE, '!M8 2a6 6 0 0 1 0 12Z'],
  skip: [CIRCLE, 'm5.6 5.7 2.6 2.3-2.6 2.3M10.4 5.7v4.6'],
  noEntry: [CIRCLE, 'M5.2 8h5.6'],
  stop: ['M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5Z', 'm6 6 4 4m0-4-4 4'],
  pause: [CIRCLE, 'M6.5 5.7v4.6M9.5 5.7v4.6'],
  warning: ['M8 2.3 14.3 13.5H1.7Z', 'M8 6.4v3.4M8 11.6v.2'],
  question: [CIRCLE, 'M6.3 6.4a1.7 1.7 0 1 1 2.5 1.5c-.5.3-.8.6-.8 1.2M8 11.2v.1'],
  play: ['!M5 3.2v9.6L12.6 8Z'],
  skipNext: ['!M3.5 3.6v8.8L10 8Z', 'M12 3.6v8.8'],
  retry: ['M3.2 8a4.8 4.8 0 1 0 1.5-3.5', 'M3 2.6v2.9h2.9'],
  add: ['M8 3v10M3 8h10'],
  chart: [
    'M2.5 2.5v11h11',
    '!M5 8.5h1.8v3.4H5Z',
    '!M8.1 5.5h1.8v6.4H8.1Z',
    '!M11.2 7h1.8v4.9h-1.8Z',
  ],
  file: ['M4 1.8h5.2L12.5 5v9.2H4Z', 'M9 2v3.3h3.4'],
  close: ['m4 4 8 8m0-8-8 8'],
  folder: ['M1.8 3.5h4.4l1.5 1.8h6.5v7.5H1.8Z'],
  shield: ['M8 1.8 13.2 3.6v4c0 3-2.2 5.3-5.2 6.6-3-1.3-5.2-3.6-5.2-6.6v-4Z'],
  clock: [CIRCLE, 'M8 4.8V8l2.2 1.6'],
  cross: ['m4.4 4.4 7.2 7.2m0-7.2-7.2 7.2'],
  dash: ['M4 8h8'],
  up: ['!M8 3.6 13.4 12H2.6Z'],
  tick: ['m3 8.6 3.4 3.4L13 4.6'],
  ringSmall: ['M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z'],
} as const satisfies Record<string, readonly Shape[]>;

export type IconName = keyof typeof ICONS;

export const STATUS_ICONS: Readonly<Record<TaskStatus, IconName>> = {
  pending: 'circle',
  in_progress: 'arc',
  blocked: 'noEntry',
  done: 'check',
  done_partial: 'half',
  skipped: 'skip',
  aborted_stuck: 'stop',
  PAUSED_FOR_INTERVENTION: 'pause',
};

export const RUN_ICONS: Readonly<Record<RunStatus, IconName>> = {
  IDLE: 'circle',
  RUNNING: 'arc',
  PAUSED: 'pause',
};

export const OUTCOME_ICONS: Readonly<Record<TurnOutcome, IconName>> = {
  running: 'arc',
  interrupted: 'dash',
  not_agent: 'ringSmall',
  success: 'tick',
  progress: 'up',
  no_progress: 'cross',
};

/** Creates a decorative icon; the text beside it has the same meaning. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({
    viewBox: '0 0 16 16',
    width: '16',
    height: '16',
    class: `icon icon-${name}`,
    'aria-hidden': 'true',
    focusable: 'false',
  })) {
    svg.setAttribute(key, value);
  }
  if (name === 'arc') svg.append(path(CIRCLE, 'track'));
  for (const shape of ICONS[name]) {
    svg.append(shape.startsWith('!') ? path(shape.slice(1), 'solid') : path(shape, 'line'));
  }
  return svg;
}

function path(d: string, className: string): SVGPathElement {
  const element = document.createElementNS(SVG, 'path');
  element.setAttribute('d', d);
  element.setAttribute('class', className);
  return element;
}

/** Sets the icon of a holder, if it differs. */
export function setIcon(holder: HTMLElement, name: IconName): void {
  if (holder.dataset['icon'] === name) return;
  holder.dataset['icon'] = name;
  holder.replaceChildren(icon(name));
}

import { html, nothing, svg, type Content, type TemplateResult } from '../template';
import type { RunActivity } from '../../src/model/overview/runActivity';
import type { TaskStatus } from '../../src/model/task/task';
import type { TurnOutcome } from '../../src/model/turn/turn';

const CIRCLE = 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z';

/** The strokes of each icon in a 16 × 16 box, and what is filled. */
const ICONS = {
  circle: { line: CIRCLE },
  arc: { line: 'M8 2a6 6 0 0 1 6 6' },
  check: { line: `${CIRCLE}M5.3 8.2l1.9 1.9 3.6-4` },
  half: { line: CIRCLE, solid: 'M8 2a6 6 0 0 1 0 12Z' },
  skip: { line: `${CIRCLE}M5.6 5.7l2.6 2.3-2.6 2.3M10.4 5.7v4.6` },
  noEntry: { line: `${CIRCLE}M5.2 8h5.6` },
  stop: { line: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5ZM6 6l4 4m0-4-4 4' },
  pause: { line: `${CIRCLE}M6.5 5.7v4.6M9.5 5.7v4.6` },
  warning: { line: 'M8 2.3 14.3 13.5H1.7ZM8 6.4v3.4M8 11.6v.2' },
  question: { line: `${CIRCLE}M6.3 6.4a1.7 1.7 0 1 1 2.5 1.5c-.5.3-.8.6-.8 1.2M8 11.2v.1` },
  play: { solid: 'M5 3.2v9.6L12.6 8Z' },
  skipNext: { line: 'M12 3.6v8.8', solid: 'M3.5 3.6v8.8L10 8Z' },
  retry: { line: 'M3.2 8a4.8 4.8 0 1 0 1.5-3.5M3 2.6v2.9h2.9' },
  add: { line: 'M8 3v10M3 8h10' },
  chart: {
    line: 'M2.5 2.5v11h11',
    solid: 'M5 8.5h1.8v3.4H5ZM8.1 5.5h1.8v6.4H8.1ZM11.2 7h1.8v4.9h-1.8Z',
  },
  file: { line: 'M4 1.8h5.2L12.5 5v9.2H4ZM9 2v3.3h3.4' },
  close: { line: 'M4 4l8 8m0-8-8 8' },
  folder: { line: 'M1.8 3.5h4.4l1.5 1.8h6.5v7.5H1.8Z' },
  shield: { line: 'M8 1.8 13.2 3.6v4c0 3-2.2 5.3-5.2 6.6-3-1.3-5.2-3.6-5.2-6.6v-4Z' },
  clock: { line: `${CIRCLE}M8 4.8V8l2.2 1.6` },
  cross: { line: 'M4.4 4.4l7.2 7.2m0-7.2-7.2 7.2' },
  dash: { line: 'M4 8h8' },
  up: { solid: 'M8 3.6 13.4 12H2.6Z' },
  tick: { line: 'M3 8.6l3.4 3.4L13 4.6' },
  ringSmall: { line: 'M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z' },
} as const satisfies Record<string, { readonly line?: string; readonly solid?: string }>;

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

export const RUN_ICONS: Readonly<Record<RunActivity, IconName>> = {
  IDLE: 'circle',
  RUNNING: 'arc',
  STOPPING: 'arc',
  CANCELLING: 'arc',
  PAUSED: 'pause',
  DONE: 'check',
  FINISHED: 'check',
};

export const OUTCOME_ICONS: Readonly<Record<TurnOutcome, IconName>> = {
  running: 'arc',
  interrupted: 'dash',
  not_agent: 'ringSmall',
  success: 'tick',
  progress: 'up',
  no_progress: 'cross',
};

/** A decorative icon; the text beside it has the same meaning. `slot`: its place in a toolkit button. */
export function icon(name: IconName, slot?: 'start'): TemplateResult {
  const { line, solid }: { readonly line?: string; readonly solid?: string } = ICONS[name];
  return html`<svg
    class="icon icon-${name}"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    focusable="false"
    slot=${slot ?? nothing}
  >
    ${name === 'arc' ? path('track', CIRCLE) : nothing}${path('line', line)}${path('solid', solid)}
  </svg>`;
}

function path(className: string, d: string | undefined): Content {
  return d === undefined ? nothing : svg`<path class=${className} d=${d}></path>`;
}

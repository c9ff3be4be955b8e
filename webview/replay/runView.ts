import { isTimeline, type ReplayRequests } from '../../src/protocol/replay/replayMessages';
import type { RunLine, RunTimeline, StepDetails } from '../../src/protocol/replay/replayView';
import { passingSections } from '../render/bounded';
import { html, nothing, type Content } from '../template';
import { fireList } from './fireList';
import { legend } from './legend';
import type { ReplayConnection } from './replayConnection';
import { describeLength, describeOrigin, levelWords, nameOf, runId, runName } from './replayWords';
import { shownRun, type ShownRun } from './shownRun';
import { stepCaption } from './stepCaption';
import { stepDetailsPanel } from './stepDetailsPanel';
import { createStepTexts, type StepTexts } from './stepTexts';
import { createTimeline } from './timeline';

export interface RunViewOptions {
  readonly request: ReplayConnection['request'];
  readonly redraw: () => void;
  /** Says to screen readers what the page shows elsewhere. */
  readonly say: (message: string) => void;
  /** The user focused another step. */
  readonly onStep: (index: number) => void;
  readonly onProblem: (error: unknown) => void;
}

/** The run that is open: its findings and its steps as a timeline. */
export interface RunView {
  readonly content: () => Content;
  /** Draws the timeline; to be called once it is in its place. */
  readonly settle: () => void;
  /** Sets the run's name, shown together with its steps, which `load` requests. */
  readonly name: (line: RunLine) => void;
  /**
   * Requests and shows the steps of a run, with the focus on `index` or else on the selected finding; reloading the
   * same run keeps its position.
   */
  readonly load: (key: number, index: number | undefined) => Promise<void>;
}

/** The current content. */
interface Shown {
  readonly run: ShownRun;
  readonly texts: StepTexts;
  active: number;
  hovered: number | undefined;
  /** Index of the finding whose evidence is shown; -1 for none. */
  fire: number;
}

/** Creates the view; without content until a run is open. */
export function createRunView({
  request,
  redraw,
  say,
  onStep,
  onProblem,
}: RunViewOptions): RunView {
  let shown: Shown | undefined;
  let sections = passingSections(redraw);
  /** Index of the step to be open; its details once they are there. */
  let wanted: number | undefined;
  let open: { readonly index: number; readonly details: StepDetails } | undefined;
  let asked = 0;
  /** The newest name, and the one that belongs to the shown steps. */
  let named: RunLine | undefined;
  let line: RunLine | undefined;

  const change = (next: Partial<Pick<Shown, 'active' | 'fire'>>): void => {
    if (shown === undefined) return;
    Object.assign(shown, next);
    redraw();
    if (next.active !== undefined) onStep(next.active);
  };
  const toggle = (index: number): void => {
    if (shown === undefined) return;
    const { key } = shown.run.timeline;
    change({ active: index });
    if (wanted === index) {
      close();
      return;
    }
    wanted = index;
    request('step', { run: key, index }).then((details) => {
      // Another run or step may have been opened meanwhile, or this one closed.
      if (shown?.run.timeline.key !== key || wanted !== index) return;
      open = { index, details };
      redraw();
      timeline.reveal(index);
      say(`The details of step ${details.number} are shown below its row`);
    }, onProblem);
  };
  const close = (): void => {
    if (wanted === undefined) return;
    wanted = undefined;
    open = undefined;
    redraw();
    timeline.focus();
  };
  const choose = (fire: number): void => {
    if (shown === undefined) return;
    const index = placeOf(shown.run, fire);
    change({ fire, ...(index === undefined ? {} : { active: index }) });
    if (index !== undefined) timeline.reveal(index);
  };
  const timeline = createTimeline({
    onHover: (hovered) => {
      if (shown === undefined || shown.hovered === hovered) return;
      shown.hovered = hovered;
      redraw();
    },
    onMove: (active) => change({ active }),
    onToggle: toggle,
    onClose: close,
  });
  const show = (found: RunTimeline, index: number | undefined): void => {
    // Updates name and steps together, so that they never belong to different runs.
    if (named?.key === found.key) line = named;
    const same = shown?.run.timeline.key === found.key;
    const run = shownRun(found);
    const isWhole = same && shown?.run.count === run.count;
    const texts = isWhole && shown !== undefined ? shown.texts : textsOf(found.key);
    // Of a session that is followed, what was chosen stays.
    const chosen = same && found.answers !== undefined ? (shown?.fire ?? -1) : -1;
    const fire = chosen >= 0 ? chosen : firstOf(found);
    const place = same ? shown?.active : (index ?? placeOf(run, fire));
    const active = Math.min(Math.max(0, run.count - 1), place ?? 0);
    if (!same) {
      wanted = undefined;
      open = undefined;
      sections = passingSections(redraw);
    }
    shown = { run, texts, active, hovered: undefined, fire };
    redraw();
    if (!same && index !== undefined) timeline.reveal(active);
    else if (!same) showBeginning();
  };
  const textsOf = (key: number): StepTexts =>
    createStepTexts({
      ask: (from, count) => request('texts', { run: key, from, count }),
      onArrive: redraw,
      onLost: onProblem,
    });
  return {
    content: () => {
      if (shown === undefined) return nothing;
      const { run, fire } = shown;
      return html`<section class="run-view" aria-label="Run">
        ${line === undefined ? nothing : heading(line)}
        ${fireList(sections, { timeline: run.timeline, chosen: fire, onChoose: choose })}
        ${timeline.element} ${caption(shown)}
        ${legend(levelWords(run.timeline), run.timeline.answers !== undefined)}
      </section>`;
    },
    settle: () => {
      if (shown === undefined) return;
      const { run, texts, active, fire } = shown;
      timeline.update({
        ...{ run, texts, active, proof: proofOf(run, fire) },
        open: open && {
          index: open.index,
          content: stepDetailsPanel(sections, open.details, close),
        },
      });
    },
    name: (next) => {
      named = next;
      if (shown?.run.timeline.key === next.key) line = next;
    },
    load: async (key, index) => {
      const ticket = ++asked;
      const found: ReplayRequests['timeline'][1] = await request('timeline', { run: key });
      // Another run may have been requested meanwhile.
      if (ticket === asked && isTimeline(found)) show(found, index);
    },
  };
}

/** Goes to the head of the run where that is above the window. */
function showBeginning(): void {
  const view = document.querySelector('.run-view');
  if ((view?.getBoundingClientRect().top ?? 0) < 0) view?.scrollIntoView();
}

function heading(line: RunLine): Content {
  const id = runId(line);
  const {
    facts = [id, describeOrigin(line), nameOf(line.file), describeLength(line)]
      .filter((fact) => fact !== '')
      .join(' · '),
  } = line;
  return html`<div class="run-head"
    ><h2>${runName(line)}</h2><p class="muted" title=${line.file}>${facts}</p></div
  >`;
}

/** The step at the pointer, else the focused one. */
function caption({ run, texts, active, hovered, fire }: Shown): Content {
  if (run.count === 0) return nothing;
  const index = hovered ?? active;
  const proves = proofOf(run, fire).has(index);
  return stepCaption({ step: run.at(index), texts: texts.get(index), proves });
}

/** Index of the step of a finding; undefined for none. */
function placeOf(run: ShownRun, fire: number): number | undefined {
  const step = run.timeline.fires[fire]?.step;
  return step === undefined ? undefined : run.indexOf(step);
}

function proofOf(run: ShownRun, fire: number): ReadonlySet<number> {
  const evidence = run.timeline.fires[fire]?.evidence ?? [];
  return new Set(evidence.flatMap((number) => run.indexOf(number) ?? []));
}

/** Index of the first finding that would have ended the turn, of a session the newest loop; else of the first one. */
function firstOf({ fires, answers }: RunTimeline): number {
  const isStuck = ({ level }: { readonly level: string }): boolean => level === 'stuck';
  const stuck = answers === undefined ? fires.findIndex(isStuck) : fires.findLastIndex(isStuck);
  return stuck < 0 && fires.length > 0 ? 0 : stuck;
}

import { isTimeline, type ReplayRequests } from '../../src/protocol/replay/replayMessages';
import type { RunLine, RunTimeline } from '../../src/protocol/replay/replayView';
import { h, setAttribute, setShown, setText } from '../render/dom';
import { visibleLine, visibleText } from '../../src/text/visibleText';
import { createFireList } from './fireList';
import { createLegend } from './legend';
import type { ReplayConnection } from './replayConnection';
import { describeAsked, describeLength, nameOf } from './replayWords';
import { shownRun, type ShownRun } from './shownRun';
import { createStepCaption } from './stepCaption';
import { createStepDetailsPanel } from './stepDetailsPanel';
import { createStepTexts, type StepTexts } from './stepTexts';
import { createTimeline } from './timeline';

/** Maximum length of a run's id in its heading, in characters. */
const MAX_ID = 300;

export interface RunViewOptions {
  readonly request: ReplayConnection['request'];
  /** The user focused another step. */
  readonly onStep: (index: number) => void;
  readonly onProblem: (error: unknown) => void;
}

/** The run that is open: its findings and its steps as a timeline. */
export interface RunView {
  readonly element: HTMLElement;
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

/** Creates the view; hidden until a run is open. */
export function createRunView({ request, onStep, onProblem }: RunViewOptions): RunView {
  const title = h('h2');
  const askedFor = h('p', { class: 'run-asked' });
  const facts = h('p', { class: 'muted' });
  const caption = createStepCaption();
  const details = createStepDetailsPanel(() => timeline.element.focus());
  let shown: Shown | undefined;
  let asked = 0;
  let named: RunLine | undefined;

  const draw = (): void => {
    if (shown === undefined) return;
    const { run, texts, active, fire } = shown;
    const proof = proofOf(run, fire);
    fires.update({ timeline: run.timeline, chosen: fire });
    timeline.update({ run, texts, active, proof });
    drawCaption(shown, proof);
  };
  const drawCaption = (
    { run, texts, active, hovered }: Shown,
    proof: ReadonlySet<number>,
  ): void => {
    const index = hovered ?? active;
    const pointed = { step: run.at(index), texts: texts.get(index), proves: proof.has(index) };
    caption.update(run.count === 0 ? undefined : pointed);
  };
  const change = (next: Partial<Pick<Shown, 'active' | 'fire'>>): void => {
    if (shown === undefined) return;
    Object.assign(shown, next);
    draw();
    if (next.active !== undefined) onStep(next.active);
  };
  const open = (index: number): void => {
    if (shown === undefined) return;
    const { key } = shown.run.timeline;
    change({ active: index });
    request('step', { run: key, index }).then((step) => {
      // Another run may have been opened meanwhile.
      if (shown?.run.timeline.key === key) details.update(step);
    }, onProblem);
  };
  const fires = createFireList((fire) => {
    if (shown === undefined) return;
    const index = placeOf(shown.run, fire);
    change({ fire, ...(index === undefined ? {} : { active: index }) });
    if (index !== undefined) timeline.reveal(index);
  });
  const timeline = createTimeline({
    onHover: (hovered) => {
      if (shown === undefined || shown.hovered === hovered) return;
      shown.hovered = hovered;
      drawCaption(shown, proofOf(shown.run, shown.fire));
    },
    onMove: (active) => change({ active }),
    onOpen: open,
  });
  const element = h(
    'section',
    { class: 'run-view', 'aria-label': 'Run', hidden: '' },
    h('div', { class: 'run-head' }, title, askedFor, facts),
    fires.element,
    timeline.element,
    caption.element,
    details.element,
    createLegend(),
  );
  const drawName = (line: RunLine): void => {
    setText(title, visibleLine(line.id, MAX_ID) || nameOf(line.file));
    setText(askedFor, describeAsked(line));
    setShown(askedFor, line.asked !== undefined);
    setText(facts, `${nameOf(line.file)} · ${describeLength(line)}`);
    setAttribute(facts, 'title', visibleText(line.file));
  };
  const show = (found: RunTimeline, index: number | undefined): void => {
    // Updates name and steps together, so that they never belong to different runs.
    if (named?.key === found.key) drawName(named);
    const before = shown?.run.timeline;
    const same = before?.key === found.key;
    const run = shownRun(found);
    const texts = same && shown !== undefined ? shown.texts : textsOf(found.key);
    const fire = firstOf(found);
    const wanted = same ? shown?.active : (index ?? placeOf(run, fire));
    const active = Math.min(Math.max(0, run.count - 1), wanted ?? 0);
    if (!same) details.close();
    shown = { run, texts, active, hovered: undefined, fire };
    setShown(element, true);
    draw();
    if (!same) timeline.reveal(active);
  };
  const textsOf = (key: number): StepTexts =>
    createStepTexts({
      ask: (from, count) => request('texts', { run: key, from, count }),
      onArrive: draw,
      onLost: onProblem,
    });
  return {
    element,
    name: (line) => {
      named = line;
      if (shown?.run.timeline.key === line.key) drawName(line);
    },
    load: async (key, index) => {
      const ticket = ++asked;
      const found: ReplayRequests['timeline'][1] = await request('timeline', { run: key });
      // Another run may have been requested meanwhile.
      if (ticket === asked && isTimeline(found)) show(found, index);
    },
  };
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

/** Index of the first finding that would have ended the turn, else of the first one. */
function firstOf({ fires }: RunTimeline): number {
  const stuck = fires.findIndex(({ level }) => level === 'stuck');
  return stuck < 0 && fires.length > 0 ? 0 : stuck;
}

import type { TimelineText } from '../../src/protocol/replay/replayView';

/** Number of steps per request, and number of cached pages. */
const PAGE = 200;
const KEPT_PAGES = 50;

/** The short texts of a run's steps, loaded when they become visible. */
export interface StepTexts {
  /** Returns the text of a step; undefined until loaded. */
  readonly get: (index: number) => TimelineText | undefined;
  /** Loads missing texts of the steps from `start` to before `end`. */
  readonly want: (start: number, end: number) => void;
}

export interface StepTextsOptions {
  readonly ask: (from: number, count: number) => Promise<readonly TimelineText[]>;
  readonly onArrive: () => void;
  readonly onLost: (error: unknown) => void;
}

/** Creates the cache, which keeps the newest pages. */
export function createStepTexts({ ask, onArrive, onLost }: StepTextsOptions): StepTexts {
  const pages = new Map<number, readonly TimelineText[]>();
  const asked = new Set<number>();
  const fetchPage = (page: number): void => {
    asked.add(page);
    ask(page * PAGE, PAGE).then(
      (steps) => {
        asked.delete(page);
        pages.set(page, steps);
        for (const oldest of pages.keys()) {
          if (pages.size <= KEPT_PAGES) break;
          pages.delete(oldest);
        }
        onArrive();
      },
      // A failed page stays marked as requested, so that it is not requested repeatedly.
      onLost,
    );
  };
  return {
    get: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    want: (start, end) => {
      for (let page = Math.floor(start / PAGE); page * PAGE < end; page += 1) {
        if (!pages.has(page) && !asked.has(page)) fetchPage(page);
      }
    },
  };
}

import type { ProvingStep } from '../../src/model/steps/step';

/** Steps that are asked for at once, and so many times as many are kept. */
const PAGE = 200;
const KEPT_PAGES = 50;

/** The short texts of a run's steps, asked for when they come into sight. */
export interface StepTexts {
  /** Undefined until it was asked for and has come. */
  readonly get: (index: number) => ProvingStep | undefined;
  /** Asks for what is not here yet of the steps from `start` to before `end`. */
  readonly want: (start: number, end: number) => void;
}

export interface StepTextsOptions {
  readonly ask: (from: number, count: number) => Promise<readonly ProvingStep[]>;
  readonly onArrive: () => void;
  readonly onLost: (error: unknown) => void;
}

/** Keeps the pages that came last. */
export function createStepTexts({ ask, onArrive, onLost }: StepTextsOptions): StepTexts {
  const pages = new Map<number, readonly ProvingStep[]>();
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
      // It stays asked for: what cannot be had is not asked for again and again.
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

import { formatDuration } from '../format';
import { h, setText } from './dom';

/** Keeps every "running for …" on the page right, once a second, and touches nothing else. */
export interface Ticker {
  /** An element that counts up from the given time; `undefined` hides it. */
  create(): { readonly element: HTMLElement; since(iso: string | undefined): void };
}

/** Starts ticking with the first time that is shown and stops with the last. */
export function createTicker(): Ticker {
  const shown = new Map<HTMLElement, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = (): void => {
    for (const [element, start] of shown) {
      // A card that is gone takes its clock along.
      if (element.isConnected) setText(element, elapsed(start));
      else shown.delete(element);
    }
    follow();
  };
  const follow = (): void => {
    if (shown.size > 0) timer ??= setInterval(tick, 1_000);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };

  return {
    create() {
      const element = h('time', { class: 'elapsed', hidden: '' });
      const since = (iso: string | undefined): void => {
        element.hidden = iso === undefined;
        if (iso === undefined) shown.delete(element);
        else {
          shown.set(element, Date.parse(iso));
          element.title = iso;
          setText(element, elapsed(Date.parse(iso)));
        }
        follow();
      };
      return { element, since };
    },
  };
}

function elapsed(start: number): string {
  return formatDuration(Math.max(0, Math.floor((Date.now() - start) / 1_000) * 1_000));
}

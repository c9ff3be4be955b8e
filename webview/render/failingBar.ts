import { setAttribute } from './dom';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 16;
const HEIGHT = 22;
/** Height of the best turn's mark above the tallest bar. */
const MARK = 6;
const BAR = 6;

/** Content of one bar. */
export interface Bar {
  /** 0–1; undefined for a gap. */
  readonly share: number | undefined;
  readonly best: boolean;
}

/** Creates a bar as high as the share of failing tests; decorative, since the turn's label contains the count. */
export function createFailingBar(): {
  readonly element: SVGSVGElement;
  readonly update: (bar: Bar) => void;
} {
  const bar = shape('rect', { class: 'bar', x: String((WIDTH - BAR) / 2), width: String(BAR) });
  const mark = shape('path', { class: 'best-mark' });
  const element = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: String(WIDTH),
    height: String(HEIGHT),
    class: 'failing',
    'aria-hidden': 'true',
    focusable: 'false',
  })) {
    element.setAttribute(name, value);
  }
  element.append(bar, mark);
  return {
    element,
    update: ({ share, best }) => {
      const height = heightOf(share);
      const top = HEIGHT - height;
      setAttribute(bar, 'y', String(top));
      setAttribute(bar, 'height', String(height));
      const shown = best && share !== undefined;
      setAttribute(element, 'data-best', shown ? 'true' : undefined);
      const centre = WIDTH / 2;
      const triangle = `M${centre - 3} ${top - MARK + 0.5}h6l-3 4Z`;
      setAttribute(mark, 'd', shown ? triangle : '');
    },
  };
}

/** Zero failing tests are a thin line; one of many remains visible. */
function heightOf(share: number | undefined): number {
  if (share === undefined) return 0;
  if (share === 0) return 1.5;
  return Math.max(3, Math.round(share * (HEIGHT - MARK)));
}

function shape(tag: 'rect' | 'path', attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

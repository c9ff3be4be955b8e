import { flag, html, type TemplateResult } from '../template';

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

/** A bar as high as the share of failing tests; decorative, since the turn's label contains the count. */
export function failingBar({ share, best }: Bar): TemplateResult {
  const height = heightOf(share);
  const top = HEIGHT - height;
  const marked = best && share !== undefined;
  const mark = marked ? `M${WIDTH / 2 - 3} ${top - MARK + 0.5}h6l-3 4Z` : '';
  return html`<svg
    class="failing"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width=${WIDTH}
    height=${HEIGHT}
    aria-hidden="true"
    focusable="false"
    data-best=${flag(marked)}
  >
    <rect class="bar" x=${(WIDTH - BAR) / 2} width=${BAR} y=${top} height=${height}></rect>
    <path class="best-mark" d=${mark}></path>
  </svg>`;
}

/** Zero failing tests are a thin line; one of many remains visible. */
function heightOf(share: number | undefined): number {
  if (share === undefined) return 0;
  if (share === 0) return 1.5;
  return Math.max(3, Math.round(share * (HEIGHT - MARK)));
}

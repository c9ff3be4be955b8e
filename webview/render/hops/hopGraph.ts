import type { TaskHops } from '../../../src/model/overview/overview';
import { describeGraph, pictureEdges, type PicturedEdge } from '../../hopPicture';
import {
  flag,
  html,
  nothing,
  repeat,
  svg,
  type Content,
  type TemplateResult,
} from '../../template';

/** SVG units; about one pixel in a narrow sidebar. */
const WIDTH = 214;
const ROW = 30;
const NODE = 22;
const PLANNER = { left: 1, width: 54 };
const ROLE = { left: 132, width: 81 };
const LABEL_HEIGHT = 16;

/** The graph of the planner and its roles, each edge with its count and limit; nothing without edges. */
export function hopGraph(hops: TaskHops): Content {
  const edges = pictureEdges(hops);
  if (edges.length === 0) return nothing;
  const height = (edges.length - 1) * ROW + NODE + 2;
  const drawn = repeat(
    edges.map((each, index) => ({ each, top: index * ROW + 1 })),
    ({ each }) => each.role,
    ({ each, top }) => edge(each, top),
  );
  return html`<div class="hop-graph-box"
    ><svg
      role="img"
      class="hop-graph"
      viewBox="0 0 ${WIDTH} ${height}"
      aria-label=${describeGraph(hops)}
    >
      ${node(PLANNER, 'planner', { top: 1, height: height - 2 })}${drawn}
    </svg></div
  >`;
}

/** An edge and its role; `top`: y coordinate of the role's upper end. */
function edge({ role, label, level, atWork }: PicturedEdge, top: number): TemplateResult {
  const [start, end] = [PLANNER.left + PLANNER.width, ROLE.left];
  const middle = (start + end) / 2;
  const y = top + NODE / 2;
  const way = `M${start} ${y}H${end - 6}`;
  const width = 8 + 6.4 * label.length;
  return svg`<g class="edge" data-role=${role} data-level=${level} data-at-work=${flag(atWork)}>
<path class="edge-line" d=${way}></path>
<path class="edge-flow" d=${way}></path>
<path class="edge-arrow" d="M${end - 7} ${y - 4.5}L${end} ${y}L${end - 7} ${y + 4.5}Z"></path>
<rect class="edge-label-back" height=${LABEL_HEIGHT} rx="4" x=${middle - width / 2} y=${y - LABEL_HEIGHT / 2} width=${width}></rect>
<text class="edge-label" x=${middle} y=${y}>${label}</text>
${node(ROLE, role, { top, height: NODE })}</g>`;
}

function node(
  { left, width }: { readonly left: number; readonly width: number },
  name: string,
  { top, height }: { readonly top: number; readonly height: number },
): TemplateResult {
  return svg`<g class="node"><rect class="node-box" x=${left} width=${width} rx="5" y=${top} height=${height}></rect><text class="node-name" x=${left + width / 2} y=${top + height / 2}>${name}</text></g>`;
}

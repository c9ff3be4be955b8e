import type { WorkingRole } from '../../../src/model/hops/roles';
import type { TaskHops } from '../../../src/model/overview/overview';
import { describeGraph, pictureEdges, type PicturedEdge } from '../../hopPicture';
import { h, setAttribute, setShown, setText, type Part } from '../dom';

const SVG = 'http://www.w3.org/2000/svg';

/** SVG units; about one pixel in a narrow sidebar. */
const WIDTH = 214;
const ROW = 30;
const NODE = 22;
const PLANNER = { left: 1, width: 54 };
const ROLE = { left: 132, width: 81 };
const LABEL_HEIGHT = 16;

const ROLES: readonly WorkingRole[] = ['researcher', 'coder', 'verifier'];

/** Creates the graph of the planner and its roles, each edge with its count and limit. Hidden without edges. */
export function createHopGraph(): Part<TaskHops> {
  const svg = shape('svg', { role: 'img', class: 'hop-graph' });
  const planner = createNode(PLANNER, 'planner');
  const edges = new Map(ROLES.map((role) => [role, createEdge(role)]));
  svg.append(planner.element, ...[...edges.values()].map((edge) => edge.element));
  const element = h('div', { class: 'hop-graph-box' });
  element.append(svg);
  return {
    element,
    update: (hops) => {
      const shown = pictureEdges(hops);
      setShown(element, shown.length > 0);
      if (shown.length === 0) return;
      const height = (shown.length - 1) * ROW + NODE + 2;
      setAttribute(svg, 'viewBox', `0 0 ${WIDTH} ${height}`);
      setAttribute(svg, 'aria-label', describeGraph(hops));
      planner.cover(1, height - 2);
      for (const [role, edge] of edges) {
        const row = shown.findIndex((each) => each.role === role);
        const pictured = shown[row];
        setAttribute(edge.element, 'hidden', pictured === undefined ? '' : undefined);
        if (pictured !== undefined) edge.update(pictured, row * ROW + 1);
      }
    },
  };
}

interface Edge {
  readonly element: SVGElement;
  /** Draws the edge and its role; `top`: y coordinate of the role's upper end. */
  update(edge: PicturedEdge, top: number): void;
}

function createEdge(role: WorkingRole): Edge {
  const line = shape('path', { class: 'edge-line' });
  const flow = shape('path', { class: 'edge-flow' });
  const arrow = shape('path', { class: 'edge-arrow' });
  const back = shape('rect', {
    class: 'edge-label-back',
    height: String(LABEL_HEIGHT),
    rx: '4',
  });
  const label = shape('text', { class: 'edge-label' });
  const node = createNode(ROLE, role);
  const element = shape('g', { class: 'edge', 'data-role': role });
  element.append(line, flow, arrow, back, label, node.element);
  const [start, end] = [PLANNER.left + PLANNER.width, ROLE.left];
  const middle = (start + end) / 2;
  return {
    element,
    update: (edge, top) => {
      const y = top + NODE / 2;
      setAttribute(element, 'data-level', edge.level);
      setAttribute(element, 'data-at-work', edge.atWork ? 'true' : undefined);
      for (const way of [line, flow]) setAttribute(way, 'd', `M${start} ${y}H${end - 6}`);
      setAttribute(arrow, 'd', `M${end - 7} ${y - 4.5}L${end} ${y}L${end - 7} ${y + 4.5}Z`);
      const width = 8 + 6.4 * edge.label.length;
      setAttribute(back, 'x', String(middle - width / 2));
      setAttribute(back, 'y', String(y - LABEL_HEIGHT / 2));
      setAttribute(back, 'width', String(width));
      setAttribute(label, 'x', String(middle));
      setAttribute(label, 'y', String(y));
      setText(label, edge.label);
      node.cover(top, NODE);
    },
  };
}

interface Node {
  readonly element: SVGElement;
  cover(top: number, height: number): void;
}

function createNode(at: { readonly left: number; readonly width: number }, name: string): Node {
  const box = shape('rect', {
    class: 'node-box',
    x: String(at.left),
    width: String(at.width),
    rx: '5',
  });
  const text = shape('text', { class: 'node-name', x: String(at.left + at.width / 2) });
  setText(text, name);
  const element = shape('g', { class: 'node' });
  element.append(box, text);
  return {
    element,
    cover: (top, height) => {
      setAttribute(box, 'y', String(top));
      setAttribute(box, 'height', String(height));
      setAttribute(text, 'y', String(top + height / 2));
    },
  };
}

function shape(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

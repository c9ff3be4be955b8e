import uPlot from 'uplot';
import { truncate } from '../../src/text/truncate';

export interface ChartSeries {
  readonly label: string;
  /** CSS variable of the dashboard. */
  readonly colour: string;
}

export interface ChartOptions {
  readonly title: string;
  readonly shape: 'lines' | 'bars';
  /** Formats a value for the axis and for text. */
  readonly format: (value: number) => string;
  readonly series: readonly ChartSeries[];
  /** Upper end of the axis; absent: the largest value. */
  readonly most?: number;
}

/** Values by name; each list is as long as `names`, with null for unknown values. */
export interface ChartData {
  readonly names: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
}

/** Appearance of a chart in the current theme. */
export interface Look {
  readonly font: string;
  readonly text: string;
  readonly line: string;
  /** One for each series. */
  readonly colours: readonly string[];
  /** Device pixels of one CSS pixel. */
  readonly pixels: number;
}

export interface Drawing {
  readonly options: ChartOptions;
  readonly data: ChartData;
  /** CSS pixels. */
  readonly width: number;
  readonly look: Look;
  /** Index at the pointer; null or undefined outside of the chart. */
  readonly onPoint: (index: number | null | undefined) => void;
}

const HEIGHT = 150;
const BAR = { size: [0.6, 36, 2] as [number, number, number] };
/** Pixels for a name on the lower axis. */
const NAME_SPACE = 60;

/** Builds the uPlot options of a chart: names on the lower axis, values from 0 on the left. */
export function chartOptions({ options, data, width, look, onPoint }: Drawing): uPlot.Options {
  const count = data.names.length;
  const most = options.most ?? Math.max(1, ...data.values.flat().map((value) => value ?? 0));
  const axis = { font: look.font, stroke: look.text, ticks: { show: false } };
  const names = (splits: readonly number[]): string[] =>
    splits.map((at) => truncate(data.names[at] ?? '', 12));
  return {
    width,
    height: HEIGHT,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: options.shape === 'lines' } },
    scales: {
      x: { time: false, range: [-0.6, count - 0.4] },
      y: { range: [0, options.most ?? most * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
        space: NAME_SPACE,
        size: 24,
        values: (_plot, splits) => names(splits),
      },
      {
        ...axis,
        grid: { stroke: look.line, width: 1 },
        size: 44,
        incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000],
        values: (_plot, splits) => splits.map(options.format),
      },
    ],
    series: [{}, ...options.series.map((_, index) => seriesOf(options, look.colours[index] ?? ''))],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx)] },
  };
}

function seriesOf({ shape }: ChartOptions, colour: string): uPlot.Series {
  const lines = shape === 'lines';
  const bars = lines ? undefined : uPlot.paths.bars?.(BAR);
  return {
    stroke: colour,
    width: lines ? 2 : 0,
    spanGaps: true,
    points: { show: lines, size: 5, fill: colour, stroke: colour },
    ...(lines ? {} : { fill: colour }),
    ...(bars === undefined ? {} : { paths: bars }),
  };
}

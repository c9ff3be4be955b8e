import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { PLAIN, type Style } from '../terminal/style';
import { pauseReportText } from './pauseReportText';

/** Target of text: standard output, or a terminal whose status line must be cleared first. */
export interface TextSink {
  write(text: string): unknown;
}

/** Prints a pause report (docs/decisions/entropy-pause.md): to the sink it was given and nowhere else. */
export class EntropyPausePresenter {
  constructor(
    private readonly sink: TextSink = process.stdout,
    private readonly style: Style = PLAIN,
  ) {}

  /** Writes the whole block at once; `issue` is the path of the issue about the task. */
  present(report: FailureAnalysisReport, issue?: string): void {
    this.sink.write(pauseReportText(report, this.style, issue === undefined ? {} : { issue }));
  }
}

import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { PLAIN, type Style } from '../terminal/style';
import { pauseBriefText } from './pauseBrief';

/** Target of text: standard output, or a terminal whose status line must be cleared first. */
export interface TextSink {
  write(text: string): unknown;
}

/** Prints the decision of a pause report (docs/decisions/entropy-pause.md): to the sink it was given and nowhere else. */
export class EntropyPausePresenter {
  constructor(
    private readonly sink: TextSink = process.stdout,
    private readonly style: Style = PLAIN,
  ) {}

  /**
   * Writes the block at once. `issue`: path of the issue about the task. `columns`: of the terminal; absent: nothing is
   * wrapped.
   */
  present(report: FailureAnalysisReport, issue?: string, columns?: number): void {
    this.sink.write(pauseBriefText(report, { style: this.style, issue, columns }));
  }
}

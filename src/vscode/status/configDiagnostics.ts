import {
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Range,
  type Disposable,
  type WorkspaceFolder,
} from 'vscode';
import type { ConfigProblem } from '../../model/config/config';
import type { Overview } from '../../model/overview/overview';
import { configUri } from '../folders/configFiles';
import { sanitizeLine } from '../text/sanitizeLabel';
import { problemPlace } from './problemPlace';

/** A column past the end of any line; the editor clips ranges. */
const LINE_END = 10_000;

/** Longest message of a problem, in characters. */
const MAX_MESSAGE = 1_000;

/** Shows the problems of `devs.yaml` as diagnostics. */
export class ConfigDiagnostics implements Disposable {
  private readonly collection = languages.createDiagnosticCollection('devs');

  /** Replaces the folder's diagnostics with the problems of this overview. */
  update(folder: WorkspaceFolder, { config }: Overview): void {
    const problems = config.kind === 'invalid' ? config.problems : [];
    this.collection.set(configUri(folder), problems.map(diagnostic));
  }

  /** Removes the diagnostics of a closed folder. */
  clear(folder: WorkspaceFolder): void {
    this.collection.delete(configUri(folder));
  }

  dispose(): void {
    this.collection.dispose();
  }
}

function diagnostic(problem: ConfigProblem): Diagnostic {
  const { line, column, endColumn, message } = problemPlace(problem);
  const range = new Range(line, column, line, endColumn ?? LINE_END);
  const shown = new Diagnostic(range, sanitizeLine(message, MAX_MESSAGE), DiagnosticSeverity.Error);
  shown.source = 'devs';
  return shown;
}

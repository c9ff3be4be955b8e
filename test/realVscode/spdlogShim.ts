/**
 * Stands in for `@vscode/spdlog`, VS Code's native log writer, which needs a compiler to install. It writes the same
 * lines to the same files, so that output channels show what extensions log. Built into the installed VS Code.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let commonLevel = 2;

/** Appends lines to one file; levels count from 0 (trace) to 6 (off). */
export class Logger {
  private level = commonLevel;
  private formatted = true;

  constructor(
    _type: string,
    _name: string,
    private readonly file: string,
  ) {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  trace(message: string): void {
    this.write(0, message);
  }
  debug(message: string): void {
    this.write(1, message);
  }
  info(message: string): void {
    this.write(2, message);
  }
  warn(message: string): void {
    this.write(3, message);
  }
  error(message: string): void {
    this.write(4, message);
  }
  critical(message: string): void {
    this.write(5, message);
  }

  getLevel(): number {
    return this.level;
  }
  setLevel(level: number): void {
    this.level = level;
  }
  clearFormatters(): void {
    this.formatted = false;
  }
  setPattern(): void {
    // One pattern is written, the one VS Code asks for.
  }
  flush(): void {
    // Nothing is held back.
  }
  drop(): void {
    // No file is held open.
  }

  private write(level: number, message: string): void {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const line = this.formatted ? `${time} [${LEVELS[level] ?? ''}] ${message}\n` : message;
    appendFileSync(this.file, line);
  }
}

/** Sets the level of loggers created from now on. */
export function setLevel(level: number): void {
  commonLevel = level;
}

/** Does nothing: every line is written at once. */
export function setFlushOn(): void {
  // See above.
}

/** A logger for `file`, which is created at once, with its folders. */
export function createRotatingLogger(name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger('rotating', name, file));
}

/** The same as `createRotatingLogger`: nothing here is slow enough to do later. */
export const createAsyncRotatingLogger = createRotatingLogger;

/** Asked for by VS Code, and not used. */
export const version = 0;

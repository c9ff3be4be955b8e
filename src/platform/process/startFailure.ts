import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Error of the system when a program could not be started. */
export interface StartFailure {
  /** `ENOENT`, `EACCES`, … or ''. */
  readonly code: string;
  readonly message: string;
  readonly program: string;
  readonly cwd: string;
  /** `PATH` by which the program was looked for. */
  readonly path: string;
}

/** Describes what could not be started and why. */
export function explainStartFailure(failure: StartFailure): string {
  const { code, message, program, cwd } = failure;
  if (!isDirectory(cwd)) return `the working directory ${cwd} does not exist`;
  switch (code) {
    case 'ENOENT':
      return explainMissing(failure);
    case 'EACCES':
    case 'EPERM':
      return `"${program}" is not executable (${code})`;
    case 'E2BIG':
      return `the command line of "${program}" is too long; pass the text as {promptFile} or on standard input`;
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
    case 'ENOMEM':
      return `"${program}" was not started, the system is out of resources (${code})`;
    default:
      return `"${program}" was not started: ${message}`;
  }
}

/** Whether no program of that name exists, as far as known. */
export function isMissing(failure: StartFailure): boolean {
  return failure.code === 'ENOENT' && explainStartFailure(failure) === notThere(failure.program);
}

function explainMissing({ program, cwd, path }: StartFailure): string {
  if (/[\\/]/.test(program)) {
    const file = isAbsolute(program) ? program : resolve(cwd, program);
    return exists(file) ? missingInterpreter(program) : notThere(program);
  }
  const onPath = path.split(delimiter).some((directory) => exists(join(directory, program)));
  return onPath ? missingInterpreter(program) : notThere(program);
}

function notThere(program: string): string {
  return /[\\/]/.test(program)
    ? `program "${program}" does not exist`
    : `program "${program}" was not found on PATH`;
}

function missingInterpreter(program: string): string {
  return `"${program}" cannot run: the interpreter in its first line was not found`;
}

/** Also false if unknown: a folder on `PATH` may be unreadable. */
function exists(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

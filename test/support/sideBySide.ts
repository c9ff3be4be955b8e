import { spawn } from 'node:child_process';

/** A command that runs beside others. */
export interface Command {
  /** Printed before all that it writes. */
  readonly title: string;
  /** The program and its arguments. */
  readonly words: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

/** Takes what several commands write, each known by its place. */
export interface Printer {
  readonly begin: (place: number, title: string) => void;
  readonly write: (place: number, text: Buffer | string) => void;
  readonly end: (place: number) => void;
}

/**
 * Prints what commands write at the same time as if one had followed the other: the first that has not ended is heard
 * at once, what the others write is kept until it is their turn.
 */
export function printInOrder(print: (text: Buffer | string) => void): Printer {
  const kept = new Map<number, (Buffer | string)[]>();
  const ended = new Set<number>();
  let turn = 0;
  const release = (): void => {
    for (const text of kept.get(turn) ?? []) print(text);
    kept.delete(turn);
  };
  const write = (place: number, text: Buffer | string): void => {
    if (place === turn) print(text);
    else kept.set(place, [...(kept.get(place) ?? []), text]);
  };
  return {
    begin: write,
    write,
    end: (place) => {
      ended.add(place);
      while (ended.has(turn)) {
        turn += 1;
        release();
      }
    },
  };
}

/** A printer that remembers the end of what each command wrote. */
export interface EndKeeper extends Printer {
  /** The last lines that the command of this place wrote, as many as are kept; its title is none of them. */
  readonly endOf: (place: number) => string;
}

/** Enough for the failures of a suite with their differences, and little beside a log of thousands of lines. */
const KEPT_BYTES = 64 * 1024;

/** Remembers up to `lines` lines of each command's end, so that a failure can be said again where it is looked for. */
export function keepEnds(printer: Printer, lines: number): EndKeeper {
  const ends = new Map<number, Buffer>();
  return {
    begin: printer.begin,
    write: (place, text) => {
      const whole = Buffer.concat([ends.get(place) ?? Buffer.alloc(0), Buffer.from(text)]);
      ends.set(place, whole.subarray(-KEPT_BYTES));
      printer.write(place, text);
    },
    end: printer.end,
    endOf: (place) => {
      const text = (ends.get(place) ?? Buffer.alloc(0)).toString().trimEnd();
      return text.split('\n').slice(-lines).join('\n');
    },
  };
}

/** Runs a command to its end; whether that was exit code 0. Its standard input is empty. */
function run({ words: [program, ...args], env }: Command, heard: (text: Buffer | string) => void) {
  return new Promise<boolean>((done) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env,
    });
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.once('error', ({ message }) => {
      heard(`${message}\n`);
      done(false);
    });
    child.once('close', (code) => done(code === 0));
  });
}

/**
 * Runs all commands, `atOnce` at a time and begun in their order, and resolves with whether each succeeded. One that fails keeps no other from running.
 */
export async function runSideBySide(
  commands: readonly Command[],
  atOnce: number,
  printer: Printer,
): Promise<readonly boolean[]> {
  const succeeded = commands.map(() => false);
  const waiting = [...commands.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, command] = next;
      printer.begin(place, command.title);
      succeeded[place] = await run(command, (text) => printer.write(place, text));
      printer.end(place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return succeeded;
}

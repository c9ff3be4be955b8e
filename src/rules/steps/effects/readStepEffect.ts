import type { Step } from '../../../model/steps/step';
import type { StepEffect } from './stepEffect';
import { findText, toFields, type Fields } from './fields';
import { readCommandEffect } from './readCommandEffect';
import { readBlockEdits } from './readBlockEdits';
import { readEditFields, stateChange } from './readEditFields';
import { isActionWord, isReadingWord, isWaitingWord, readToolTraits } from './readToolTraits';
import { toTextKey } from '../text/parseArgs';
import { parseJson } from '../text/parseJson';
import { parseTags } from '../text/parseTags';

/** Maximum length of arguments that are parsed, in characters. */
const MAX_READ = 256 * 1024;

/** Fields that name the action of a tool with several actions. */
const ACTION = ['action', 'operation'] as const;
/** Input fields of a session; empty input only waits for more output. */
const INPUT = ['chars', 'input', 'keys'] as const;
const COMMAND = ['command', 'cmd', 'script', 'code'] as const;

/**
 * Classifies what a step does; `value` is the parsed JSON of its arguments, if known. Never throws;
 * an unknown step `looks`.
 */
export function readStepEffect(
  { tool: name, args }: Pick<Step, 'tool' | 'args'>,
  value = args.length > MAX_READ ? undefined : parseJson(args),
): StepEffect {
  const { always, acts, edits, adds } = readToolTraits(name);
  if (always !== undefined) return { kind: always };
  const blocks = edits ? readNamedBlocks(args) : undefined;
  if (blocks !== undefined) return blocks;
  const fields = toFields(value) ?? readTags(args, edits);
  if (fields === undefined) return readCommandEffect(args, edits);
  const [called, given] = [fields['tool_name'], fields['arguments']];
  // A tool that only calls another one.
  if (typeof called === 'string' && typeof given === 'object' && given !== null)
    return readStepEffect({ tool: called, args: '' }, given);
  const command = findText(fields, COMMAND);
  const action = findText(fields, ACTION) ?? '';
  if (isWaitingWord(action)) return { kind: 'waits' };
  if (acts || isActionWord(action))
    return { kind: findText(fields, INPUT) === '' ? 'waits' : 'acts' };
  if (!edits)
    return command === undefined
      ? { kind: 'looks' }
      : addPlace(readCommandEffect(command, edits), fields);
  if (command !== undefined && isReadingWord(command)) return { kind: 'reads' };
  return readEditorEffect(fields, `${name} ${command ?? ''} ${action}`, adds);
}

/** Search/replace blocks of files that the text names, in tags or plain. */
function readNamedBlocks(args: string): StepEffect | undefined {
  if (args.length > MAX_READ || args.startsWith('{')) return undefined;
  const found = readBlockEdits('', args);
  return found?.every(({ path }) => path !== '') === true
    ? { kind: 'edits', edits: found }
    : undefined;
}

/** Arguments in tags, of an editor or a command line; undefined for any other text. */
function readTags(args: string, edits: boolean): Fields | undefined {
  if (!args.startsWith('<')) return undefined;
  const fields = parseTags(args)?.fields;
  const isKnown =
    edits ||
    (fields !== undefined &&
      (Object.hasOwn(fields, 'tool_name') || findText(fields, COMMAND) !== undefined));
  return isKnown ? fields : undefined;
}

/** Fields of a tool for command lines that say where they run. */
const WHERE = /host|server|machine|container|pod|device|cwd|work_?dir|directory|namespace/i;

/** Adds to each edited file where the command line ran. */
function addPlace(effect: StepEffect, fields: Fields): StepEffect {
  if (effect.kind !== 'edits') return effect;
  const where = Object.entries(fields).filter(
    ([name, value]) => WHERE.test(name) && typeof value === 'string',
  );
  if (where.length === 0) return effect;
  const prefix = toTextKey(where.map(([, value]) => String(value)).join(' '));
  return {
    ...effect,
    edits: effect.edits.map((edit) => ({ ...edit, path: `${prefix} ${edit.path}` })),
  };
}

/** Words of editors that put text at the end. */
const APPENDS = /append|add/i;
/** Commands of editors that keep the existing content. */
const INSERTS = /\binsert/i;

function readEditorEffect(fields: Fields, called: string, keeps: boolean): StepEffect {
  const adds = keeps || INSERTS.test(called);
  const edits = readEditFields(fields, { adds, appends: APPENDS.test(called) });
  return edits.length === 0
    ? { kind: 'changes', isKnown: stateChange(fields) }
    : { kind: 'edits', edits };
}

import { commandOf, type RecordedStep } from './recordedRuns';

/** Tools that only look or think; every other one that is no shell counts as an edit. */
const READING_TOOLS =
  /^(?:search|read|get|extract|express|discard|go_back|analy[sz]e|think|view|find|open|collect|act$)/;

/** Commands that change files, packages, databases or what later commands see. */
const WRITING = [
  /(?:^|[^0-9&>-])(?:1|2|&)?>{1,2}\s*(?!&|\/dev\/null|\s)/,
  /\b(?:sed|perl|ruby)\s+(?:-\w+\s+)*-\w*i/,
  /\b(?:tee|patch|mv|cp|rm|rmdir|mkdir|touch|ln|chmod|chown|truncate|unzip|tar|dd|install|kill|pkill)\b/,
  /\bgit\s+(?:-\S+\s+)*(?:apply|checkout|stash|reset|restore|revert|clean|merge|pull|am|commit|switch|cherry-pick|rm|mv|init|config)\b/,
  /\b(?:pip3?|npm|yarn|pnpm|conda|apt|apt-get|cargo|poetry|uv)\s+(?:\S+\s+)?(?:install|uninstall|remove|add|update|upgrade|ci)\b/,
  /\b(?:setup\.py|make|cmake|build_ext|makemigrations|migrate|flush|loaddata|startproject|startapp|compilemessages)\b/,
  /\b(?:export|source|alias|unset|eval)\b/,
  /\bed\b|\bex\b|\bvim?\b|<<</,
];
/** Code that writes: inside of a script, of `python -c` or of a here-document. */
const WRITING_CODE =
  /open\([^)\n]*['"](?:[wax]b?\+?|r\+)['"]|write_text|writelines|\.write\(|shutil\.|os\.(?:remove|rename|unlink|makedirs|mkdir)|subprocess|writeFile|call_command|os\.system/;
const NAME_OF_A_FIX =
  /\b(?:python3?|node|bash|sh)\s+\S*(?:fix|patch|apply|edit|modif|update|replace|insert|rewrite|clean|setup|create|revert|implement|add_|change|refactor)\S*/i;

/** What a step may have changed: nothing, one script beside the code (its name), or anything. */
export type Edit = 'nothing' | 'anything' | { readonly script: string };

const SCRIPT = String.raw`[\w./-]+\.(?:py|js|sh|rb|ts)`;
/** Writes one script from a here-document, and does nothing else. */
const WRITES_ONE_SCRIPT = new RegExp(
  String.raw`^cat\s+(?:<<-?\s*['"]?(\w+)['"]?\s*>\s*([\w-]+\.(?:py|js|sh|rb|ts))|>\s*([\w-]+\.(?:py|js|sh|rb|ts))\s*<<-?\s*['"]?(\w+)['"]?)\n`,
);

/** Follows a run from step to step and says what each may have changed of what later commands print. */
export function editsOf(steps: readonly RecordedStep[]): readonly Edit[] {
  const writers = new Set<string>();
  return steps.map((step) => {
    const command = commandOf(step);
    if (command === undefined) return isEditingTool(step) ? 'anything' : 'nothing';
    if (isUnanswered(step)) return 'nothing';
    const script = new RegExp(String.raw`(?:>\s*|tee\s+)(${SCRIPT})`).exec(command)?.[1];
    if (script !== undefined && WRITING_CODE.test(command)) writers.add(nameOf(script));
    const scratch = onlyScript(command);
    if (scratch !== undefined) return { script: scratch };
    const runs = [...command.matchAll(new RegExp(`${SCRIPT}\\b`, 'g'))].some(([file]) =>
      writers.has(nameOf(file)),
    );
    return runs || writes(command) ? 'anything' : 'nothing';
  });
}

/** True when the edit may have changed what the command prints. */
export function concerns(edit: Edit, command: string): boolean {
  if (typeof edit === 'string') return edit === 'anything';
  return command.includes(edit.script.replace(/\.\w+$/, ''));
}

function onlyScript(command: string): string | undefined {
  const found = WRITES_ONE_SCRIPT.exec(command);
  if (found === null) return undefined;
  const mark = found[1] ?? found[4] ?? '';
  return command.trimEnd().endsWith(`\n${mark}`) ? (found[2] ?? found[3]) : undefined;
}

function writes(command: string): boolean {
  const harmless = command.replace(/\d?>{1,2}\s*\/dev\/null|\d?>&\d/g, '');
  return (
    WRITING.some((pattern) => pattern.test(harmless)) ||
    WRITING_CODE.test(command) ||
    NAME_OF_A_FIX.test(command)
  );
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function isEditingTool({ tool, args }: RecordedStep): boolean {
  if (tool === 'str_replace_editor') return !/"command":\s*"view"/.test(args);
  return !READING_TOOLS.test(tool);
}

/** The agent broke the protocol: nothing ran. */
function isUnanswered({ obs }: RecordedStep): boolean {
  return obs.startsWith('Please always provide EXACTLY ONE action');
}

import type { ObservedStep } from '../calls/observedStep';

/** Programs whose output shows whether something works. */
const RUNS =
  /(?:^|[;&|(\n"'][ \t]*)(?:[A-Z_]{1,40}=\S{0,200}\s+)*(?:\.\/\S+|(?:ba|z)?sh\s+\S+\.sh|python[\d.]*|node|npm|npx|yarn|pnpm|bun|deno|tsx?|tsc|jest|vitest|mocha|pytest|tox|nox|ruby|rspec|rake|bundle|php|phpunit|composer|java|javac|mvn|gradle|\.?\/?gradlew|go\s+(?:run|test|build|vet)|cargo|rustc|make|cmake|ctest|ninja|bazel|dotnet|swift|terraform|kubectl|helm|ansible\S*|docker|curl|wget|psql|sqlite3|mysql|Rscript|julia|perl|cc|gcc|g\+\+|clang\S*)\b/;
const RUNNING_TOOL =
  /run|exec|test|check|build|render|screenshot|browser|notebook|cell|validate|preview/i;
/** It worked. */
const WELL =
  /\b(?:pass(?:ed|es|ing)?|success(?:ful(?:ly)?)?|succeeded|ok|no (?:issues|errors|problems|changes)|0 (?:errors|failed|failures|problems)|up[ -]to[ -]date|compiled|built|done|completed?)\b/i;

/** Characters of an end that are read. */
const READ = 600;

/** Whether a step runs something whose output shows whether it works, and the output does not say that it does. */
export function isCheckWithoutSuccess({ call, result }: ObservedStep): boolean {
  if (result.kind !== 'answer') return false;
  const runs = /bash|shell|command/i.test(call.tool)
    ? RUNS.test(call.args)
    : RUNNING_TOOL.test(call.tool);
  const { text } = result;
  return runs && !WELL.test(text.slice(0, READ)) && !WELL.test(text.slice(-READ));
}

import { MODEL_KEY_VARIABLE } from '../../model/judge/modelKeyVariable';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** VS Code's and Electron's own; a few of VS Code's are for programs that run inside it. */
const EDITOR_INTERNAL =
  /^(?:ELECTRON_.+|VSCODE_(?!(?:PORTABLE|SHELL_LOGIN|ENV_REPLACE|ENV_APPEND|ENV_PREPEND)$).+)$/;

/**
 * Environment of an agent, a verify command or an event command: our own without the key for models
 * and without VS Code's internal variables, with which a program would take itself for the editor,
 * use its sockets or wait for its debugger. Outside VS Code only the key is removed.
 */
export function childEnvironment(base: Environment): Record<string, string> {
  const inEditor = Object.keys(base).some((name) => name.startsWith('VSCODE_'));
  const kept = Object.entries(base).flatMap(([name, value]) =>
    value === undefined || isKey(name) || (inEditor && isInternal(name, { value, base }))
      ? []
      : [[name, value]],
  );
  const env = Object.fromEntries(kept) as Record<string, string>;
  // VS Code's launcher saves the user's own value under this name.
  const own = base['VSCODE_NODE_OPTIONS'];
  return own && env['NODE_OPTIONS'] === undefined ? { ...env, NODE_OPTIONS: own } : env;
}

/** Variable names are case-insensitive on Windows. */
function isKey(name: string): boolean {
  return name.toUpperCase() === MODEL_KEY_VARIABLE;
}

function isInternal(
  name: string,
  { value, base }: { readonly value: string; readonly base: Environment },
): boolean {
  if (EDITOR_INTERNAL.test(name)) return true;
  // Both need the variables that were just removed.
  if (name === 'NODE_OPTIONS') return value.includes('js-debug');
  return name === 'GIT_ASKPASS' && base['VSCODE_GIT_ASKPASS_MAIN'] !== undefined;
}

/** The supervisor's environment: ours, made to run as Node in VS Code, free of the user's options for Node and perl. */
export function supervisorEnvironment(base: Environment): Record<string, string> {
  const env = Object.entries(childEnvironment(base)).filter(
    ([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('PERL'),
  );
  return { ...Object.fromEntries(env), ELECTRON_RUN_AS_NODE: '1' };
}

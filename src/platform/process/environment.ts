import { MODEL_KEY_VARIABLE } from '../../model/judge/modelKeyVariable';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** VS Code's and Electron's own; a few of VS Code's are meant for whatever runs inside it. */
const EDITOR_INTERNAL =
  /^(?:ELECTRON_.+|VSCODE_(?!(?:PORTABLE|SHELL_LOGIN|ENV_REPLACE|ENV_APPEND|ENV_PREPEND)$).+)$/;

/**
 * What an agent, a verify command or an event command gets of our own environment: everything but
 * the insides of VS Code, with which a program would believe to be the editor itself, talk to its
 * sockets or wait for its debugger, and but the key for models. Outside VS Code nothing else is
 * taken away.
 */
export function childEnvironment(base: Environment): Record<string, string> {
  const inEditor = Object.keys(base).some((name) => name.startsWith('VSCODE_'));
  const kept = Object.entries(base).flatMap(([name, value]) =>
    value === undefined || isKey(name) || (inEditor && isInternal(name, { value, base }))
      ? []
      : [[name, value]],
  );
  const env = Object.fromEntries(kept) as Record<string, string>;
  // VS Code's launcher puts the user's own aside under this name.
  const own = base['VSCODE_NODE_OPTIONS'];
  return own && env['NODE_OPTIONS'] === undefined ? { ...env, NODE_OPTIONS: own } : env;
}

/** On Windows a variable is the same however it is written. */
function isKey(name: string): boolean {
  return name.toUpperCase() === MODEL_KEY_VARIABLE;
}

function isInternal(
  name: string,
  { value, base }: { readonly value: string; readonly base: Environment },
): boolean {
  if (EDITOR_INTERNAL.test(name)) return true;
  // Both only work together with variables that were just taken away.
  if (name === 'NODE_OPTIONS') return value.includes('js-debug');
  return name === 'GIT_ASKPASS' && base['VSCODE_GIT_ASKPASS_MAIN'] !== undefined;
}

/** The supervisor's environment: ours, made to run as Node in VS Code, free of the user's Node options. */
export function supervisorEnvironment(base: Environment): Record<string, string> {
  const env = Object.entries(childEnvironment(base)).filter(([name]) => name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(env), ELECTRON_RUN_AS_NODE: '1' };
}

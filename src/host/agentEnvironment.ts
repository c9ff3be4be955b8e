const OURS = /^(ELECTRON_|VSCODE_(?!PORTABLE$))/;

/**
 * The editor's environment without the variables by which VS Code steers its own processes: a program that an agent
 * starts must behave as in a terminal.
 */
export function agentEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OURS.test(name)));
}

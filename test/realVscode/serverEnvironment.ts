/** Names by which an enclosing VS Code, Electron, npm or test run would reach into the server. */
const FOREIGN =
  /^(VSCODE_|ELECTRON_|CODE_SERVER_|CS_|npm_|PASSWORD$|HASHED_PASSWORD$|PORT$|NODE_OPTIONS$|NODE_PATH$|NODE_V8_COVERAGE$|INIT_CWD$|MOCHA_)/i;

/**
 * This process's environment without what would change how VS Code starts. `VSCODE_CLI` says that it is complete, so
 * that VS Code does not spend up to 10 s asking a login shell for another; the gallery is empty: no extension is looked
 * up or updated on the network.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(own), VSCODE_CLI: '1', EXTENSIONS_GALLERY: '{}' };
}

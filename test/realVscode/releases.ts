/** A VS Code that tests can run. */
export interface VscodeRelease {
  /** Version of the npm package `code-server`; its minor and patch number are those of the VS Code in it. */
  readonly codeServer: string;
  /** Major version of the Node that VS Code's server and extension host are built for. */
  readonly nodeMajor: string;
  /** Versions of libraries that replace those it asks for, which would have to be compiled. */
  readonly replaced: {
    /** Of the server's own, by name. */
    readonly server: Readonly<Record<string, string>>;
    /** Of VS Code's, each as `name@version`. */
    readonly vscode: readonly string[];
  };
}

/** The newest, which tests run by default, and the oldest that `engines` in package.json allows. */
export const RELEASES = {
  newest: { codeServer: '4.139.1', nodeMajor: '24', replaced: { server: {}, vscode: [] } },
  oldest: {
    codeServer: '4.104.0',
    nodeMajor: '22',
    replaced: { server: { argon2: '0.44.0' }, vscode: ['node-pty@1.2.0-beta.15'] },
  },
} as const satisfies Readonly<Record<string, VscodeRelease>>;

/** Names the VS Code of a test run: a key of `RELEASES`. */
const RELEASE_VARIABLE = 'DEVS_TEST_VSCODE';

/** The VS Code that `DEVS_TEST_VSCODE` names, the newest by default. Throws for a name that is none. */
export function chosenRelease(name = process.env[RELEASE_VARIABLE] ?? 'newest'): VscodeRelease {
  if (name === 'newest' || name === 'oldest') return RELEASES[name];
  const names = Object.keys(RELEASES).join(' or ');
  throw new Error(`${RELEASE_VARIABLE} must be ${names}, not ${JSON.stringify(name)}`);
}

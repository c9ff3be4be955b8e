import type { ExternalRule } from './externalRule';

/** A program's name, not the path of a project's script. */
const NAME = String.raw`(?<subject>(?:/[\w.+-]{1,100}){0,12}[\w.+@-]{0,100}[\w+])`;
const QUOTE = String.raw`['"‘’\x60]`;

const tool = (pattern: string, remedy?: string, flags = ''): ExternalRule => ({
  kind: 'missing_tool',
  handling: 'blocked',
  at: 'start',
  pattern: new RegExp(pattern, flags),
  isOwn: (subject) => /^\.{1,2}\//.test(subject),
  ...(remedy === undefined ? {} : { remedy }),
});

const BROWSERS =
  'Install the browsers that the tests drive (`npx playwright install --with-deps`); then resume the task.';
const DOCKER = 'Start Docker on this machine, then resume the task.';

/** Missing programs, in the wordings of shells, Node, Go, make, npm and browser drivers. */
export const TOOL_RULES: readonly ExternalRule[] = [
  tool(String.raw`^Command "${NAME}" not found`),
  tool(String.raw`^Failed to spawn: ${QUOTE}${NAME}${QUOTE}`),
  tool(
    String.raw`^A compatible (?<subject>\.NET SDK) was not found`,
    'Install the .NET SDK that the project names; then resume the task.',
  ),
  tool(
    String.raw`^(?:[\w./~-]{1,200}: )?(?:eval: )?(?:line )?\d{1,6}: ${NAME}: (?:command )?not found$`,
  ),
  tool(String.raw`^(?:/[\w/]{1,40}/)?(?:ba|da|z|a|k)?sh: ${NAME}: (?:command )?not found$`),
  tool(String.raw`^(?:[\w./~-]{1,200}: )?${NAME}: command not found$`),
  tool(String.raw`^(?:/[\w/]{1,40}/)?zsh:(?:\d{1,6}:)? command not found: ${NAME}$`),
  tool(String.raw`^fish: Unknown command: ${NAME}`),
  tool(String.raw`^${QUOTE}${NAME}${QUOTE} is not recognized as an internal or external command`),
  tool(
    String.raw`^(?:${NAME} ?: )?The term ${QUOTE}[\w.+-]{1,100}${QUOTE} is not recognized as (?:the|a) name of a cmdlet`,
  ),
  tool(String.raw`^(?:spawn|spawnSync) ${NAME} ENOENT\b`),
  tool(
    String.raw`^make(?:\[\d{1,3}\])?: ${NAME}: (?:No such file or directory|Command not found)$`,
  ),
  tool(String.raw`^(?:/usr/bin/)?env: ${QUOTE}?${NAME}${QUOTE}?: No such file or directory$`),
  tool(String.raw`^timeout: failed to run command ${QUOTE}${NAME}${QUOTE}: No such file`),
  tool(String.raw`(?:^|: )exec: "${NAME}": executable file not found in (?:\$PATH|%PATH%)`),
  tool(String.raw`^(?:linker|toolchain) ${QUOTE}${NAME}${QUOTE} (?:not found|is not installed)`),
  tool(String.raw`^no such command: ${QUOTE}${NAME}${QUOTE}$`),
  tool(String.raw`^pyenv: ${NAME}: command not found`),
  tool(
    String.raw`^npx canceled due to missing packages and no YES option: \["(?<subject>@?[\w./-]{1,100})`,
  ),
  tool(String.raw`^This is not the (?<subject>tsc) command you are looking for`),
  tool(
    String.raw`^(?:The )?JAVA_HOME (?:is not set and no ${QUOTE}(?<subject>java)${QUOTE}|environment variable is not)`,
    'Install a Java runtime or set JAVA_HOME; then resume the task.',
  ),
  tool(
    '^(?:The operation couldn.t be completed. )?Unable to locate a (?<subject>Java) Runtime',
    'Install a Java runtime, then resume the task.',
  ),
  tool('^(?<subject>Python) was not found; run without arguments to install'),
  tool(
    String.raw`(?:^|\b[\w.]{1,60}: )(?:Executable doesn't exist at|Looks like (?<subject>Playwright)[\w /-]{0,60} was just (?:installed|updated))`,
    BROWSERS,
  ),
  tool('^Host system is missing dependencies to run browsers', BROWSERS),
  tool(
    String.raw`^Could not find (?<subject>Chrome|Chromium|Firefox) \(ver\.`,
    'Install the browser that the tests drive (`npx puppeteer browsers install`); then resume the task.',
  ),
  tool(
    String.raw`^No version of (?<subject>Cypress) is installed in`,
    'Install the Cypress binary (`npx cypress install`); then resume the task.',
  ),
  tool(
    String.raw`^${QUOTE}?(?<subject>chromedriver|geckodriver)${QUOTE}? executable needs to be in PATH`,
  ),
  tool(
    String.raw`^(?:Cannot|failed to) connect to the (?<subject>Docker) (?:daemon|API) at`,
    DOCKER,
    'i',
  ),
  tool(
    String.raw`^error during connect: .{0,300}(?<subject>docker)_?(?:engine|Desktop)`,
    DOCKER,
    'i',
  ),
];

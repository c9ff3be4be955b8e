// Stands for Codex: says its version, and as a server which hooks it trusts.
const { createHash } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const home = process.env.CODEX_HOME ?? '';
const config = join(home, 'config.toml');

/** The hooks of the user, and those of a folder. */
function list(folder) {
  return [join(home, 'hooks.json'), join(folder, '.codex', 'hooks.json')].flatMap(listFile);
}

function listFile(file) {
  const trusted = existsSync(config) ? readFileSync(config, 'utf8') : '';
  const { hooks = {} } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, at) =>
      group.hooks.map(({ command, timeout: stated }, place) => {
        const label = event.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
        // Codex 0.169 shortens this one.
        const timeout = label === 'session_end' ? Math.min(stated, 3) : stated;
        const key = `${file}:${label}:${at}:${place}`;
        const currentHash = hash(label, { async: false, command, timeout, type: 'command' });
        const isTrusted = trusted.includes(
          `${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"`,
        );
        return { key, command, currentHash, trustStatus: isTrusted ? 'trusted' : 'untrusted' };
      }),
    ),
  );
}

function hash(event, hook) {
  const identity = JSON.stringify({ event_name: event, hooks: [hook] });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

const ANSWERS = {
  initialize: () => ({}),
  'hooks/list': ({ cwds: [folder] }) => ({ data: [{ hooks: list(folder) }] }),
  'config/batchWrite': ({ edits }) => {
    const head = existsSync(config) ? '\n[hooks.state]\n' : '[hooks.state]\n';
    const tables = Object.entries(edits[0].value).map(
      ([key, { trusted_hash: hash }]) =>
        `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(hash)}\n`,
    );
    appendFileSync(config, head + tables.join(''));
    return { status: 'ok' };
  },
};

if (process.argv[2] === '--version') {
  console.log('codex-cli 9.9.9');
} else {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    console.log(JSON.stringify({ method: 'news', params: {} }));
    console.log(JSON.stringify({ id, result: ANSWERS[method](params) }));
  });
}

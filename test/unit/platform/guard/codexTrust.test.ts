import assert from 'node:assert/strict';
import {
  findTrust,
  listCommands,
  removeTrust,
} from '../../../../src/platform/guard/settings/codexTrust';

const MINE = '/home/u/.codex/hooks.json:stop:0:0';
const OURS = '/home/u/.codex/hooks.json:stop:1:0';
const CONFIG = '# mine\nmodel = "x"\n\n[projects."/shop"]\ntrust_level = "trusted"\n';

function table(key: string): string {
  return `\n[hooks.state."${key}"]\ntrusted_hash = "sha256:${key.length}"\n`;
}

describe('the trust of Codex in hooks', () => {
  it('is taken out as Codex wrote it, with the table around it', () => {
    assert.equal(removeTrust(`${CONFIG}\n[hooks.state]\n${table(OURS)}`, [OURS], 'f'), CONFIG);
  });

  it('leaves that in other hooks, and what was written since', () => {
    const text = `${CONFIG}\n[hooks.state]\n${table(MINE)}${table(OURS)}\n# later\n[tui]\nx = 1\n`;
    assert.equal(
      removeTrust(text, [OURS], 'f'),
      `${CONFIG}\n[hooks.state]\n${table(MINE)}\n# later\n[tui]\nx = 1\n`,
    );
  });

  it('is left where it was taken out already', () => {
    assert.equal(removeTrust(CONFIG, [OURS], 'f'), CONFIG);
  });

  it('is not touched where it is written in another way', () => {
    const text = `[hooks]\nstate = { "${OURS}" = { trusted_hash = "x" } }\n`;
    assert.throws(() => removeTrust(text, [OURS], 'config.toml'), /config\.toml: .*by hand/);
  });

  it('is found as a real Codex noted it', () => {
    const file = '/home/u/.codex/hooks.json';
    const line = '/usr/bin/node /home/u/.local/state/devs/guard/bin/hook.js codex PreToolUse';
    const hook = { type: 'command', command: line, timeout: 5 };
    const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } });
    const [command] = listCommands(file, text);
    assert.ok(command);
    const hash = '37f17531dfd40092c3d3bcb732267a87b2c0763f9f698ff9a417657e99786503';
    const config = `[hooks.state."${file}:pre_tool_use:0:0"]\ntrusted_hash = "sha256:${hash}"\n`;
    assert.equal(findTrust(config, command), 'this');
    assert.equal(findTrust(config, { ...command, timeout: 6 }), 'another');
    assert.equal(findTrust(config, { ...command, place: 1 }), 'none');
    assert.deepEqual(listCommands(file, '{"hooks":{"Stop":[1,{"hooks":{}}]}}'), []);
  });
});

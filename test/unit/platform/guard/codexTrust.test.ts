import assert from 'node:assert/strict';
import { removeTrust } from '../../../../src/platform/guard/settings/codexTrust';

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
});

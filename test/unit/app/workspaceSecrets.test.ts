import { deepEqual, equal } from 'node:assert/strict';
import { WorkspaceSecrets } from '../../../src/app/workspaceSecrets';
import { configOf } from '../../support/scriptedRun';

describe('WorkspaceSecrets', () => {
  it('masks values of the environment before devs.yaml is known, then also what that names', () => {
    const secrets = new WorkspaceSecrets({ SHOP_TOKEN: 'q8Zr4Lm1', MY_VALUE: 'bluewhale' });
    equal(secrets.text('q8Zr4Lm1 bluewhale'), '*** bluewhale');
    secrets.follow(configOf({ secrets: ['MY_VALUE'], rawTranscripts: true }));
    equal(secrets.text('q8Zr4Lm1 bluewhale'), '*** ***');
    equal(secrets.rawTranscripts, true);
  });

  it('masks what the variables of notify hold, also an address that looks like any other', () => {
    const address = 'https://hooks.slack.com/services/T0/B0/q8Zr4Lm1';
    const secrets = new WorkspaceSecrets({ SLACK_WEBHOOK_URL: address });
    equal(secrets.text(address), address);
    secrets.follow(configOf({ notify: ['desktop', { slack: 'SLACK_WEBHOOK_URL' }] }));
    equal(secrets.text(`to ${address}`), 'to ***');
  });

  it('masks every text of a value, and bytes of output across pieces', () => {
    const secrets = new WorkspaceSecrets({ SHOP_TOKEN: 'q8Zr4Lé1' });
    deepEqual(secrets.value({ a: ['x q8Zr4Lé1'], n: 1 }), { a: ['x ***'], n: 1 });
    const output = secrets.output();
    const bytes = Buffer.from('say q8Zr4Lé1.');
    const parts = [...bytes].map((byte) => output.write(Buffer.of(byte)));
    equal(Buffer.concat([...parts, output.end()]).toString(), 'say ***.');
  });

  it('passes everything on where nothing is secret', () => {
    const secrets = new WorkspaceSecrets({ PATH: '/usr/bin:/bin' });
    const value = { text: '/usr/bin:/bin' };
    equal(secrets.value(value), value);
    const chunk = Buffer.from('/usr/bin');
    equal(secrets.output().write(chunk), chunk);
  });
});

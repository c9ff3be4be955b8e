import assert from 'node:assert/strict';
import { findDefinition } from '../../../../src/app/language/findDefinition';
import { hoverConfig } from '../../../../src/app/language/hoverConfig';
import type { Schema } from '../../../../src/app/language/schemaAt';
import { createJsonSchema } from '../../../../src/platform/config/jsonSchema';

const SCHEMA = createJsonSchema() as Schema;

const FILE = `version: 1
agents:
  claude: { type: command, command: [claude, -p], about: "*quick*" }
onPivot: keep
limits:
  loopThreshold: 3
tasks:
  - id: add-users
    title: Add users
    goal: Users can sign up.
    agent: claude
  - id: add-login
    goal: Users can log in.
    dependsOn: [add-users, add-cart]
`;

const hover = (word: string, within = word): string | undefined =>
  hoverConfig(FILE, FILE.indexOf(within) + within.indexOf(word) + 1, SCHEMA)?.text;

describe('hovering over devs.yaml', () => {
  it('describes a key, with its range or choice and its default', () => {
    assert.match(hover('dependsOn') ?? '', /^Ids of tasks that must be done before/);
    assert.match(hover('loopThreshold') ?? '', /1 – 100 · default `3`$/);
    assert.match(hover('onPivot') ?? '', /one of `best`, `start`, `keep` · default `best`$/);
  });

  it('tells the title of a task, and what an agent is good at, as text', () => {
    assert.equal(hover('add-users', '[add-users'), 'Add users');
    assert.equal(hover('claude', 'agent: claude'), '\\*quick\\*');
  });

  it('says nothing of text and of what nobody defines', () => {
    assert.equal(hover('sign', 'can sign up'), undefined);
    assert.equal(hover('add-cart'), undefined);
  });
});

describe('going to a definition in devs.yaml', () => {
  const target = (word: string, within: string): string | undefined => {
    const found = findDefinition(FILE, FILE.indexOf(within) + within.indexOf(word) + 1);
    return found && FILE.slice(found.from - 4, found.to);
  };

  it('leads from a dependency to its task', () => {
    assert.equal(target('add-users', '[add-users'), 'id: add-users'.slice(-13));
  });

  it('leads from an agent of a task to the agent', () => {
    assert.match(target('claude', 'agent: claude') ?? '', /claude$/);
  });

  it('leads nowhere from other words', () => {
    assert.equal(target('add-cart', 'add-cart'), undefined);
    assert.equal(target('Users', 'Users can sign'), undefined);
    assert.equal(target('agent', 'agent: claude'), undefined);
  });
});

import { deepEqual, equal } from 'node:assert/strict';
import {
  isCommonValue,
  isSecretName,
  secretValues,
} from '../../../../src/rules/secrets/secretValues';

const NOTHING = { environments: [], named: [], commands: [], names: [] };
const found = (sources: Partial<Parameters<typeof secretValues>[0]>): readonly string[] => [
  ...secretValues({ ...NOTHING, ...sources }),
];

describe('isSecretName', () => {
  for (const name of [
    ...['GITHUB_TOKEN', 'API_KEY', 'OPENAI_APIKEY', 'PGPASSWORD', 'MYSQL_PWD', 'secret', 'GH_PAT'],
    ...['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'npm_config_authToken', 'DB_PASS', 'KEY'],
    ...['SIGNING_KEYS', 'DEVS_MODEL_KEY', 'SSH_PASSPHRASE', 'REGISTRY_AUTH', 'APP_CREDENTIALS'],
  ]) {
    it(`takes ${name} for one`, () => equal(isSecretName(name), true));
  }

  for (const name of [
    ...['KEYBOARD', 'MONKEY', 'PWD', 'OLDPWD', 'TOKENIZERS_PARALLELISM', 'COMPASS_MODE', 'PATH'],
    ...[
      'SSH_AUTH_SOCK',
      'SSL_KEY_FILE',
      'TOKEN_URL',
      'SECRET_NAME',
      'KEY_LENGTH',
      'AUTHOR',
      'PATTERN',
    ],
  ]) {
    it(`does not take ${name} for one`, () => equal(isSecretName(name), false));
  }
});

describe('headers for a collector of telemetry', () => {
  it('hold secrets, with and without their scheme, as they are there and as they are sent', () => {
    const headers = 'authorization=Bearer%20q8Zr4Lm1xY,x-team=bluewhale-7';
    deepEqual(found({ environments: [{ OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers }] }), [
      'Bearer%20q8Zr4Lm1xY',
      'Bearer q8Zr4Lm1xY',
      'q8Zr4Lm1xY',
      'bluewhale-7',
    ]);
  });
});

describe('isCommonValue', () => {
  for (const value of [
    ...['password', 'Postgres', 'disabled', 'true', '12345678', '2026-01-31', '/etc/ssl/key.pem'],
    ...['./certs/server.key', 'C:\\keys\\me.pem', '~/.ssh/id_ed25519', 'https://example.com/token'],
    ...['xxxxxxxxxxxx', '********'],
  ]) {
    it(`leaves ${value}`, () => equal(isCommonValue(value), true));
  }

  for (const value of [
    ...['hunter2hunter2', 'correcthorsebattery', '/aB3dEf6hIj9kLm2nOp5/qRs8tUv1wXy4zAb7cDe'],
    ...['https://me:pw@example.com/', '0a1b2c3d'],
  ]) {
    it(`masks ${value}`, () => equal(isCommonValue(value), false));
  }
});

describe('secretValues', () => {
  it('are the values of variables with secret names, without space around them', () => {
    const environment = { API_TOKEN: ' q8Zr4Lm1 \n', KEYBOARD: 'q8Zr4Lm2', A_SECRET: 'password' };
    deepEqual(found({ environments: [environment] }), ['q8Zr4Lm1']);
  });

  it('are those of variables that the user names, whatever they look like', () => {
    const environment = { MY_VALUE: 'changeme', other: '12345678', THIRD: 'q8Zr4Lm2' };
    const named = ['MY_VALUE', 'OTHER'];
    deepEqual(found({ environments: [environment], named }), ['changeme', '12345678']);
  });

  it('are at least 8 characters long', () => {
    deepEqual(found({ environments: [{ A_KEY: 'q8Zr4Lm' }], named: ['A_KEY'] }), []);
  });

  it('are also the lines of a private key', () => {
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
    const key = `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----`;
    deepEqual(found({ environments: [{ APP_KEY: key }] }), [key, line]);
    const escaped = key.replaceAll('\n', '\\n');
    deepEqual(found({ environments: [{ APP_KEY: escaped }] }), [escaped, line]);
  });

  it('are the keys and passwords in commands', () => {
    const commands = [
      'curl -H "Authorization: Bearer q8Zr4Lm1xx" https://ci:hunter2hunter@ci.example.com/x',
      'deploy --token q8Zr4Lm2xx --region eu-central-1',
      'curl -u ci:q8Zr4Lm3xx https://example.com?key=q8Zr4Lm4xx',
      'API_KEY=q8Zr4Lm5xx npm test',
      'tool --token $API_TOKEN --password "${DB_PASSWORD}"',
      'npm test -- --grep "token of the user"',
    ];
    deepEqual(found({ commands }).toSorted(), [
      ...['ci:hunter2hunter', 'ci:q8Zr4Lm3xx', 'hunter2hunter', 'q8Zr4Lm1xx', 'q8Zr4Lm2xx'],
      ...['q8Zr4Lm3xx', 'q8Zr4Lm4xx', 'q8Zr4Lm5xx'],
    ]);
  });

  it('are nothing that is part of a task id or the name of an agent', () => {
    const environments = [{ DEPLOY_KEY: 'deploy-staging' }];
    deepEqual(found({ environments, names: ['deploy-staging-2'] }), []);
  });
});

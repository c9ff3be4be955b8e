import type { ExternalKind } from '../../../../../../src/model/failure/failure';

/** A failure and what was changed on the task. */
export interface Case {
  readonly kind: ExternalKind;
  readonly subject?: string;
  /** Text of the changed files, by path. */
  readonly changed: Readonly<Record<string, string>>;
  /** Dependencies that the manifests declare. */
  readonly declared?: readonly string[];
  readonly permittedBefore?: true;
}

const CODE = { 'src/cart.js': 'export const total = 0;\n' };

/** The change explains the failure: it is the agent's. */
export const EXPLAINED: Readonly<Record<string, Case>> = {
  'a hallucinated import': {
    kind: 'missing_dependency',
    subject: 'left-padx',
    changed: { 'src/a.js': "import pad from 'left-padx';" },
  },
  'a hallucinated require of a part': {
    kind: 'missing_dependency',
    subject: 'lodashx',
    changed: { 'src/a.js': 'const get = require("lodashx/get");' },
  },
  'a Python import': {
    kind: 'missing_dependency',
    subject: 'numpy',
    changed: { 'app.py': 'import os\nimport numpy as np\n' },
  },
  'a Python import from': {
    kind: 'missing_dependency',
    subject: 'yaml',
    changed: { 'app.py': 'from yaml import safe_load\n' },
  },
  'a Go import': {
    kind: 'missing_dependency',
    subject: 'github.com/gin-gonic/gin',
    changed: { 'main.go': 'import (\n\t"github.com/gin-gonic/gin"\n)' },
  },
  'a manifest that was changed': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: { 'package.json': '{"dependencies":{"express":"^5"}}' },
  },
  'a requirement that was changed': {
    kind: 'missing_dependency',
    subject: 'left-padx',
    changed: { 'requirements-dev.txt': 'left-padx\n' },
  },
  'a lock file that was changed': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: { 'package-lock.json': '{}' },
  },
  'a module of the same name': {
    kind: 'missing_dependency',
    subject: 'redis',
    changed: { 'shop/redis/client.py': '' },
  },
  'a tool that a changed script calls': {
    kind: 'missing_tool',
    subject: 'shellcheck',
    changed: { 'verify.sh': 'set -e\nshellcheck *.sh\n' },
  },
  'a tool that a changed manifest calls': {
    kind: 'missing_tool',
    subject: 'vitest',
    changed: { 'package.json': '{"scripts":{"test":"vitest run"}}' },
  },
  "the agent's server on localhost": { kind: 'network', subject: 'localhost:3000', changed: CODE },
  "the agent's server on 127.0.0.1": { kind: 'network', subject: '127.0.0.1:5432', changed: CODE },
  "the agent's server on ::1": { kind: 'network', subject: '[::1]:3000', changed: CODE },
  'a port that it may not open': { kind: 'permission', subject: '0.0.0.0:80', changed: CODE },
  'a host that it made up': {
    kind: 'network',
    subject: 'api.shop.example',
    changed: { 'src/api.js': 'fetch("https://api.shop.example/v1")' },
  },
  'a host with a port': {
    kind: 'network',
    subject: 'db.shop.example:5432',
    changed: { '.env.test': 'DB=postgres://db.shop.example/shop' },
  },
  'a service that it calls': {
    kind: 'rate_limit',
    subject: 'api.github.com',
    changed: { 'src/api.js': 'const url = `https://api.github.com/users`;' },
  },
  'a script without the right to run': {
    kind: 'permission',
    subject: './verify.sh',
    changed: { 'verify.sh': 'exit 0' },
  },
  'a changed file by its whole path': {
    kind: 'permission',
    subject: '/home/dev/shop/data/cart.json',
    changed: { 'data/cart.json': '{}' },
  },
  'a folder of a changed file': {
    kind: 'permission',
    subject: 'data',
    changed: { 'data/cart.json': '{}' },
  },
  'a path that it writes to': {
    kind: 'permission',
    subject: '/etc/shop.conf',
    changed: { 'src/a.js': "writeFileSync('/etc/shop.conf', '')" },
  },
  'a module that a changed manifest declares': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: { 'package.json': '{"dependencies":{"express":"5"}}' },
    declared: ['express'],
  },
  'a denial of nobody knows what, where there was none before': {
    kind: 'permission',
    changed: CODE,
    permittedBefore: true,
  },
  'a device that it fills': {
    kind: 'disk_full',
    subject: '/dev/full',
    changed: { 'src/a.js': "writeFileSync('/dev/full', 'x')" },
  },
};

/** It does not. */
export const NOT_EXPLAINED: Readonly<Record<string, Case>> = {
  'nothing was changed': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: {},
    permittedBefore: true,
  },
  'nothing was changed, on localhost': { kind: 'network', subject: 'localhost:5432', changed: {} },
  'a module that no change imports': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: CODE,
  },
  'a module whose name is a part of another': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: { 'src/a.js': "import x from 'express-session';" },
  },
  'a module that is a word in the code': {
    kind: 'missing_dependency',
    subject: 'rich',
    changed: { 'app.py': 'rich = total > 100\n' },
  },
  'a module that the documentation imports': {
    kind: 'missing_dependency',
    subject: 'numpy',
    changed: { 'README.md': 'import numpy' },
  },
  'a manifest in the documentation': {
    kind: 'missing_dependency',
    subject: 'numpy',
    changed: { 'docs/package.json.md': '' },
  },
  'a tool that no change calls': { kind: 'missing_tool', subject: 'jest', changed: CODE },
  'a tool whose name is a part of a word': {
    kind: 'missing_tool',
    subject: 'go',
    changed: { 'src/a.js': 'category = "good-going"' },
  },
  'documentation, on localhost': {
    kind: 'network',
    subject: 'localhost:5432',
    changed: { 'README.md': 'localhost:5432', LICENSE: '' },
  },
  'a host that no change names': {
    kind: 'network',
    subject: 'registry.example.com',
    changed: { 'package.json': '{"dependencies":{"express":"^5"}}' },
  },
  'a host that only a lock file names': {
    kind: 'network',
    subject: 'registry.example.com',
    changed: { 'package-lock.json': '"https://registry.example.com/express"' },
  },
  'a host that is a part of another': {
    kind: 'network',
    subject: 'example.com',
    changed: { 'src/a.js': 'fetch("https://myexample.com")' },
  },
  'a host below another': {
    kind: 'network',
    subject: 'example.com',
    changed: { 'src/a.js': 'fetch("https://api.example.com")' },
  },
  'an outage of nobody knows what': { kind: 'outage', changed: CODE, permittedBefore: true },
  'a rate limit of nobody knows what': { kind: 'rate_limit', changed: CODE, permittedBefore: true },
  'a login of nobody knows what': { kind: 'authentication', changed: CODE, permittedBefore: true },
  'a network failure of nobody knows what': {
    kind: 'network',
    changed: CODE,
    permittedBefore: true,
  },
  'a path that no change names': {
    kind: 'permission',
    subject: '/var/log/shop.log',
    changed: CODE,
  },
  'a path that begins like a changed file': {
    kind: 'permission',
    subject: 'src/cart',
    changed: CODE,
  },
  'a module that a manifest declares and a change has always imported': {
    kind: 'missing_dependency',
    subject: 'express',
    changed: { 'src/server.js': "const express = require('express');" },
    declared: ['express'],
  },
  'a part of a declared package with a scope': {
    kind: 'missing_dependency',
    subject: '@shop/cart/tax',
    changed: { 'src/server.js': "import { tax } from '@shop/cart/tax';" },
    declared: ['@shop/cart'],
  },
  'a tool that no change names, whenever it went away': {
    kind: 'missing_tool',
    subject: 'docker',
    changed: CODE,
  },
  'a denial of nobody knows what, from the beginning': { kind: 'permission', changed: CODE },
  'a full disk': { kind: 'disk_full', changed: CODE, permittedBefore: true },
  'a full disk at a path of its own': { kind: 'disk_full', subject: '/var/tmp/x', changed: CODE },
  'an address that only looks like this machine': {
    kind: 'network',
    subject: 'localhost.example.com',
    changed: CODE,
  },
};

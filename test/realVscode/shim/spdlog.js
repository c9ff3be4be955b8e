/**
 * Stands in for VS Code's native log writer, which needs a compiler to install. It writes the same lines to the same
 * files, so that output channels show what extensions log.
 */
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];
const LABELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let commonLevel = 2;

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = commonLevel;
    this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }

  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.appendFileSync(this.file, this.plain ? message : `${time} [${LABELS[level]}] ${message}\n`);
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  clearFormatters() {
    this.plain = true;
  }

  setPattern() {}
  flush() {}
  drop() {}
}

LEVELS.forEach((name, level) => {
  Logger.prototype[name] = function log(message) {
    this.write(level, message);
  };
});

async function create(name, file) {
  return new Logger('rotating', name, file);
}

function setLevel(level) {
  commonLevel = level;
}

// One by one: whoever imports this as a module sees only names assigned this way.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = setLevel;
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;

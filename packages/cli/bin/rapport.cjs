#!/usr/bin/env node
'use strict'
// Written for any Node, however old: answers --version and --help before anything else is loaded, and finds a Node that
// is new enough for the rest.
const path = require('path')

const OLDEST_NODE = [22, 12]
const dist = path.join(__dirname, '..', 'dist')
const words = process.argv.slice(2)

function constants() {
  try {
    return require(path.join(dist, 'help.cjs'))
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    process.stderr.write('error: rapport is not built yet.\n       Run npm run build in the checkout.\n')
    process.exit(1)
  }
}

function isNewEnough() {
  const parts = process.versions.node.split('.').map(Number)
  return parts[0] > OLDEST_NODE[0] || (parts[0] === OLDEST_NODE[0] && parts[1] >= OLDEST_NODE[1])
}

/** The Node that the project's own scripts install where the machine's is too old. */
function runWithProjectNode() {
  const fs = require('fs')
  const node = path.join(__dirname, '../../../.cache/tools/node_modules/.bin/node')
  if (process.env.RAPPORT_RELAUNCHED || !fs.existsSync(node)) {
    process.stderr.write(
      'error: rapport needs Node ' +
        OLDEST_NODE.join('.') +
        ' or newer; this is ' +
        process.versions.node +
        '.\n' +
        '       Install a newer one, or run npm start once in the checkout: it brings its own.\n',
    )
    process.exit(1)
  }
  const child = require('child_process').spawn(node, [__filename].concat(words), {
    stdio: 'inherit',
    env: Object.assign({}, process.env, { RAPPORT_RELAUNCHED: String(process.pid) }),
  })
  // A terminal sends Ctrl-C to both of us, a script to this one alone: the child heeds only what is handed on.
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill('SIGUSR2')
    })
  })
  child.on('error', function (error) {
    process.stderr.write('error: ' + node + ' does not start: ' + error.message + '\n')
    process.exit(1)
  })
  child.on('exit', function (code) {
    process.exit(code === null ? 130 : code)
  })
}

function print(text) {
  process.stdout.on('error', function (error) {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write('error: Standard output cannot be written: ' + error.message + '\n')
    process.exit(1)
  })
  process.stdout.write(text)
}

const only = words.length === 1 ? words[0] : ''
if (only === '--version' || only === '-V') print(constants().version + '\n')
else if (only === '--help' || only === '-h' || only === 'help') print(constants().help)
else if (!isNewEnough()) runWithProjectNode()
else if (constants()) void import('../dist/bin.js')

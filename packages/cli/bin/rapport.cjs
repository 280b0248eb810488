#!/usr/bin/env node
'use strict'
// Runs on any Node: handles --version and --help before it loads anything else, and finds a Node that is new enough for
// the rest.
const fs = require('fs')
const path = require('path')

const oldestNode = require('../package.json').engines.node.match(/\d+/g).map(Number)
const dist = path.join(__dirname, '..', 'dist')
const words = process.argv.slice(2)

function fail(message, hint) {
  process.stderr.write('error: ' + message + '\n' + (hint ? '       ' + hint + '\n' : ''))
  process.exit(1)
}

function constants() {
  try {
    return require(path.join(dist, 'help.cjs'))
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    return fail('rapport is not built yet.', 'Run npm run build in the checkout.')
  }
}

function isNewEnough() {
  const parts = process.versions.node.split('.').map(Number)
  return parts[0] > oldestNode[0] || (parts[0] === oldestNode[0] && parts[1] >= oldestNode[1])
}

/** Runs the Node that the project's scripts install if the machine's is too old. */
function runWithProjectNode() {
  const node = path.join(__dirname, '../../../.cache/tools/node_modules/.bin/node')
  if (process.env.RAPPORT_RELAUNCHED || !fs.existsSync(node)) {
    fail('rapport needs Node ' + oldestNode.join('.') + ' or newer; this is ' + process.versions.node + '.')
  }
  const child = require('child_process').spawn(node, [__filename].concat(words), {
    stdio: 'inherit',
    env: Object.assign({}, process.env, { RAPPORT_RELAUNCHED: String(process.pid) }),
  })
  // A terminal sends Ctrl-C to both processes, a script to this one only: the child handles what is forwarded.
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill('SIGUSR2')
    })
  })
  child.on('error', function (error) {
    fail(node + ' does not start: ' + error.message)
  })
  child.on('exit', function (code) {
    process.exit(code === null ? 130 : code)
  })
}

/** Avoids process.stdout, which takes longer to load than everything else. */
function print(text) {
  try {
    fs.writeSync(1, text)
  } catch (error) {
    // A reader such as head may close the pipe early.
    if (error.code !== 'EPIPE') fail('Could not write to standard output: ' + error.message)
  }
}

const only = words.length === 1 ? words[0] : ''
if (only === '--version' || only === '-V') print(constants().version + '\n')
else if (only === '--help' || only === '-h' || only === 'help') print(constants().help)
else if (!isNewEnough()) runWithProjectNode()
else if (constants()) void import('../dist/bin.js')

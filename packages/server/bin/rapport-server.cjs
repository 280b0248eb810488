#!/usr/bin/env node
'use strict'
// Written for any Node, however old: finds one that is new enough for the server, which runs from its sources.
const path = require('path')

// `crypto.argon2`, with which the server hashes passwords, came with 24.7.
const OLDEST_NODE = [24, 7]
const main = path.join(__dirname, '../src/main.ts')

function isNewEnough() {
  const parts = process.versions.node.split('.').map(Number)
  return parts[0] > OLDEST_NODE[0] || (parts[0] === OLDEST_NODE[0] && parts[1] >= OLDEST_NODE[1])
}

/** The Node that the project's own scripts install where the machine's is too old. */
function runWithProjectNode() {
  const node = path.join(__dirname, '../../../.cache/tools/node_modules/.bin/node')
  if (!require('fs').existsSync(node)) {
    process.stderr.write(
      'error: rapport-server needs Node ' +
        OLDEST_NODE.join('.') +
        ' or newer; this is ' +
        process.versions.node +
        '.\n       Install a newer one, or run npm start once in the checkout: it brings its own.\n',
    )
    process.exit(1)
  }
  const child = require('child_process').spawn(node, [main].concat(process.argv.slice(2)), { stdio: 'inherit' })
  // Ctrl-C reaches the child from the terminal; other signals are handed on. The child decides how this ends.
  process.on('SIGINT', function () {})
  ;['SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
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

if (isNewEnough()) void import('../src/main.ts')
else runWithProjectNode()

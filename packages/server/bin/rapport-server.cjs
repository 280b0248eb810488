#!/usr/bin/env node
'use strict'
// Runs on any Node, however old, and finds one that is new enough for the server. Runs the bundle, which starts twice
// as fast, or the sources if they are newer or there is no bundle.
const fs = require('fs')
const path = require('path')

const server = path.join(__dirname, '..')
// 24.7 added `crypto.argon2`, with which the server hashes passwords.
const oldestNode = require('../package.json').engines.node.match(/\d+/g).map(Number)
const bundle = path.join(server, 'dist/main.js')
/** Sources of the bundle. */
const SOURCES = ['src', '../core/src', '../../pnpm-lock.yaml', 'tsup.config.ts']

function isNewEnough() {
  const parts = process.versions.node.split('.').map(Number)
  return parts[0] > oldestNode[0] || (parts[0] === oldestNode[0] && parts[1] >= oldestNode[1])
}

function mainFile() {
  // An installed package has no sources.
  if (!fs.existsSync(path.join(server, 'src'))) return bundle
  const built = fs.existsSync(bundle) ? fs.statSync(bundle).mtime : 0
  const isFresh = SOURCES.every(function (name) {
    return isOlder(path.join(server, name), built)
  })
  return isFresh ? bundle : path.join(server, 'src/main.ts')
}

function isOlder(file, time) {
  const stats = fs.statSync(file)
  if (!stats.isDirectory()) return stats.mtime <= time
  return fs.readdirSync(file).every(function (name) {
    return isOlder(path.join(file, name), time)
  })
}

/** Uses the Node that the project's scripts install if the system's is too old. */
function runWithProjectNode() {
  const node = path.join(__dirname, '../../../.cache/tools/node_modules/.bin/node')
  if (!fs.existsSync(node)) {
    process.stderr.write(
      'error: rapport-server needs Node ' +
        oldestNode.join('.') +
        ' or newer; this is ' +
        process.versions.node +
        '.\n',
    )
    process.exit(1)
  }
  const child = require('child_process').spawn(node, [mainFile()].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign({}, process.env, { RAPPORT_RELAUNCHED: String(process.pid) }),
  })
  // A terminal sends Ctrl-C to both processes, a script to this one only. The child handles only forwarded signals.
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

if (isNewEnough()) void import(require('url').pathToFileURL(mainFile()).href)
else runWithProjectNode()

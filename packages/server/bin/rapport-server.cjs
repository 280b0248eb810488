#!/usr/bin/env node
'use strict'
// Runs on any Node, however old, and finds one that is new enough for the server. Runs the bundle, which starts twice
// as fast, or the sources if they are newer or there is no bundle.
const fs = require('fs')
const path = require('path')
const launcher = require('../../core/bin/launcher.cjs')

// `crypto.argon2`, with which the server hashes passwords, came with 24.7.
const OLDEST_NODE = [24, 7]
const server = path.join(__dirname, '..')
const bundle = path.join(server, 'dist/main.js')
/** Sources of the bundle. */
const SOURCES = ['src', '../core/src', '../../pnpm-lock.yaml', 'tsup.config.ts']

function mainFile() {
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

if (launcher.isNewEnough(OLDEST_NODE)) void import(require('url').pathToFileURL(mainFile()).href)
else {
  const argv = [mainFile()].concat(process.argv.slice(2))
  launcher.runWithProjectNode('rapport-server', OLDEST_NODE, path.join(server, '../..'), argv)
}

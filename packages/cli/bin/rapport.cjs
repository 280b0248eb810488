#!/usr/bin/env node
'use strict'
// Runs on any Node: handles --version and --help before it loads anything else, and finds a Node that is new enough for
// the rest.
const fs = require('fs')
const path = require('path')
const launcher = require('../../core/bin/launcher.cjs')

const OLDEST_NODE = [22, 12]
const dist = path.join(__dirname, '..', 'dist')
const words = process.argv.slice(2)

function constants() {
  try {
    return require(path.join(dist, 'help.cjs'))
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    return launcher.fail('rapport is not built yet.', 'Run npm run build in the checkout.')
  }
}

/** Avoids process.stdout, which takes longer to load than everything else. */
function print(text) {
  try {
    fs.writeSync(1, text)
  } catch (error) {
    // A reader such as head may close the pipe early.
    if (error.code !== 'EPIPE') launcher.fail('Could not write to standard output: ' + error.message)
  }
}

const only = words.length === 1 ? words[0] : ''
if (only === '--version' || only === '-V') print(constants().version + '\n')
else if (only === '--help' || only === '-h' || only === 'help') print(constants().help)
else if (!launcher.isNewEnough(OLDEST_NODE)) {
  launcher.runWithProjectNode('rapport', OLDEST_NODE, path.join(__dirname, '../../..'), [__filename].concat(words))
} else if (constants()) void import('../dist/bin.js')

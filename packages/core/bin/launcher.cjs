'use strict'
// What the commands of tool and server share. Runs on any Node, however old.
const fs = require('fs')
const path = require('path')

exports.fail = function (message, hint) {
  process.stderr.write('error: ' + message + '\n' + (hint ? '       ' + hint + '\n' : ''))
  process.exit(1)
}

/** Whether this Node is at least this version, a major and a minor number. */
exports.isNewEnough = function (oldest) {
  const parts = process.versions.node.split('.').map(Number)
  return parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])
}

/** Runs `argv` on the Node that the project's scripts install in a checkout if the machine's is too old. */
exports.runWithProjectNode = function (name, oldest, checkout, argv) {
  const node = path.join(checkout, '.cache/tools/node_modules/.bin/node')
  if (process.env.RAPPORT_RELAUNCHED === String(process.ppid) || !fs.existsSync(node)) {
    exports.fail(
      name + ' needs Node ' + oldest.join('.') + ' or newer; this is ' + process.versions.node + '.',
      'Install a newer one, or run npm start once in the checkout: it brings its own.',
    )
  }
  const child = require('child_process').spawn(node, argv, {
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
    exports.fail(node + ' does not start: ' + error.message)
  })
  child.on('exit', function (code) {
    process.exit(code === null ? 130 : code)
  })
}

/** Preloaded into a step (`node --import`): stops it as SIGTERM would when the process that started it is gone. */
import process from 'node:process'

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

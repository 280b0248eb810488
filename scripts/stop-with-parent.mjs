/** Preloaded into a step (`node --import`): ends it, as SIGTERM would, when its parent has ended. */
import process from 'node:process'

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

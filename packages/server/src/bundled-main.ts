// Entry of the bundle. Source maps make the log name lines of the sources; those of dependencies are dropped.
import module from 'node:module'

module.setSourceMapsSupport(true)
await import('./main.ts')

// The entry of the bundle. Source maps let stack traces name lines of the sources; there are none of dependencies.
import module from 'node:module'

module.setSourceMapsSupport(true)
await import('./main.ts')

// The entry of the bundle: with source maps, the log names lines of the sources. Dependencies have none that help.
import module from 'node:module'

module.setSourceMapsSupport(true)
await import('./main.ts')

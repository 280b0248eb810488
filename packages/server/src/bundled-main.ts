// Entry of the bundle. With source maps the log names lines of the sources; the bundle has no source maps of dependencies.
import module from 'node:module'

module.setSourceMapsSupport(true)
await import('./main.ts')

import module from 'node:module'

// A third of a start is stripping types and compiling, which Node can remember; so nothing may be loaded before this.
module.enableCompileCache()
const { runServer } = await import('./run-server.ts')
await runServer()

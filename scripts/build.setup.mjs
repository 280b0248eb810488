/** Vitest's global set-up of the projects that start the built tool or server. */
import { build } from './build.mjs'

export default () => build(['cli', 'server'], { node: process.execPath, env: process.env })

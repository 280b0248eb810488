import { nameSourcesInStacks } from './source-positions.ts'

// What the bundle starts with: from the sources, `main.ts` alone does the same.
nameSourcesInStacks()
await import('./main.ts')

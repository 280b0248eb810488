import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const isSource = (file) => !/\.(test|stress)\.|(^|\/)(testing|generated|corpus)\//.test(file)

/** Returns the top folders that each top folder imports, types included. Modules beside the folders compose them. */
function folderImports(name) {
  const source = join(root, 'packages', name, 'src')
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  const aliases = Object.entries(imports).map(([alias, path]) => [
    alias.replace('*', ''),
    path.replace('./src/', '').replace('*', ''),
  ])
  const folders = new Map()
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: source }).filter(isSource)) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(source, file), 'utf8'), true, true)
    for (const { fileName } of importedFiles) {
      const alias = aliases.find(([prefix]) => fileName.startsWith(prefix))
      const path = alias
        ? fileName.replace(alias[0], alias[1])
        : fileName.startsWith('.') && normalize(join(dirname(file), fileName))
      if (!path || !path.includes('/') || path.startsWith('..') || !isSource(path)) continue
      const [from] = file.split('/')
      const [to] = path.split('/')
      if (from === to) continue
      if (!folders.has(from)) folders.set(from, new Map())
      const files = folders.get(from)
      files.set(to, [...(files.get(to) ?? []), `${file} imports ${path}`])
    }
  }
  return folders
}

/** Returns a circle of folders, or undefined. */
function findCycle(folders) {
  const done = new Set()
  const visit = (folder, way) => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const next of folders.get(folder)?.keys() ?? []) {
      const cycle = visit(next, [...way, folder])
      if (cycle) return cycle
    }
    done.add(folder)
    return undefined
  }
  for (const folder of folders.keys()) {
    const cycle = visit(folder, [])
    if (cycle) return cycle
  }
  return undefined
}

describe('the top folders of a package do not import each other in a circle', () => {
  it.each(['core', 'cli', 'web', 'server'])('in %s', (name) => {
    const folders = folderImports(name)
    expect(folders.size).toBeGreaterThan(3)
    const cycle = findCycle(folders) ?? []
    expect(cycle.slice(1).flatMap((to, index) => folders.get(cycle[index])?.get(to)?.slice(0, 3))).toEqual([])
  })
})

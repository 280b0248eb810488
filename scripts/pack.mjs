/**
 * `npm run pack`: makes dist/rapport-cli-X.tgz and dist/rapport-server-X.tgz from the builds. npm installs them without the
 * repository. Every package that they need from a registry is named with its exact version.
 */
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { findPackageJSON, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { SetupError, cache, root } from './bootstrap.mjs'
import { capture } from './process.mjs'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Files of each tarball by their paths in the repository, and the packages that its bundle imports. */
const PACKAGES = {
  cli: () => ({
    copies: {
      'packages/cli/dist': 'dist',
      'docs/automation.md': 'docs/automation.md',
      'docs/agents.md': 'docs/agents.md',
    },
    imports: [],
  }),
  server: () => {
    // The folder also has chunks of earlier builds.
    const outputs = Object.entries(readJson(join(root, 'packages/server/dist/metafile-esm.json')).outputs)
    const imports = outputs.flatMap(([, output]) => output.imports.filter(({ external }) => external))
    return {
      copies: {
        ...Object.fromEntries(outputs.map(([file]) => [`packages/server/${file}`, file])),
        'packages/web/dist': 'console',
        packaging: 'packaging',
        ...Object.fromEntries(
          ['operating', 'backup', 'security'].map((page) => [`docs/${page}.md`, `docs/${page}.md`]),
        ),
      },
      imports: imports.map(({ path }) => path).filter((path) => !isBuiltin(path)),
    }
  },
}

/** Makes the tarballs and returns their paths by package. Throws `SetupError` with npm's output. */
export async function pack() {
  const { license } = readJson(join(root, 'package.json'))
  const destination = join(root, 'dist')
  mkdirSync(destination, { recursive: true })
  const tarballs = {}
  for (const [key, contents] of Object.entries(PACKAGES)) {
    const folder = join(cache, 'pack', key)
    const manifest = join(root, 'packages', key, 'package.json')
    const { name, version, description, bin, type, engines } = readJson(manifest)
    const { copies, imports } = contents()
    rmSync(folder, { recursive: true, force: true })
    for (const [from, to] of Object.entries({ [`packages/${key}/bin`]: 'bin', ...copies })) {
      cpSync(join(root, from), join(folder, to), { recursive: true })
    }
    const dependencies = exactVersions(imports, manifest)
    const packed = { name, version, description, license, type, engines, bin, dependencies }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, undefined, 2)}\n`)
    const { code, output } = await capture('npm', ['pack', '--pack-destination', destination], { cwd: folder })
    if (code !== 0) throw new SetupError(`npm could not pack ${name} (exit code ${code}).`, output)
    tarballs[key] = join(destination, `rapport-${key}-${version}.tgz`)
  }
  return tarballs
}

/**
 * Returns the installed versions of packages and of all that they depend on, except optional ones, such as the binaries of other
 * machines.
 */
function exactVersions(names, importer, versions = {}) {
  for (const name of names) {
    const file = realpathSync(findPackageJSON(name, importer))
    const { version, dependencies = {} } = readJson(file)
    versions[name] = version
    exactVersions(Object.keys(dependencies), file, versions)
  }
  return versions
}

if (import.meta.main) {
  for (const file of Object.values(await pack())) console.log(file)
}

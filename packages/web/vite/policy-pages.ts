import path from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'
import type { policyMarkup } from './policy-markup.tsx'

/**
 * Writes a page for each public policy, such as privacy-policy.html: index.html with a title, a description and the text,
 * for readers without JavaScript, such as search engines and the reviewers of app stores.
 */
export function policyPages(): Plugin {
  return {
    name: 'rapport:policy-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('The build has no index.html.')
      for (const policy of await renderPolicies()) {
        const replacements = [
          [/<title>[^<]*<\/title>/, `<title>${policy.title} · Rapport</title>`],
          [/(?<=<meta name="description" content=")[^"]*/, policy.description],
          [/<meta name="robots"[^<>]*>\n\s*/, ''],
          [/(?<=<noscript>)[^<]*(?=<\/noscript>)/, policy.html],
        ] as const
        const source = replacements.reduce((html, [from, to]) => {
          if (!from.test(html)) throw new Error(`index.html has nothing like ${from}.`)
          return html.replace(from, () => to)
        }, String(index.source))
        this.emitFile({ type: 'asset', fileName: `${policy.path.slice(1)}.html`, source })
      }
    },
  }
}

/** Renders the policies as components, which need Vite for their imports. */
async function renderPolicies(): Promise<typeof policyMarkup> {
  const server = await createServer({
    configFile: false,
    root: path.join(import.meta.dirname, '..'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [react()],
  })
  try {
    const module = await server.ssrLoadModule('/vite/policy-markup.tsx')
    return module['policyMarkup']
  } finally {
    await server.close()
  }
}

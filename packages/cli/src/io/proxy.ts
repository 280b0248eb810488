import http from 'node:http'

type Environment = Readonly<Record<string, string | undefined>>

function variable(name: string, env: Environment): string {
  return env[name.toLowerCase()] || env[name.toUpperCase()] || ''
}

/** Returns the proxy of a scheme. Like curl, reads a proxy without a scheme as http. */
function proxyOf(scheme: string, env: Environment): string {
  const proxy = variable(`${scheme}_proxy`, env) || variable('all_proxy', env)
  return proxy === '' || /^[a-z][a-z0-9]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`
}

function exceptions(env: Environment): string[] {
  return variable('no_proxy', env)
    .toLowerCase()
    .split(/[\s,]+/)
    .flatMap((entry) => entry.replace(/^\*?\./, '') || [])
}

/** Returns the proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY name for an address; undefined without one. */
export function proxyFor(url: string, env: Environment): string | undefined {
  const { protocol, host, hostname } = URL.parse(url) ?? {}
  if (protocol === undefined || hostname === undefined) return undefined
  const isException = exceptions(env).some(
    (entry) =>
      ['*', host, hostname, hostname.replace(/^\[(.*)\]$/, '$1')].includes(entry) || hostname.endsWith(`.${entry}`),
  )
  return isException ? undefined : proxyOf(protocol.slice(0, -1), env) || undefined
}

/** Whether this Node can send requests through a proxy. */
export const canUseProxies = typeof http.setGlobalProxyFromEnv === 'function'

export const UNUSABLE_PROXY = 'UNUSABLE_PROXY'

const isUsable = (proxy: string) => /^https?:$/.test(URL.parse(proxy)?.protocol ?? '')

/** Throws an error of its own code if the proxy on the way to the address is of another kind than http and https. */
export function assertUsableProxy(url: string, env: Environment): void {
  const proxy = proxyFor(url, env)
  if (proxy !== undefined && !isUsable(proxy))
    throw Object.assign(new Error('The proxy is not an http or https address.'), { code: UNUSABLE_PROXY })
}

/** Sends all further requests through the proxies of the environment. */
export function useProxies(env: Environment): void {
  const [HTTP_PROXY = '', HTTPS_PROXY = ''] = ['http', 'https'].map((scheme) => {
    const proxy = proxyOf(scheme, env)
    return isUsable(proxy) ? proxy : ''
  })
  // Node matches a name exactly, and one with a dot before it as the end of a host.
  const NO_PROXY = exceptions(env).flatMap((entry) => [entry, `.${entry}`])
  if (canUseProxies && (HTTP_PROXY || HTTPS_PROXY))
    http.setGlobalProxyFromEnv({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY: NO_PROXY.join(',') })
}

/** Removes credentials from an address for display. The address may be invalid in other ways. */
export function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@')
}

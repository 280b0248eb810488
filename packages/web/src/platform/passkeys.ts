/** Returns true if the browser can use passkeys here: WebAuthn has none for an IP address, even that of this machine. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)
}

/** Returns true if the server has passkeys: as a header of its page says, or else its extensions in the last session. */
export function offersPasskeys(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  const timings = page && 'serverTiming' in page && Array.isArray(page.serverTiming) ? page.serverTiming : []
  return (
    timings.some(({ name }: PerformanceServerTiming) => name === 'passkeys') ||
    (localStorage.getItem('extensions') ?? '').split(' ').includes('passkeys')
  )
}

const KEY = 'singleKeyShortcuts'
const OFF = 'off'

/** Returns true unless the admin has turned single-key shortcuts off (WCAG 2.2, 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== OFF
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
}

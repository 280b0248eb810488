const KEY = 'singleKeyShortcuts'
const OFF = 'off'

/** The admin can turn single-key shortcuts off (WCAG 2.2, 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== OFF
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
}

import type { components } from '../generated/schema.ts'

export type Store = NonNullable<components['schemas']['Settings']['stores']>[number]

const STORE_NAMES: Readonly<Record<Store, string>> = {
  'app-store': 'the App Store',
  'google-play': 'Google Play',
}

export function isStore(name: unknown): name is Store {
  return typeof name === 'string' && Object.hasOwn(STORE_NAMES, name)
}

/** Names the stores in a sentence: "the App Store and Google Play". */
export function storeNames(stores: readonly Store[]): string {
  return stores.map((store) => STORE_NAMES[store]).join(' and ')
}

/** The stores of a server that names none: the app of the specification is for iOS. */
export const DEFAULT_STORES: readonly Store[] = ['app-store']

import { useSyncExternalStore } from 'react'
import { logFailure } from './log-failure.ts'

/** The fonts to choose from (specification, section 2). Inter and Roboto come from the console's own origin. */
export const FONTS = {
  inter: { label: 'Inter', family: "'Inter Variable', 'Inter fallback', system-ui, sans-serif" },
  arial: { label: 'Arial', family: "Arial, 'Liberation Sans', Helvetica, sans-serif" },
  roboto: { label: 'Roboto', family: "'Roboto Variable', 'Inter fallback', system-ui, sans-serif" },
  sans: { label: 'Sans-serif', family: 'sans-serif' },
} as const

export const SCHEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const

/** How high the rows of tables are. */
const DENSITIES = { compact: 'Compact', comfortable: 'Comfortable' } as const

/** The sizes in CSS pixels between which the layout of the console works. */
export const SIZE_LIMITS = { heading: { min: 16, max: 48 }, body: { min: 12, max: 24 } } as const

/** How the console looks in this browser (specification, section 2: settings). */
export interface Theme {
  scheme: keyof typeof SCHEMES
  density: keyof typeof DENSITIES
  /** Background of the side navigation, as `#rrggbb`. */
  navigationColour: string
  /** Buttons, links and marks, as `#rrggbb`. */
  accentColour: string
  font: keyof typeof FONTS
  /** CSS pixels. */
  headingSize: number
  /** CSS pixels. Everything but the headings grows with it. */
  bodySize: number
  /** A PNG in base64 instead of the product's own mark; null for that mark. */
  logo: string | null
}

/** The look of a fresh browser; purple and sizes are the specification's (section 9). */
export const DEFAULT_THEME: Theme = {
  scheme: 'system',
  density: 'compact',
  navigationColour: '#6c44b6',
  accentColour: '#6c44b6',
  font: 'inter',
  headingSize: 24,
  bodySize: 16,
  logo: null,
}

const KEY = 'rapportTheme'
/** Lightness in OKLCH. White text on a lighter colour could not be read, nor a darker colour on the dark scheme. */
const LIGHTEST = 0.45
const DARKEST = 0.3
const HEX = /^#[0-9a-f]{6}$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

let current = readTheme()
const listeners = new Set<() => void>()

/** The current theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current)
}

/** Applies the stored theme, now and whenever another tab changes it. Called once, before the first render. */
export function startTheme(): void {
  apply(current)
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) take(readTheme())
  })
}

/** Stores a theme in this browser and applies it. Throws `DOMException` when the browser has no room for it. */
export function saveTheme(theme: Theme): void {
  localStorage.setItem(KEY, JSON.stringify(theme))
  take(theme)
}

/** A theme as the CSS variables of tokens.css: on the page itself, or on a part of it that shows a preview. */
export function themeVariables(theme: Theme): Record<`--${string}`, string> {
  return {
    '--navigation': ground(theme.navigationColour),
    '--brand': ground(theme.accentColour),
    '--font-sans': FONTS[theme.font].family,
    '--root-size': `${(theme.bodySize / 16) * 100}%`,
    '--text-heading': `${theme.headingSize / theme.bodySize}rem`,
  }
}

/** The colour, darkened or lightened as far as texts on it and of it need (WCAG 1.4.3, 4.5 to 1). */
function ground(colour: string): string {
  return colour === DEFAULT_THEME.accentColour ? colour : `oklch(from ${colour} clamp(${DARKEST}, l, ${LIGHTEST}) c h)`
}

/** Loads the files of a font. */
export async function loadFont(font: Theme['font']): Promise<void> {
  if (font === 'roboto') await import('@fontsource-variable/roboto/wght.css')
}

function take(theme: Theme): void {
  current = theme
  apply(theme)
  for (const listener of listeners) listener()
}

function apply(theme: Theme): void {
  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(themeVariables(theme))) style.setProperty(name, value)
  dataset['density'] = theme.density
  if (theme.scheme === 'system') delete dataset['theme']
  else dataset['theme'] = theme.scheme
  loadFont(theme.font).catch((error: unknown) => logFailure('The font could not be loaded.', error))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored theme. It may come from an older version, or have been edited by hand. (zod would be 8 kB of /signin.) */
function readTheme(): Theme {
  return themeOf(parse(localStorage.getItem(KEY)), DEFAULT_THEME)
}

/** The wanted theme, with values of another theme where they are invalid. */
export function themeOf(wanted: Readonly<Record<string, unknown>>, otherwise: Theme): Theme {
  const { scheme, density, font, logo } = wanted
  const colour = (name: 'navigationColour' | 'accentColour') => {
    const value = wanted[name]
    return typeof value === 'string' && HEX.test(value) ? value : otherwise[name]
  }
  const size = (name: 'headingSize' | 'bodySize', { min, max }: { min: number; max: number }) => {
    const value = wanted[name]
    return typeof value === 'number' && value >= min && value <= max ? value : otherwise[name]
  }
  return {
    scheme: isKeyOf(SCHEMES, scheme) ? scheme : otherwise.scheme,
    density: isKeyOf(DENSITIES, density) ? density : otherwise.density,
    navigationColour: colour('navigationColour'),
    accentColour: colour('accentColour'),
    font: isKeyOf(FONTS, font) ? font : otherwise.font,
    headingSize: size('headingSize', SIZE_LIMITS.heading),
    bodySize: size('bodySize', SIZE_LIMITS.body),
    logo: typeof logo === 'string' && BASE64.test(logo) ? logo : null,
  }
}

function parse(json: string | null): Record<string, unknown> {
  if (json === null) return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    logFailure('The stored theme cannot be read; the default theme is used.', error)
    return {}
  }
}

function isKeyOf<T extends object>(of: T, key: unknown): key is keyof T {
  return typeof key === 'string' && Object.hasOwn(of, key)
}

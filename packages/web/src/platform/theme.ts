import { useSyncExternalStore } from 'react'
import { logFailure } from './log-failure.ts'

/** The available fonts (specification, section 2: settings). The console serves Inter and Roboto. */
export const FONTS = {
  inter: { label: 'Inter', family: "'Inter Variable', 'Inter fallback', system-ui, sans-serif" },
  arial: { label: 'Arial', family: "Arial, 'Liberation Sans', Helvetica, sans-serif" },
  roboto: { label: 'Roboto', family: "'Roboto Variable', 'Inter fallback', system-ui, sans-serif" },
  sans: { label: 'Sans-serif', family: 'sans-serif' },
} as const

export const SCHEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const

/** Row heights of tables. */
const DENSITIES = { compact: 'Compact', comfortable: 'Comfortable' } as const

/** Font sizes in CSS pixels that the layout supports. */
export const SIZE_LIMITS = { heading: { min: 16, max: 48 }, body: { min: 12, max: 24 } } as const

/** The console's look in this browser (specification, section 2: settings). */
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
  /** CSS pixels; scales everything but headings. */
  bodySize: number
  /** A PNG in base64; null for the product's logo. */
  logo: string | null
}

/** The default look, with purple and sizes of the specification (section 9). */
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
/** Limits of lightness in OKLCH: white text needs a dark enough colour, and a dark scheme a light enough one. */
const MAX_LIGHTNESS = 0.45
const MIN_LIGHTNESS = 0.3
const HEX = /^#[0-9a-f]{6}$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

let currentTheme = readTheme()
const listeners = new Set<() => void>()

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => currentTheme)
}

/** Applies the stored theme, and follows changes in other tabs. Call it once, before the first render. */
export function startTheme(): void {
  applyTheme(currentTheme)
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) setCurrentTheme(readTheme())
  })
}

/** Stores and applies a theme. Throws `DOMException` if the browser's storage is full. */
export function saveTheme(theme: Theme): void {
  localStorage.setItem(KEY, JSON.stringify(theme))
  setCurrentTheme(theme)
}

/** Returns a theme as CSS variables of tokens.css, for the page or for a preview. */
export function themeVariables(theme: Theme): Record<`--${string}`, string> {
  return {
    '--navigation': limitLightness(theme.navigationColour),
    '--brand': limitLightness(theme.accentColour),
    '--font-sans': FONTS[theme.font].family,
    '--root-size': `${(theme.bodySize / 16) * 100}%`,
    '--text-heading': `${theme.headingSize / theme.bodySize}rem`,
  }
}

/** Limits the lightness, so that text on the colour, and in the colour, has a contrast of 4.5:1 (WCAG 1.4.3). */
function limitLightness(colour: string): string {
  // The default has that contrast and stays unchanged.
  return colour === DEFAULT_THEME.accentColour
    ? colour
    : `oklch(from ${colour} clamp(${MIN_LIGHTNESS}, l, ${MAX_LIGHTNESS}) c h)`
}

export async function loadFont(font: Theme['font']): Promise<void> {
  if (font === 'roboto') await import('@fontsource-variable/roboto/wght.css')
}

function setCurrentTheme(theme: Theme): void {
  currentTheme = theme
  applyTheme(theme)
  for (const listener of listeners) listener()
}

function applyTheme(theme: Theme): void {
  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(themeVariables(theme))) style.setProperty(name, value)
  dataset['density'] = theme.density
  if (theme.scheme === 'system') delete dataset['theme']
  else dataset['theme'] = theme.scheme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', limitLightness(theme.navigationColour))
  loadFont(theme.font).catch((error: unknown) => logFailure('The font could not be loaded.', error))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the stored theme, which may be old or edited by hand. Without zod, which would add 8 kB to /signin. */
function readTheme(): Theme {
  try {
    return validTheme({ ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }, DEFAULT_THEME)
  } catch (error) {
    logFailure('The stored theme cannot be read; the default theme is used.', error)
    return DEFAULT_THEME
  }
}

/** Returns a valid theme, with the values of `fallback` instead of invalid ones. */
export function validTheme(candidate: Readonly<Record<string, unknown>>, fallback: Theme): Theme {
  const { scheme, density, font, logo } = candidate
  const colour = (name: 'navigationColour' | 'accentColour') => {
    const value = candidate[name]
    return typeof value === 'string' && HEX.test(value) ? value : fallback[name]
  }
  const size = (name: 'headingSize' | 'bodySize', { min, max }: { min: number; max: number }) => {
    const value = candidate[name]
    return typeof value === 'number' && value >= min && value <= max ? value : fallback[name]
  }
  return {
    scheme: isKeyOf(SCHEMES, scheme) ? scheme : fallback.scheme,
    density: isKeyOf(DENSITIES, density) ? density : fallback.density,
    navigationColour: colour('navigationColour'),
    accentColour: colour('accentColour'),
    font: isKeyOf(FONTS, font) ? font : fallback.font,
    headingSize: size('headingSize', SIZE_LIMITS.heading),
    bodySize: size('bodySize', SIZE_LIMITS.body),
    logo: typeof logo === 'string' && BASE64.test(logo) ? logo : null,
  }
}

function isKeyOf<T extends object>(record: T, key: unknown): key is keyof T {
  return typeof key === 'string' && Object.hasOwn(record, key)
}

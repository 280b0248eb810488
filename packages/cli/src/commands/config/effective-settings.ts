import { nearest } from '@rapport/core/text/nearest.ts'
import {
  resolveApiUrl,
  resolveColor,
  resolveOutput,
  resolveProfile,
  resolveTimeout,
  type Resolved,
} from '#cli/config/settings.ts'
import { withoutPassword } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'

/** Settings by the names of `rapport config`. */
export type EffectiveSettings = Record<ConfigKey, Resolved<string>>

export const CONFIG_KEYS = ['profile', 'api_url', 'output', 'timeout', 'color'] as const
export type ConfigKey = (typeof CONFIG_KEYS)[number]

export function effectiveSettings({ given, env, profiles }: Deps): EffectiveSettings {
  const profile = resolveProfile(given, env, profiles)
  const name = profile.value
  const stored = profiles.find(name)
  const apiUrl = resolveApiUrl(given, env, name, stored)
  const timeout = resolveTimeout(given, name, stored)
  return {
    profile,
    api_url: { ...apiUrl, value: withoutPassword(apiUrl.value) },
    output: resolveOutput(given, name, stored),
    timeout: { ...timeout, value: String(timeout.value) },
    color: resolveColor(given, env, name, stored),
  }
}

/** Throws `CliError` (usage) for an unknown setting. */
export function toConfigKey(text: string): ConfigKey {
  const key = CONFIG_KEYS.find((known) => known === text)
  if (key) return key
  const meant = nearest(text, CONFIG_KEYS)
  throw new CliError('unknown_setting', `There is no setting ${text}.`, {
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}Choose from ${CONFIG_KEYS.join(', ')}.`,
  })
}

import { nearest } from '@rapport/core/text/nearest.ts'
import {
  resolveApiUrl,
  resolveColor,
  resolveOutput,
  resolveProfile,
  resolveTimeout,
  type Resolved,
} from '#cli/config/settings.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { withoutPassword } from '#cli/io/proxy.ts'

/** Settings by the names of `rapport config`. */
export type EffectiveSettings = Record<ConfigKey, Resolved<string>>

export const CONFIG_KEYS = ['profile', 'api_url', 'output', 'timeout', 'color'] as const
export type ConfigKey = (typeof CONFIG_KEYS)[number]

export function effectiveSettings({ givenFlags, env, profiles }: Deps): EffectiveSettings {
  const profile = resolveProfile(givenFlags, env, profiles)
  const name = profile.value
  const storedProfile = profiles.find(name)
  const apiUrl = resolveApiUrl(givenFlags, env, name, storedProfile)
  const timeout = resolveTimeout(givenFlags, name, storedProfile)
  return {
    profile,
    api_url: { ...apiUrl, value: withoutPassword(apiUrl.value) },
    output: resolveOutput(givenFlags, name, storedProfile),
    timeout: { ...timeout, value: String(timeout.value) },
    color: resolveColor(givenFlags, env, name, storedProfile),
  }
}

/** Throws `CliError` (usage) for an unknown setting. */
export function toConfigKey(text: string): ConfigKey {
  const key = CONFIG_KEYS.find((candidate) => candidate === text)
  if (key) return key
  const suggestion = nearest(text, CONFIG_KEYS)
  throw new CliError('unknown_setting', `There is no setting ${text}.`, {
    hint: `${suggestion === undefined ? '' : `Did you mean ${suggestion}? `}Choose from ${CONFIG_KEYS.join(', ')}.`,
  })
}

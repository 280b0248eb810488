import chalk from 'chalk'

/** Ink and its components use chalk, which ignores NO_COLOR and the tool's setting. */
export function allowColor(color: boolean): void {
  chalk.level = color ? chalk.level || 1 : 0
}

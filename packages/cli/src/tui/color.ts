import chalk from 'chalk'

/** Turns colours on or off for Ink, whose library chalk ignores NO_COLOR and the tool's setting. */
export function allowColor(color: boolean): void {
  chalk.level = color ? chalk.level || 1 : 0
}

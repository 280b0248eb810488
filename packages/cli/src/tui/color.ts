import chalk from 'chalk'

/** Ink and its components style by this chalk, which looks at stdout alone and not at NO_COLOR or a setting of the tool. */
export function allowColor(color: boolean): void {
  chalk.level = color ? (Math.max(1, chalk.level) as typeof chalk.level) : 0
}

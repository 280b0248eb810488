import chalk from 'chalk'

/** Ink and its components style by this chalk, which looks at stdout alone and not at NO_COLOR or a setting of the tool. */
export function allowColor(color: boolean): void {
  chalk.level = color ? chalk.level || 1 : 0
}

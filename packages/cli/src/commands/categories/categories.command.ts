import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Command } from 'commander'
import { addCatalogueCommand } from '#cli/catalogue/catalogue-command.ts'
import type { RunCommand } from '#cli/deps.ts'

export function addCategoriesCommand(program: Command, runCommand: RunCommand): void {
  addCatalogueCommand(program, runCommand, {
    entity: categoryEntity,
    description: 'manage categories: list, get, create, update, delete',
    help: HELP,
  })
}

const HELP = {
  list: `
Examples:
  rapport categories list
  rapport categories list --search trust --json
  rapport categories list --output csv > categories.csv
`,
  get: `
If a word is the id of one category and the name of another, use id:7,
slug:trust or name:7.

Examples:
  rapport categories get trust
  rapport categories get 7 -o yaml
`,
  create: `
Not retried: if there is no response, check the list before trying again.

Examples:
  rapport categories create --name Trust --image trust.png
  rapport categories create --name Trust --image trust.svg --json
  magick trust.tiff png:- | rapport categories create --name Trust --image -
`,
  update: `
Examples:
  rapport categories update 7 --name "Trust and honesty"
  rapport categories update trust --image trust-new.jpg
`,
  delete: `A category that still has positions is a conflict (exit 5; 6 if others were
deleted). --backup writes a file that \`rapport apply -f\` restores under new ids.

Examples:
  rapport categories delete trust "Rest Together" --yes --json
  rapport categories delete trust --backup trust.yaml
  rapport categories list --search test --output csv |
    rapport categories delete --from-file - --yes
`,
}

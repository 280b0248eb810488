import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Command } from 'commander'
import { addCatalogueCommand } from '#cli/catalogue/catalogue-command.ts'
import type { RunCommand } from '#cli/deps.ts'

export function addPositionsCommand(program: Command, runCommand: RunCommand): void {
  addCatalogueCommand(program, runCommand, {
    entity: positionEntity,
    description: 'manage positions: list, get, create, update, delete',
    help: HELP,
  })
}

const REFERENCE_HELP = `If a word is the id of one category and the name of another, use id:7,
slug:trust or name:7.`

const HELP = {
  list: `
${REFERENCE_HELP}

Examples:
  rapport positions list
  rapport positions list --category trust --search listen
  rapport positions list --fields id,subcategory_name --output csv
`,
  get: `
If several positions have the name, the error lists their ids.

Examples:
  rapport positions get "Holding Hands"
  rapport positions get 5 -o yaml
`,
  create: `
Not retried: if there is no response, check the list before trying again.
${REFERENCE_HELP}

Examples:
  rapport positions create --category trust --name Nod --image nod.png
  rapport positions create --category 7 --name Nod --image - --json < nod.png
`,
  update: `
An empty value, such as --tips "", clears a text.

Examples:
  rapport positions update 12 --name "Active listening"
  rapport positions update 12 --category honesty --image listening.png
`,
  delete: `--backup writes a file that \`rapport apply -f\` restores under new ids.

Examples:
  rapport positions delete 12 13 --yes --json
  rapport positions delete Nod --backup nod.yaml
  rapport positions list --category trust --output csv |
    rapport positions delete --from-file - --yes
`,
}

import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import { products } from '#cli/entities/products.ts'
import type { DeleteInput } from '#cli/entities/deletion.ts'
import { addFieldOptions, type GivenOptions } from '#cli/entities/field-options.ts'

/** Adds `products` and its verbs. */
export function addProductsCommand(program: Command, runVerb: RunVerb): void {
  const command = program
    .command('products')
    .description('the subscription products of the app stores: list, create, update, delete')
    .helpCommand(false)

  command
    .command('list')
    .description('list the products, every one of them')
    .addHelpText('after', LIST_EXAMPLES)
    .action(() => runVerb(() => import('./list.ts'), {}))

  addFieldOptions(command.command('create').description('add a product'), products, { isNew: true })
    .addHelpText('after', CREATE_EXAMPLES)
    .action((options: GivenOptions) => runVerb(() => import('./create.ts'), options))

  addFieldOptions(command.command('update'), products, { isNew: false })
    .description('change the named fields of a product, and nothing else')
    .argument('<id>', 'its id, as `rapport products list` shows it')
    .addHelpText('after', UPDATE_EXAMPLES)
    .action((id: string, options: GivenOptions) => runVerb(() => import('./update.ts'), { id, options }))

  command
    .command('delete')
    .description('delete products by their ids')
    .argument('[ids...]', 'ids, as `rapport products list` shows them')
    .option('--from-file <file>', 'read ids from a file, or from standard input for -')
    .addHelpText('after', DELETE_EXAMPLES)
    .action((ids: string[], options: Omit<DeleteInput, 'ids'>) =>
      runVerb(() => import('./delete.ts'), { ids, ...options }),
    )
}

const LIST_EXAMPLES = `
Examples:
  rapport products list
  rapport products list --json --fields id,product_id,price
  rapport products list --output csv > products.csv
`

const STORES = `What the App Store or Google Play would not take is told as a hint; the product
is saved all the same.`

const CREATE_EXAMPLES = `
Prints the new product. It is sent once: when the answer is lost, look at the
list before you try again.
${STORES}

Examples:
  rapport products create --product-id app_999_1m --name Monthly --price 9.99
  rapport products create --product-id app_5999_1y_1w0 --name Yearly \\
    --price 59.99 --currency USD --billing-cycle yearly --trial-days 7 --json
`

const UPDATE_EXAMPLES = `
${STORES}

Examples:
  rapport products update 3 --price 12.49
  rapport products update 3 --name "Pro, monthly" --trial-days 14
`

const DELETE_EXAMPLES = `
A file has one id a line, or is what \`rapport products list\` prints with
--json, --output ndjson or --output csv. What is already gone counts as done, so
that a run can be repeated; naming a single unknown id is an error (exit 3).
More than 10 deletions ask for their count; --yes agrees beforehand.

Examples:
  rapport products delete 3
  rapport products delete 3 4 --yes --json
  rapport products delete --from-file old-products.csv
`

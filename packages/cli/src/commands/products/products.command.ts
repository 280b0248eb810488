import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import { products } from '@rapport/core/catalogue/products.ts'
import { deletionHelp } from '#cli/entities/deletion/help.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { CheckInput } from './check.ts'
import type { DeleteInput } from '#cli/entities/deletion/deletion.ts'
import { addListOptions, type ListInput } from '#cli/entities/list-records.ts'
import { addFieldOptions, type GivenOptions } from '#cli/entities/field-options.ts'

/** Adds `products` and its verbs. */
export function addProductsCommand(program: Command, runVerb: RunVerb): void {
  const command = program
    .command('products')
    .description('the subscription products of the app stores: list, get, create, update, delete, check')
    .helpCommand(false)

  addListOptions(command.command('list'), products)
    .description('list all products, or those that match')
    .addHelpText('after', LIST_EXAMPLES)
    .action((options: ListInput) => runVerb(() => import('./list.ts'), options))

  command
    .command('get')
    .description('show a product')
    .argument('<product>', 'its id or product_id')
    .addHelpText('after', GET_EXAMPLES)
    .action((product: string) => runVerb(() => import('./get.ts'), { product }))

  addFieldOptions(command.command('create').description('add a product'), products, { isNew: true })
    .addHelpText('after', CREATE_EXAMPLES)
    .action((options: GivenOptions) => runVerb(() => import('./create.ts'), options))

  addFieldOptions(command.command('update'), products, { isNew: false })
    .description('change fields of a product; the others stay as they are')
    .argument('<product>', 'its id or product_id')
    .addHelpText('after', UPDATE_EXAMPLES)
    .action((product: string, options: GivenOptions) => runVerb(() => import('./update.ts'), { product, options }))

  command
    .command('delete')
    .description('delete products by their ids or product_ids')
    .argument('[products...]', 'ids or product_ids')
    .option('--from-file <file>', 'read ids from a file; - is standard input')
    .option('--backup <file>', 'write them to a file first, for rapport apply', nonEmptyArg)
    .addHelpText('after', DELETE_EXAMPLES)
    .action((ids: string[], options: Omit<DeleteInput, 'ids'>) =>
      runVerb(() => import('./delete.ts'), { ids, ...options }),
    )

  command
    .command('check')
    .description('compare the products with a file of the app store')
    .requiredOption('--store <files...>', 'a StoreKit configuration or a CSV', collectFile)
    .option('--junit <file>', 'write the results as JUnit XML', nonEmptyArg)
    .addHelpText('after', CHECK_EXAMPLES)
    .action((options: CheckInput) => runVerb(() => import('./check.ts'), options))
}

function collectFile(file: string, files: string[] | undefined): string[] {
  return [...(files ?? []), nonEmptyArg(file)]
}

const LIST_EXAMPLES = `
Examples:
  rapport products list
  rapport products list --json --fields id,product_id,price
  rapport products list --search pro --sort -price --limit 5
  rapport products list --output csv > products.csv
`

const STORES = `What the App Store or Google Play would not accept is printed as a hint.`

const GET_EXAMPLES = `
If a word is the id of one product and the product_id of another, write id:3 or
product_id:3.

Examples:
  rapport products get app_999_1m
  rapport products get 3 -o yaml
`

const CREATE_EXAMPLES = `
Sent once only: if no answer arrives, look at the list before you try again.
${STORES}

Examples:
  rapport products create --product-id app_999_1m --name Monthly --price 9.99
  rapport products create --product-id app_5999_1y_1w0 --name Yearly \\
    --price 59.99 --currency USD --billing-cycle yearly --trial-days 7 --json
`

const UPDATE_EXAMPLES = `
${STORES}
A price that changes by more than half needs a yes, or is a warning with --yes.

Examples:
  rapport products update app_999_1m --price 12.49
  rapport products update 3 --name "Pro, monthly" --trial-days 14
`

const DELETE_EXAMPLES = `${deletionHelp('products')}
--backup writes what \`rapport apply -f\` brings back under new ids.

Examples:
  rapport products delete app_999_1m 4 --yes --json
  rapport products delete --from-file old-products.csv --backup old.yaml
`

const CHECK_EXAMPLES = `
Price, currency, billing cycle and trial of each product are the same, differ or
could not be checked. Exits with 8 if a product differs, is missing in the file,
or is extra in it. Nothing is saved, and no store is asked. A file is one of:
  - a StoreKit configuration of Xcode (.storekit)
  - the price list of a product that App Store Connect exports as CSV, called by
    the product_id, such as app_999_1m.csv; it says prices and currencies only
  - a CSV with product_id, price, currency, billing_cycle, trial_period_days

Examples:
  rapport products check --store Products.storekit
  rapport products check --store app_999_1m.csv app_5999_1y.csv --json
  rapport products check --store store.csv --junit store.xml
`

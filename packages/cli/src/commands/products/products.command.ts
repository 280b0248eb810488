import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Command } from 'commander'
import { collectFile } from '#cli/catalogue/catalogue-options.ts'
import type { RunCommand } from '#cli/deps.ts'
import type { DeleteOptions } from '#cli/entities/deletion/deletion.ts'
import { deletionHelp } from '#cli/entities/deletion/help.ts'
import { addFieldOptions, type OptionValues } from '#cli/entities/field-options.ts'
import { addListOptions, type ListInput } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { CheckInput } from './check.ts'

export function addProductsCommand(program: Command, runCommand: RunCommand): void {
  const command = program
    .command('products')
    .description('manage subscription products: list, get, create, update, delete, check')
    .helpCommand(false)

  addListOptions(command.command('list'), productEntity)
    .description('list all products, or those that match')
    .addHelpText('after', LIST_HELP)
    .action((options: ListInput) => runCommand(() => import('./list.ts'), options))

  command
    .command('get')
    .description('show a product')
    .argument('<product>', 'its id or product_id')
    .addHelpText('after', GET_HELP)
    .action((product: string) => runCommand(() => import('./get.ts'), { product }))

  addFieldOptions(command.command('create').description('create a product'), productEntity, { isNew: true })
    .addHelpText('after', CREATE_HELP)
    .action((options: OptionValues) => runCommand(() => import('./create.ts'), options))

  addFieldOptions(command.command('update'), productEntity, { isNew: false })
    .description('change fields of a product; others are unchanged')
    .argument('<product>', 'its id or product_id')
    .addHelpText('after', UPDATE_HELP)
    .action((product: string, options: OptionValues) => runCommand(() => import('./update.ts'), { product, options }))

  command
    .command('delete')
    .description('delete products by their ids or product_ids')
    .argument('[products...]', 'ids or product_ids')
    .option('--from-file <file>', 'read ids from a file; - is standard input')
    .option('--backup <file>', 'back up to a file first, for rapport apply', nonEmptyArg)
    .addHelpText('after', DELETE_HELP)
    .action((ids: string[], options: Omit<DeleteOptions, 'ids'>) =>
      runCommand(() => import('./delete.ts'), { ids, ...options }),
    )

  command
    .command('check')
    .description('compare the products with an app store file')
    .requiredOption('--store <files...>', 'a StoreKit configuration or a CSV', collectFile)
    .option('--junit <file>', 'write the results as JUnit XML', nonEmptyArg)
    .addHelpText('after', CHECK_HELP)
    .action((options: CheckInput) => runCommand(() => import('./check.ts'), options))
}

const LIST_HELP = `
Examples:
  rapport products list
  rapport products list --json --fields id,product_id,price
  rapport products list --search pro --sort -price --limit 5
  rapport products list --output csv > products.csv
`

const STORE_HINT_HELP = `Prints a hint for what the App Store or Google Play would not accept.`

const GET_HELP = `
If a word is the id of one product and the product_id of another, write id:3 or
product_id:3.

Examples:
  rapport products get app_999_1m
  rapport products get 3 -o yaml
`

const CREATE_HELP = `
Not retried: if there is no response, check the list before trying again.
${STORE_HINT_HELP}

Examples:
  rapport products create --product-id app_999_1m --name Monthly --price 9.99
  rapport products create --product-id app_5999_1y_1w0 --name Yearly \\
    --price 59.99 --currency USD --billing-cycle yearly --trial-days 7 --json
`

const UPDATE_HELP = `
${STORE_HINT_HELP}
Price changes over 50% ask for confirmation; --yes prints a warning instead.

Examples:
  rapport products update app_999_1m --price 12.49
  rapport products update 3 --name "Pro, monthly" --trial-days 14
`

const DELETE_HELP = `${deletionHelp('products')}
--backup writes a file that \`rapport apply -f\` restores under new ids.

Examples:
  rapport products delete app_999_1m 4 --yes --json
  rapport products delete --from-file old-products.csv --backup old.yaml
`

const CHECK_HELP = `
Compares price, currency, billing cycle and trial of each product. Exits with 8
if a product differs, is missing from the file, or is only in the file. Nothing
is saved, and no store is contacted. A file is one of:
  - a StoreKit configuration of Xcode (.storekit)
  - the price list of a product that App Store Connect exports as CSV, named
    after the product_id, such as app_999_1m.csv; it has prices and currencies
  - a CSV with product_id, price, currency, billing_cycle, trial_period_days

Examples:
  rapport products check --store Products.storekit
  rapport products check --store app_999_1m.csv app_5999_1y.csv --json
  rapport products check --store store.csv --junit store.xml
`

import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Command } from 'commander'
import { addCatalogueCommand } from '#cli/catalogue/catalogue-command.ts'
import { collectFile } from '#cli/catalogue/catalogue-options.ts'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { CheckInput } from './check.ts'

export function addProductsCommand(program: Command, runCommand: RunCommand): void {
  const command = addCatalogueCommand(program, runCommand, {
    entity: productEntity,
    description: 'manage subscription products: list, get, create, update, delete, check',
    help: HELP,
  })

  command
    .command('check')
    .description('compare the products with an app store file')
    .requiredOption('--store <files...>', 'a StoreKit configuration or a CSV', collectFile)
    .option('--junit <file>', 'write the results as JUnit XML', nonEmptyArg)
    .addHelpText('after', CHECK_HELP)
    .action((options: CheckInput) => runCommand(() => import('./check.ts'), options))
}

const STORE_HINT_HELP = `Prints a hint for what the stores that the server names would not accept.`

const HELP = {
  list: `
Examples:
  rapport products list
  rapport products list --json --fields id,product_id,price
  rapport products list --search pro --sort -price --limit 5
  rapport products list --output csv > products.csv
`,
  get: `
If a word is the id of one product and the product_id of another, write id:3 or
product_id:3.

Examples:
  rapport products get app_999_1m
  rapport products get 3 -o yaml
`,
  create: `
Not retried: if there is no response, check the list before trying again.
${STORE_HINT_HELP}

Examples:
  rapport products create --product-id app_999_1m --name Monthly --price 9.99
  rapport products create --product-id app_5999_1y_1w0 --name Yearly \\
    --price 59.99 --currency USD --billing-cycle yearly --trial-days 7 --json
  rapport products create --body product.yaml
`,
  update: `
${STORE_HINT_HELP}
Price changes over 50% ask for confirmation; --yes prints a warning instead.
Without a terminal and without --yes they are refused (exit 2).

Examples:
  rapport products update app_999_1m --price 12.49
  rapport products update 3 --name "Pro, monthly" --trial-days 14
  echo '{"price": 12.49}' | rapport products update 3 --body -
`,
  delete: `--backup writes a file that \`rapport apply -f\` restores under new ids.

Examples:
  rapport products delete app_999_1m 4 --yes --json
  rapport products delete --from-file old-products.csv --backup old.yaml
`,
}

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

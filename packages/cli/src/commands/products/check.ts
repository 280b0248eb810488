import { listRecords } from '@rapport/core/client/records.ts'
import { withCents } from '@rapport/core/entities/field-values.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { replaceFile, assertWritable } from '#cli/io/replace-file.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { type JunitCase, writeJunit } from '#cli/output/junit.ts'
import { type Column, renderTable } from '#cli/output/table.ts'
import { compareWithStore, type StoreCheck } from './compare-store.ts'
import { readStoreFile } from './store-file.ts'

const FIELDS = ['product_id', 'field', 'status', 'rapport', 'store', 'reason']
export const fields = () => ({ ...namesOnly(FIELDS), result: ['status'], remark: ['reason'] })

export interface CheckInput {
  store: string[]
  junit?: string
}

/** Compares the server's products with files of a store. Changes nothing. */
export async function run({ store, junit }: CheckInput, deps: Deps): Promise<StoreCheck[]> {
  if (junit !== undefined) await assertWritable(junit)
  const files = await Promise.all(store.map(async (file) => ({ file, ...(await readStoreFile(file, deps)) })))
  const serverProducts = await listRecords(deps.client, productEntity, { strictList: true })
  const checks = files.flatMap(({ file, ...storeFile }) => {
    const [first] = storeFile.products
    if (!storeFile.isComplete && !serverProducts.some(({ product_id }) => product_id === first?.product_id))
      throw new CliError('bad_file', `Cannot tell which product the prices in ${file} belong to.`, {
        hint: 'Name the file after the product_id, such as app_999_1m.csv.',
      })
    return compareWithStore(serverProducts, storeFile)
  })
  if (junit !== undefined)
    await replaceFile(
      junit,
      writeJunit(checks.map(junitCase), { suite: 'rapport products check', classname: 'rapport.store' }),
    )
  return checks
}

const LABELS = { same: 'same', differs: 'differs', missing: 'missing', extra: 'extra', unchecked: 'could not check' }

function junitCase(check: StoreCheck): JunitCase {
  const { product_id, field, status } = check
  const message = `${LABELS[status]}: ${formatRemark(check)}`
  return {
    name: `${product_id} ${field}`,
    isSkipped: status === 'unchecked',
    failure: isFailure(check) ? { type: status, message, text: message } : undefined,
  }
}

function isFailure({ status }: StoreCheck): boolean {
  return status !== 'same' && status !== 'unchecked'
}

function formatRemark({ field, status, rapport, store, reason }: StoreCheck): string {
  if (status === 'missing') return 'missing from the store file'
  if (status === 'extra') return 'only in the store file'
  const toText = field === 'price' ? withCents : String
  return (
    reason ?? (status === 'differs' ? `${toText(rapport ?? 'nothing')} here, ${toText(store ?? '')} in the store` : '')
  )
}

export function present(checks: StoreCheck[]): Presentation {
  const summary = { total: checks.length, same: 0, differs: 0, missing: 0, extra: 0, unchecked: 0 }
  for (const { status } of checks) summary[status] += 1
  const { same, differs, missing, extra, unchecked } = summary
  return {
    document: {
      shape: 'results',
      rows: checks,
      fields: FIELDS,
      summary,
      table(options) {
        const rows = options.isQuiet ? checks.filter(isFailure) : checks
        return rows.length === 0 ? '' : renderTable(columns, rows, options)
      },
    },
    info: `${same} same, ${differs} different, ${missing} missing, ${extra} extra, ${unchecked} could not check`,
    exitCode: checks.some(isFailure) ? EXIT.differences : EXIT.done,
  }
}

const columns: readonly Column<StoreCheck>[] = [
  { title: 'PRODUCT ID', text: ({ product_id }) => product_id },
  { title: 'FIELD', text: ({ field }) => field },
  {
    title: 'RESULT',
    text: ({ status }) => LABELS[status],
    tone: ({ status }) => (status === 'same' ? 'green' : status === 'unchecked' ? 'yellow' : 'red'),
  },
  { title: 'REMARK', text: formatRemark, wraps: true },
]

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG } from '../../../test/support/images.ts'
import { listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { refusing, watched } from '../../../test/support/servers.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer({ extensions: [] })

const CATALOGUE = `
categories:
  - category_name: Closeness
    category_image: red.png
positions:
  - category: Closeness
    subcategory_name: Holding Hands
    sub_cat_image: red.png
products:
  - product_id: monthly
    name: Monthly
    price: 9.99
  - product_id: weekly
    name: Weekly
    price: 2.99
`

/** Creates a catalogue in a new folder, with a plan beside it. */
function catalogue() {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'catalogue'))
  const file = join(folder, 'catalogue/catalogue.yaml')
  const plan = join(folder, 'plan.json')
  const image = join(folder, 'catalogue/red.png')
  writeFileSync(image, RED_PNG)
  writeFileSync(file, CATALOGUE)
  return {
    file,
    plan,
    image,
    edit: (from: string, to: string) => writeFileSync(file, readFileSync(file, 'utf8').replace(from, to)),
    diff: (...argv: string[]) => runAs(server, ['diff', '-f', file, '--out', plan, ...argv]),
    apply: (target: SignedInServer = server, ...argv: string[]) => runAs(target, ['apply', plan, '--json', ...argv]),
    applyFile: () => runAs(server, ['apply', '-f', file]),
  }
}

const issuesOf = ({ stderr }: { stderr: string }) =>
  JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.mistakes.map(({ message }: { message: string }) => message)
const writesTo = ({ calls }: { calls: string[] }) => calls.filter((call) => !call.startsWith('GET'))
const update = (product: string, ...argv: string[]) => runAs(server, ['products', 'update', product, ...argv])

test('applies exactly the changes of a plan, and records its images', async () => {
  const { diff, apply, edit, plan, file } = catalogue()
  expect(await diff()).toMatchObject({ code: 0, stderr: expect.stringContaining(`rapport apply ${plan}`) })
  // Later edits of the file are not in the plan.
  edit('9.99', '8.99')
  const { code, stdout } = await apply()
  expect({ code, summary: JSON.parse(stdout).summary }).toMatchObject({ code: 0, summary: { total: 4, done: 4 } })
  expect((await listProducts(server)).map(({ price }) => String(price)).toSorted()).toEqual(['2.99', '9.99'])
  const diffAfter = await runAs(server, ['diff', '-f', file, '--json'])
  expect(JSON.parse(diffAfter.stdout).results).toEqual([expect.objectContaining({ key: 'products/monthly' })])
})

test('a plan is canonical JSON with the API, the values before, what is sent, and digests of images', async () => {
  const { diff, applyFile, edit, plan, image } = catalogue()
  await applyFile()
  edit('9.99', '12')
  writeFileSync(image, BLUE_PNG)
  await diff()
  const text = readFileSync(plan, 'utf8')
  const storedPlan = JSON.parse(text)
  expect(storedPlan).toMatchObject({ rapport_plan: 1, api: 'https://rapport.test', prune: false })
  const [category, , product] = storedPlan.changes
  expect(category).toMatchObject({ image: expect.stringMatching(/^[0-9a-f]{64}$/), folder: 'catalogue' })
  expect(category.replaced_image).toMatch(/^[0-9a-f]{64}$/)
  expect(product).toMatchObject({
    key: 'products/monthly',
    action: 'update',
    before: { price: 9.99, name: 'Monthly' },
    sends: { price: 12, name: 'Monthly' },
  })
  await diff()
  expect(readFileSync(plan, 'utf8')).toBe(text)
  const names = Object.keys(product)
  expect(names).toEqual(names.toSorted())
})

test('refuses the plan with every difference when anything has changed', async () => {
  const { diff, apply, applyFile, edit } = catalogue()
  await applyFile()
  edit('9.99', '12')
  await diff()
  await update('monthly', '--price', '7')
  // The plan leaves this record unchanged.
  await update('weekly', '--name', 'Seven days')
  const watchedServer = watched(server)
  const refused = await apply(watchedServer)
  expect(refused.code).toBe(5)
  expect(issuesOf(refused)).toEqual([
    'products/monthly (update): price was 9.99 and is now 7.00.',
    'products/weekly (unchanged): name was "Weekly" and is now "Seven days".',
  ])
  expect(writesTo(watchedServer)).toEqual([])
})

test('refuses when an image that it sends was edited', async () => {
  const { diff, apply, image } = catalogue()
  await diff()
  writeFileSync(image, BLUE_PNG)
  const watchedServer = watched(server)
  expect(issuesOf(await apply(watchedServer))).toEqual(
    ['categories/Closeness', 'positions/Closeness/Holding Hands'].map((key) =>
      expect.stringMatching(`^${key} \\(create\\): image was "[0-9a-f]+…" and is now "[0-9a-f]+…"`),
    ),
  )
  expect(writesTo(watchedServer)).toEqual([])
})

test('refuses when a record was deleted or added', async () => {
  const { diff, apply, applyFile, edit } = catalogue()
  await applyFile()
  edit('9.99', '12')
  edit('products:', 'products:\n  - {product_id: yearly, name: Yearly, price: 50}')
  await diff('--prune')
  await runAs(server, ['products', 'delete', 'monthly', '--yes'])
  for (const id of ['yearly', 'stray'])
    await runAs(server, ['products', 'create', '--product-id', id, '--name', id, '--price', '1'])
  const watchedServer = watched(server)
  expect(issuesOf(await apply(watchedServer, '--yes'))).toEqual([
    'products/yearly: is now on the server.',
    'products/monthly: is no longer on the server.',
    'products/stray: not in the plan (would be deleted).',
  ])
  expect(writesTo(watchedServer)).toEqual([])
})

test('continues a plan that was interrupted', async () => {
  const { diff, apply } = catalogue()
  await diff()
  const interrupted = await apply(refusing(server, 'weekly'))
  expect(interrupted).toMatchObject({ code: 6 })
  const watchedServer = watched(server)
  expect(JSON.parse((await apply(watchedServer)).stdout).summary).toMatchObject({ done: 1, unchanged: 3 })
  expect(writesTo(watchedServer)).toEqual(['POST /api/admin/subscription-products'])
})

test("requires the number of a plan's deletions to be typed, or --yes", async () => {
  const { diff, apply, applyFile, edit } = catalogue()
  await applyFile()
  edit('  - product_id: weekly\n    name: Weekly\n    price: 2.99\n', '')
  await diff('--prune')
  expect(await apply()).toMatchObject({ code: 2 })
  expect(await listProducts(server)).toHaveLength(2)
  expect(await apply(server, '--yes')).toMatchObject({ code: 0 })
  expect(await listProducts(server)).toHaveLength(1)
})

test('refuses a plan for another API, and options that the plan has fixed', async () => {
  const { diff, apply, plan } = catalogue()
  await diff()
  await using otherServer = await startTestServer()
  const appliedElsewhere = await apply(
    { fetch: otherServer.fetch, token: await otherServer.signIn() },
    '--api-url',
    'https://other.test',
  )
  expect(appliedElsewhere).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is a plan for https://rapport.test'),
  })
  expect(await apply(server, '--prune')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('with a saved plan'),
  })
  writeFileSync(plan, '{"rapport_plan": 2}')
  expect(await apply()).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a plan that') })
})

test('--out writes no plan when there are issues, and asks before it replaces another file', async () => {
  const { diff, edit, plan } = catalogue()
  writeFileSync(plan, 'mine')
  expect(await diff()).toMatchObject({ code: 2, stderr: expect.stringContaining('requires confirmation') })
  edit('9.99', '-1')
  expect(await diff('--yes')).toMatchObject({ code: 2 })
  expect(readFileSync(plan, 'utf8')).toBe('mine')
})

test('prints escaped Markdown, and annotations with file and line', async () => {
  const { diff, applyFile, edit, file } = catalogue()
  await applyFile()
  edit('    sub_cat_image', '    tips: "```\\n## <b>Hi</b>, 50%"\n    sub_cat_image')
  const { stdout, stderr } = await diff('--output', 'markdown', '--annotations', 'github')
  expect(stdout).toBe(`**rapport diff:** 0 to create, 1 to update, 0 to delete, 3 unchanged

\`\`\`diff
! positions/Closeness/Holding Hands
    tips: (nothing) → "\`\`\`\\n## <b>Hi</b>, 50%"
\`\`\`
`)
  expect(stderr).toContain(
    `::notice file=${file},line=6,col=5::update positions/Closeness/Holding Hands%0Atips: (nothing) → "\`\`\`\\n## <b>Hi</b>, 50%25"\n`,
  )
  edit('2.99', 'cheap')
  const invalid = await diff('--annotations', 'github')
  expect(invalid).toMatchObject({ code: 2 })
  expect(invalid.stderr).toContain(
    `::error file=${file},line=16,col=12::price: "cheap" is not a number such as 9.99.\n`,
  )
})

test('prints any list as a Markdown table', async () => {
  await runAs(server, ['products', 'create', '--product-id', 'a', '--name', 'A | *b*', '--price', '1'])
  const { stdout } = await runAs(server, ['products', 'list', '-o', 'markdown', '--fields', 'product_id,name'])
  expect(stdout).toBe('| product_id | name |\n| --- | --- |\n| a | A \\| \\*b\\* |\n')
})

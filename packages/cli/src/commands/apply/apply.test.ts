import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { main } from '#cli/main.ts'
import { RED_PNG } from '../../../test/support/images.ts'
import { productsCsv, listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { API_URL, createSystem } from '../../../test/support/run-cli.ts'
import { refusing, watched } from '../../../test/support/servers.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()

const apply = (
  file: string,
  argv: readonly string[] = [],
  options: Parameters<typeof runAs>[2] & { target?: SignedInServer } = {},
) => runAs(options.target ?? server, ['apply', '-f', file, ...argv], options)
const summaryOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).summary
const catalogueOf = async () => {
  const folder = temporaryFolder()
  await runAs(server, ['export', '--dir', folder, '--format', 'json'])
  return JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8'))
}

const CATALOGUE = `
categories:
  - category_name: Closeness
    category_image: red.png
  - category_name: Talking
    category_image: red.png
positions:
  - category: Closeness
    subcategory_name: Holding Hands
    benefits: Warm
    sub_cat_image: red.png
  - category: talking
    subcategory_name: Questions
    sub_cat_image: red.png
products:
  - product_id: com.example.monthly
    name: Monthly
    price: 9.99
`

function catalogueFile(text = CATALOGUE, folder = temporaryFolder()): string {
  writeFileSync(join(folder, 'red.png'), RED_PNG)
  writeFileSync(join(folder, 'catalogue.yaml'), text)
  return join(folder, 'catalogue.yaml')
}

test('creates parents before children, with a result per change', async () => {
  const watchedServer = watched(server)
  const { code, stdout, stderr } = await apply(catalogueFile(), ['--json'], { target: watchedServer })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    results: [
      { key: 'categories/Closeness', action: 'create', status: 'done' },
      { key: 'categories/Talking', action: 'create', status: 'done' },
      { key: 'positions/Closeness/Holding Hands', action: 'create', status: 'done' },
      { key: 'positions/Talking/Questions', action: 'create', status: 'done' },
      { key: 'products/com.example.monthly', action: 'create', status: 'done' },
    ],
    summary: { total: 5, done: 5, absent: 0, failed: 0, skipped: 0, unchanged: 0 },
  })
  expect(stderr).toBe('5 created, 0 updated, 0 deleted, 0 unchanged\n')
  const writes = watchedServer.calls.filter((call) => call.startsWith('POST'))
  expect(writes.lastIndexOf('POST /api/admin/category')).toBeLessThan(writes.indexOf('POST /api/admin/subcategory'))
  expect((await catalogueOf()).positions[0]).toMatchObject({ category: 'Closeness', benefits: 'Warm' })
})

test('reports all issues of all files at once, with their locations, and writes nothing', async () => {
  const catalogue = catalogueFile(`positions:
  - category: Nowhere
    subcategory_name: " "
    sub_cat_image: missing.png
  - category: Nowhere
    subcategory_name: Y
    benfits: x
    sub_cat_image: catalogue.yaml
`)
  const products = fileWith('products.csv', 'product_id,name,price\r\na,,1\r\nb,B,"9..99"\r\nc\r\n')
  const watchedServer = watched(server)
  const { code, stdout, stderr } = await runAs(watchedServer, ['apply', '-f', catalogue, products, '--json'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  const { error } = JSON.parse(stderr)
  expect(error).toMatchObject({ code: 'bad_rows', status: null })
  const places = error.mistakes.map(({ file, line, column, message }: Record<string, unknown>) => [
    file === catalogue ? 'yaml' : 'csv',
    line,
    column,
    message,
  ])
  expect(places).toEqual([
    ['yaml', 2, 15, 'category: There is no category "Nowhere", neither on the server nor in the input.'],
    ['yaml', 3, 23, 'subcategory_name: Position name is required.'],
    ['yaml', 4, 20, expect.stringMatching(/^sub_cat_image: There is no file .*missing\.png\.$/)],
    ['yaml', 5, 15, 'category: There is no category "Nowhere", neither on the server nor in the input.'],
    ['yaml', 7, 5, expect.stringContaining('There is no field "benfits" in positions')],
    ['yaml', 8, 20, 'sub_cat_image: Invalid file type. Please select a PNG, JPG, or JPEG image.'],
    ['csv', 2, 1, 'name: Please fill in all required fields.'],
    ['csv', 3, 1, 'price: "9..99" is not a number such as 9.99.'],
    ['csv', 4, 1, 'This row has one cell, but the first line has 3.'],
  ])
  expect(watchedServer.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  const readable = await runAs(server, ['diff', '-f', products])
  expect(readable.stderr).toContain(`${products}:3:1: price: "9..99" is not a number such as 9.99.\n`)
})

test.each([
  [
    'categories.csv',
    'slug\nx\n',
    'The column category_name is missing: categories have category_name, slug, category_image.',
  ],
  ['a.yaml', 'products:\n  - product_id: a\n    product_id: b\n', 'Map keys must be unique.'],
  ['a.yaml', 'products: 5\n', 'products must be a list.'],
  ['a.yaml', 'product:\n  - name: A\n', 'There is no "product" in a catalogue: categories, positions, products.'],
  ['a.yaml', 'products: []\n---\nproducts: []\n', ':2:1: A catalogue is one document: remove this line.\n'],
  ['a.yaml', '*gone\n', 'Unresolved alias (the anchor must be set before the alias): gone.\n'],
  ['sheet.csv', 'category_name,subcategory_name\nTrust,Nod\n', 'There is no column "category_name" in positions'],
  ['sheet.csv', 'subcategory_name,tips\nNod,Slowly\n', 'The column category is missing: positions have'],
])('reports %s with %j', async (name, text, message) => {
  const { code, stderr } = await apply(fileWith(name, text))
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test.each([
  ['a.yaml', `products: ${'['.repeat(10_000)}`, 'is nested too deeply: a catalogue has lists of records.'],
  ['a.json', `{"products": ${'['.repeat(10_000)}`, 'is nested too deeply: a catalogue has lists of records.'],
  ['products.csv', `product_id,name,price${',other'.repeat(1000)}\n`, 'The first line has 1003 columns. products have'],
] as const)('%# %s: reports a malformed file as one issue', async (name, text, message) => {
  const { code, stderr } = await apply(fileWith(name, text))
  expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, lines: 2 })
  expect(stderr).toContain(message)
})

test.each([
  [['-f', '/no/such.yaml'], 'There is no file /no/such.yaml.'],
  [['-f', fileWith('words.txt', '')], 'is not a .yaml, .json or .csv file.'],
  [['-f', '-', '-f', '-'], 'Standard input can be used only once'],
  [['-f', ''], 'The value cannot be empty.'],
  [[], 'No files and no plan were given.'],
  [['-f', '-', '--concurrency', '65'], 'Use a whole number from 1 to 64.'],
  [['-f', '-', '--kind', 'users'], 'Allowed choices are categories, positions, products.'],
  [['-f', '-', '--kind', 'category'], 'products. (Did you mean categories?)'],
])('%j is a usage error', async (argv, message) => {
  const { code, stdout, stderr } = await runAs(server, ['apply', ...argv])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('refuses a file that is not UTF-8, or that does not show its kind', async () => {
  const latin = fileWith('products.csv', Buffer.from('product_id,name\na,Caf\xe9\n', 'latin1'))
  expect((await apply(latin)).stderr).toContain('is not UTF-8.')
  for (const name of ['photo.png', 'products.csv'])
    expect((await apply(fileWith(name, RED_PNG))).stderr).toMatch(
      /^error: \S+ is an image or another binary file, not text\.\n$/,
    )
  const unknown = fileWith('sheet.csv', 'name,price\nA,1\n')
  expect((await apply(unknown)).stderr).toContain('Pass --kind categories|positions|products')
  expect(await apply(fileWith('sheet.csv', 'product_id,name,price\na,A,1\n'))).toMatchObject({ code: 0 })
})

test('standard input contains YAML, JSON or a CSV', async () => {
  const rows = [
    ['products: [{product_id: a, name: A, price: 1}]', []],
    ['{"products": [{"product_id": "b", "name": "B", "price": "1.50"}]}', []],
    ['\uFEFFproduct_id,name,price\r\nc,C,2\r\n', []],
  ] as const
  for (const [stdin, argv] of rows) expect(await apply('-', argv, { stdin })).toMatchObject({ code: 0 })
  const products = await listProducts(server)
  expect(products.map(({ product_id, price }) => `${product_id} ${price}`).toSorted()).toEqual(['a 1', 'b 1.5', 'c 2'])
})

test('ignores a different slug when the record is found by its key', async () => {
  await apply(catalogueFile())
  const file = catalogueFile('categories: [{category_name: Closeness, slug: near}]')
  const diff = await runAs(server, ['diff', '-f', file, '--json', '--detailed-exitcode'])
  expect(diff.code).toBe(0)
  expect(summaryOf(diff)).toEqual({ total: 1, create: 0, update: 0, delete: 0, unchanged: 1 })
})

test('keeps fields that a file leaves out, and reads an id that looks like a number as text', async () => {
  await apply(
    fileWith('a.yaml', 'products: [{product_id: 0123, name: A, price: 9.9, currency: GBP, trial_period_days: 3}]'),
  )
  const prices = fileWith('products.csv', 'price,product_id\n12.50,0123\n')
  expect(summaryOf(await apply(prices, ['--json']))).toMatchObject({ done: 1 })
  const [product] = await listProducts(server)
  expect(product).toMatchObject({ product_id: '0123', name: 'A', price: 12.5, currency: 'GBP', trial_period_days: 3 })
  await apply(catalogueFile())
  const text = fileWith('positions.csv', 'category,subcategory_name,tips\nCloseness,holding hands,"Slow,\r\nplease"\n')
  expect(await apply(text)).toMatchObject({ code: 0 })
  // The record takes the row's name, including its letter case.
  expect((await catalogueOf()).positions[0]).toMatchObject({
    subcategory_name: 'holding hands',
    benefits: 'Warm',
    tips: 'Slow,\nplease',
  })
})

test('an update sends no defaults for values that the record lacks', async () => {
  const sentProducts: unknown[] = []
  const bare = watched(server, async (request, respond) => {
    if (request.method === 'PUT') sentProducts.push(await request.clone().json())
    if (!request.url.endsWith('/subscription-products')) return respond()
    const unset = { currency: null, billing_cycle: null, trial_period_days: null }
    const data = [{ id: 1, product_id: 'a', name: 'A', price: 9.9, ...unset }]
    return Response.json({ code: 200, message: 'ok', data })
  })
  await apply(fileWith('a.yaml', 'products: [{product_id: a, name: B}]'), [], { target: bare })
  expect(sentProducts).toEqual([{ id: 1, product_id: 'a', name: 'B', price: 9.9 }])
})

test('renames a category by its slug and keeps its positions', async () => {
  await apply(catalogueFile())
  const renamed = `categories: [{category_name: Intimacy, slug: closeness}]
positions: [{category: Intimacy, subcategory_name: Holding Hands, benefits: Near}]`
  const { stdout } = await apply(catalogueFile(renamed), ['--json'])
  expect(JSON.parse(stdout).results).toEqual([
    { key: 'categories/Intimacy', action: 'update', status: 'done' },
    { key: 'positions/Intimacy/Holding Hands', action: 'update', status: 'done' },
  ])
  const { categories, positions } = await catalogueOf()
  expect(categories.map(({ category_name }: { category_name: string }) => category_name)).toEqual([
    'Intimacy',
    'Talking',
  ])
  expect(positions).toHaveLength(2)
  // Without the slug it is a new category: renames are not guessed.
  const { stdout: plan } = await runAs(server, [
    'diff',
    '-f',
    catalogueFile('categories: [{category_name: Warmth, category_image: red.png}]'),
    '--json',
  ])
  expect(JSON.parse(plan).results).toEqual([expect.objectContaining({ key: 'categories/Warmth', action: 'create' })])
})

test.each([
  [
    'products.csv',
    'product_id,price\nBULK_1,3\n',
    ['name: Please fill in all required fields. products/BULK_1 is not on the server, and creating it needs name.'],
  ],
  [
    'categories.csv',
    'category_name\nClosenes\n',
    [
      'category_image: Please select an image for the category. categories/Closenes is not on the server, and creating it needs category_image.',
    ],
  ],
  [
    'positions.csv',
    'category,subcategory_name,tips\nCloseness,Holding Hand,Hold\n',
    [
      'sub_cat_image: Please select an image. positions/Closeness/Holding Hand is not on the server, and creating it needs sub_cat_image.',
    ],
  ],
  ['products.csv', 'product_id,name,price\nBULK_1, ,3\n', ['name: Please fill in all required fields.']],
])('reports a mistyped key in %s as not on the server', async (name, text, messages) => {
  await apply(catalogueFile())
  const { code, stderr } = await apply(fileWith(name, text), ['--json'])
  const { mistakes: issues } = JSON.parse(stderr).error
  expect({ code, messages: issues.map(({ message }: { message: string }) => message) }).toEqual({ code: 2, messages })
})

test('refuses a folder and suggests the file in it', async () => {
  const folder = join(temporaryFolder(), 'shop.yaml')
  mkdirSync(folder)
  const { code, stderr } = await runAs(server, ['diff', '-f', folder])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: ${folder} is a folder.\n       Specify the file in it, such as ${folder}/catalogue.yaml.\n`,
  })
})

test('--kind leaves other kinds alone in plan, apply, prune and checks', async () => {
  await apply(catalogueFile())
  const [catalogueBefore, otherKinds] = [await catalogueOf(), 'categories:\n  - nonsense: 1\npositions: []\n']
  const products = 'products:\n  - product_id: com.example.yearly\n    name: Yearly\n    price: 99\n'
  const file = catalogueFile(`${otherKinds}${products}`)
  const json = fileWith('all.json', JSON.stringify({ categories: [], positions: [], products: [] }))
  const options = ['--kind', 'products', '--prune', '--json']
  const expected = [
    ['products/com.example.yearly', 'create'],
    ['products/com.example.monthly', 'delete'],
  ]
  const actionsOf = (stdout: string) =>
    JSON.parse(stdout).results.map(({ key, action }: Record<'key' | 'action', string>) => [key, action])
  const diff = await runAs(server, ['diff', '-f', file, ...options])
  expect({ code: diff.code, actions: actionsOf(diff.stdout) }).toEqual({ code: 0, actions: expected })
  const piped = await runAs(server, ['diff', '-f', '-', ...options], { stdin: `# mine\n---\n${otherKinds}${products}` })
  expect(actionsOf(piped.stdout)).toEqual(expected)
  const applied = await apply(file, [...options, '--yes'])
  expect({ code: applied.code, actions: actionsOf(applied.stdout) }).toEqual({ code: 0, actions: expected })
  const { categories, positions } = await catalogueOf()
  expect({ categories, positions }).toEqual({
    categories: catalogueBefore.categories,
    positions: catalogueBefore.positions,
  })
  const diffOfTwoKinds = await runAs(server, [
    'diff',
    '-f',
    json,
    '--kind',
    'positions',
    'products',
    '--prune',
    '--json',
  ])
  expect(actionsOf(diffOfTwoKinds.stdout).map(([key = '']) => key.split('/')[0])).toEqual([
    'positions',
    'positions',
    'products',
  ])
})

test('--kind skips a CSV of another kind, and fails if nothing is left', async () => {
  const [products, categories] = [
    fileWith('products.csv', 'product_id,name,price\nc,C,2\n'),
    fileWith('categories.csv', 'x\n'),
  ]
  expect(summaryOf(await apply(products, ['-f', categories, '--kind', 'products', '--json']))).toMatchObject({
    done: 1,
  })
  const { code, stderr } = await apply(products, ['--kind', 'categories', '--prune', '--yes'])
  expect(code).toBe(2)
  expect(stderr).toContain(`There are no categories in ${products}, only products.`)
  expect((await apply(fileWith('data.csv', 'a,b\n'), ['--kind', 'products', 'positions'])).stderr).toContain(
    'Cannot tell what',
  )
})

test('--prune deletes what the files leave out, children first, and only of their kinds', async () => {
  await apply(catalogueFile())
  const watchedServer = watched(server)
  const smallerFile = catalogueFile('categories: [{category_name: Talking}]\npositions: []\n')
  const { code, stdout } = await apply(smallerFile, ['--prune', '--yes', '--json'], { target: watchedServer })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    results: [
      { key: 'categories/Closeness', action: 'delete', status: 'done' },
      { key: expect.stringContaining('positions/'), action: 'delete', status: 'done' },
      { key: expect.stringContaining('positions/'), action: 'delete', status: 'done' },
    ],
    summary: { total: 4, done: 3, unchanged: 1 },
  })
  expect(watchedServer.calls.findLast((call) => call.startsWith('DELETE'))).toContain('/category/')
  expect(await catalogueOf()).toMatchObject({
    categories: [{ category_name: 'Talking' }],
    positions: [],
    products: [{}],
  })
})

test('--prune deletes nothing for an undefined alias', async () => {
  await apply(catalogueFile())
  const undefinedAlias = await apply(catalogueFile('products: *gone\n'), ['--prune', '--yes'])
  expect(undefinedAlias.code).toBe(2)
  expect(undefinedAlias.stderr).toContain('Unresolved alias (the anchor must be set before the alias): gone.\n')
  expect(await listProducts(server)).toHaveLength(1)
})

test('--prune deletes nothing until the number of deletions is typed', async () => {
  await apply(catalogueFile())
  const emptyFile = catalogueFile('products: []\n')
  const wrongAnswer = await apply(emptyFile, ['--prune'], { tty: true, answers: [[/Type 1 /, 'y\r']] })
  expect(wrongAnswer).toMatchObject({ code: 1, stdout: '' })
  expect(wrongAnswer.stderr.match(/products\/com\.example\.monthly/g)).toHaveLength(1)
  expect(wrongAnswer.stderr).toContain(`On ${API_URL} (profile default): 0 to create, 0 to update, 1 to delete`)
  const quiet = await apply(emptyFile, ['--prune', '-q'], { tty: true, answers: [[/Type 1 /, 'y\r']] })
  expect(quiet.stderr).toContain(`Delete 1 record on ${API_URL} (profile default):\n  products/com.example.monthly\n`)
  expect(await apply(emptyFile, ['--prune', '--no-input'])).toMatchObject({ code: 2, stdout: '' })
  expect(await apply('-', ['--prune'], { stdin: 'products: []' })).toMatchObject({ code: 2 })
  expect(await listProducts(server)).toHaveLength(1)
  expect(await apply(emptyFile, ['--prune'], { tty: true, answers: [[/Type 1 /, '1\r']] })).toMatchObject({ code: 0 })
  expect(await listProducts(server)).toHaveLength(0)
})

test('does not prompt when standard input is the file, even on a terminal', async () => {
  await apply(catalogueFile())
  const system = createSystem({ tty: true, server, env: { RAPPORT_TOKEN: server.token } })
  system.stdin.end('products: []')
  expect(await main(['apply', '-f', '-', '--prune'], system)).toBe(2)
  expect(system.stderr.text).toContain('requires confirmation, and standard input is not the terminal.')
  expect(await listProducts(server)).toHaveLength(1)
})

test('reports a position in a category that --prune would delete', async () => {
  await apply(catalogueFile())
  const file = catalogueFile(
    'categories: [{category_name: Talking}]\npositions: [{category: Closeness, subcategory_name: Holding Hands}]\n',
  )
  const { code, stderr } = await apply(file, ['--prune', '--yes'])
  expect(code).toBe(2)
  expect(stderr).toContain('--prune would delete "Closeness", which is missing from the files.')
})

test('reports a number that would be rounded, and issues in the order of the files', async () => {
  const text = 'product_id,name,price,trial_period_days\na,A,9.999999999999999999,\nb,B,1,7.0000000000000001\n'
  const file = fileWith('products.csv', text)
  const argv = ['apply', '-f', file, '-', '--kind', 'products']
  const { code, stderr } = await runAs(server, argv, { stdin: 'product_id,name,price\nc,C,much\n' })
  expect(code).toBe(2)
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    `${file}:2:1: price: "9.999999999999999999" is not a number such as 9.99.`,
    `${file}:3:1: trial_period_days: "7.0000000000000001" is not a number such as 7.`,
    'standard input:2:1: price: "much" is not a number such as 9.99.',
  ])
})

test('treats all line ends as equal', async () => {
  await apply(catalogueFile())
  const file = fileWith('positions.csv', 'category,subcategory_name,tips\nCloseness,Holding Hands,"Slow,\rplease"\n')
  expect(await apply(file)).toMatchObject({ code: 0 })
  expect((await catalogueOf()).positions[0]).toMatchObject({ tips: 'Slow,\nplease' })
  expect(await runAs(server, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 0 })
})

test('--dry-run and diff show the same, field by field, and write nothing', async () => {
  const folder = dirname(catalogueFile())
  await apply(join(folder, 'catalogue.yaml'))
  const edited = catalogueFile(
    CATALOGUE.replace('9.99', '12')
      .replace('Warm', 'Warmer')
      .replace('Talking', 'Listening')
      .replace('talking', 'Listening'),
    folder,
  )
  const watchedServer = watched(server)
  const dryRun = await apply(edited, ['--dry-run', '--prune', '--json'], { target: watchedServer })
  const diff = await runAs(watchedServer, ['diff', '-f', edited, '--prune', '--json', '--detailed-exitcode'])
  expect([dryRun.code, diff.code]).toEqual([0, 8])
  expect(dryRun.stdout).toBe(diff.stdout)
  const { results, summary } = JSON.parse(diff.stdout)
  expect(summary).toEqual({ total: 7, create: 2, update: 2, delete: 2, unchanged: 1 })
  expect(results).toContainEqual({
    key: 'products/com.example.monthly',
    action: 'update',
    changes: [{ field: 'price', from: 9.99, to: 12 }],
  })
  expect(results).toContainEqual({
    key: 'positions/Closeness/Holding Hands',
    action: 'update',
    changes: [{ field: 'benefits', from: 'Warm', to: 'Warmer' }],
  })
  expect(watchedServer.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  const readable = await runAs(server, ['diff', '-f', edited])
  expect(readable.stdout).toContain('~ products/com.example.monthly\n    price: 9.99 → 12.00\n')
  expect(readable.stderr).toBe('2 to create, 2 to update, 0 to delete, 1 unchanged\n')
})

test('shows plan and target on a terminal, then a progress bar', async () => {
  const file = catalogueFile('products: [{product_id: a, name: A, price: 1}, {product_id: b, name: B, price: 1}]')
  const { code, stdout, stderr } = await apply(file, [], { tty: true })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain(`On ${API_URL} (profile default): 2 to create, 0 to update, 0 to delete, 0 unchanged\n`)
  expect(stderr).toContain('+ products/a\n')
  expect(stderr).toContain('2/2')
})

test('writes a failed row to --rejects in the format of the file, and saves the others', async () => {
  const csv = productsCsv(4, 9.99).replace('Plan 2', '=Plan 2').replaceAll(',monthly,0', ',monthly,')
  const file = fileWith('products.csv', csv)
  const rejects = join(temporaryFolder(), 'refused.csv')
  const refusingServer = refusing(server, 'com.example.p2', 'The store does not know it.')
  const { code, stdout } = await apply(file, ['--rejects', rejects, '--json'], { target: refusingServer })
  expect(code).toBe(6)
  const { results, summary } = JSON.parse(stdout)
  expect(summary).toEqual({ total: 4, done: 3, absent: 0, failed: 1, skipped: 0, unchanged: 0 })
  expect(results[2]).toMatchObject({
    status: 'failed',
    error: { code: 'rejected', message: 'The store does not know it.' },
  })
  expect(readFileSync(rejects, 'utf8')).toBe(
    "product_id,name,price,currency,billing_cycle,trial_period_days\r\ncom.example.p2,'=Plan 2,9.99,EUR,monthly,\r\n",
  )
  // The rejects file can be applied as it is.
  expect(summaryOf(await apply(rejects, ['--json', '--kind', 'products']))).toMatchObject({ total: 1, done: 1 })
  expect(await runAs(server, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 0 })
})

test('a log has each record once, and with --quiet only failures', async () => {
  const refusingServer = refusing(server, 'com.example.p1', 'No.\nproducts/com.example.p1 create done')
  const file = fileWith('products.csv', productsCsv(3, 1))
  const { stdout, stderr } = await apply(file, [], { target: refusingServer })
  expect(stdout.split('\n').filter((line) => line.startsWith('products/'))).toEqual([
    expect.stringMatching(/^products\/com\.example\.p0 +create +done$/),
    expect.stringMatching(
      /p1 +create +failed +No\.\\u000aproducts\/com\.example\.p1 create done \(422 Unprocessable Entity\)$/,
    ),
    expect.stringMatching(/p2 +create +done$/),
  ])
  expect(stderr).toBe('2 created, 0 updated, 0 deleted, 0 unchanged, 1 failed\n')
  const quiet = await apply(file, ['-q'], { target: refusing(server, 'com.example.p1') })
  expect(quiet).toMatchObject({ code: 1, stdout: '' })
  expect(quiet.stderr).toContain('error: No.')
  const more = await apply(fileWith('products.csv', productsCsv(5, 1)), ['-q'], {
    target: refusing(server, 'com.example.p1'),
  })
  expect(more.stdout).toMatch(/^KEY[^\n]+\nproducts\/com\.example\.p1 +create +failed[^\n]+\n$/)
  expect(more.stderr).toBe('')
})

test('writes invalid rows to --rejects, with paths relative to it', async () => {
  const file = catalogueFile(
    `${CATALOGUE}  - product_id: bad\n    price: much\n`.replace('benefits: Warm', 'category_id: 5'),
  )
  const rejects = join(dirname(file), 'out', 'rejects.yaml')
  expect(await apply(file, ['--rejects', rejects])).toMatchObject({ code: 2 })
  const text = readFileSync(rejects, 'utf8')
  expect(text).toContain('sub_cat_image: ../red.png')
  expect(text).toContain('price: much')
  expect(text).not.toContain('Monthly')
})

test('skips the positions of a category that cannot be saved, and no others', async () => {
  const watchedServer = watched(server, async (request, respond) => {
    const isBad = request.url.endsWith('/category') && (await request.clone().text()).includes('Closeness')
    return isBad ? Response.json({ code: 409, message: 'Taken.' }, { status: 409 }) : respond()
  })
  const { code, stdout } = await apply(catalogueFile(), ['--json'], { target: watchedServer })
  expect(code).toBe(6)
  const { results, summary } = JSON.parse(stdout)
  expect(summary).toMatchObject({ total: 5, done: 3, failed: 2 })
  expect(results[2]).toMatchObject({
    key: 'positions/Closeness/Holding Hands',
    status: 'failed',
    error: { code: 'no_category' },
  })
})

test('does not overwrite a record that someone else has added', async () => {
  const file = fileWith('products.csv', productsCsv(1, 5))
  const raced = watched(server, async (request, respond) => {
    if (request.method !== 'POST') return respond()
    const otherProduct = JSON.stringify({ product_id: 'com.example.p0', name: 'Theirs', price: 1 })
    await server.fetch(new Request(request.url, { method: 'POST', headers: request.headers, body: otherProduct }))
    throw new TypeError('terminated')
  })
  const { code, stdout } = await apply(file, ['--json'], { target: raced })
  expect(code).toBe(5)
  expect(JSON.parse(stdout).results[0]).toMatchObject({ status: 'failed', error: { code: 'changed_meanwhile' } })
  expect(await listProducts(server)).toEqual([expect.objectContaining({ name: 'Theirs' })])
})

test('reports two records on the server with the same key', async () => {
  const doubled = watched(server, async (request, respond) => {
    const response = await respond()
    if (!request.url.endsWith('/subscription-products') || request.method !== 'GET') return response
    const { data, ...envelope } = JSON.parse(await response.text())
    return Response.json({ ...envelope, data: [...data, { ...data[0], id: 99 }] })
  })
  const file = fileWith('products.csv', productsCsv(1, 5))
  await apply(file)
  const { code, stderr } = await apply(file, [], { target: doubled })
  expect(code).toBe(2)
  expect(stderr).toContain('The server has 2 records products/com.example.p0. Delete all but one first.')
})

test('stops when the session ends, and continues in the next run', async () => {
  const file = fileWith('products.csv', productsCsv(40, 5))
  let writes = 0
  const ending = watched(server, (request, respond) => {
    if (request.method === 'GET' || (writes += 1) <= 10) return respond()
    return Promise.resolve(Response.json({ code: 401, message: 'Your session has ended.' }, { status: 401 }))
  })
  const { code, stdout } = await apply(file, ['--json', '--concurrency', '2'], { target: ending })
  expect(code).toBe(6)
  const { done, failed, skipped, total } = summaryOf({ stdout })
  expect({ done, sum: done + failed + skipped, total }).toEqual({ done: 10, sum: 40, total: 40 })
  expect(failed).toBeLessThanOrEqual(2)
  const continued = await apply(file, ['--json'])
  expect(summaryOf(continued)).toMatchObject({ total: 40, done: 30, unchanged: 10 })
})

/** Presses Ctrl-C when this many creations are pending. */
function interruptedAmid(creations: number) {
  const stop = new AbortController()
  let creationCount = 0
  const watchedServer = watched(server, (request, respond) => {
    if (request.method === 'POST' && (creationCount += 1) === creations) stop.abort()
    return respond()
  })
  return { target: watchedServer, signal: stop.signal }
}

test('waits for pending calls on Ctrl-C and counts them', async () => {
  const file = fileWith('products.csv', productsCsv(100, 5))
  const { code, stdout, stderr } = await apply(file, ['--json'], interruptedAmid(9))
  expect(code).toBe(130)
  const { done, failed, skipped } = summaryOf({ stdout })
  expect({ failed, sum: done + skipped }).toEqual({ failed: 0, sum: 100 })
  expect(skipped).toBeGreaterThan(0)
  expect(await listProducts(server)).toHaveLength(done)
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
    code: 'interrupted',
    message: `Interrupted: ${done} created, 0 updated, 0 deleted, 0 unchanged, ${skipped} not tried.`,
    hint: 'Run the same command again. It continues with what is left.',
  })
  expect(stderr.match(/Interrupted/g)).toHaveLength(1)
})

test('--concurrency limits the concurrent calls', async () => {
  let [now, max] = [0, 0]
  const counting = watched(server, async (_request, respond) => {
    max = Math.max(max, (now += 1))
    const response = await respond()
    now -= 1
    return response
  })
  await apply(fileWith('products.csv', productsCsv(60, 5)), ['--concurrency', '3'], { target: counting })
  expect(max).toBe(3)
})

test('reports a server that goes down in each row, and the next step once at the end', async () => {
  let posts = 0
  const dead = () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }))
  const watchedServer = watched(server, ({ method }, respond) => {
    if (method === 'POST') posts += 1
    return posts > 1 ? dead() : respond()
  })
  const file = fileWith('products.csv', productsCsv(4, 1))
  const { code, stdout, stderr } = await apply(file, ['--concurrency', '1', '--output', 'csv'], {
    target: watchedServer,
  })
  expect(code).toBe(6)
  const row = 'products/com.example.p1,create,failed,'
  expect(stdout).toContain(row)
  expect(stdout).toContain('An error occurred while saving product.')
  expect(`${stdout}${stderr}`).not.toContain('fetching')
  const [, advice] = stderr.split('1 created, 0 updated, 0 deleted, 0 unchanged, 1 failed, 2 not tried\n')
  expect(advice).toBe(
    `Run the same command again. It continues with what is left.\nAn error occurred while saving product. Could not connect to ${API_URL}. Is the server running? Use --api-url to set a different one.\n`,
  )
})

test('sends nothing without a token or network', async () => {
  const file = fileWith('products.csv', productsCsv(2, 5))
  expect(await apply(file, ['--json'], { env: { RAPPORT_TOKEN: '' } })).toMatchObject({ code: 4, stdout: '' })
  const unreachable = watched(server, () => Promise.reject(new TypeError('fetch failed')))
  expect(await apply(file, ['--json'], { target: unreachable })).toMatchObject({ code: 7, stdout: '' })
  expect(existsSync(join(dirname(file), 'images.lock'))).toBe(false)
})

test('prints the results if images.lock cannot be written', async () => {
  const file = fileWith('categories.csv', 'category_name,category_image\nNear,red.png\n')
  writeFileSync(join(dirname(file), 'red.png'), RED_PNG)
  const lock = join(dirname(file), 'images.lock')
  const target = watched(server, (request, respond) => {
    if (request.method === 'POST') mkdirSync(lock)
    return respond()
  })
  const { code, stdout, stderr } = await apply(file, ['--json'], { target })
  expect(code).toBe(1)
  expect(JSON.parse(stdout).summary).toMatchObject({ total: 1, done: 1 })
  const error = JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
  expect(error).toMatchObject({ error: { code: 'not_written', message: expect.stringContaining(lock) } })
})

test('names an images.lock that cannot be read', async () => {
  const file = fileWith('categories.csv', 'category_name,category_image\nNear,red.png\n')
  writeFileSync(join(dirname(file), 'red.png'), RED_PNG)
  const lock = join(dirname(file), 'images.lock')
  mkdirSync(lock)
  const { code, stderr } = await apply(file, ['--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'bad_file', message: expect.stringContaining(lock) })
})

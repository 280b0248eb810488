import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { pngFile } from '#testing/image-files.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()
const downloads = new Map<string, Blob>()

beforeEach(() => {
  downloads.clear()
  // jsdom cannot download links.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.set(this.download, files.get(this.href) ?? new Blob())
  })
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL(blob: Blob) {
        const address = `blob:${files.size}`
        files.set(address, blob)
        return address
      },
      revokeObjectURL: () => undefined,
    }),
  )
})
const files = new Map<string, Blob>()

const open = (fetch = server.fetch) => renderApp('/import', { ...server, fetch })
const file = (name: string, text: string) => new File([text], name)
const choose = async (user: UserEvent, ...chosen: File[]) =>
  user.upload(await screen.findByLabelText('Files to import'), chosen)
const row = async (name: string) => (await screen.findByTitle(name)).closest('tr') ?? document.body
const button = (name: string | RegExp) => screen.findByRole('button', { name })

const list = (path: string) => callApi<{ [field: string]: unknown }[]>(server, `GET ${path}`)

async function correct(user: UserEvent, value: RegExp, text: string) {
  await user.click(await button(value))
  await user.keyboard(`{Control>}a{/Control}${text}{Enter}`)
}

const PRODUCTS = `product_id,name,price
com.example.a,A,9.99
com.example.b,B,nine
com.example.c,C,3
`

test('says which columns a CSV may have', async () => {
  open()
  const formats = await screen.findByRole('region', { name: 'File format' })
  expect(formats).toHaveTextContent(
    /positions\.csv\s*category\s*subcategory_name.*products\.csv\s*product_id\s*name\s*price/,
  )
})

test('previews the changes before it sends any, and imports categories, positions and images', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = open(fetch)
  const yaml = `categories:
  - category_name: Trust
    category_image: images/trust.png
positions:
  - category: Trust
    subcategory_name: Listening
    tips: Put the phone away.
    sub_cat_image: images/listening.png
`
  await choose(user, file('catalogue.yaml', yaml))
  expect(await screen.findByText('2 with problems')).toBeVisible()
  expect(within(await row('Trust')).getByText('Also choose the image trust.png.')).toBeVisible()
  await choose(user, pngFile('Trust.png', { seed: 1 }), pngFile('listening.png', { seed: 2 }))
  expect(await screen.findByText('2 new')).toBeVisible()
  expect(within(await row('Trust/Listening')).getByText('catalogue.yaml:5')).toBeVisible()
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])

  await user.click(await button('Import 2 rows'))
  expect(await screen.findByText('2 rows imported.')).toBeVisible()
  expect(screen.getAllByTitle('Created')).toHaveLength(2)
  expect(await screen.findByRole('link', { name: 'Trust' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/category\?edit=\d+$/),
  )
  expect(screen.getByRole('link', { name: 'Trust / Listening' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/Kamasutra\?edit=\d+$/),
  )
  expect(await screen.findByText('2 created')).toBeVisible()
  expect(await list('subcategories')).toMatchObject([{ subcategory_name: 'Listening', tips: 'Put the phone away.' }])
})

test('shows what changes in a row, and folds the rest', async () => {
  const gold = { product_id: 'gold', name: 'Gold', price: 5, currency: 'EUR', billing_cycle: 'monthly' }
  await callApi(server, 'POST subscription-products', gold)
  await callApi(server, 'POST subscription-products', { ...gold, product_id: 'same' })
  const { user } = open()
  const csv = `product_id,name,price,currency,billing_cycle,trial_period_days
gold,Gold plus,6,EUR,monthly,7
same,Gold,5,EUR,monthly,0
silver,Silver,3,EUR,monthly,7
wrong,Wrong,three,EUR,monthly,7
`
  await choose(user, file('products.csv', csv))
  expect(await row('gold')).toHaveTextContent(/Name.*Price.*Trial days.*1 more fieldProduct ID/)
  expect(await row('same')).toHaveTextContent(/Nothing to change$/)
  expect(await row('silver')).toHaveTextContent(/Product ID.*Name.*Price.*3 more fieldsCurrency.*Billing.*Trial days/)
  expect(await row('wrong')).toHaveTextContent(/Pricethree.*is not a number.*5 more fieldsProduct ID/)
})

test('plans again after a correction, and keeps the corrected file', async () => {
  const { user, router } = open()
  await choose(user, file('products.csv', PRODUCTS))
  expect(await screen.findByText('1 with problems, 2 new')).toBeVisible()
  expect(screen.getByText('Left out: 1 with problems.')).toBeVisible()
  await correct(user, /^Correct Price of com.example.b/, '1.5')
  expect(await screen.findByText('3 new')).toBeVisible()

  await router.navigate('/category')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without the corrections?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  await user.click(await button('Download corrected files'))
  await waitFor(() => expect(downloads.has('products-corrected.csv')).toBe(true))
  const corrected = await downloads.get('products-corrected.csv')?.text()
  expect(corrected).toBe(PRODUCTS.replace('nine', '1.5').replaceAll('\n', '\r\n'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Download corrected files' })).toBeNull())
  await router.navigate('/category')
  expect(await screen.findByRole('heading', { name: 'Categories' })).toBeVisible()
})

test('offers the valid values of a field that has few', async () => {
  const { user } = open()
  await choose(user, file('products.csv', 'product_id,name,price,currency\ncom.example.a,A,9.99,CHF\n'))
  await user.click(await button('Correct Currency of com.example.a: CHF'))
  const currency = screen.getByRole('combobox', { name: 'Currency of com.example.a' })
  expect(currency).toHaveFocus()
  // A closed select changes at each arrow key.
  await user.selectOptions(currency, 'EUR')
  await user.selectOptions(currency, 'USD')
  expect(currency).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('1 new')).toBeVisible()
})

test('Done returns to the list, without a warning about corrections that were imported', async () => {
  const { user } = open()
  await choose(user, file('products.csv', PRODUCTS))
  await correct(user, /^Correct Price of com.example.b/, '1.5')
  await user.click(await button('Import 3 rows'))
  expect(await screen.findByText('3 rows imported.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Done' }))
  expect(await screen.findByRole('heading', { name: 'Subscription Plans' })).toBeVisible()
})

test('keeps corrections when the comparison with the server fails', async () => {
  const { user, router } = open()
  await choose(user, file('categories.csv', 'category_name,category_image\nTrust,trust.png\n'), pngFile('trust.png'))
  await user.click(await button('Import 1 row'))
  expect(await screen.findByText('1 row imported.')).toBeVisible()
  await choose(user, file('products.csv', PRODUCTS))
  await correct(user, /^Correct Price of com.example.b/, '1.5')
  const unreadable = pngFile('trust.png', { seed: 2 })
  unreadable.arrayBuffer = () => Promise.reject(new Error('It has changed on the disk.'))
  await choose(user, unreadable)
  expect(await screen.findByText(/could not be compared with the server/)).toBeVisible()
  expect(await button('Download corrected files')).toBeVisible()
  await router.navigate('/category')
  expect(await screen.findByRole('alertdialog', { name: 'Leave without the corrections?' })).toBeVisible()
})

test('plans a file again when it is chosen again after an import', async () => {
  const { user } = open()
  const products = () => file('products.csv', 'product_id,name,price\ncom.example.a,A,9.99\n')
  await choose(user, products())
  await user.click(await button('Import 1 row'))
  expect(await screen.findByText('1 row imported.')).toBeVisible()
  await choose(user, products())
  expect(await screen.findByText('Left out: 1 unchanged.')).toBeVisible()
  expect(screen.queryByText(/rows? imported/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Done' })).toBeNull()
})

test('shows a refusal at the field that the server names', async () => {
  const message = 'This ID is taken.'
  const refusal = { code: 409, message, data: null, errors: { product_id: message } }
  const { user } = open(
    intercept(server.fetch, 'POST /api/admin/subscription-products', () => Response.json(refusal, { status: 409 })),
  )
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,9.99\n'))
  await user.click(await button('Import 1 row'))
  const field = (await screen.findByText(message)).parentElement ?? document.body
  expect(field).toHaveTextContent('Product ID')
  expect(await button('Retry 1 row')).toBeVisible()
  await user.click(within(field).getByRole('button', { name: 'Correct Product ID of com.example.a: com.example.a' }))
  await user.keyboard('{Enter}')
  expect(screen.getByText(message)).toBeVisible()
})

test('sends a failed row again, also with another image', async () => {
  let isRefusing = true
  const { user } = open(async (request) =>
    request.method === 'POST' && isRefusing ? envelope(422, 'The image cannot be read.') : server.fetch(request),
  )
  await choose(user, file('categories.csv', 'category_name,category_image\nTrust,trust.png\n'), pngFile('trust.png'))
  await user.click(await button('Import 1 row'))
  const failed = await row('Trust')
  expect(await within(failed).findByText('Failed')).toBeVisible()
  expect(within(failed).getByText('The image cannot be read.')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('1 failed.')
  isRefusing = false
  await choose(user, pngFile('trust.png', { seed: 2 }))
  await user.click(await button('Retry 1 row'))
  expect(await within(await row('Trust')).findByText('Created')).toBeVisible()
})

test('a row that was saved although its response was lost is unchanged, not a problem', async () => {
  const { user } = open(async (request) => {
    const isSave = request.method === 'POST'
    const response = await server.fetch(request)
    return isSave ? envelope(500, 'Something went wrong.') : response
  })
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,9.99\n'))
  await user.click(await button('Import 1 row'))
  expect(await within(await row('com.example.a')).findByText('Unchanged')).toBeVisible()
  expect(screen.getByText('1 unchanged.')).toBeVisible()
  expect(screen.queryByText(/needs correcting|Something went wrong/)).toBeNull()
})

test('imports valid rows, downloads the others as a file, and retries those that the server refused', async () => {
  let isRefusing = true
  const { user } = open(async (request) => {
    const isBad = request.method === 'POST' && (await request.clone().text()).includes('com.example.c')
    return isBad && isRefusing ? envelope(422, 'Not this one.') : server.fetch(request)
  })
  await choose(user, file('products.csv', PRODUCTS))
  await user.click(await button('Import 2 rows'))
  const failed = await row('com.example.c')
  expect(await within(failed).findByText('Not this one.')).toBeVisible()
  expect(within(await row('com.example.a')).getByText('Created')).toBeVisible()
  expect(await row('com.example.a')).toHaveTextContent(/Product ID, Name, Price$/)
  expect(screen.getByRole('alert')).toHaveTextContent('1 needs correcting, 1 failed.')
  expect(await button('Retry 1 row')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'All 3' })).toBeChecked()
  // Rows with issues come first.
  const keys = screen.getAllByTitle(/^com\.example/).map(({ title }) => title)
  expect(keys).toEqual(['com.example.b', 'com.example.c', 'com.example.a'])

  await user.click(await button('Download these rows'))
  await waitFor(() => expect(downloads.has('rejected.csv')).toBe(true))
  expect(await downloads.get('rejected.csv')?.text()).toBe(
    'product_id,name,price\r\ncom.example.b,B,nine\r\ncom.example.c,C,3\r\n',
  )
  await correct(user, /^Correct Name of com.example.c/, 'Corrected')
  await waitFor(() => expect(screen.queryByText('Not this one.')).toBeNull())
  isRefusing = false
  await user.click(await button('Import 1 row'))
  expect(await screen.findByText('1 with problems, 2 created')).toBeVisible()
  expect(await list('subscription-products')).toHaveLength(2)

  await correct(user, /^Correct Price of com.example.b/, 'ten')
  expect(await screen.findByText('“ten” is not a number such as 9.99.')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('1 needs correcting.')
  await choose(user, file('more.csv', 'product_id,name,price\ncom.example.d,D,4\n'))
  expect(await screen.findByText('1 with problems, 1 new, 2 created')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('1 needs correcting.')
  await correct(user, /^Correct Price of com.example.b/, '1.5')
  expect(await screen.findByText('2 new, 2 created')).toBeVisible()
})

test('correcting the key of a row makes it a row of another record', async () => {
  const { user } = open()
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,9.99\n'))
  await user.click(await button('Import 1 row'))
  await screen.findByText('1 row imported.')
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,B,9.99\n'))
  await screen.findByText('1 changed')
  await correct(user, /^Correct Product ID of com.example.a/, 'com.example.b')
  expect(await screen.findByText('1 new')).toBeVisible()
})

test('an image that is too large is not read', async () => {
  const { user } = open()
  const large = pngFile('trust.png')
  Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 })
  const read = vi.spyOn(large, 'arrayBuffer')
  await choose(user, file('categories.csv', 'category_name,category_image\nTrust,trust.png\n'), large)
  const problem = 'trust.png: The image can be at most 5 MiB; this file is 200 MiB.'
  expect(await within(await row('Trust')).findByText(problem)).toBeVisible()
  expect(read).not.toHaveBeenCalled()
})

test('shows an error beside a YAML file with an alias inside its own anchor', async () => {
  const { user } = open()
  await choose(user, file('loop.yaml', 'products:\n  - &a\n    product_id: a\n    name: *a\n'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'loop.yaml:4:11: The alias *a refers to a value that contains it.',
  )
})

test('gives a template of each kind, until a file is chosen', async () => {
  const { user } = open()
  await user.click(await button('Download the template products.csv'))
  expect(await downloads.get('products.csv')?.text()).toContain('product_id,name,price,currency')
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,9.99\n'))
  await user.click(await button('Import 1 row'))
  expect(await screen.findByText('1 row imported.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^(?:Import|Retry) / })).toBeNull())
  expect(screen.getByRole('region', { name: 'Import preview' })).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Done' })).toHaveAttribute('href', '/subscription')
  expect(screen.queryByRole('button', { name: /template/ })).toBeNull()
})

test('asks before a price changes by more than half, and sends it once', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = open(fetch)
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,9.99\n'))
  await user.click(await button('Import 1 row'))
  await screen.findByRole('radio', { name: /^Created/ })
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,99.9\n'))
  await user.click(await button(/ 1 row$/))
  const dialog = await screen.findByRole('alertdialog', { name: 'A price changes by more than half' })
  expect(dialog).toHaveTextContent('products/com.example.a: 9.99 → 99.9')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await list('subscription-products')).toMatchObject([{ price: 9.99 }])

  calls.length = 0
  await user.click(await button(/ 1 row$/))
  await user.dblClick(await button('Import anyway'))
  await screen.findByRole('radio', { name: /^Updated/ })
  expect(calls.filter((call) => !call.startsWith('GET'))).toHaveLength(1)
})

test('does not overwrite what another admin saves between two of its rows', async () => {
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' }
  const priceElsewhere = async (request: Request) => {
    const body = JSON.stringify({ ...(await request.json()), price: 9 })
    const { ok } = await server.fetch(new Request(request.url, { method: 'PUT', headers, body }))
    expect(ok).toBe(true)
  }
  let isFirst = true
  const { user } = open(async (request) => {
    if (request.method === 'PUT' && isFirst) {
      isFirst = false
      await priceElsewhere(request.clone())
    }
    return server.fetch(request)
  })
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,5\n'))
  await user.click(await button('Import 1 row'))
  await screen.findByRole('radio', { name: /^Created/ })
  await choose(user, file('products.csv', 'product_id,name,price\ncom.example.a,A,6\n'))
  await screen.findByText('1 changed')
  await user.click(await button(/ 1 row$/))
  expect(await screen.findByText(/^Changed by someone else: price/)).toBeVisible()
  expect(await list('subscription-products')).toMatchObject([{ price: 9 }])
})

test("plans nothing when the server's list cannot be trusted", async () => {
  const { user } = open(
    intercept(server.fetch, 'GET /api/admin/subscription-products', () => Response.json({ code: 200, data: {} })),
  )
  await choose(user, file('products.csv', PRODUCTS))
  expect(await screen.findByText('An error occurred while fetching subscriptions.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  expect(await button('Retry')).toBeVisible()
})

test('says that a file has a header but no rows', async () => {
  const { user } = open()
  await choose(user, file('products.csv', '\uFEFFproduct_id;name;price\r\n;;\r\n'), file('all.yaml', 'positions:\n'))
  const problems = await screen.findByRole('alert')
  expect(problems).toHaveTextContent('products.csv:1:1: There are no rows below the header.')
  expect(problems).toHaveTextContent('all.yaml:1:1: This list has no records.')
  expect(problems).not.toHaveTextContent(/delete|omit/)
})

test('reads numbers as spreadsheets write them, and offers both readings of an ambiguous one', async () => {
  const { user } = open()
  const csv = 'Product ID;Name;Price;Currency\na;A;9,99;eur\nb;B;1.234,56;EUR\nc;C;1,234;EUR\n'
  await choose(user, file('products.csv', csv))
  expect(await screen.findByText('1 with problems, 2 new')).toBeVisible()
  expect(await row('a')).toHaveTextContent('€9.99')
  expect(await row('b')).toHaveTextContent('€1,234.56')
  const ambiguous = await row('c')
  expect(ambiguous).toHaveTextContent('“1,234” could be 1.234 or 1234.')
  await correct(user, /^Correct Price of c/, '1.234,5')
  expect(await screen.findByText('3 new')).toBeVisible()
  await correct(user, /^Correct Price of c/, '1,500')
  expect(await screen.findByText('1 with problems, 2 new')).toBeVisible()
  await user.click(await within(await row('c')).findByRole('button', { name: 'Use 1500' }))
  expect(await screen.findByText('3 new')).toBeVisible()
  await user.click(await button('Import 3 rows'))
  expect(await screen.findByText('3 rows imported.')).toBeVisible()
  const prices = (await list('subscription-products')).map(({ price }) => price)
  expect(new Set(prices)).toEqual(new Set([9.99, 1234.56, 1500]))
})

test.each([
  ['category', 'Categories', '?search=trust', 'categories', 'category_name,slug,category_image', ['Trust']],
  ['Kamasutra', 'Positions', '?search=listen', 'positions', 'category,subcategory_name,benefits', ['Trust,Listening']],
  ['subscription', 'Subscription Plans', '', 'products', 'product_id,name,price', ['silver,Silver,5', 'gold,Gold,5']],
])('the CSV that /%s exports has the shown rows, and is imported as unchanged', async (...args) => {
  const [path, title, query, noun, header, rows] = args
  const image = pngFile('a.png')
  for (const category_name of ['Trust', 'Play'])
    await callApi(server, 'POST category', formOf({ category_name, category_image: image }))
  for (const subcategory_name of ['Listening', 'Talking'])
    await callApi(server, 'POST subcategory', formOf({ category_id: '1', subcategory_name, sub_cat_image: image }))
  for (const name of ['Gold', 'Silver'])
    await callApi(server, 'POST subscription-products', { product_id: name.toLowerCase(), name, price: 5 })
  const { user, router } = renderApp(`/${path}${query}`, server)
  await screen.findByRole('heading', { level: 1, name: title })
  if (path !== 'subscription') await user.click(await button('More'))
  await user.click(await screen.findByRole(path === 'subscription' ? 'button' : 'menuitem', { name: 'Export CSV' }))
  expect(
    (await screen.findAllByText(rows.length === 1 ? '1 row was exported.' : '2 rows were exported.'))[0],
  ).toBeVisible()
  const [name = ''] = downloads.keys()
  expect(name).toMatch(new RegExp(`^${noun}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const csv = (await downloads.get(name)?.text()) ?? ''
  const lines = csv.trimEnd().split('\r\n')
  expect(lines[0]).toContain(header)
  expect(lines.slice(1).map((line) => rows.find((start) => line.startsWith(start)))).toEqual(rows)
  await router.navigate('/import')
  await choose(user, new File([csv], name))
  expect(await screen.findByText(`Left out: ${rows.length} unchanged.`)).toBeVisible()
})

test('shows issues of a whole file', async () => {
  const { user } = open()
  await choose(user, file('some.csv', 'a,b\n1,2\n'), file('broken.yaml', 'products: [\n'))
  const problems = await screen.findByRole('alert')
  expect(problems).toHaveTextContent('some.csv: Cannot tell what this contains.')
  expect(problems).toHaveTextContent(/broken.yaml:\d+:\d+: /)
  expect(problems).not.toHaveTextContent('Downloads')
  await user.click(await button('Remove some.csv'))
  await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('some.csv'))
})

test('shows the first of many issues, of a file with more rows than a call takes arguments', async () => {
  const { user } = open()
  await choose(user, file('products.csv', `product_id,name,price\n${'a,b\n'.repeat(130_000)}`))
  const problems = await screen.findByRole('alert', {}, { timeout: 20_000 })
  expect(within(problems).getAllByRole('listitem')).toHaveLength(21)
  expect(problems).toHaveTextContent('… and 129980 more')
}, 30_000)

test('finds an image whose name another system writes in another form', async () => {
  const { user } = open()
  await choose(
    user,
    file('categories.csv', 'category_name,category_image\nZoë,Zoë’s photo.png\n'),
    pngFile("Zoe\u0308's  photo.PNG"),
  )
  expect(await screen.findByText('1 new')).toBeVisible()
})

test('replaces an image when one of the same name is chosen', async () => {
  const { user } = open()
  await choose(
    user,
    file('categories.csv', 'category_name,category_image\nTrust,trust.png\n'),
    pngFile('trust.png', { seed: 1 }),
  )
  expect(await screen.findByText('1 new')).toBeVisible()
  await choose(user, pngFile('Trust.png', { seed: 2 }), pngFile('care.png', { seed: 3 }))
  expect(await screen.findByText('2 images')).toBeVisible()
  expect(await screen.findByText('1 new')).toBeVisible()
})

test('opens from the lists, and stops on request', async () => {
  const release: (() => void)[] = []
  const fetch = async (request: Request) => {
    if (request.method === 'POST') await new Promise<void>((resolve) => release.push(resolve))
    return server.fetch(request)
  }
  const { user } = renderApp('/subscription', { ...server, fetch })
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  expect(await screen.findByRole('link', { current: true })).toHaveTextContent('Subscription')
  const rows = Array.from({ length: 12 }, (_, index) => `com.example.p${index},P,1`)
  await choose(user, file('products.csv', ['product_id,name,price', ...rows].join('\n')))
  await user.click(await button('Import 12 rows'))
  expect(await screen.findByRole('progressbar', { name: 'Rows imported' })).toBeVisible()
  await waitFor(() => expect(release).toHaveLength(4))
  await user.click(await button('Stop'))
  for (const go of release) go()
  expect(await screen.findByText('8 not tried.')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getAllByTitle('Not tried')).toHaveLength(8)
  expect(await list('subscription-products')).toHaveLength(4)
  expect(await button('Retry 8 rows')).toBeVisible()
})

test('marks the list that opened it in the navigation, in any letter case of its path', async () => {
  const { user } = renderApp('/kamasutra', server)
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  expect(await screen.findByRole('link', { current: true })).toHaveTextContent('Positions')
  expect(await button('Back to Positions')).toBeVisible()
})

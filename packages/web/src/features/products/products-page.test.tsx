import { freshServer } from '@rapport/server/fresh-server'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const PRODUCTS = '/api/admin/subscription-products'

const server = freshServer()

async function addProduct(product: object = {}): Promise<number> {
  const body = { product_id: 'app_gold', name: 'Gold', price: 9.99, trial_period_days: 7, ...product }
  return (await callApi(server, 'POST subscription-products', body)).id
}

const open = (query = '', fetch = server.fetch) => renderApp(`/subscription${query}`, { ...server, fetch })
const CARDS = '?view=cards'
const listing = (data: unknown[]) =>
  intercept(server.fetch, `GET ${PRODUCTS}`, () => Response.json({ code: 200, message: '', data }))
const submit = (user: UserEvent, name = 'Submit') => user.click(screen.getByRole('button', { name }))
const facts = (card: HTMLElement) =>
  within(card)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
/** Returns the texts of the row of a product. */
const cells = async (name: string | RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

async function fillIn(user: UserEvent, { id = 'app_silver', name = 'Silver', price = '4.5' } = {}) {
  await user.type(await screen.findByLabelText('Product ID*'), id)
  await user.type(screen.getByLabelText('Name*'), name)
  await user.type(screen.getByLabelText('Price*'), price)
}

describe('the page', () => {
  test('a card shows name, price with currency, billing, product id and trial', async () => {
    await addProduct()
    open(CARDS)
    expect(await screen.findByRole('heading', { level: 1, name: 'Subscription Plans' })).toBeVisible()
    const card = await screen.findByRole('article')
    expect(within(card).getByRole('heading')).toHaveTextContent('Gold')
    expect(facts(card)).toEqual([
      'Price: €9.99 / month',
      'Billing: Monthly',
      'Trial days: 7 days',
      'Product ID: app_gold',
    ])
    expect(within(card).getByRole('link', { name: 'Edit Gold' })).toBeInTheDocument()
    expect(within(card).getByRole('button', { name: 'Delete Gold' })).toBeInTheDocument()
  })

  test('adding and editing reload the list', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('', fetch)
    expect(await screen.findByText('No subscription plans available.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add Subscription' }))
    await fillIn(user)
    await user.selectOptions(screen.getByLabelText('Currency'), 'GBP')
    await user.selectOptions(screen.getByLabelText('Billing Cycle'), 'Weekly')
    await submit(user)
    expect((await cells(/Silver/)).slice(1, 5)).toEqual(['£4.50', '£19.57', 'Weekly', 'None'])
    await user.click(screen.getByRole('link', { name: 'Edit Silver' }))
    expect(await screen.findByLabelText('Price*')).toHaveValue('4.5')
    await user.clear(screen.getByLabelText('Trial Period (Days)'))
    await user.type(screen.getByLabelText('Trial Period (Days)'), '1')
    await submit(user, 'Update')
    await waitFor(async () => expect(await cells(/Silver/)).toContain('1 day'))
    expect(calls.filter((call) => call === `GET ${PRODUCTS}`).length).toBeGreaterThanOrEqual(3)
  })

  test('deleting asks first', async () => {
    await addProduct()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Gold' }))
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this subscription?',
    })
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(within(dialog).getByRole('button', { name: 'Delete subscription' }))
    expect(await screen.findByText('No subscription plans available.')).toBeVisible()
  })
})

describe('cards', () => {
  test.each([
    [{ price: '12.5', currency: 'USD' }, 'Price: $12.50'],
    [{ price: 3, currency: null }, 'Price: 3'],
    [{ price: 'on request', currency: 'EUR' }, 'Price: on request EUR'],
    [{ price: 300, currency: 'JPY' }, 'Price: ¥300'],
    [{ price: 1, currency: '<b>' }, 'Price: 1 <b>'],
  ])('of %j show %s', async (product, price) => {
    open(CARDS, listing([{ id: 1, product_id: 'a', name: 'A', ...product }]))
    expect(facts(await screen.findByRole('article'))).toEqual([price, 'Billing: Not Set', 'Product ID: a'])
  })

  test('are shown for every product although one has neither name nor ID, and numbers that cannot be read', async () => {
    const broken = { id: 1, product_id: null, name: '', price: 'cheap', trial_period_days: 'two weeks' }
    open(CARDS, listing([broken, { id: 2, product_id: 'b', name: 'B', price: 2 }]))
    const [first, second] = await screen.findAllByRole('article')
    if (!first || !second) throw new Error('There are two cards.')
    expect(within(first).getByRole('heading')).toHaveTextContent('Not Set')
    expect(facts(first)).toEqual(['Price: cheap', 'Billing: Not Set', 'Trial days: two weeks', 'Product ID: Not Set'])
    expect(within(second).getByRole('heading')).toHaveTextContent('B')
  })
})

const sampleProduct = (id: number, name: string, price: number, billing_cycle: string, more: object = {}) => ({
  id,
  name,
  price,
  billing_cycle,
  product_id: `plan.${id}`,
  currency: 'EUR',
  trial_period_days: 2,
  ...more,
})
const PRO = [
  sampleProduct(1, 'Pro, yearly', 119.99, 'yearly'),
  sampleProduct(2, 'Gift', 5, 'monthly'),
  sampleProduct(3, 'Pro, monthly', 14.99, 'monthly'),
  sampleProduct(4, 'Pro (1 week)', 5.99, 'weekly', { trial_period_days: 0 }),
]

describe('products that share a name', () => {
  test('are grouped, with the price per month, and the cheapest is marked', async () => {
    open(CARDS, listing(PRO))
    const pro = await screen.findByRole('list', { name: 'Pro plans' })
    const cards = within(pro).getAllByRole('article')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Pro, yearly',
      'Pro, monthly',
      'Pro (1 week)',
    ])
    expect(cards[0]).toHaveTextContent('≈ €10.00 a month')
    expect(cards[1]).toHaveTextContent('€179.88 a year')
    expect(cards[2]).toHaveTextContent('≈ €26.05 a month')
    expect(screen.getAllByText('Cheapest')).toHaveLength(1)
    expect(screen.getByRole('heading', { name: 'Other plans' })).toBeVisible()
  })

  test('have no cheapest when their currencies differ', async () => {
    open('', listing([...PRO, sampleProduct(5, 'Pro', 1, 'monthly', { currency: 'USD' })]))
    await screen.findByRole('row', { name: /Gift/ })
    expect(screen.queryByText(/^Cheapest/)).not.toBeInTheDocument()
  })

  test('are compared in a table, and the URL remembers the cards', async () => {
    const { user, router } = open('', listing(PRO))
    expect(await cells(/Pro, yearly/)).toEqual([
      'Pro, yearlyCheapestplan.1€119.99 / year · 33% less≈ €10.00 a month · 2 days free',
      '€119.99',
      '€10.0033% less',
      'Yearly',
      '2 days',
      '',
    ])
    await user.click(screen.getByRole('radio', { name: 'Cards' }))
    expect(router.state.location.search).toBe('?view=cards')
    await user.click(await screen.findByRole('link', { name: 'Edit Pro, yearly' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findAllByRole('article')).toHaveLength(4)
  })
})

describe('the rules of the stores', () => {
  const plans = [
    sampleProduct(1, 'Pro', 9.99, 'monthly'),
    sampleProduct(2, 'Odd', 7.33, 'monthly', { trial_period_days: 0 }),
    sampleProduct(3, 'Gold', 9.99, 'monthly', { product_id: 'App_Gold', trial_period_days: 0 }),
  ]
  const names = async () => (await screen.findAllByRole('link', { name: /^Edit/ })).map((link) => link.ariaLabel)

  test('that a plan breaks are named beside it, and a filter shows only such plans', async () => {
    const { user, router } = open('', listing(plans))
    expect((await cells(/Odd/))[0]).toContain('App Store: 7.33 is not a price point. Nearest: 7.29 and 7.39.')
    await user.click(screen.getByRole('radio', { name: 'Break a store rule 1' }))
    expect(router.state.location.search).toBe('?rules=broken')
    expect(await names()).toEqual(['Edit Odd'])
  })

  test('are those of the stores that the server names', async () => {
    await server.restart({ stores: ['google-play'] })
    open('?rules=broken', listing(plans))
    await waitFor(async () => expect(await names()).toEqual(['Edit Gold']))
    expect(screen.getByText(/^Google Play: lowercase letters/)).toBeVisible()
  })

  test('are kept by all plans of an empty list, which a button leaves', async () => {
    const { user } = open('?rules=broken', listing(plans.slice(0, 1)))
    expect(await screen.findByText('No plan breaks a store rule.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all plans' }))
    expect(await names()).toEqual(['Edit Pro'])
  })

  test("do not doubt the app's own trial, which the list explains once", async () => {
    const { user } = open(
      '',
      listing([sampleProduct(1, 'Pro', 9.99, 'monthly'), sampleProduct(2, 'Basic', 4.99, 'monthly')]),
    )
    expect(await screen.findByText(/^The free trial of 2 days is the app’s own/)).toBeVisible()
    expect(screen.queryByRole('radio', { name: /^Break/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Edit Pro' }))
    expect(await screen.findByLabelText('Trial Period (Days)')).not.toHaveAccessibleDescription()
  })
})

describe('the list', () => {
  test('shows why it could not be loaded, and Retry loads again', async () => {
    let broken = true
    const failing = intercept(server.fetch, `GET ${PRODUCTS}`, () => envelope(500))
    const { user } = open('', (request) => (broken ? failing(request) : server.fetch(request)))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch subscriptions.')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No subscription plans available.')).toBeVisible()
  })

  test('shows in the dialog why a product could not be deleted', async () => {
    await addProduct()
    const { user } = open(
      '',
      intercept(server.fetch, `DELETE ${PRODUCTS}/`, () => envelope(409)),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete Gold' }))
    await user.click(await screen.findByRole('button', { name: 'Delete subscription' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(
      'Failed to delete subscription.',
    )
  })
})

describe('the form', () => {
  test('reports empty required fields once, marks them and makes no call', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?add', fetch)
    await screen.findByLabelText('Product ID*')
    await submit(user)
    expect(await screen.findByText('Please fill in all required fields.')).toBeVisible()
    expect(screen.getByLabelText('Price*')).toHaveAccessibleDescription('Price is required.')
    for (const label of ['Product ID*', 'Name*', 'Price*']) expect(screen.getByLabelText(label)).toBeInvalid()
    expect(screen.getByLabelText('Currency')).toHaveDisplayValue('EUR')
    expect(screen.getByLabelText('Billing Cycle')).toHaveDisplayValue('Monthly')
    expect(screen.getByLabelText('Trial Period (Days)')).toHaveValue(0)
    await waitFor(() => expect(screen.getByLabelText('Product ID*')).toHaveFocus())
    expect(calls).not.toContain(`POST ${PRODUCTS}`)
    await user.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Price' }))
    expect(screen.getByLabelText('Price*')).toHaveFocus()
    await fillIn(user)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each(['9,99', '9.99'])('saves a price typed as %s as 9.99', async (price) => {
    const { user } = open('?add')
    await screen.findByLabelText('Product ID*')
    await fillIn(user, { price })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await cells(/Silver/)).toContain('€9.99')
  })

  test('saves a price with thousands as it is read', async () => {
    const { user } = open('?add')
    await fillIn(user, { price: '1.234,50' })
    await submit(user)
    expect(await cells(/Silver/)).toContain('€1,234.50')
  })

  test('does not show an empty price as a price', async () => {
    const { user } = open('?add')
    await user.type(await screen.findByLabelText('Name*'), 'Silver')
    const preview = screen.getByText('In the app, approximately').parentElement
    expect(preview).toHaveTextContent('SilverPrice / monthSubscribeRenews automatically.')
  })

  test('saves a price although saved values of other fields could not be typed', async () => {
    const saved = {
      id: 1,
      product_id: 'a\tb',
      name: 'Gold\nplan',
      price: 9.99,
      currency: 'JPY',
      billing_cycle: 'daily',
    }
    let sent: unknown
    const { user } = open('?edit=1', async (request) => {
      if (request.method !== 'PUT') return listing([saved])(request)
      sent = await request.json()
      return Response.json({ code: 200, message: '' })
    })
    const price = await screen.findByLabelText('Price*')
    await user.clear(price)
    await user.type(price, '8,99')
    await submit(user, 'Update')
    await waitFor(() => expect(sent).toEqual({ ...saved, price: 8.99 }))
  })

  test('asks before a price changes by more than half', async () => {
    const id = await addProduct()
    const { fetch, calls } = recording(server.fetch)
    const { user } = open(`?edit=${id}`, fetch)
    const price = await screen.findByLabelText('Price*')
    const change = async (text: string) => {
      await user.clear(price)
      await user.type(price, text)
      await submit(user, 'Update')
    }
    await change('999')
    const dialog = await screen.findByRole('alertdialog', { name: 'Change the price from €9.99 to €999.00?' })
    expect(dialog).toHaveTextContent('That is 100 times the current price.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(calls).not.toContain(`PUT ${PRODUCTS}/${id}`)
    await change('4')
    const less = await screen.findByText(/^That is less than half the current price\./)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(less).not.toBeInTheDocument())
    await user.selectOptions(screen.getByLabelText('Currency'), 'USD')
    await submit(user, 'Update')
    expect(await screen.findByText('Check the decimal separator.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Change to $4.00' }))
    expect(await cells(/Gold/)).toContain('$4.00')
  })

  test('shows beside the fields how the app offers the product', async () => {
    const { user } = open('?add')
    await fillIn(user, { price: '9,99' })
    await user.type(screen.getByLabelText('Trial Period (Days)'), '2')
    const preview = screen.getByText('In the app, approximately').parentElement
    expect(preview).toHaveTextContent('Silver€9.99 / monthTry 2 days for freeThen €9.99 a month.')
  })

  test.each([
    ['Price*', '-1', 'Price must be 0 or more.'],
    ['Price*', '0.30000000000000004', 'Price can have two decimal places at most.'],
    ['Price*', '1.500', '“1.500” could be 1.500 or 1500. Write it without a thousands separator.'],
    ['Price*', '1.999', 'Price can have two decimal places at most.'],
    ['Trial Period (Days)', '-1', 'Trial days must be a whole number from 0 to 99999.'],
    ['Trial Period (Days)', '1.5', 'Trial days must be a whole number from 0 to 99999.'],
  ])('%s of %s is refused', async (label, text, problem) => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?add', fetch)
    await fillIn(user)
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
    await submit(user)
    await waitFor(() =>
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(problem)),
    )
    expect(screen.getByLabelText(label)).toHaveFocus()
    expect(calls).not.toContain(`POST ${PRODUCTS}`)
  })

  test('an edit sends every field, and the id, and names the version that it changes', async () => {
    const id = await addProduct({ currency: 'USD', billing_cycle: 'yearly' })
    let sent: unknown
    let version: unknown
    const { user } = open(`?edit=${id}`, async (request) => {
      if (request.method === 'PUT') {
        sent = await request.clone().json()
        version = request.headers.get('If-Match')
      }
      return server.fetch(request)
    })
    expect(await screen.findByLabelText('Trial Period (Days)')).toHaveAttribute('min', '0')
    await submit(user, 'Update')
    await screen.findByRole('row', { name: /Gold/ })
    expect(sent).toEqual({
      id,
      product_id: 'app_gold',
      name: 'Gold',
      price: 9.99,
      currency: 'USD',
      billing_cycle: 'yearly',
      trial_period_days: 7,
    })
    expect(version).toBe('"1"')
  })

  test('warns while typing of values that the stores refuse, and saves them anyway', async () => {
    await addProduct({ product_id: 'app_gold', name: 'Gold' })
    const { user } = open('?add')
    const id = await screen.findByLabelText('Product ID*')
    await user.type(id, 'app_gold')
    expect(await screen.findByText('Another plan, “Gold”, already has this product ID.')).toBeVisible()
    await user.clear(id)
    await user.type(id, 'App Gold')
    expect(screen.queryByText(/Another plan/)).not.toBeInTheDocument()
    expect(id).toHaveAccessibleDescription(/^App Store: letters[^:]*$/)
    expect(id).toBeValid()
    await user.type(screen.getByLabelText('Name*'), 'Odd')
    await user.type(screen.getByLabelText('Price*'), '1')
    await user.clear(screen.getByLabelText('Trial Period (Days)'))
    await user.type(screen.getByLabelText('Trial Period (Days)'), '5')
    expect(screen.getByLabelText('Trial Period (Days)')).toHaveAccessibleDescription(/3 days, 1 or 2 weeks/)
    await submit(user)
    expect(await screen.findByRole('link', { name: 'Edit Odd' })).toBeInTheDocument()
  })

  test('warns when an ID or billing cycle is edited, which stores never change', async () => {
    const id = await addProduct()
    const { user } = open(`?edit=${id}`)
    const productId = await screen.findByLabelText('Product ID*')
    expect(productId).toHaveAccessibleDescription('As in the store, such as app_999_1m.')
    await user.type(productId, '2')
    expect(productId).toHaveAccessibleDescription(/another ID is another product/)
    await user.selectOptions(screen.getByLabelText('Billing Cycle'), 'Yearly')
    expect(screen.getByLabelText('Billing Cycle')).toHaveAccessibleDescription(/another one needs a new product/)
  })

  test("warns of an ID that is taken, and shows only the server's error after a save", async () => {
    await addProduct({ product_id: 'app_gold', name: 'Gold' })
    const { user } = open('?add')
    await fillIn(user, { id: 'app_gold' })
    expect(screen.getByText('Another plan, “Gold”, already has this product ID.')).toBeVisible()
    await submit(user)
    expect(await screen.findByText('There is already a product with the ID “app_gold”.')).toBeVisible()
    expect(screen.queryByText(/Another plan/)).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('Product ID*'), '2')
    expect(screen.getByLabelText('Product ID*')).toBeValid()
  })

  test('shows above the form why it could not be saved', async () => {
    const id = await addProduct()
    const { user } = open(
      `?edit=${id}`,
      intercept(server.fetch, `PUT ${PRODUCTS}/`, () => envelope(400)),
    )
    await screen.findByLabelText('Name*')
    await submit(user, 'Update')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save subscription.')
  })

  test.each([200, 201])('counts code %i as success', async (code) => {
    const saved = () => Response.json({ code, message: '' }, { status: code })
    const { user } = open('?add', intercept(server.fetch, `POST ${PRODUCTS}`, saved))
    await fillIn(user)
    await submit(user)
    expect(await screen.findByText('No subscription plans available.')).toBeVisible()
    expect((await screen.findAllByText('Silver was added.')).length).toBeGreaterThan(0)
  })

  test('shows an unreadable price and trial as sent, and asks for numbers', async () => {
    const known = { id: 1, product_id: 'a', name: 'A', currency: 'EUR', billing_cycle: 'monthly' }
    const broken = { ...known, price: 'cheap', trial_period_days: 'two weeks' }
    const { fetch, calls } = recording(listing([broken]))
    const { user } = open('?edit=1', fetch)
    const price = await screen.findByLabelText('Price*')
    const trial = screen.getByLabelText('Trial Period (Days)')
    expect(price).toHaveValue('cheap')
    expect(trial).toHaveValue('two weeks')
    await submit(user, 'Update')
    await waitFor(() => expect(price).toHaveAccessibleDescription('Price must be a number, such as 9.99.'))
    await user.clear(price)
    await user.type(price, '9.99')
    await submit(user, 'Update')
    await waitFor(() => expect(trial).toHaveAccessibleDescription('Trial days must be a whole number from 0 to 99999.'))
    expect(calls).not.toContain(`PUT ${PRODUCTS}/1`)
  })

  test('keeps the trial when the mouse wheel turns over it', async () => {
    const { user } = open('?add')
    const trial = await screen.findByLabelText('Trial Period (Days)')
    await user.click(trial)
    fireEvent.wheel(trial, { deltaY: 100 })
    expect(trial).not.toHaveFocus()
    expect(trial).toHaveValue(0)
  })

  test('shows an unknown currency as sent', async () => {
    open('?edit=1', listing([{ id: 1, product_id: 'a', name: 'A', price: 300, currency: 'JPY' }]))
    expect(await screen.findByLabelText('Currency')).toHaveDisplayValue('JPY')
  })

  test('asks for a currency that the server did not send', async () => {
    const { calls, fetch } = recording(listing([{ id: 1, product_id: 'a', name: 'A', price: 300 }]))
    const { user } = open('?edit=1', fetch)
    expect(await screen.findByLabelText('Currency')).toHaveDisplayValue('Select a currency')
    await submit(user, 'Update')
    expect(await screen.findByText('Please select a currency.')).toBeVisible()
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })
})

import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { listKey } from '#data/records.ts'
import { EventSentence } from './event-sentence.tsx'
import type { HistoryEvent } from './history.queries.ts'

const PRODUCTS = [{ id: 1, name: 'Basic', price: '8.49', currency: 'EUR', billing_cycle: 'monthly' }]
const CATEGORIES = [
  { id: 3, category_name: 'Calm' },
  { id: 4, category_name: 'Play' },
]

function renderEvent(changes: Partial<HistoryEvent>): HTMLElement {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  cache.setQueryData(listKey(productEntity), { list: PRODUCTS })
  cache.setQueryData(listKey(categoryEntity), { list: CATEGORIES })
  const event: HistoryEvent = {
    id: 1,
    at: '2026-03-02T17:42:00Z',
    event: 'product.updated',
    actor: 'admin',
    actor_id: 9,
    actor_name: 'Ada',
    entity: changes.event?.split('.')[0] ?? 'product',
    record_id: 1,
    record_name: 'Basic',
    ip: '192.0.2.7',
    detail: null,
    changes: null,
    ...changes,
  }
  const { container } = render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <EventSentence event={event} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return container
}

const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })
const position = { event: 'position.updated', record_name: 'Tea' }

test.each([
  ['Ada changed the price of Basic, monthly from €7.99 to €8.49.', { changes: [change('price', '7.99', '8.49')] }],
  [
    'Ada changed the price and currency of the subscription Basic.',
    {
      changes: [change('price', '7.99', '8.49'), change('currency', 'EUR', 'USD')],
    },
  ],
  [
    'Ada changed the trial days of the subscription Basic from 0 to 7.',
    { changes: [change('trial_period_days', 0, 7)] },
  ],
  ['Ada renamed the subscription Base to Basic.', { changes: [change('name', 'Base', 'Basic')] }],
  ['Ada saved the subscription Basic without a change.', {}],
  ['Ada moved the position Tea from Calm to Play.', { ...position, changes: [change('category_id', 3, 4)] }],
  ['Ada moved the position Tea from #2 to Play.', { ...position, changes: [change('category_id', 2, 4)] }],
  ['Ada set the tips of the position Tea to Slowly.', { ...position, changes: [change('tips', null, 'Slowly')] }],
  ['Ada removed the tips of the position Tea.', { ...position, changes: [change('tips', 'Slowly', null)] }],
  [
    'Ada changed the tips of the position Tea.',
    { ...position, changes: [change('tips', 'Slowly', 'Slow '.repeat(9))] },
  ],
  [
    'Ada changed the image of the position Tea.',
    { ...position, changes: [change('sub_cat_image', '/a.png', '/b.png')] },
  ],
  [
    'Ada changed the first name and email of the user Jane.',
    {
      event: 'user.updated',
      record_name: 'Jane',
      changes: [{ field: 'first_name' }, { field: 'email' }],
    },
  ],
  [
    'Ada added the category Trust.',
    { event: 'category.created', record_name: null, changes: [change('category_name', null, 'Trust')] },
  ],
  ['Ada deleted the category #1.', { event: 'category.deleted', record_name: null }],
  [
    'Ada deleted the category Calm for good.',
    { event: 'category.purged', record_name: 'Calm', detail: 'Asked for it (Calm)' },
  ],
  [
    'The server deleted the user #1 for good.',
    { event: 'user.purged', record_name: null, actor: 'server', actor_id: null, actor_name: null },
  ],
  ['Ada signed in.', { event: 'sign_in.succeeded', entity: 'user' }],
  ['A sign-in failed: no account has the email address.', { event: 'sign_in.failed', entity: null, record_id: null }],
  ['A sign-in as Ada failed: wrong password.', { event: 'sign_in.failed', entity: 'user', record_name: 'Ada' }],
  ['Ada created the API token deploy: read.', { event: 'token.created', entity: 'user', detail: 'deploy: read' }],
  ['Admin 9 signed out.', { event: 'sign_out', entity: 'user', actor_name: null }],
  ['Ada: Robot danced.', { event: 'robot.danced' }],
] satisfies [string, Partial<HistoryEvent>][])('%s', (sentence, event) => {
  expect(renderEvent(event)).toHaveTextContent(sentence)
})

test('the name is a link unless the event removed the record', () => {
  renderEvent({ changes: [change('price', '7.99', '8.49')] })
  expect(screen.getByRole('link', { name: 'Basic, monthly' })).toHaveAttribute('href', '/subscription?edit=1')
  expect(renderEvent({ event: 'category.deleted' }).querySelector('a')).toBeNull()
})

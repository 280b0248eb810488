export const usageTimes = { created_at: '2026-02-27T08:15:00Z', last_used_at: '2026-03-02T17:42:00Z' }

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const DELETED = [
  ['category', 'Trust'],
  ['position', 'Side by Side'],
  ['product', 'Gold'],
  ['user', 'Noor Haddad'],
  ['position', 'An Evening Walk'],
  ['position', 'The Open Question'],
  ['category', 'Letters'],
  ['user', 'Tomás Ferreira'],
  ['product', 'Silver, weekly'],
  ['position', 'Three Good Things'],
  ['user', 'Ingrid Olsen'],
  ['category', 'Rituals'],
] as const
export const trashItems = DELETED.map(([entity, name], index) => ({
  id: index + 1,
  entity,
  record_id: index + 1,
  name,
  batch: null,
  deleted_at: new Date(Date.now() - index * 1.7 * DAY).toISOString(),
  deleted_by: 1,
  deleted_by_name: 'Ada Admin',
  purge_at: new Date(Date.now() + (30 - index * 1.7) * DAY).toISOString(),
}))
export const inTrash = (items: readonly object[], total = items.length) => ({
  '**/api/admin/trash?*': { items, total },
})

const ADMIN = { id: 1, first_name: 'Ada', last_name: 'Admin', email: 'admin@example.com', role: 'admin' }
const suspension = { at: usageTimes.last_used_at, by: ADMIN.id, reason: 'Sends spam to other members.' }
export const oneSuspended = {
  '**/api/admin/users?*': {
    users: [
      { ...ADMIN, status: 'active', joined_date: usageTimes.created_at },
      {
        id: 2,
        first_name: 'Noor',
        last_name: 'Haddad',
        email: 'noor.haddad@example.org',
        status: 'suspended',
        suspension,
        role: 'user',
        joined_date: usageTimes.created_at,
      },
    ],
    total: 2,
  },
}

/** Responds with these events, `hours` apart, by the first admin unless they say otherwise. */
const events = (hours: number, listed: readonly object[]) => ({
  '**/api/admin/history*': {
    next: null,
    events: listed.map((event, index) => ({
      id: listed.length - index,
      at: new Date(Date.now() - index * hours * HOUR).toISOString(),
      actor: 'admin',
      actor_id: 1,
      actor_name: 'Ada Admin',
      entity: null,
      record_id: null,
      ip: '192.0.2.7',
      detail: null,
      changes: null,
      ...event,
    })),
  },
})
const FIRST_CATEGORY = { entity: 'category', record_id: 1, record_name: 'First Conversations' }
const RENAMED = [{ field: 'category_name', before: 'First Talks', after: 'First Conversations' }]
const NAMED = [{ field: 'category_name', before: null, after: 'First Talks' }]
const CREATED = [
  { field: 'subcategory_name', before: null, after: 'The Open Question' },
  { field: 'benefits', before: null, after: 'Opens a talk that both want.' },
]
const PRICED = [{ field: 'price', before: 7.99, after: 8.49 }]
const PRICED_AND_TRIAL = [
  { field: 'price', before: 59.99, after: 49.99 },
  { field: 'trial_period_days', before: 0, after: 3 },
]
const MOVED = [{ field: 'category_id', before: 1, after: 2 }]
const PRODUCT = { event: 'product.updated', entity: 'product', record_id: 1, record_name: 'Basic' }
const ADA = { entity: 'user', record_id: 1, record_name: 'Ada Admin' }
export const eventsOfAllKinds = events(7, [
  { event: 'sign_in.succeeded', ...ADA },
  { event: 'category.updated', ...FIRST_CATEGORY, changes: RENAMED },
  { ...PRODUCT, changes: PRICED },
  {
    event: 'user.deleted',
    entity: 'user',
    record_id: 12,
    record_name: 'Noor Haddad',
    ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  },
  { event: 'position.created', entity: 'position', record_id: 3, record_name: 'The Open Question', changes: CREATED },
  { ...PRODUCT, actor_id: 2, actor_name: 'Grace Moreau', changes: PRICED_AND_TRIAL },
  { event: 'position.updated', entity: 'position', record_id: 4, record_name: 'Side by Side', changes: MOVED },
  { event: 'position.deleted', entity: 'position', record_id: 99, record_name: null, detail: 'An Evening Walk' },
  { event: 'token.created', ...ADA, detail: 'Nightly export: read' },
  { event: 'sign_in.failed', actor: 'anyone', actor_id: null, actor_name: null },
])
export const eventsOfCategory = events(26, [
  { event: 'category.updated', ...FIRST_CATEGORY, changes: RENAMED },
  { event: 'category.created', ...FIRST_CATEGORY, changes: NAMED },
])
export const eventsOfUser = events(26, [
  { event: 'user.updated', entity: 'user', record_id: 2, record_name: 'Noor Haddad', changes: [{ field: 'email' }] },
  {
    event: 'user.updated',
    entity: 'user',
    record_id: 2,
    record_name: 'Noor Haddad',
    changes: [{ field: 'first_name' }],
  },
])
export const eventsOfPosition = events(26, [
  { event: 'position.updated', actor_id: 2, actor_name: 'Grace Moreau', entity: 'position', record_id: 1 },
])

/** Products of which some break a rule of the App Store. */
export const brokenProducts = [
  ['Pro, yearly', 119.99, 'yearly', 'rapport.pro.yearly', 2],
  ['Pro, monthly', 14.33, 'monthly', 'rapport.pro.monthly', 2],
  ['Pro, weekly', 5.99, 'weekly', 'rapport pro weekly', 5],
  ['Gift', 29.99, 'monthly', 'rapport.gift', 0],
].map(([name, price, billing_cycle, product_id, trial_period_days], index) => {
  return { id: index + 1, name, price, billing_cycle, product_id, trial_period_days, currency: 'EUR' }
})
const GRACE = { actor_id: 2, actor_name: 'Grace Moreau' }
const TOMAS = { actor_id: 3, actor_name: 'Tomás Ferreira' }
export const eventsOfOthers = events(5, [
  { event: 'product.updated', ...GRACE, entity: 'product', record_id: 1, record_name: 'Basic', changes: [PRICED[0]] },
  { event: 'category.updated', ...TOMAS, ...FIRST_CATEGORY, changes: RENAMED },
  { event: 'position.created', ...GRACE, entity: 'position', record_id: 3, changes: CREATED },
  { event: 'sign_in.succeeded', ...GRACE, entity: 'user', record_id: 2 },
  { event: 'user.deleted', ...GRACE, entity: 'user', record_id: 12, record_name: 'Noor Haddad' },
  {
    event: 'position.updated',
    ...TOMAS,
    entity: 'position',
    record_id: 1,
    record_name: 'An Evening Walk',
    changes: [{ field: 'tips' }],
  },
])

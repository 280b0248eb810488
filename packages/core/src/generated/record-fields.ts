// Generated from openapi/ by `npm run gen`. Do not edit.
export const recordFields = {
  User: {
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    profile_image: 'text',
    created_at: 'date',
    joined_date: 'date',
    age: 'integer',
    gender: 'text',
    status: 'text',
    role: 'text',
    profile_completed: 'boolean',
  },
  Category: {
    category_name: 'requiredText',
    slug: 'text',
    category_image: 'text',
  },
  Position: {
    category_id: 'reference',
    subcategory_name: 'requiredText',
    benefits: 'text',
    tips: 'text',
    challenges: 'text',
    safety_tips: 'text',
    sub_cat_image: 'text',
  },
  Product: {
    product_id: 'requiredText',
    name: 'requiredText',
    price: 'decimal',
    currency: 'text',
    billing_cycle: 'text',
    trial_period_days: 'integer',
  },
} as const

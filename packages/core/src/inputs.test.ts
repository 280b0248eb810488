import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { forgotPasswordInput, resetPasswordInput, verifyOtpInput } from './auth/password-reset.ts'
import { signInInput } from './auth/sign-in.ts'
import { categoryChangesInput, newCategoryInput } from './entities/categories/category.ts'
import contract from './generated/openapi.json' with { type: 'json' }
import { newPositionInput, positionChangesInput } from './entities/positions/position.ts'
import { productInput } from './entities/products/product.ts'
import { profileInput } from './entities/settings/settings.ts'

interface JsonSchema {
  $ref?: string
  minLength?: number
  maxLength?: number
  properties?: Record<string, JsonSchema>
}

const image = (type: string) => new File(['x'], 'picture', { type })
const png = image('image/png')

function messagesOf(
  schema: z.core.$ZodType & { safeParse: (value: unknown) => z.core.util.SafeParseResult<unknown> },
  value: unknown,
) {
  const result = schema.safeParse(value)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]))
}

const position = {
  category_id: '1',
  subcategory_name: 'Listening',
  benefits: '',
  tips: '',
  challenges: '',
  safety_tips: '',
}
const product = {
  product_id: 'app_1m',
  name: 'Monthly',
  price: 9.99,
  currency: 'USD',
  billing_cycle: 'weekly',
  trial_period_days: 2,
}
const profile = { email: 'a@example.org', first_name: 'Ada', last_name: 'Byron' }

describe('each input says in the words of the specification', () => {
  it.each([
    [
      'verify: no email',
      verifyOtpInput,
      { email: '', otp: '123456' },
      { email: 'Email address is missing. Cannot verify OTP.' },
    ],
    [
      'verify: five digits',
      verifyOtpInput,
      { email: 'a@b.c', otp: '12345' },
      { otp: 'Please enter the complete 6-digit OTP.' },
    ],
    [
      'verify: a letter',
      verifyOtpInput,
      { email: 'a@b.c', otp: '12345a' },
      { otp: 'Please enter the complete 6-digit OTP.' },
    ],
    [
      'verify: foreign digits',
      verifyOtpInput,
      { email: 'a@b.c', otp: '١٢٣٤٥٦' },
      { otp: 'Please enter the complete 6-digit OTP.' },
    ],
    ['reset: empty', resetPasswordInput, { newPassword: '' }, { newPassword: 'Please enter a new password.' }],
    ['reset: missing', resetPasswordInput, {}, { newPassword: 'Please enter a new password.' }],
    [
      'reset: five characters',
      resetPasswordInput,
      { newPassword: '12345' },
      { newPassword: 'Password must be at least 6 characters long.' },
    ],
    [
      'category: blank name',
      newCategoryInput,
      { category_name: '  ', category_image: png },
      { category_name: 'Category name cannot be empty.' },
    ],
    [
      'category: no image',
      newCategoryInput,
      { category_name: 'Trust' },
      { category_image: 'Please select an image for the category.' },
    ],
    [
      'category: gif',
      newCategoryInput,
      { category_name: 'Trust', category_image: image('image/gif') },
      { category_image: 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.' },
    ],
    [
      'category edit: gif',
      categoryChangesInput,
      { category_name: 'Trust', category_image: image('image/gif') },
      { category_image: 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.' },
    ],
    [
      'position: no category',
      newPositionInput,
      { ...position, category_id: '', sub_cat_image: png },
      { category_id: 'Please select a category.' },
    ],
    [
      'position: no name',
      newPositionInput,
      { ...position, subcategory_name: ' ', sub_cat_image: png },
      { subcategory_name: 'Position name is required.' },
    ],
    ['position: no image', newPositionInput, position, { sub_cat_image: 'Please select an image.' }],
    [
      'position: svg',
      newPositionInput,
      { ...position, sub_cat_image: image('image/svg+xml') },
      { sub_cat_image: 'Invalid file type. Please select a PNG, JPG, or JPEG image.' },
    ],
    [
      'product: nothing',
      productInput,
      { product_id: '', name: ' ', price: Number.NaN },
      {
        product_id: 'Please fill in all required fields.',
        name: 'Please fill in all required fields.',
        price: 'Please fill in all required fields.',
      },
    ],
    ['product: below zero', productInput, { ...product, price: -0.01 }, { price: 'Price must be 0 or more.' }],
    [
      'product: a third decimal',
      productInput,
      { ...product, price: 9.999 },
      { price: 'Price can have two decimal places at most.' },
    ],
    [
      'product: trial below zero',
      productInput,
      { ...product, trial_period_days: -1 },
      { trial_period_days: 'Trial days must be a whole number from 0 to 99999.' },
    ],
    [
      'profile: nothing',
      profileInput,
      { email: '', first_name: '', last_name: ' ' },
      {
        email: 'Please fill in all required fields',
        first_name: 'Please fill in all required fields',
        last_name: 'Please fill in all required fields',
      },
    ],
    [
      'sign-in: no address',
      signInInput,
      { email: 'ada', password: '' },
      { email: 'Please enter a valid email address.', password: 'Please enter your password.' },
    ],
    ['forgot: empty', forgotPasswordInput, { email: '' }, { email: 'Please enter your email address.' }],
    [
      'category: nothing that is seen',
      categoryChangesInput,
      { category_name: '\u200B \u200D\u3164' },
      { category_name: 'Category name cannot be empty.' },
    ],
    [
      'position: two lines',
      positionChangesInput,
      { ...position, subcategory_name: 'Calm\r\nEyes' },
      { subcategory_name: 'Please use no line breaks or control characters.' },
    ],
    [
      'profile: a terminal sequence, and an address in brackets',
      profileInput,
      { ...profile, email: 'a@example.org>', last_name: '\u001B[31mByron' },
      { email: 'Please enter a valid email address.', last_name: 'Please use no line breaks or control characters.' },
    ],
  ] as const)('%s', (_, schema, value, messages) => {
    expect(messagesOf(schema, value)).toEqual(messages)
  })
})

describe('each input accepts', () => {
  it('every image type of the specification', () => {
    for (const type of ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml']) {
      expect(messagesOf(newCategoryInput, { category_name: 'Trust', category_image: image(type) })).toEqual({})
    }
    for (const type of ['image/png', 'image/jpeg', 'image/jpg']) {
      expect(messagesOf(newPositionInput, { ...position, sub_cat_image: image(type) })).toEqual({})
    }
  })

  it.each(['می‌خواهم', 'क्‍ष', '👩‍👩‍👧', 'Zoë O’Hara-Łukasiewicz', 'ශ්‍රී'])('the name %s', (name) => {
    expect(profileInput.parse({ ...profile, first_name: name })).toEqual({ ...profile, first_name: name })
  })

  it.each(['zoë@exämple.org', 'o’hara+tag@sub.example.org', "o'hara@localhost"])('the address %s', (email) => {
    expect(profileInput.parse({ ...profile, email })).toEqual({ ...profile, email })
  })

  it('an edit without an image', () => {
    expect(messagesOf(categoryChangesInput, { category_name: 'Trust' })).toEqual({})
    expect(messagesOf(positionChangesInput, position)).toEqual({})
  })

  it('a product without the fields that have a default', () => {
    const { product_id, name, price } = product
    expect(productInput.parse({ product_id, name, price })).toEqual({
      product_id,
      name,
      price,
      currency: 'EUR',
      billing_cycle: 'monthly',
      trial_period_days: 0,
    })
  })

  it('prices that binary fractions cannot hold exactly', () => {
    for (const price of [0, 0.01, 0.07, 1.1, 19.99, 4.35, 1_000_000.29, 99_999_999.99]) {
      expect(messagesOf(productInput, { ...product, price })).toEqual({})
    }
  })

  it('a profile with and without a new password, and trims spaces around names but not around passwords', () => {
    expect(profileInput.parse({ ...profile, first_name: ' Ada ', password: ' two words ' })).toEqual({
      ...profile,
      password: ' two words ',
    })
    expect(profileInput.parse(profile)).toEqual(profile)
  })
})

describe('each input counts characters as the contract does, and not what JavaScript makes of them', () => {
  const bounds = (schemaName: string, field: string) => {
    const { properties } = (contract.components.schemas as Record<string, JsonSchema>)[schemaName] ?? {}
    const found = properties?.[field]
    return found?.$ref
      ? (contract.components.schemas as Record<string, JsonSchema>)[found.$ref.split('/').at(-1) ?? '']
      : found
  }

  it.each([
    ['SignInInput', 'password', signInInput, { email: 'a@b.c' }],
    ['ResetPasswordInput', 'newPassword', resetPasswordInput, {}],
    ['ProfileInput', 'first_name', profileInput, profile],
    ['ProfileInput', 'password', profileInput, profile],
    ['ProductInput', 'name', productInput, product],
    ['CategoryInput', 'category_name', categoryChangesInput, {}],
    ['PositionInput', 'subcategory_name', positionChangesInput, position],
    ['PositionInput', 'tips', positionChangesInput, position],
  ] as const)('%s.%s', (schemaName, field, input, others) => {
    const { minLength = 0, maxLength = 0 } = bounds(schemaName, field) ?? {}
    const isTaken = (length: number) => input.safeParse({ ...others, [field]: '🦜'.repeat(length) }).success
    const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0)
    expect(lengths.map(isTaken)).toEqual(lengths.map((length) => length >= minLength && length <= maxLength))
  })
})

import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { forgotPasswordInput, resetPasswordInput, verifyOtpInput } from './auth/password-reset.ts'
import { signInInput } from './auth/sign-in.ts'
import { categoryChangesInput, newCategoryInput } from './entities/categories/category.ts'
import { newPositionInput, positionChangesInput } from './entities/positions/position.ts'
import { productInput } from './entities/products/product.ts'
import { profileInput } from './entities/profile/profile.ts'
import contract from './generated/openapi.json' with { type: 'json' }

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

const EMAIL = 'a@b.c'
const INCOMPLETE = { otp: 'Please enter the complete 6-digit OTP.' }
const UNNAMED = { category_name: 'Category name cannot be empty.' }
const GIF = { category_name: 'Trust', category_image: image('image/gif') }
const NO_GIF = { category_image: 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.' }
const NO_SVG = { sub_cat_image: 'Invalid file type. Please select a PNG, JPG, or JPEG image.' }
const MISSING = 'Please fill in all required fields.'
const BLANK = 'Please fill in all required fields'
const CONTROLS = 'Please use no line breaks or control characters.'
const NO_PASSWORD = { newPassword: 'Please enter a new password.' }
const SHORT = { newPassword: 'Password must be at least 6 characters long.' }
const NO_TRIAL = { trial_period_days: 'Trial days must be a whole number from 0 to 99999.' }
const DECIMALS = { price: 'Price can have two decimal places at most.' }

describe('messages are those of the specification', () => {
  it.each([
    [
      'verify: no email',
      verifyOtpInput,
      { email: '', otp: '123456' },
      { email: 'Email address is missing. Cannot verify OTP.' },
    ],
    ['verify: five digits', verifyOtpInput, { email: EMAIL, otp: '12345' }, INCOMPLETE],
    ['verify: a letter', verifyOtpInput, { email: EMAIL, otp: '12345a' }, INCOMPLETE],
    ['verify: foreign digits', verifyOtpInput, { email: EMAIL, otp: '١٢٣٤٥٦' }, INCOMPLETE],
    ['reset: empty', resetPasswordInput, { newPassword: '' }, NO_PASSWORD],
    ['reset: missing', resetPasswordInput, {}, NO_PASSWORD],
    ['reset: five characters', resetPasswordInput, { newPassword: '12345' }, SHORT],
    ['category: blank name', newCategoryInput, { category_name: '  ', category_image: png }, UNNAMED],
    [
      'category: no image',
      newCategoryInput,
      { category_name: 'Trust' },
      { category_image: 'Please select an image for the category.' },
    ],
    ['category: gif', newCategoryInput, GIF, NO_GIF],
    ['category edit: gif', categoryChangesInput, GIF, NO_GIF],
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
    ['position: svg', newPositionInput, { ...position, sub_cat_image: image('image/svg+xml') }, NO_SVG],
    [
      'product: nothing',
      productInput,
      { product_id: '', name: ' ', price: Number.NaN },
      { product_id: MISSING, name: MISSING, price: MISSING },
    ],
    ['product: below zero', productInput, { ...product, price: -0.01 }, { price: 'Price must be 0 or more.' }],
    ['product: a third decimal', productInput, { ...product, price: 9.999 }, DECIMALS],
    ['product: trial below zero', productInput, { ...product, trial_period_days: -1 }, NO_TRIAL],
    [
      'profile: nothing',
      profileInput,
      { email: '', first_name: '', last_name: ' ' },
      { email: BLANK, first_name: BLANK, last_name: BLANK },
    ],
    [
      'sign-in: no address',
      signInInput,
      { email: 'ada', password: '' },
      { email: 'Please enter a valid email address.', password: 'Please enter your password.' },
    ],
    ['forgot: empty', forgotPasswordInput, { email: '' }, { email: 'Please enter your email address.' }],
    ...[0x2800, 0x3164, 0x115f, 0x1160, 0xffa0, 0x1680, 0x1d159, 0x13441, 0xfff9, 0xfffc, 0x301, 0xe000].map(
      (blank) =>
        [
          `category: a blank, U+${blank.toString(16)}`,
          categoryChangesInput,
          { category_name: String.fromCodePoint(blank, blank) },
          UNNAMED,
        ] as const,
    ),
    ['category: nothing that is seen', categoryChangesInput, { category_name: '\u200B \u200D\u3164' }, UNNAMED],
    [
      'position: two lines',
      positionChangesInput,
      { ...position, subcategory_name: 'Calm\r\nEyes' },
      { subcategory_name: CONTROLS },
    ],
    [
      'profile: a terminal sequence, and an address in brackets',
      profileInput,
      { ...profile, email: 'a@example.org>', last_name: '\u001B[31mByron' },
      { email: 'Please enter a valid email address.', last_name: CONTROLS },
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

describe('each input counts characters as the contract does, not UTF-16 code units', () => {
  const bounds = (schemaName: string, field: string) => {
    const { properties } = (contract.components.schemas as Record<string, JsonSchema>)[schemaName] ?? {}
    const property = properties?.[field]
    return property?.$ref
      ? (contract.components.schemas as Record<string, JsonSchema>)[property.$ref.split('/').at(-1) ?? '']
      : property
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
    const isAccepted = (length: number) => input.safeParse({ ...others, [field]: '🦜'.repeat(length) }).success
    const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0)
    expect(lengths.map(isAccepted)).toEqual(lengths.map((length) => length >= minLength && length <= maxLength))
  })
})

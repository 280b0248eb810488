import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { operations } from './api/operations.ts'
import type { forgotPasswordInput, resetPasswordInput, verifyOtpInput } from './auth/password-reset.ts'
import type { signInInput } from './auth/sign-in.ts'
import type { CategoryChangesInput, newCategoryInput } from './entities/categories/category.ts'
import type { newPositionInput, PositionChangesInput } from './entities/positions/position.ts'
import { BILLING_CYCLES, CURRENCIES } from './entities/products/product-choices.ts'
import type { ProductInput } from './entities/products/product.ts'
import type { ProfileInput } from './entities/profile/profile.ts'
import { USER_SORTS } from './entities/users/user.ts'
import contract from './generated/openapi.json' with { type: 'json' }
import type { operations as generatedOperations } from './generated/operations.ts'
import type { components, operations as contractTypes } from './generated/schema.ts'

declare global {
  interface ImportMeta {
    /** Exists because Vite runs the tests. */
    glob: (patterns: string[], options: { eager: true }) => Record<string, Record<string, z.core.$ZodType>>
  }
}

type Schemas = components['schemas']
/** Forms may hold undefined; `multipart` leaves such fields out. */
type WithUndefined<T> = { [Name in keyof T]: T[Name] | undefined }
type JsonSchema = Record<string, unknown>

const schemas = contract.components.schemas as unknown as Record<string, JsonSchema>

function boundsOf(schema: JsonSchema) {
  const required = (schema['required'] as string[] | undefined) ?? []
  // Files are checked by their bytes.
  const texts = Object.entries(schema['properties'] as Record<string, JsonSchema>).filter(([name]) => !isImage(name))
  const properties = texts.map(([name, property]) => {
    const { type, pattern, minLength, maxLength, minimum, maximum, enum: values } = resolve(property)
    return [
      name,
      {
        type,
        pattern,
        minLength: minLength || undefined,
        maxLength,
        minimum,
        maximum,
        values,
        required: required.includes(name),
      },
    ]
  })
  return Object.fromEntries(properties) as Record<string, JsonSchema>
}

const isImage = (name: string) => name.endsWith('_image')

function resolve(schema: JsonSchema): JsonSchema {
  const { $ref } = schema
  return typeof $ref === 'string' ? resolve(schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

const inputSchema = (input: z.core.$ZodType) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema

/** Finds core's inputs. `newCategoryInput` and `categoryChangesInput` both belong to the schema `CategoryInput`. */
const modules = import.meta.glob(['./auth/*.ts', './entities/*/*.ts', '!**/*.test.ts'], { eager: true })
const inputs = Object.values(modules)
  .flatMap(Object.entries<z.core.$ZodType>)
  .flatMap(([name, input]) => {
    const schema = schemas[name.replace(/^new|Changes(?=Input$)/g, '').replace(/^./, (letter) => letter.toUpperCase())]
    return name.endsWith('Input') && schema ? [{ name, input, schema }] : []
  })

describe('the zod inputs', () => {
  it.each(inputs)('give $name the bounds of the contract', ({ input, schema }) => {
    const { id: _id, category_id: contractCategory, ...contractBounds } = boundsOf(schema)
    const { category_id: inputCategory, ...inputBounds } = boundsOf(inputSchema(input))
    expect(inputBounds).toEqual(contractBounds)
    // Forms hold ids as text, whichever of the contract's types they have.
    expect(inputCategory?.['maxLength']).toBe(contractCategory?.['maxLength'])
  })

  it('have the types of the contract', () => {
    expectTypeOf<z.output<typeof signInInput>>().toEqualTypeOf<Schemas['SignInInput']>()
    expectTypeOf<z.output<typeof verifyOtpInput>>().toEqualTypeOf<Schemas['VerifyOtpInput']>()
    expectTypeOf<z.output<typeof resetPasswordInput>>().toEqualTypeOf<Schemas['ResetPasswordInput']>()
    expectTypeOf<z.output<typeof forgotPasswordInput>>().toEqualTypeOf<Schemas['ForgotPasswordInput']>()
    expectTypeOf<CategoryChangesInput>().toExtend<WithUndefined<Schemas['CategoryInput']>>()
    expectTypeOf<z.output<typeof newCategoryInput>>().toExtend<Schemas['CategoryInput']>()
    expectTypeOf<PositionChangesInput>().toExtend<WithUndefined<Schemas['PositionInput']>>()
    expectTypeOf<z.output<typeof newPositionInput>>().toExtend<WithUndefined<Schemas['PositionInput']>>()
    expectTypeOf<ProductInput>().toEqualTypeOf<Required<Schemas['ProductInput']>>()
    expectTypeOf<keyof ProfileInput>().toEqualTypeOf<keyof Schemas['ProfileInput']>()
  })
})

describe('the contract', () => {
  it('has the 18 calls of the specification and the extension logout', () => {
    const calls = Object.values(operations).filter((operation) => operation.extension === undefined)
    expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /api/admin/category/{id}',
      'DELETE /api/admin/subcategory/{id}',
      'DELETE /api/admin/subscription-products/{id}',
      'DELETE /api/admin/users/{id}',
      'GET /api/admin/categories',
      'GET /api/admin/get-settings',
      'GET /api/admin/subcategories',
      'GET /api/admin/subscription-products',
      'GET /api/admin/users',
      'POST /api/admin/category',
      'POST /api/admin/forgot-password',
      'POST /api/admin/login',
      'POST /api/admin/reset-password',
      'POST /api/admin/subcategory',
      'POST /api/admin/subscription-products',
      'POST /api/admin/update-settings',
      'POST /api/admin/verify-otp',
      'PUT /api/admin/subscription-products/{id}',
    ])
    expect(operations.logout.extension).toBe('logout')
    expectTypeOf<keyof typeof generatedOperations>().toEqualTypeOf<keyof contractTypes>()
  })

  it('lets only signing in, forgot-password and verify-otp go without a token', () => {
    const open = Object.entries(operations).filter(([, operation]) => operation.security === 'none')
    expect(open.map(([id]) => id)).toEqual([
      'login',
      'forgotPassword',
      'verifyOtp',
      'verifyTwoFactor',
      'startPasskeySignIn',
      'signInWithPasskey',
    ])
    expect(operations.resetPassword.security).toBe('reset')
  })

  it('offers the sorts, currencies and billing cycles that core names, the defaults first', () => {
    expect(schemas['UserSort']?.['enum']).toEqual(USER_SORTS)
    expect(schemas['Currency']).toMatchObject({ enum: CURRENCIES, default: CURRENCIES[0] })
    expect(schemas['BillingCycle']).toMatchObject({ enum: BILLING_CYCLES, default: BILLING_CYCLES[0] })
  })

  it('has only valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, `#/components/schemas/${name}`)
    for (const name of Object.keys(schemas)) expect(() => ajv.validateSchema(schemas[name] ?? {}, true)).not.toThrow()
  })
})

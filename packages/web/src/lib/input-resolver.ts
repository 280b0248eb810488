import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'

/** An input of core: a zod schema that a form's values are held to. */
interface InputSchema<Input> {
  _zod: { output: Input }
}

/**
 * Holds a form's values to an input of core. `toInput` turns what is typed into what the input takes where the two
 * differ, as text into a number.
 */
export function inputResolver<Values extends FieldValues, Input extends FieldValues>(
  schema: InputSchema<Input>,
  toInput: (values: Values) => FieldValues = (values) => values,
): Resolver<Values, unknown, Input> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the resolver checks what the types cannot say
  const check = zodResolver(schema as never) as unknown as Resolver<FieldValues, unknown, Input>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors go by the same names as the values
  return (async (values, context, options) => check(toInput(values), context, options as never)) as Resolver<
    Values,
    unknown,
    Input
  >
}

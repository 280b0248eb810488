import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Props of a control that React drives, such as a select whose options arrive late, or an `ImageField`, whose refusals
 * become the field's error. Not by `useController`, which would miss the draft that is put back before it listens.
 */
export function controlOf<Values extends FieldValues, Output, Name extends Path<Values>>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
) {
  return {
    name,
    value: form.watch(name),
    onChange: (value: PathValue<Values, Name>) => {
      form.clearErrors(name)
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    },
    onRefuse: (problem: string) => form.setError(name, { message: problem }),
  }
}

/** Returns the members in the given order. A missing one is a type error. */
export function exhaustiveKeys<Name extends string>(names: Record<Name, true>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  return Object.keys(names) as Name[]
}

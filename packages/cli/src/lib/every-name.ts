/** All members of a union of names, in the order given; leaving one out or adding another does not compile. */
export function everyName<Name extends string>(names: Record<Name, true>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  return Object.keys(names) as Name[]
}

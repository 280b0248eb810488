/** The props that a screen passes to the form of a record. */
export interface FormProps<Item> {
  /** Undefined for a new record. */
  record: Item | undefined
  onCancel: () => void
  /** Returns to the list. `keptFields` names fields that others changed. */
  onSaved: (name: string, keptFields: readonly string[]) => void
}

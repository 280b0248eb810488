/** What a screen passes to the form of one record. */
export interface FormProps<Item> {
  /** Undefined for a new record. */
  record: Item | undefined
  onCancel: () => void
  /** Returns to the list. `keptFields` names fields that others changed. */
  onSaved: (name: string, keptFields: readonly string[]) => void
}

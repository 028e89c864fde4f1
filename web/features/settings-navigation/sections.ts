type Section = {
  id: string
  name: string
  /** Nothing but forms. */
  isForm?: true
}

/** Sections of /nastavenia in their order, each by the hash of its address (R2.08), with the name of its text. */
export const sections = [
  { id: 'main-data', name: 'main_data' },
  { id: 'other-settings', name: 'other_settings' },
  { id: 'mobile-number', name: 'mobile_number', isForm: true },
  { id: 'linked-accounts', name: 'linked_accounts' },
  { id: 'delivery-address', name: 'delivery_address', isForm: true },
  { id: 'my-data', name: 'my_data' },
  { id: 'account-deletion', name: 'account_deletion' },
] as const satisfies Section[]

export type SectionId = (typeof sections)[number]['id']

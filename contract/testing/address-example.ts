/** For tests: a delivery address. */
export const exampleAddress = {
  type: 'print',
  name: 'Mária',
  surname: 'Balogová',
  street: 'Vinohradnícka',
  number: '8',
  city: 'Komárno',
  zip: '945 01',
  country: 'SK',
}

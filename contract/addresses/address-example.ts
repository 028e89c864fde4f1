/** For tests: where a newspaper is delivered. */
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

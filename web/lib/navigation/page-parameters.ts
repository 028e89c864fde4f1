import { helpParameters } from '../contact-address.ts'

/** Of /pre-firmy: the package that is being ordered. */
export const packageParameter = 'balik'

/** Parameters of a query that show another page of a route: a way there is an arrival. */
export const pageParameters = [...Object.values(helpParameters), packageParameter]

/** Addresses of the embedded shop, on the central login's host. */
export const shopPaths = {
  catalogue: '/obchod',
  /** Page of a product. */
  product: '/obchod/:product',
  /** Page of an order; return address of the gateway, linked from mails. */
  order: '/obchod/objednavka',
  /** Withdrawal without signing in; its `order` is the order's number. */
  withdrawal: '/obchod/odstupit-od-zmluvy',
} as const

/** Address of an order's page. */
export const orderAddress = (id: number): string => `${shopPaths.order}?order=${id}`

/** Where one withdraws without signing in from an order, or from what bears a variable symbol. */
export const withdrawalAddress = (number: number | string): string =>
  `${shopPaths.withdrawal}?order=${number}`

/** Address of a product's page. */
export const productAddress = (code: string): string => `${shopPaths.catalogue}/${encodeURIComponent(code)}`

/** Addresses of the embedded shop, on the central login's host. */
export const shopPaths = {
  catalogue: '/obchod',
  /** A product of the catalogue, to be bought. */
  product: '/obchod/:product',
  /** How far an order has come; where the gateway leads back to, and what mails link to. */
  order: '/obchod/objednavka',
} as const

/** Where an order can be followed. */
export const orderAddress = (id: number): string => `${shopPaths.order}?order=${id}`

/** Where a product is bought. */
export const productAddress = (code: string): string => `${shopPaths.catalogue}/${encodeURIComponent(code)}`

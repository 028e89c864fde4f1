import type { products } from './tables.ts'

type Product = Pick<typeof products.$inferSelect, 'audience' | 'renewsInto'>

/** Whether a product can be changed for another one: one person's own, that renews. */
export const canBeChanged = ({ audience, renewsInto }: Product): boolean =>
  audience === 'person' && renewsInto !== null

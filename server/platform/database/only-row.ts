/**
 * The row that an insert of one row returns, which is always there.
 *
 * @throws Error when there is none, since the statement was another one
 */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('An insert returned no row')
  return row
}

import { Fragment } from 'react'

/** An e-mail that, where it is longer than its line, breaks before its “@” and its dots; within a word only as a last resort. */
export const Email = ({ email }: { email: string }) =>
  email.split(/(?=[@.])/).map((part, place) => (
    // The parts of an address have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))

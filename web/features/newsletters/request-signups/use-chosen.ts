import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { readText, writeText } from '#web/lib/browser/storage.ts'

const key = 'profil_chosen_newsletters'

/** Codes of the newsletters that a visitor has ticked; kept for this tab, so that a reload doesn't lose them. */
export function useChosen(): [ReadonlySet<string>, Dispatch<SetStateAction<ReadonlySet<string>>>] {
  // A code has no space.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(readText(key)?.split(' ')))
  useEffect(() => writeText(key, [...chosen].join(' ')), [chosen])
  return [chosen, setChosen]
}

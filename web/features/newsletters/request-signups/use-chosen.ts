import { useState } from 'react'

const key = 'profil_chosen_newsletters'

/** Codes of the newsletters that a visitor has ticked; kept for this tab, so that a reload doesn't lose them. */
export function useChosen(): [ReadonlySet<string>, (chosen: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState(readKept)
  return [
    chosen,
    next => {
      setChosen(next)
      keep(next)
    },
  ]
}

function readKept(): ReadonlySet<string> {
  try {
    // A code has no space.
    return new Set(sessionStorage.getItem(key)?.split(' '))
  } catch {
    // Storage is not available.
    return new Set()
  }
}

function keep(chosen: ReadonlySet<string>): void {
  try {
    if (chosen.size === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, [...chosen].join(' '))
  } catch {
    return
  }
}

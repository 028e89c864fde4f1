const key = 'profil_kept_coupon'

/** The code kept in this tab while the reader turns a renewal off elsewhere. */
export function keptCode(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    // Storage is not available.
    return ''
  }
}

/** Keeps a code for this tab; an empty one forgets it. */
export function keepCode(code: string): void {
  try {
    if (code === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, code)
  } catch {
    return
  }
}

const key = 'profil_kept_coupon'

/** The code that this tab keeps while its reader is away to turn a renewal off. */
export function keptCode(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    // The browser keeps nothing for us.
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

import { useLocation } from '#web/lib/navigation/navigation.ts'

/** The last part of the path, which is the token of a mailed link; as it stands there, whatever it holds. */
export function useTokenInAddress(): string {
  const encoded = useLocation().pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

import { useEffect, useRef } from 'react'
import { textOfError } from '#web/lib/call/error-text.ts'
import { addressText, currentLocation } from '#web/lib/navigation/navigation.ts'
import { showToast } from '#web/ui/announcer.tsx'

/**
 * Hook: an act of money that fails is told to its reader also where they have gone meanwhile, with the name of its page.
 * Where they have stayed, its form tells it, or what a refusal has made of the page.
 */
export function useToldAct<Given extends unknown[]>(act: (...given: Given) => Promise<void>) {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return async (...given: Given): Promise<void> => {
    const address = addressText(currentLocation())
    const page = document.querySelector('h1')?.textContent ?? ''
    try {
      await act(...given)
    } catch (error) {
      const hasLeft = !isHere.current && addressText(currentLocation()) !== address
      if (hasLeft) showToast(`${page}: ${textOfError(error)}`, 'error')
      throw error
    }
  }
}

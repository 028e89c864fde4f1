import { beforeEach, expect, test, vi } from 'vitest'

/** A minimal fake of a browser. */
function stubBrowser(first: string) {
  const entries = [first]
  const show = () => {
    const { pathname, search, hash } = new URL(entries.at(-1) ?? '/', 'https://profil.example.com')
    vi.stubGlobal('location', { pathname, search, hash })
  }
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, address: string) => {
      entries.push(address)
      show()
    },
    replaceState: (_: unknown, __: string, address: string) => {
      entries.splice(-1, 1, address)
      show()
    },
  })
  show()
  return entries
}

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

test('R2.32 each navigation is a history entry, a replaced one is not', async () => {
  const entries = stubBrowser('/e-maily')
  const { currentLocation, navigate } = await import('./navigation.ts')
  expect(currentLocation()).toEqual({ pathname: '/e-maily', search: '', hash: '', by: 'load' })
  navigate('/e-maily#temy')
  expect(currentLocation()).toMatchObject({ hash: '#temy', by: 'push' })
  navigate('/e-maily?q=a#autori', { replace: true })
  expect(currentLocation()).toMatchObject({ search: '?q=a', hash: '#autori', by: 'replace' })
  expect(entries).toEqual(['/e-maily', '/e-maily?q=a#autori'])
})

test('R2.29 a navigation to the same address is one too, and between two nothing changes', async () => {
  stubBrowser('/faq#a')
  const { currentLocation, navigate } = await import('./navigation.ts')
  const before = currentLocation()
  expect(currentLocation()).toBe(before)
  navigate('/faq#a')
  expect(currentLocation()).not.toBe(before)
})

import { describe, expect, test } from 'vitest'
import { allowedAsset } from './allowed-asset.ts'

const content = 'https://content.example.com'
const own = 'https://profil.example.com'
const asset = (kind: 'script' | 'style', url: string, attr: Record<string, string | boolean> = {}) =>
  allowedAsset({ type: 'asset', asset: kind, url, attr }, content, own)

describe('R7.03 where scripts and styles of the layout may come from', () => {
  test.each([
    ['/layout/a.js', 'https://content.example.com/layout/a.js'],
    ['a.js?v=1', 'https://content.example.com/a.js?v=1'],
    ['//content.example.com/a.js', 'https://content.example.com/a.js'],
    ['https://content.example.com/a.js', 'https://content.example.com/a.js'],
    ['https://profil.example.com/a.js', 'https://profil.example.com/a.js'],
  ])('%s is loaded from %s', (url, address) => {
    expect(asset('script', url)?.url).toBe(address)
    expect(asset('style', url)?.url).toBe(address)
  })

  test.each([
    'https://evil.example/a.js',
    '//evil.example/a.js',
    '/\\evil.example/a.js',
    'http://content.example.com/a.js',
    'https://content.example.com:8443/a.js',
    'https://content.example.com@evil.example/a.js',
    'https://content.example.com.evil.example/a.js',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
    'blob:https://evil.example/1',
    'https://',
  ])('%s is not loaded', url => {
    expect(asset('script', url)).toBeUndefined()
    expect(asset('style', url)).toBeUndefined()
  })
})

describe('R7.03 attributes of scripts and styles of the layout', () => {
  test('those that change how it is loaded are kept, all others are left out', () => {
    const attr = {
      async: true,
      DEFER: true,
      type: 'module',
      crossorigin: 'anonymous',
      integrity: 'sha384-x',
      referrerpolicy: 'no-referrer',
      'data-site': 'profil',
      'data-a"b': 'x',
      onload: 'alert(1)',
      src: 'https://evil.example/a.js',
      href: 'https://evil.example/a.css',
      nonce: 'x',
      media: 'print',
    }
    const both = { crossorigin: 'anonymous', integrity: 'sha384-x', referrerpolicy: 'no-referrer' }
    expect(asset('script', '/a.js', attr)?.attributes).toEqual({
      ...both,
      async: '',
      defer: '',
      type: 'module',
      'data-site': 'profil',
    })
    expect(asset('style', '/a.css', attr)?.attributes).toEqual({
      ...both,
      media: 'print',
      'data-site': 'profil',
    })
  })

  test('one that is false is left out', () => {
    expect(asset('script', '/a.js', { async: false, defer: 'defer' })?.attributes).toEqual({ defer: 'defer' })
  })

  test.each(['application/json', 'text/template', 'importmap', ''])(
    'a script of the type "%s" is none',
    type => {
      expect(asset('script', '/a.js', { type })).toBeUndefined()
    },
  )
})

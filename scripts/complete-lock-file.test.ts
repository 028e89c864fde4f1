import { expect, test } from 'vitest'
import { addChecksums, completeLockFile, readLockFile } from './complete-lock-file.ts'

test('package-lock.json names the packages of every platform, without which npm ci refuses it', () => {
  const lock = readLockFile('package-lock.json')
  const missing = Object.keys(completeLockFile(lock).packages).filter(place => !(place in lock.packages))
  expect(missing, 'run `node scripts/complete-lock-file.ts`').toEqual([])
})

test('R17.01 every package has a checksum, so that nobody can send another one', () => {
  const { packages } = readLockFile('package-lock.json')
  const unchecked = Object.entries(packages).filter(
    ([place, entry]) => place !== '' && entry.integrity === undefined,
  )
  expect(
    unchecked.map(([place]) => place),
    'run `node scripts/complete-lock-file.ts`',
  ).toEqual([])
})

test('pages and server are built by one bundler: a second one is 21 MB of each first start', () => {
  const places = Object.keys(readLockFile('package-lock.json').packages)
  const bundlers = places.filter(place => place.endsWith('node_modules/rolldown'))
  expect(bundlers, 'name the version in package.json that vite asks for').toHaveLength(1)
})

test('a checksum that is missing is asked for, and one that is there stays', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/@tool/linux-x64': { version: '1.0.0', integrity: 'sha512-known', dev: true },
      'node_modules/app/node_modules/@tool/darwin-arm64': { version: '2.0.0', optional: true },
      'node_modules/@tool/win32-x64': { version: '2.0.0', optional: true },
    },
  }
  const asked: string[] = []
  const { packages } = addChecksums(lock, spec => {
    asked.push(spec)
    return spec.includes('darwin') ? 'sha512-asked' : undefined
  })
  expect(asked).toEqual(['@tool/darwin-arm64@2.0.0', '@tool/win32-x64@2.0.0'])
  expect(packages).toEqual({
    ...lock.packages,
    'node_modules/app/node_modules/@tool/darwin-arm64': {
      version: '2.0.0',
      integrity: 'sha512-asked',
      optional: true,
    },
  })
})

test('a platform package that is missing is added beside its siblings, with system and processor of its name', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/tool': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-gnu': '2.0.0',
          '@tool/darwin-arm64': '2.0.0',
          extras: '^1.0.0',
        },
      },
      'node_modules/@tool/linux-x64-gnu': { version: '2.0.0', dev: true, optional: true },
    },
  }
  const { packages } = completeLockFile(lock)
  expect(Object.keys(packages)).toHaveLength(4)
  expect(packages['node_modules/@tool/darwin-arm64']).toEqual({
    version: '2.0.0',
    dev: true,
    os: ['darwin'],
    cpu: ['arm64'],
    optional: true,
  })
  expect(completeLockFile({ packages })).toEqual({ packages })
})

test('a package of two versions gets the platform packages of both, and what was there stays', () => {
  const lock = {
    packages: {
      'node_modules/tool': {
        version: '2.0.0',
        optionalDependencies: { '@tool/linux-x64': '2.0.0', '@tool/win32-x64': '2.0.0' },
      },
      'node_modules/@tool/linux-x64': { version: '2.0.0' },
      'node_modules/@tool/win32-x64': { version: '1.0.0', integrity: 'sha512-old' },
      'node_modules/app/node_modules/tool': {
        version: '1.0.0',
        optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/win32-x64': '1.0.0' },
      },
      'node_modules/app/node_modules/@tool/linux-x64': { version: '1.0.0' },
    },
  }
  const { packages } = completeLockFile(lock)
  expect(packages).toMatchObject(lock.packages)
  expect(Object.keys(packages)).toHaveLength(6)
  expect(packages['node_modules/tool/node_modules/@tool/win32-x64']?.version).toBe('2.0.0')
})

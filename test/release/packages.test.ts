import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Lock = { packages: Record<string, { engines?: unknown; hasInstallScript?: boolean }> }

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const { packages }: Lock = read('package-lock.json')
const manifest = read('package.json')

test('allows the install scripts of exactly the packages that have one', () => {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = withScript.map(([path]) => path.slice('node_modules/'.length))
  expect(manifest.allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, true])))
})

test('asks npm for the Node of its own commands only, because packages run on the pinned Node', () => {
  const paths = Object.keys(packages).filter((path) => packages[path]?.engines)
  expect(paths).toEqual([''])
  expect(packages['']?.engines).toEqual(manifest.engines)
})

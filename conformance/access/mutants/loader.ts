import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutated } from './mutate.ts'

/** Folders whose modules are loaded anew for each mutant; all others are the ones already there. */
const anew =
  /\/packages\/(?:access\/src|connectors\/src\/render|connectors\/src\/sqlite\/render)\/|\/packages\/runtime\/src\/evaluate[.\w]*\.ts$/

let active: { readonly id: number; readonly mutant: Mutant | null } = { id: 0, mutant: null }

/** From now on, imports whose address says `?mutant=<id>` give the mutant, and what they import likewise. */
export const activate = (id: number, mutant: Mutant | null): void => {
  active = { id, mutant }
}

/** Hooks of Node's own loader, once per process. */
export const installLoader = (): void => {
  const shim = new URL('./unit-tests.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) => {
      const mark = /\?mutant=\d+$/.exec(context.parentURL ?? '')?.[0]
      if (!mark) return next(specifier, context)
      if (specifier === 'vitest') return { url: shim, shortCircuit: true }
      const found = next(specifier, context)
      return anew.test(found.url) ? { ...found, url: found.url + mark } : found
    },
    load: (url, context, next) => {
      const { id, mutant } = active
      if (!mutant || !url.endsWith(`?mutant=${id}`)) return next(url, context)
      const path = fileURLToPath(url.slice(0, url.indexOf('?')))
      if (!path.endsWith(mutant.file)) return next(url, context)
      return { format: 'module-typescript', source: mutated(readFileSync(path, 'utf8'), mutant), shortCircuit: true }
    },
  })
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { install, type Machine } from './machine.ts'

const words = 'a library with members, books and loans'

/** From the tarball to a service that runs and is verified. Tells each step's seconds; throws at the first that fails. */
export const firstHour = (machine: Machine, tarball: string, tell: (line: string) => void): void => {
  const folder = join(machine.home, 'library')
  mkdirSync(folder)
  const timed = (what: string, step: () => string): string => {
    const started = performance.now()
    const said = step()
    tell(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${what}`)
    return said
  }
  const charter = (...args: readonly string[]): string =>
    timed(`charter ${args.join(' ')}`, () => machine.run('charter', args, folder))
  timed('npm i -g charter-<version>.tgz', () => install(machine, tarball))
  charter('--version')
  charter('init', words)
  charter('check')
  charter('generate')
  timed('charter run, asked as staff and as nobody, ended', () =>
    machine.run('node', [join(import.meta.dirname, 'run-and-ask.mjs')], folder),
  )
  tell(`           ${charter('verify').trim().split('\n').at(-1)?.replace(`${folder}: `, '')}`)
}

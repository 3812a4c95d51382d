import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { complaintsOf, inFolder } from '../in-folder.ts'
import { oneByOne, type Reader } from '../reader.ts'

/** It needs a TypeScript of its own, older than ours: both are kept apart from the project's packages. */
const home = join(homedir(), '.cache', 'charter', 'openapi-typescript-7.13.0')
const program = join(home, 'node_modules', '.bin', 'openapi-typescript')
const tsc = join(home, 'node_modules', '.bin', 'tsc')
const strictly = ['--noEmit', '--strict', '--target', 'es2022']

/** A property that every object has, such as `valueOf`, ends Redocly's openapi-core 1, on which it stands; Redocly's own 2 reads it. */
const theirs =
  /Cannot convert undefined or null to object\s+at (?:valueOf|hasOwnProperty|toString|toLocaleString|constructor|isPrototypeOf)\b/

const install = async (): Promise<readonly string[]> => {
  if (existsSync(program)) return []
  await mkdir(home, { recursive: true })
  const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3']
  return complaintsOf('npm', ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
}

/** openapi-typescript writes the types of each OpenAPI document; TypeScript checks them, strictly. */
export const openapiTypescript: Reader = {
  name: 'openapi-typescript',
  missing: () => null,
  read: async (all) => {
    const refused = await install()
    if (refused.length > 0) return refused.map((said) => `openapi-typescript does not install: ${said}`)
    return readEach(all)
  },
}

const readEach = oneByOne(({ rest = {} }) =>
  inFolder(rest, (folder) => {
    const types = join(folder, 'api.ts')
    const refused = complaintsOf(program, [join(folder, 'openapi.json'), '-o', types], folder)
    const said = refused.length > 0 ? refused : complaintsOf(tsc, [...strictly, types], folder)
    return said.filter((each) => !theirs.test(each))
  }),
)

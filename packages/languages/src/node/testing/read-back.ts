import { stripTypeScriptTypes } from 'node:module'
import { posix } from 'node:path'
import type { GeneratedFile } from '@charter/charter'
import * as runtime from '@charter/runtime'

export type Module = Readonly<Record<string, unknown>>

/**
 * Evaluates generated files as Node would: types stripped by Node's own parser, what is left run. Each module becomes a
 * function, not a module of the process, so that thousands of services can be read and forgotten. Only imports of other
 * generated files and of the runtime are given. Throws when a file does not parse.
 */
export const readBack = (files: readonly GeneratedFile[]): ((path: string) => Module) => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const loaded = new Map<string, Record<string, unknown>>()
  const load = (path: string): Module => {
    if (path === 'src/runtime/index.ts') return runtime as unknown as Module
    const known = loaded.get(path)
    if (known) return known
    const text = texts.get(path)
    if (text === undefined) throw new Error(`${path} was not generated`)
    const exported: Record<string, unknown> = {}
    loaded.set(path, exported)
    const give = (specifier: string): Module => load(posix.join(posix.dirname(path), specifier))
    new Function('give', 'exported', asFunctionBody(path, text))(give, exported)
    return exported
  }
  return load
}

/** Only a file's own structure starts at a line's first column: text of a charter is inside a literal or a comment. */
const asFunctionBody = (path: string, text: string): string => {
  const exports: string[] = []
  const body = stripTypeScriptTypes(text)
    .replaceAll(
      /^import \{([^}\n]*)\} from '([^'\n]*)'$/gm,
      (_, names: string, from: string) => `const {${bindings(names)}} = give('${from}')`,
    )
    .replaceAll(/^[ \t]*export const ([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu, (_, name: string) => {
      exports.push(name)
      return `const ${name}`
    })
  if (/^[ \t]*(?:import|export) /m.test(body)) throw new Error(`${path} holds an import or export of another form`)
  return `'use strict'\n${body}\n;${exports.map((name) => `exported[${JSON.stringify(name)}] = ${name}`).join('\n')}`
}

const bindings = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim().replace(/\s+as\s+/, ': '))
    .filter((name) => name !== '' && !name.startsWith('type '))
    .join(', ')

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import * as accessPackage from '@charter/access'
import * as charterPackage from '@charter/charter'
import * as connectorsPackage from '@charter/connectors'
import * as stylesPackage from '@charter/styles'
import { describe, expect, test } from 'vitest'
import { codesOf, filesOf } from '../charters-in.ts'

/** What every package says that it can find: its exports named `…Diagnostics`. */
const declarations: Readonly<Record<string, object>> = Object.fromEntries(
  [charterPackage, accessPackage, stylesPackage, connectorsPackage]
    .flatMap((exported): [string, unknown][] => Object.entries(exported))
    .filter((entry): entry is [string, object] => entry[0].endsWith('Diagnostics') && typeof entry[1] === 'object'),
)
/** Those of connectors over the SQL kit come with what finds them. */
const ofConnectors = connectorsPackage.connectors.flatMap(
  ({ check }) => (check as typeof check & { readonly codes?: readonly string[] }).codes ?? [],
)
const declared = [...Object.values(declarations).flatMap((each) => Object.keys(each)), ...ofConnectors].sort()

/** What cannot be said alone: no mode but `unary` is built yet, whatever a style makes of it. */
const companions: Readonly<Record<string, readonly string[]>> = {
  'graphql-stream': ['not-built-yet'],
  'rest-stream': ['not-built-yet'],
  'soap-stream': ['not-built-yet'],
}

const here = new URL('.', import.meta.url)
/** A page; empty where there is none, so that the test below says which. */
const textOf = (name: string): string => {
  const file = new URL(name, here)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** With the fields that a page leaves out: after `point1: int32` a comment says `… and so on, to point1400`. */
const wholeOf = (page: string): string =>
  page.replace(/^( +)([a-z]+)1: (\w+)\n +# … and so on, to \2(\d+)$/m, (_, indent, name, type, last) =>
    Array.from({ length: Number(last) }, (_, at) => `${indent}${name}${at + 1}: ${type}`).join('\n'),
  )

const pages = readdirSync(here).filter((name) => name.endsWith('.md') && name !== 'README.md')

test('every declaration of diagnostics in the packages is among those gathered', () => {
  const packages = new URL('../../packages/', here)
  const found = readdirSync(packages)
    .flatMap((name) => sourcesOf(new URL(`${name}/src/`, packages)))
    .flatMap((text) => [...text.matchAll(/^export const (\w+Diagnostics) = \{$/gm)].map(([, name]) => name))
  expect(found.sort()).toEqual(Object.keys(declarations).sort())
  expect(new Set(declared).size).toBe(declared.length)
})

/** Texts of the files that declare diagnostics, by the name that they all have. */
const sourcesOf = (folder: URL): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)diagnostics\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, folder), 'utf8'))

test('every declared code has a page, and every page a code', () => {
  expect(pages.map((name) => name.slice(0, -3)).sort()).toEqual(declared)
})

describe.each(declared)('%s', (code) => {
  const [about = '', refused = '', mended = ''] = wholeOf(textOf(`${code}.md`)).split(/^## (?:Refused|Mended)$/m)

  test('is what the page is titled, and is explained', () => {
    expect(about).toMatch(new RegExp(`^# ${code}\\n\\n\\S[^]*\\.\\n\\n$`))
  })

  test('the first example triggers exactly it, the mended one nothing', () => {
    expect(codesOf(filesOf(refused)).toSorted()).toEqual([code, ...(companions[code] ?? [])].sort())
    expect(codesOf(filesOf(mended))).toEqual([])
  })
})

test('the index has every code with what its page says first', () => {
  const lines = declared.map((code) => `| [${code}](${code}.md) | ${firstSentence(textOf(`${code}.md`))} |`)
  expect(textOf('README.md').match(/^\| \[.*$/gm)).toEqual(lines)
})

/** To the first full stop outside backquotes; links as their text. */
const firstSentence = (page: string): string => {
  const paragraph = page.split('\n')[2] ?? ''
  const text = paragraph.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  return /^(?:`[^`]*`|[^`])*?\.(?= |$)/.exec(text)?.[0] ?? text
}

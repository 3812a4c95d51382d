/**
 * Source text under construction. The `code` template does four things and nothing else: it indents what is placed
 * inside by where it is placed, joins arrays as lines, drops lines whose only content vanished, and carries imports.
 */
export interface Code {
  readonly text: string
  readonly imports: readonly Import[]
}

export interface Import {
  readonly module: string
  readonly name: string
  readonly isType: boolean
}

/** Null, undefined, false and an empty array vanish, and a line that held nothing else goes with them. */
export type Piece = Code | string | number | null | undefined | false | readonly Piece[]

const vanished = '\u0000'

export const code = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Code => {
  const imports: Import[] = []
  const template = dedent(strings.raw.map(readEscapes))
  let text = template[0] ?? ''
  for (const [at, piece] of pieces.entries()) {
    text += place(piece, indentAt(text), imports) + (template[at + 1] ?? '')
  }
  return { text: withoutVanished(text), imports }
}

/** A name that must be imported where it is used. */
export const imported = (module: string, name: string): Code => ({
  text: name,
  imports: [{ module, name, isType: false }],
})
export const importedType = (module: string, name: string): Code => ({
  text: name,
  imports: [{ module, name, isType: true }],
})

/** Pieces as one, with a separator on the same line. */
export const joined = (pieces: readonly Piece[], separator: string): Code => {
  const imports: Import[] = []
  const texts = pieces.map((piece) => place(piece, '', imports)).filter((text) => text !== vanished)
  return { text: texts.join(separator), imports }
}

/** A whole file: header, imports (merged, sorted), body, one newline at the end. */
export const sourceFile = (header: string, body: Code): string => {
  const imports = importLines(body.imports)
  return `${[header, imports.join('\n'), body.text.trim()].filter((part) => part !== '').join('\n\n')}\n`
}

const readEscapes = (raw: string) => raw.replaceAll('\\`', '`').replaceAll('\\${', '${').replaceAll('\\\\', '\\')

/** Takes the indentation that the template has in its own source off every line. */
const dedent = (strings: readonly string[]): readonly string[] => {
  if (!strings[0]?.startsWith('\n')) return strings
  const lines = strings.flatMap((string, at) => (at === 0 ? string.split('\n').slice(1) : string.split('\n').slice(1)))
  const margin = Math.min(
    ...lines
      .filter((line, at) => line.trim() !== '' || at < lines.length - 1)
      .map((line) => (line.trim() === '' ? Number.POSITIVE_INFINITY : line.length - line.trimStart().length)),
  )
  const cut = Number.isFinite(margin) ? margin : 0
  return strings.map((string, at) => {
    const dedented = string
      .split('\n')
      .map((line, index) =>
        index === 0 ? line : line.slice(Math.min(cut, line.length - line.trimStart().length || line.length)),
      )
      .join('\n')
    const first = at === 0 ? dedented.slice(1) : dedented
    return at === strings.length - 1 ? first.replace(/\n[ \t]*$/, '') : first
  })
}

const indentAt = (text: string): string => {
  const start = text.lastIndexOf('\n') + 1
  let end = start
  while (text[end] === ' ' || text[end] === '\t') end++
  return text.slice(start, end)
}

const place = (piece: Piece, indent: string, imports: Import[]): string => {
  if (piece === null || piece === undefined || piece === false) return vanished
  if (typeof piece === 'number') return String(piece)
  if (typeof piece === 'string') return piece === '' ? vanished : indented(piece, indent)
  if (isList(piece)) {
    const texts = piece.map((each) => place(each, indent, imports)).filter((text) => text !== vanished)
    return texts.length === 0 ? vanished : texts.join(`\n${indent}`)
  }
  imports.push(...piece.imports)
  return piece.text === '' ? vanished : indented(piece.text, indent)
}

const isList = (piece: Piece): piece is readonly Piece[] => Array.isArray(piece)

const indented = (text: string, indent: string): string =>
  indent === '' ? text : text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)

const withoutVanished = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !(line.includes(vanished) && line.replaceAll(vanished, '').trim() === ''))
    .join('\n')
    .replaceAll(vanished, '')

const importLines = (imports: readonly Import[]): readonly string[] => {
  const modules = new Map<string, Map<string, boolean>>()
  for (const { module, name, isType } of imports) {
    const names = modules.get(module) ?? new Map<string, boolean>()
    names.set(name, (names.get(name) ?? true) && isType)
    modules.set(module, names)
  }
  const entries = [...modules.entries()].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return entries.map(([module, names]) => {
    const sorted = [...names.entries()].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    const isAllTypes = sorted.every(([, isType]) => isType)
    const list = sorted.map(([name, isType]) => (isType && !isAllTypes ? `type ${name}` : name)).join(', ')
    return `import ${isAllTypes ? 'type ' : ''}{ ${list} } from '${module}'`
  })
}

/** Node's own first, then packages, then files further up before those beside. */
const rank = (module: string): number =>
  module.startsWith('node:') ? 0 : !module.startsWith('.') ? 1 : module.startsWith('../') ? 2 : 3

import { type Document, LineCounter, parseDocument } from 'yaml'
import type { Charter } from './charter.ts'
import { composed } from './compose.ts'
import { conform } from './conform.ts'
import type { Diagnostic } from './diagnostic.ts'
import { charterDiagnostics } from './diagnostics.ts'
import { type DocumentShape, documentShape } from './document-shape.ts'
import { includesIn } from './includes.ts'
import { withJobs } from './jobs.ts'
import { emptyLock, type Lock, readLock } from './lock.ts'
import { meaningOf } from './meaning-of.ts'
import { mendIndentation } from './mend-indentation.ts'
import { readCharter } from './read-charter.ts'
import { createReader } from './reader.ts'
import { createReporter, hasErrors, type Reporter, sortDiagnostics } from './report.ts'
import { shapeHint } from './shape-hint.ts'
import type { StyleWithSettings } from './style-settings.ts'
import {
  documentBounds,
  type Entry,
  entriesAt,
  type MapTree,
  member,
  readTree,
  type Tree,
  textAt,
  textOf,
  withEntriesAt,
} from './tree.ts'
import { withWebhooks } from './webhooks.ts'
import { withWholeDeprecation } from './whole-deprecation.ts'
import { yamlMistake, yamlWarning } from './yaml-mistake.ts'

/** The document as given: what `editCharter` writes back to, and where `check` finds places. */
export interface CharterDocument {
  readonly files: Readonly<Record<string, string>>
  /** The file that says `charter: 1`. */
  readonly root: string
  /** Files that hold one entity each, by entity name. */
  readonly entityFiles: Readonly<Record<string, string>>
  readonly tree: Tree | null
  readonly lock: Lock
}

export interface ParsedCharter {
  /** The charter, or null when anything in the document is an error. */
  readonly charter: Charter | null
  /** What could be read of one with errors, so that `checkCharter` can say everything at once. Never generate from it. */
  readonly partial: Charter | null
  readonly diagnostics: readonly Diagnostic[]
  readonly document: CharterDocument
}

export interface ParseOptions {
  /** Text of `charter.lock`, where it is not among the files. */
  readonly lock?: string
  readonly styles?: readonly StyleWithSettings[]
}

/**
 * Reads a charter from its files: one file, or `charter.yaml` with `entities/<Name>.yaml`; `charter.lock` among them, or
 * as `options.lock`, gives the stable ids. `options.styles` are those that the document may speak to: left out, what it
 * says to styles is passed over, and the charter has no `settings` of them. Never throws: whatever is wrong is in `diagnostics`, all at once.
 */
export const parseCharter = (files: Readonly<Record<string, string>>, options: ParseOptions = {}): ParsedCharter => {
  const reporter = createReporter(charterDiagnostics)
  const { root, entityFiles } = layOut(files)
  const lock = lockOf(options.lock ?? files[lockNameOf(root)], lockNameOf(root), reporter)
  const shape = documentShape(options.styles ?? null)
  const tree = isWithinBounds(files, root, reporter) ? readFiles({ files, root, entityFiles }, shape, reporter) : null
  const document = { files, root, entityFiles, tree, lock }
  const partial = tree ? readWhole(tree, document, { shape, styles: options.styles ?? [], reporter }) : null
  const diagnostics = sortDiagnostics(reporter.found)
  return { charter: hasErrors(diagnostics) ? null : partial, partial, diagnostics, document }
}

type CharterReporter = Reporter<typeof charterDiagnostics>

const entityFile = /(?:^|\/)entities\/([^/]+)\.ya?ml$/

const layOut = (files: Readonly<Record<string, string>>) => {
  const names = Object.keys(files).sort()
  const included = new Set(names.flatMap((name) => (name.endsWith('.lock') ? [] : includesIn(files[name] ?? '', name))))
  const written = names.filter((name) => !entityFile.test(name) && !name.endsWith('.lock'))
  // What another includes is a part of it; where each is, they go in a circle.
  const yaml = [...written.filter((name) => !included.has(name)), ...written]
  const root = yaml.find((name) => /(?:^|\/)charter\.ya?ml$/.test(name)) ?? yaml[0] ?? 'charter.yaml'
  const entities = names.flatMap((name) => {
    const entity = entityFile.exec(name)?.[1]
    return entity === undefined || included.has(name) ? [] : [[entity, name] as const]
  })
  return { root, entityFiles: Object.fromEntries(entities) }
}

const lockNameOf = (root: string): string => root.replace(/[^/]*$/, 'charter.lock')

const lockOf = (text: string | undefined, file: string, reporter: CharterReporter): Lock => {
  if (text === undefined) return emptyLock
  const lock = text.trim() === '' ? { error: 'there is nothing in it' } : readLock(text)
  if (!('error' in lock)) return lock
  reporter.report('lock-unreadable', { place: { file, line: 1, column: 1 }, path: '' }, { why: lock.error })
  return emptyLock
}

const isWithinBounds = (files: Readonly<Record<string, string>>, root: string, reporter: CharterReporter): boolean => {
  const at = { place: { file: root, line: 1, column: 1 }, path: '' }
  if (!Object.hasOwn(files, root)) {
    reporter.report('no-document', at, { file: root })
    return false
  }
  const bytes = Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0)
  if (bytes <= documentBounds.bytesMax) return true
  reporter.report('document-bounds', at, { what: `${bytes} bytes`, bound: `${documentBounds.bytesMax} bytes` })
  return false
}

const utf8Length = (text: string): number => {
  let bytes = 0
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

const readFiles = (
  { files, root, entityFiles }: Pick<CharterDocument, 'files' | 'root' | 'entityFiles'>,
  { whole }: DocumentShape,
  reporter: CharterReporter,
): MapTree | null => {
  const tree = readYaml(files[root] ?? '', root, '', reporter)
  if (tree === null) return null
  if (tree.kind !== 'map') {
    const found = tree.kind === 'list' ? 'a list' : 'text'
    const hint = shapeHint(tree, [whole])
    reporter.report('wrong-shape', tree, { expected: 'a charter (a map)', found, hint })
    return null
  }
  const charter = composed(tree, { files, reporter, read: (file) => readYaml(files[file] ?? '', file, '', reporter) })
  if (charter === null) return null
  const entries = Object.entries(entityFiles).flatMap(([name, file]): Entry[] => {
    const value = readYaml(files[file] ?? '', file, `entities.${name}`, reporter)
    return value ? [{ key: name, place: { file, line: 1, column: 1 }, start: 0, value }] : []
  })
  // Without one that cannot be read, whatever speaks of it would be told as a mistake, too.
  if (entries.length < Object.keys(entityFiles).length) return null
  return entries.length ? withEntities(charter, entries, reporter) : charter
}

const withEntities = (tree: MapTree, entries: readonly Entry[], reporter: CharterReporter): MapTree => {
  const taken = new Set(entriesAt(tree, 'entities').map((entry) => entry.key))
  for (const entry of entries)
    if (taken.has(entry.key))
      reporter.report('duplicate-key', { place: entry.place, path: entry.value.path }, { key: entry.key })
  return withEntriesAt(
    tree,
    'entities',
    entries.filter((entry) => !taken.has(entry.key)),
  )
}

/** Warnings of the parser that are told; of errors the first is, as the others follow from it. */
const syntaxWarningsMax = 20

const readYaml = (text: string, file: string, path: string, reporter: CharterReporter): Tree | null => {
  const lines = new LineCounter()
  const document = parseYaml(text, lines)
  if (document === null) {
    const at = { place: { file, line: 1, column: 1 }, path }
    const bound = `a depth of ${documentBounds.depthMax}`
    reporter.report('document-bounds', at, { what: 'values nested too deep', bound })
    return null
  }
  const mistake = yamlMistake(document, text)
  const told = mistake ? [mistake] : document.warnings.slice(0, syntaxWarningsMax).map(yamlWarning)
  for (const { offset, what, hint } of told) {
    const { line, col } = lines.linePos(offset)
    const place = { file, line: Math.max(1, line), column: Math.max(1, col) }
    reporter.report('yaml-syntax', { place, path }, { what, hint })
  }
  if (document.errors.length) return null
  const tree = readTree(document, { file, path, lines, reporter })
  if (tree === null && !hasErrors(reporter.found))
    reporter.report(
      'wrong-shape',
      { place: { file, line: 1, column: 1 }, path },
      { expected: 'a map', found: 'an empty file' },
    )
  return tree
}

/** Null when the text nests so deep that the parser's own stack ends, which it throws or tells as syntax errors. */
const parseYaml = (text: string, lineCounter: LineCounter): Document.Parsed | null => {
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, logLevel: 'error' })
    const isExhausted = document.errors.some((each) =>
      /Maximum call stack size exceeded|: Stack overflow$/.test(each.message),
    )
    return isExhausted ? null : document
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

interface DocumentContext {
  readonly shape: DocumentShape
  readonly styles: readonly StyleWithSettings[]
  readonly reporter: CharterReporter
}

const readWhole = (
  written: Tree,
  document: CharterDocument,
  { shape, styles, reporter }: DocumentContext,
): Charter | null => {
  const { whole, definitions } = shape
  const mended = mendIndentation(written, shape, reporter)
  const version = member(mended, 'charter')
  if (version && textOf(version) !== '1') {
    reporter.report('unknown-version', version, { found: textOf(version) ?? '' })
    return null
  }
  conform(mended, whole, { definitions, reporter })
  const tree = withWholeDeprecation(withJobs(withWebhooks(mended, reporter), reporter))
  const typeNames = new Set(entriesAt(tree, 'types').map((entry) => entry.key))
  const entityNames = entriesAt(tree, 'entities').map((entry) => entry.key)
  const charterVersion = textAt(tree, 'version') ?? '1.0.0'
  const known = { typeNames, entityNames, styles, version: charterVersion, meant: meaningOf(tree, document.files) }
  const reader = createReader(reporter, known, document.files)
  const charter = readCharter(tree, document.lock, reader)
  const fields = charter.entities.reduce((sum, entity) => sum + entity.fields.length, 0)
  if (fields <= documentBounds.fieldsMax) return charter
  reporter.report('document-bounds', tree, { what: `${fields} fields`, bound: `${documentBounds.fieldsMax} fields` })
  return null
}

import { type Charter, fileAt, type Lock, type ParsedCharter, parseCharter } from '@charter/charter'
import { canonicalJson, type Json } from '@charter/runtime'
import { parse, parseDocument } from 'yaml'
import { withoutAssumedName } from './assumed-comment.ts'
import type { Value } from './flow-text.ts'
import { writeValue } from './write-value.ts'
import { insertLines, type Path, removeItemText, removeText, renameKeyText, setText } from './yaml-text.ts'

const rootOrder: Path = [
  ...['charter', 'name', 'title', 'version', 'description', 'serves', 'frameworks', 'sources', 'state', 'rest'],
  ...['graphql', 'mcp', 'crypto', 'atRest', 'limits', 'access', 'types'],
  ...['entities', 'operations', 'policies', 'questions'],
]
const entityOrder: Path = [
  ...[
    'description',
    'plural',
    'key',
    'was',
    'readOnly',
    'softDelete',
    'hooks',
    'shared',
    'source',
    'table',
    'schema',
    'rest',
  ],
  ...['fields', 'relations', 'unique', 'checks', 'allow', 'samples'],
]

/**
 * A charter's files while they are edited: each change is made in the text, so that every other line stays byte for byte,
 * and the charter is read anew when it is asked for. A class, as the text has a life of several edits.
 */
export class Sheet {
  #files: Record<string, string>
  #parsed: ParsedCharter | null = null
  /** Files as plain data. */
  readonly #plain = new Map<string, unknown>()

  constructor(files: Readonly<Record<string, string>>) {
    this.#files = { ...files }
  }

  get files(): Readonly<Record<string, string>> {
    return { ...this.#files }
  }

  restore(files: Readonly<Record<string, string>>): void {
    this.#files = { ...files }
    this.#parsed = null
    this.#plain.clear()
  }

  get parsed(): ParsedCharter {
    this.#parsed ??= parseCharter(this.#files)
    return this.#parsed
  }

  /** The charter as it is now, as far as it can be read. Throws an Error where nothing can be. */
  get charter(): Charter {
    const { partial } = this.parsed
    if (!partial) throw new Error('The charter cannot be read.')
    return partial
  }

  get lock(): Lock {
    return this.parsed.document.lock
  }

  /** What is written at a path, as plain data. */
  value(path: Path): Value | undefined {
    const [file, inner] = this.#locate(path)
    return inner.reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined),
      this.#plainOf(file),
    ) as Value | undefined
  }

  set(path: Path, value: Value): void {
    const [file, inner] = this.#locate(path)
    const before = this.#files[file] ?? ''
    this.#write(file, writeValue(before, inner, value, orderAt(path)))
    if (isReadable(this.#files[file] ?? '') && saysTheSame(this.value(path), value)) return
    // A layout that the text edit does not know: written anew from the syntax tree, which keeps comments and order.
    const document = parseDocument(before)
    document.setIn(inner, document.createNode(value, { flow: true }))
    this.#write(file, document.toString({ lineWidth: 0 }))
  }

  /** Takes a member away, and the section that it leaves empty. */
  remove(path: Path): void {
    const parent = path.slice(0, -1)
    const around = this.value(parent)
    const isLast = typeof around === 'object' && around !== null && Object.keys(around).length === 1
    if (isLast && parent.length > 0 && !/^(?:entities|fields|roles)$/.test(parent.at(-1) ?? '')) this.remove(parent)
    else this.#cut(path)
  }

  #cut(path: Path): void {
    const [file, inner] = this.#locate(path)
    if (inner.length > 0) this.#write(file, removeText(this.#files[file] ?? '', inner))
    else this.#drop(file)
  }

  /** Takes an item of a block list away, and the list with the last. */
  removeItem(path: Path): void {
    const list = this.value(path.slice(0, -1))
    const [file, inner] = this.#locate(path)
    if (Array.isArray(list) && list.length === 1) this.#cut(path.slice(0, -1))
    else this.#write(file, removeItemText(this.#files[file] ?? '', inner))
  }

  /** Takes a name out of the `# assumed: …` behind a value. */
  dropAssumed(path: Path, name: string): void {
    const [file, inner] = this.#locate(path)
    this.#write(file, withoutAssumedName(this.#files[file] ?? '', inner, name))
  }

  renameKey(path: Path, name: string): void {
    const [file, inner] = this.#locate(path)
    const text = this.#files[file] ?? ''
    if (inner.length === 0) {
      this.#drop(file)
      this.#write(file.replace(/[^/]*(\.ya?ml)$/, `${name}$1`), text)
    } else this.#write(file, renameKeyText(text, inner, name))
  }

  /** A new entity as lines, in a file of its own where entities have theirs. */
  addEntity(name: string, lines: readonly string[]): void {
    const { root, entityFiles } = this.parsed.document
    const [other] = Object.values(entityFiles)
    if (other !== undefined) {
      this.#write(other.replace(/[^/]*(\.ya?ml)$/, `${name}$1`), `${outdented(lines).join('\n')}\n`)
      return
    }
    const head = this.value(['entities']) ? this.#files[root] : this.#withEntities(root)
    const path = ['entities', name]
    this.#write(root, insertLines(head ?? '', path, [`${name}:`, ...lines]))
  }

  #withEntities(root: string): string {
    return setText(this.#files[root] ?? '', ['entities'], {}, rootOrder)
  }

  #locate(path: Path): readonly [string, Path] {
    const { root, entityFiles, tree } = this.parsed.document
    const own = path[0] === 'entities' && path[1] !== undefined ? entityFiles[path[1]] : undefined
    return own === undefined ? [fileAt(tree, path, root), path] : [own, path.slice(2)]
  }

  #write(file: string, text: string): void {
    this.#files[file] = text
    this.#forget(file)
  }

  #drop(file: string): void {
    delete this.#files[file]
    this.#forget(file)
  }

  #forget(file: string): void {
    this.#parsed = null
    this.#plain.delete(file)
  }

  #plainOf(file: string): unknown {
    const known = this.#plain.get(file)
    if (known !== undefined) return known
    const read: unknown = parse(this.#files[file] ?? '', { logLevel: 'silent', uniqueKeys: false })
    this.#plain.set(file, read)
    return read
  }
}

const orderAt = (path: Path): Path =>
  path[0] !== 'entities' ? (path.length > 2 ? [] : rootOrder) : path.length <= 4 && path.length > 2 ? entityOrder : []

const outdented = (lines: readonly string[]): readonly string[] => lines.map((line) => line.replace(/^ {2}/, ''))

const isReadable = (text: string): boolean => parseDocument(text, { logLevel: 'silent' }).errors.length === 0

/** Both are plain data of a document, which is what Json means. */
const saysTheSame = (a: Value | undefined, b: Value): boolean =>
  a !== undefined && canonicalJson(a as Json) === canonicalJson(b as Json)

import type { charterDiagnostics } from './diagnostics.ts'
import { keyHint } from './key-synonyms.ts'
import { nearest } from './near.ts'
import type { Reporter } from './report.ts'
import type { ObjectShape, Pattern, Shape } from './shape.ts'
import { shapeHint } from './shape-hint.ts'
import type { Entry, ListTree, MapTree, Tree } from './tree.ts'

export interface ConformOptions {
  readonly definitions: Readonly<Record<string, Shape>>
  readonly reporter: Reporter<typeof charterDiagnostics>
}

/** Reports every place where the tree does not have the shape: `unknown-key`, `missing-key`, `wrong-shape`, … */
export const conform = (tree: Tree, shape: Shape, options: ConformOptions): void => {
  if (shape.kind === 'ref') conformRef(tree, shape.name, options)
  else if (shape.kind === 'either') conformEither(tree, shape.of, options)
  else if (!isOfKind(tree, shape)) reportShape(tree, [shape], options)
  else if (tree.kind === 'map') conformMap(tree, shape, options)
  else if (tree.kind === 'list') conformList(tree, shape, options)
  else if (shape.kind === 'text' && shape.pattern && !matches(shape.pattern, tree.source))
    options.reporter.report('bad-name', tree, badName(tree.source, shape.pattern))
}

/** With the nearest spelling that the pattern takes. */
const badName = (name: string, pattern: Pattern): { name: string; rule: string; instead: string | undefined } => {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').match(/[A-Za-z\d]+/g) ?? []
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const spelled = [words.join('-').toLowerCase(), capitals.charAt(0).toLowerCase() + capitals.slice(1), capitals]
  return { name, rule: pattern.rule, instead: spelled.find((each) => matches(pattern, each)) }
}

const conformRef = (tree: Tree, name: string, options: ConformOptions): void => {
  const shape = options.definitions[name]
  if (shape) conform(tree, shape, options)
}

const conformEither = (tree: Tree, of: readonly Shape[], options: ConformOptions): void => {
  const shapes = of.map((each) => resolve(each, options))
  const fitting = shapes.find((each) => isOfKind(tree, each))
  if (fitting) conform(tree, fitting, options)
  else reportShape(tree, shapes, options)
}

const reportShape = (tree: Tree, shapes: readonly Shape[], options: ConformOptions): void => {
  const { report } = options.reporter
  const choice = shapes.find((each) => each.kind === 'choice')
  if (tree.kind === 'scalar' && tree.value !== null && choice?.kind === 'choice') {
    report('unknown-choice', tree, { name: tree.source, known: choice.values.map(String) })
    return
  }
  const expected = shapes.map((each) => describe(each, options)).join(' or ')
  report('wrong-shape', tree, { expected, found: found(tree), hint: shapeHint(tree, shapes) })
}

const conformMap = (tree: MapTree, shape: Shape, options: ConformOptions): void => {
  const { report } = options.reporter
  if (shape.kind === 'dictionary') {
    for (const entry of tree.entries) {
      const at = { place: entry.place, path: entry.value.path }
      if (!matches(shape.names, entry.key)) report('bad-name', at, badName(entry.key, shape.names))
      conform(entry.value, shape.of, options)
    }
  }
  if (shape.kind === 'object') conformObject(tree, shape, options)
}

const conformObject = (tree: MapTree, shape: ObjectShape, options: ConformOptions): void => {
  const { report } = options.reporter
  for (const entry of tree.entries) {
    const of = Object.hasOwn(shape.members, entry.key) ? shape.members[entry.key] : undefined
    if (of) conform(entry.value, of, options)
    // What is left of `decimal(8, 2)` in braces, whose comma ends the value.
    else if (!/^\d+\)$/.test(entry.key) && !mayBeSetting(entry, shape))
      report(
        'unknown-key',
        { place: entry.place, path: entry.value.path },
        { name: entry.key, known: Object.keys(shape.members), where: shape.name },
      )
  }
  for (const key of shape.required)
    if (!tree.entries.some((entry) => entry.key === key || isMeant(key, entry.key, shape)))
      report('missing-key', tree, { key, where: shape.name })
}

/** Whether an unknown key may be a style's that nobody here knows: it holds a map, and looks like no known key but of a word (`rest`, `atRest`). */
const mayBeSetting = ({ key, value }: Entry, { name, members, mayNameStyles }: ObjectShape): boolean =>
  mayNameStyles === true &&
  value.kind === 'map' &&
  keyHint(key, name) === undefined &&
  nearest(key, namesWithoutChoices(members)) === undefined

const namesWithoutChoices = (members: ObjectShape['members']): readonly string[] =>
  Object.keys(members).filter((name) => members[name]?.kind !== 'choice')

/** Whether an unknown key has been told to be written as this one. */
const isMeant = (key: string, written: string, { name, members }: ObjectShape): boolean =>
  !Object.hasOwn(members, written) && keyHint(written, name)?.startsWith(`Write \`${key}\``) === true

const conformList = (tree: ListTree, shape: Shape, options: ConformOptions): void => {
  if (shape.kind !== 'list') return
  if (areNamesForMaps(tree, shape.of)) {
    reportShape(tree, [shape.of], options)
    return
  }
  for (const item of tree.items) conform(item, shape.of, options)
  if (tree.items.length < (shape.lengthMin ?? 0))
    options.reporter.report('wrong-shape', tree, { expected: 'at least one item', found: 'an empty list' })
  // What an enum's values are, and that each is there once, is asked where its type is.
  if (resolve(shape.of, options).kind !== 'any') refuseTwice(tree, options)
}

/** `clerk: [read, list]` is one mistake, not one for each name. */
const areNamesForMaps = ({ items }: ListTree, of: Shape): boolean =>
  of.kind === 'object' && items.length > 0 && items.every((item) => item.kind === 'scalar')

/** Lists in a charter are of names: none of them means more for being there twice. */
const refuseTwice = ({ items }: ListTree, { reporter }: ConformOptions): void => {
  const met = new Set<string>()
  for (const item of items) {
    const word = wordOf(item)
    if (word === null) continue
    if (met.has(word)) reporter.report('duplicate-key', item, { key: word })
    met.add(word)
  }
}

/** A name, or a list of them (`unique: [[name, ward]]`). */
const wordOf = (tree: Tree): string | null => {
  if (tree.kind === 'scalar') return typeof tree.value === 'string' ? tree.value : null
  if (tree.kind === 'map') return null
  const words = tree.items.map(wordOf)
  return words.includes(null) ? null : `[${words.join(', ')}]`
}

/** Whether the value is of the kind the shape asks for; what is inside is looked at after. */
const isOfKind = (tree: Tree, shape: Shape): boolean => {
  switch (shape.kind) {
    case 'text':
      return tree.kind === 'scalar' && typeof tree.value === 'string'
    case 'number':
      return tree.kind === 'scalar' && typeof tree.value === 'number'
    case 'quantity':
      return tree.kind === 'scalar' && (typeof tree.value === 'number' || typeof tree.value === 'string')
    case 'boolean':
      return tree.kind === 'scalar' && typeof tree.value === 'boolean'
    case 'null':
      return tree.kind === 'scalar' && tree.value === null
    case 'choice':
      return tree.kind === 'scalar' && tree.value !== null && shape.values.some((value) => value === tree.value)
    case 'list':
      return tree.kind === 'list'
    case 'dictionary':
    case 'object':
      return tree.kind === 'map'
    default:
      return true
  }
}

const resolve = (shape: Shape, options: ConformOptions): Shape => {
  const target = shape.kind === 'ref' ? options.definitions[shape.name] : undefined
  return target ? resolve(target, options) : shape
}

const describe = (given: Shape, options: ConformOptions): string => {
  const shape = resolve(given, options)
  const plain = { text: 'text', number: 'a number', quantity: 'a number', boolean: 'true or false', null: 'nothing' }
  if (shape.kind in plain) return plain[shape.kind as keyof typeof plain]
  if (shape.kind === 'choice') return shape.values.map((value) => `\`${value}\``).join(', ')
  if (shape.kind === 'list') return 'a list'
  if (shape.kind === 'object') return `${shape.name} (a map)`
  if (shape.kind === 'either') return shape.of.map((each) => describe(each, options)).join(' or ')
  return 'a map'
}

const found = (tree: Tree): string => {
  if (tree.kind === 'map') return 'a map'
  if (tree.kind === 'list') return 'a list'
  return tree.value === null
    ? 'nothing'
    : `${typeof tree.value === 'string' ? 'text' : typeof tree.value} \`${tree.source.slice(0, 60)}\``
}

const matches = (pattern: Pattern, text: string): boolean => new RegExp(`^(?:${pattern.source})$`, 'u').test(text)

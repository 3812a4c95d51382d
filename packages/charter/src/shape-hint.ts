import type { Shape } from './shape.ts'
import type { ListTree, MapTree, ScalarTree, Tree } from './tree.ts'

/** What to write where a value is of another kind than any of the shapes that may stand there, or undefined. */
export const shapeHint = (tree: Tree, shapes: readonly Shape[]): string | undefined => {
  const kinds = new Set(shapes.map((shape) => (shape.kind === 'dictionary' ? 'object' : shape.kind)))
  const key = /^\d+$/.test(keyOf(tree)) ? '' : `${keyOf(tree)}: `
  if (tree.kind === 'scalar') return scalarHint(tree, key, kinds, shapes)
  if (tree.kind === 'list') return listHint(tree, key, kinds, shapes)
  return mapHint(tree, key, kinds, shapes)
}

type Kinds = ReadonlySet<Shape['kind']>

const keyOf = ({ path }: Tree): string => path.slice(path.lastIndexOf('.') + 1)

const scalarHint = (
  { value, source }: ScalarTree,
  key: string,
  kinds: Kinds,
  shapes: readonly Shape[],
): string | undefined => {
  if (key === 'length: ' && typeof value === 'number')
    return `Write \`length: ..${source}\` for at most ${source}, \`length: ${source}..${source}\` for exactly so many.`
  if (key === 'when: ' && typeof value === 'boolean') return 'Leave `when` out: without it the line is for every row.'
  if (value === null) return nothingHint(key, kinds, shapes)
  if (kinds.has('boolean')) return `Write \`${key}true\` or \`${key}false\`, without quotes.`
  const isNumeric = kinds.has('number') || kinds.has('quantity')
  if (isNumeric && typeof value === 'string')
    return /^-?\d+(?:\.\d+)?$/.test(source) ? `Leave the quotes out: \`${key}${source}\`.` : undefined
  if (kinds.has('text') && typeof value !== 'string') return `Put quotes around it: \`${key}"${source}"\`.`
  if (isAllowLine(shapes)) return `Write \`${key}{ do: [${namesIn(source)}] }\`.`
  if (kinds.has('list')) return `A list stands in brackets, also of one: \`${key}[${namesIn(source)}]\`.`
  if (shapes.some((shape) => shape.kind === 'object' && shape.name === 'a relation'))
    return `Write \`${key}{ one: ${source} }\`, or \`${key}{ many: ${source} }\`.`
  if (kinds.has('object') && typeof value === 'string' && /^\w+:\S/.test(value))
    return 'Put a space after each colon: `name: value`.'
  return undefined
}

const namesIn = (source: string): string =>
  source
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .join(', ')

const nothingHint = (key: string, kinds: Kinds, shapes: readonly Shape[]): string | undefined => {
  if (shapes.some((shape) => shape.kind === 'object' && shape.name === 'a field'))
    return `Say its type: \`${key}text\`.`
  if (kinds.has('object') && key !== '')
    return `Indent what belongs to \`${key.slice(0, -2)}\` by two spaces more than it, or leave it out.`
  return key === '' ? undefined : `Write a value after \`${key.trim()}\`, or leave it out.`
}

const listHint = ({ items }: ListTree, key: string, kinds: Kinds, shapes: readonly Shape[]): string | undefined => {
  const [first] = items
  const names = items.flatMap((item) => (item.kind === 'scalar' ? [item.source] : [])).join(', ')
  if (isAllowLine(shapes)) return `Write \`${key}{ do: [${names}] }\`.`
  if (first?.kind === 'map' && kinds.has('object'))
    return `Leave the dashes out: each name is a key, as in \`${first.entries[0]?.key ?? 'name'}:\`.`
  if (names !== '' && shapes.some((shape) => shape.kind === 'object' && shape.name === 'a field'))
    return `Write \`${key}{ type: enum, values: [${names}] }\`.`
  if (first?.kind === 'scalar' && kinds.has('object') && !/^\w+$/.test(first.source))
    return `Give each a name, without dashes or brackets: \`first: ${first.source}\`.`
  if (first?.kind === 'scalar' && kinds.has('object'))
    return `Each has its name and what it is, without dashes or brackets: \`${first.source}: …\`.`
  if (kinds.has('text') && items.length === 1 && first?.kind === 'scalar') return `Write \`${key}${first.source}\`.`
  return kinds.has('text') ? `Put quotes around it, if it is one text that has brackets: \`${key}"…"\`.` : undefined
}

const mapHint = (tree: MapTree, key: string, kinds: Kinds, shapes: readonly Shape[]): string | undefined => {
  const isOfMaps = shapes.some((shape) => shape.kind === 'list' && /^(?:object|dictionary)$/.test(shape.of.kind))
  if (isOfMaps) return `A list of maps stands in brackets, also of one: \`${key}[{ … }]\`.`
  const names = tree.entries.map((entry) => entry.key)
  if (kinds.has('list') && names.length > 0) return `A list stands in brackets: \`${key}[${names.join(', ')}]\`.`
  return kinds.has('text')
    ? `Write one text: \`${key}…\`; put quotes around it if it has braces or a colon.`
    : undefined
}

const isAllowLine = (shapes: readonly Shape[]): boolean =>
  shapes.some((shape) => shape.kind === 'object' && shape.name === 'a line of `allow`')

import type { charterDiagnostics } from './diagnostics.ts'
import type { DocumentShape } from './document-shape.ts'
import type { Reporter } from './report.ts'
import type { Shape } from './shape.ts'
import type { Entry, MapTree, Tree } from './tree.ts'

type CharterReporter = Reporter<typeof charterDiagnostics>

/**
 * The document with what stands a step too far left or right put where it belongs, so that one slip is told once, as
 * `misplaced-key`, and not as all that follows from it. A document without such a slip comes back as it is.
 */
export const mendIndentation = (tree: Tree, { whole, definitions }: DocumentShape, reporter: CharterReporter): Tree => {
  const { tree: mended } = mend(tree, whole, [], { definitions, reporter })
  return mended
}

interface MendContext extends Pick<DocumentShape, 'definitions'> {
  readonly reporter: CharterReporter
}

/** `raised` belongs to something around this tree. */
interface Mended {
  readonly tree: Tree
  readonly raised: readonly Entry[]
}

const mend = (tree: Tree, given: Shape, around: readonly Shape[], mending: MendContext): Mended => {
  const { definitions, reporter } = mending
  const shape = mapShapeOf(given, definitions)
  if (tree.kind !== 'map' || !shape) return { tree, raised: [] }
  const lowered = shape.kind === 'object' ? underEmpty(tree, shape, mending) : underBefore(tree, shape, mending)
  const raised: Entry[] = []
  const kept: Entry[] = []
  for (const entry of lowered) {
    if (isOfAround(entry, shape, around, definitions)) raised.push(entry)
    else {
      const inner = mend(entry.value, valueShape(shape, entry.key), [shape, ...around], mending)
      kept.push(inner.tree === entry.value ? entry : { ...entry, value: inner.tree })
      for (const up of inner.raised) {
        const isHere = shape.kind === 'object' && Object.hasOwn(shape.members, up.key)
        if (isHere) tellRaised(up, entry.key, reporter)
        ;(isHere ? kept : raised).push(up)
      }
    }
  }
  const isSame = kept.length === tree.entries.length && kept.every((entry, at) => entry === tree.entries[at])
  return { tree: isSame ? tree : { ...tree, entries: kept }, raised }
}

type MapShape = Extract<Shape, { kind: 'object' | 'dictionary' }>

/** The one shape of a map among those that may stand somewhere. */
const mapShapeOf = (shape: Shape, definitions: MendContext['definitions']): MapShape | undefined => {
  if (shape.kind === 'ref') {
    const target = definitions[shape.name]
    return target && mapShapeOf(target, definitions)
  }
  if (shape.kind === 'either')
    return shape.of.map((each) => mapShapeOf(each, definitions)).find((each) => each !== undefined)
  return shape.kind === 'object' || shape.kind === 'dictionary' ? shape : undefined
}

const valueShape = (shape: MapShape, key: string): Shape =>
  shape.kind === 'dictionary'
    ? shape.of
    : ((Object.hasOwn(shape.members, key) ? shape.members[key] : undefined) ?? { kind: 'any' })

/** `entities:` with nothing in it, and `Patient:` below it at the same indent. */
const underEmpty = (tree: MapTree, shape: MapShape, { definitions, reporter }: MendContext): readonly Entry[] => {
  let open: { readonly at: number; readonly shape: MapShape } | undefined
  const entries: Entry[] = []
  for (const entry of tree.entries) {
    const isKnown = shape.kind === 'object' && Object.hasOwn(shape.members, entry.key)
    if (isKnown) {
      const inner = isEmpty(entry.value) ? mapShapeOf(valueShape(shape, entry.key), definitions) : undefined
      open = inner && { at: entries.length, shape: inner }
      entries.push(entry)
      continue
    }
    const holder = open && entries[open.at]
    if (!open || !holder || !takes(open.shape, entry.key) || isEmpty(entry.value)) {
      entries.push(entry)
      continue
    }
    if (holder.value.kind !== 'map') tellLowered(entry, holder.key, reporter)
    entries[open.at] = withEntry(holder, entry)
  }
  return entries
}

/** `fields:` at the indent of the `Patient:` above it. */
const underBefore = (tree: MapTree, shape: MapShape, { definitions, reporter }: MendContext): readonly Entry[] => {
  const inner = shape.kind === 'dictionary' ? mapShapeOf(shape.of, definitions) : undefined
  if (inner?.kind !== 'object') return tree.entries
  const entries: Entry[] = []
  let isTold = false
  for (const entry of tree.entries) {
    const before = entries.at(-1)
    const isMember = Object.hasOwn(inner.members, entry.key) && !takes(shape, entry.key)
    const mayTake = before && (before.value.kind === 'map' || isEmpty(before.value))
    if (!before || !isMember || !mayTake) {
      entries.push(entry)
      isTold = false
      continue
    }
    if (!isTold) tellLowered(entry, before.key, reporter)
    isTold = true
    entries[entries.length - 1] = withEntry(before, entry)
  }
  return entries
}

const isEmpty = (tree: Tree): boolean => tree.kind === 'scalar' && tree.value === null

const takes = (shape: MapShape, key: string): boolean =>
  shape.kind === 'object' ? Object.hasOwn(shape.members, key) : new RegExp(`^(?:${shape.names.source})$`, 'u').test(key)

const withEntry = (holder: Entry, entry: Entry): Entry => {
  const { value } = holder
  const { place, path, range } = value
  const entries = value.kind === 'map' ? value.entries : []
  return { ...holder, value: { kind: 'map', place, path, range, entries: [...entries, entry] } }
}

/** `allow:` among the fields, `entities:` within `access`: a key of what is around, with a value that only fits there. */
const isOfAround = (
  { key, value }: Entry,
  shape: MapShape,
  around: readonly Shape[],
  definitions: MendContext['definitions'],
): boolean => {
  const outer = around.find((each) => each.kind === 'object' && Object.hasOwn(each.members, key))
  if (outer?.kind !== 'object' || value.kind !== 'map' || mapShapeOf(valueShape(outer, key), definitions) === undefined)
    return false
  if (shape.kind === 'object') return !Object.hasOwn(shape.members, key)
  const own = mapShapeOf(shape.of, definitions)
  return (
    own?.kind === 'object' &&
    value.entries.length > 0 &&
    value.entries.every((each) => !Object.hasOwn(own.members, each.key))
  )
}

const tellLowered = ({ key, place, value }: Entry, holder: string, { report }: CharterReporter): void =>
  report('misplaced-key', { place, path: value.path }, { key, holder, isTooFar: false })

const tellRaised = ({ key, place, value }: Entry, holder: string, { report }: CharterReporter): void =>
  report('misplaced-key', { place, path: value.path }, { key, holder, isTooFar: true })

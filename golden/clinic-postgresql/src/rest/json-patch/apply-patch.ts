import { canonicalJson, isObject, type Json, type JsonObject, ProblemError, problem } from '../../runtime/index.ts'
import type { PatchOperation } from './patch-operations.ts'

/**
 * The row that a patch makes of one (RFC 6902). Characters that `copy` and `move` add are at most `copiedMax`: copies of copies
 * double. Throws a ProblemError: `conflict` where a test does not hold or what is meant is not there, `too-large`.
 */
export const applyPatch = (row: JsonObject, operations: readonly PatchOperation[], copiedMax: number): JsonObject => {
  let left = copiedMax
  return operations.reduce<JsonObject>((made, operation, at) => {
    const there = { at, root: made }
    if ('from' in operation) {
      left -= JSON.stringify(valueAt(there, operation.from)).length
      if (left < 0) throw new ProblemError(problem('too-large', { detail: 'What is copied is too long in all.' }))
    }
    return applied(there, operation)
  }, row)
}

/** The row as operations before this one have made it. */
interface There {
  readonly at: number
  readonly root: JsonObject
}

const applied = (there: There, operation: PatchOperation): JsonObject => {
  const { root } = there
  switch (operation.op) {
    case 'add':
      return rowOf(added(there, root, operation.path, operation.value))
    case 'remove':
      return rowOf(removed(there, root, operation.path))
    case 'replace':
      valueAt(there, operation.path)
      return rowOf(replaced(there, root, operation.path, operation.value))
    case 'copy':
      return rowOf(added(there, root, operation.path, valueAt(there, operation.from)))
    case 'move':
      return moved(there, operation)
    case 'test':
      if (canonicalJson(valueAt(there, operation.path)) === canonicalJson(operation.value)) return root
      throw conflict(there, 'what it tests for is not so')
  }
}

/** RFC 6902 section 4.4: nothing is moved into itself. */
const moved = (there: There, { from, path }: PatchOperation & { readonly op: 'move' | 'copy' }): JsonObject => {
  const value = valueAt(there, from)
  if (from.length === path.length && from.every((step, at) => step === path[at])) return there.root
  if (from.every((step, at) => step === path[at])) throw conflict(there, 'it moves a value into itself')
  const root = rowOf(removed(there, there.root, from))
  return rowOf(added({ ...there, root }, root, path, value))
}

const valueAt = (there: There, path: readonly string[]): Json =>
  path.reduce<Json>((value, step) => childOf(there, value, step), there.root)

const childOf = (there: There, value: Json, step: string): Json => {
  const found = Array.isArray(value)
    ? (value as readonly Json[])[indexOf(there, step, value.length - 1)]
    : isObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined
  if (found === undefined) throw conflict(there, `there is nothing at "${step.slice(0, 128)}"`)
  return found
}

/** RFC 6901 section 4: digits without leading zeros. */
const indexOf = (there: There, step: string, most: number): number => {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : -1
  if (index < 0 || index > most) throw conflict(there, `there is no place "${step.slice(0, 128)}" in the list`)
  return index
}

/** What holds a value at a path, changed in its last step; `last` is told what that step is in. */
const changed = (
  there: There,
  value: Json,
  [step = '', ...below]: readonly string[],
  last: (holder: Json, step: string) => Json,
): Json => {
  if (below.length === 0) return last(value, step)
  const child = changed(there, childOf(there, value, step), below, last)
  return Array.isArray(value)
    ? (value as readonly Json[]).with(indexOf(there, step, value.length - 1), child)
    : withMember(value, step, child)
}

const added = (there: There, root: Json, path: readonly string[], value: Json): Json =>
  changed(there, root, path, (holder, step) => {
    if (isObject(holder)) return withMember(holder, step, value)
    if (!Array.isArray(holder)) throw conflict(there, `nothing can be added below "${step.slice(0, 128)}"`)
    const index = step === '-' ? holder.length : indexOf(there, step, holder.length)
    return (holder as readonly Json[]).toSpliced(index, 0, value)
  })

const removed = (there: There, root: Json, path: readonly string[]): Json =>
  changed(there, root, path, (holder, step) => {
    childOf(there, holder, step)
    if (Array.isArray(holder)) return (holder as readonly Json[]).toSpliced(Number(step), 1)
    return Object.fromEntries(Object.entries(holder as JsonObject).filter(([name]) => name !== step))
  })

const replaced = (there: There, root: Json, path: readonly string[], value: Json): Json =>
  changed(there, root, path, (holder, step) =>
    Array.isArray(holder)
      ? (holder as readonly Json[]).with(indexOf(there, step, holder.length - 1), value)
      : withMember(holder, step, value),
  )

/** Made anew, as a member may be called `__proto__`. */
const withMember = (holder: Json, name: string, value: Json): JsonObject =>
  Object.fromEntries([...Object.entries(holder as JsonObject).filter(([each]) => each !== name), [name, value]])

/** Paths name members at least, so what is changed is still an object. */
const rowOf = (json: Json): JsonObject => json as JsonObject

const conflict = ({ at }: There, why: string): ProblemError =>
  new ProblemError(problem('conflict', { detail: `Operation ${at} of the patch cannot be done: ${why}.` }))

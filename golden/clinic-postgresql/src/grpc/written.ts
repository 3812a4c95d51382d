import { type InputErrors, type Json, type JsonObject, ownMember, pointerSteps } from '../runtime/index.ts'
import { type Directory, relatedRow } from './directory.ts'
import type { MessagePlan } from './surface.ts'

/** The body of a write as a Call has it: rows of owned relations as a list, what `null_paths` and `update_mask` name as null. */
export const writtenValue = (
  directory: Directory,
  message: MessagePlan,
  { value, nulls = [], mask }: JsonObject,
  errors: InputErrors,
): Json | undefined => {
  if (value === undefined) return undefined
  const body = withLists(directory, message, value as JsonObject)
  for (const [index, path] of (nulls as readonly string[]).entries())
    if (!setNull(body, path))
      errors.push({ path: `/null_paths/${index}`, code: 'not-found', message: `There is nothing at "${path}".` })
  return mask === undefined ? body : masked(body, mask as readonly string[], errors)
}

const withLists = (directory: Directory, message: MessagePlan, row: JsonObject): Record<string, Json> => {
  const body: Record<string, Json> = { ...row }
  for (const { member, relation } of message.fields) {
    const given = ownMember(body, member)
    if (relation !== 'many' || given === undefined) continue
    const target = relatedRow(directory, message, member)
    const items = (given as JsonObject).items as readonly JsonObject[]
    body[member] = target ? items.map((item) => withLists(directory, target, item)) : items
  }
  return body
}

/** Whether the parent of the member is there (RFC 6901 section 4). The body was made of the request alone, so it may be changed. */
const setNull = (body: Record<string, Json>, path: string): boolean => {
  if (!path.startsWith('/')) return false
  const steps = [...pointerSteps(path)]
  const last = steps.pop() ?? ''
  let at: Json | undefined = body
  for (const step of steps)
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as JsonObject)[step] : undefined
  if (typeof at !== 'object' || at === null) return false
  if (Array.isArray(at) && !(/^\d+$/.test(last) && Number(last) < at.length)) return false
  Object.defineProperty(at, last, { value: null, enumerable: true, configurable: true, writable: true })
  return true
}

/** AIP-134: the fields of the mask alone, of which those that are not there lose their value. */
const masked = (body: JsonObject, mask: readonly string[], errors: InputErrors): JsonObject => {
  const nested = mask.findIndex((path) => path.includes('.') || path === '*')
  if (nested >= 0)
    errors.push({
      path: `/update_mask/paths/${nested}`,
      code: 'unsupported',
      message: `Name whole fields of the row; "${mask[nested]}" is none. To write all of them, replace the row.`,
    })
  return Object.fromEntries(mask.map((member) => [member, ownMember(body, member) ?? null]))
}

import { z } from 'zod'
import { ScimError } from './scim-error.ts'

/** One step of a PATCH (RFC 7644 section 3.5.2). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  /** In small letters but for what stands in quotes, without the schema of users or groups; null: the value names attributes. */
  readonly path: string | null
  readonly value: unknown
}

const operationsMax = 1000

const message = z.object({
  operations: z
    .array(z.object({ op: z.string(), path: z.string().max(1000).nullish(), value: z.unknown().optional() }))
    .min(1)
    .max(operationsMax),
})

/** One attribute, some of its values, and what of these. */
const pathForm = /^[\w$:.-]+(?:\[[^\]]*\](?:\.[\w$-]+)?)?$/

/** What a PATCH asks, as Entra and Okta spell it: `Add` is `add`. Throws a ScimError. */
export const readPatch = (body: Readonly<Record<string, unknown>>): readonly PatchOperation[] => {
  const named = Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
  const read = message.safeParse(named)
  if (!read.success) throw new ScimError('invalidSyntax', `"Operations" is a list of 1 to ${operationsMax} operations.`)
  return read.data.operations.map(({ op, path, value }) => {
    const verb = verbs.safeParse(op.toLowerCase())
    if (!verb.success) throw new ScimError('invalidSyntax', '"op" is add, replace or remove.')
    if (path != null && !pathForm.test(path)) throw new ScimError('invalidPath', 'This path is not read here.')
    if (path == null && verb.data === 'remove') throw new ScimError('noTarget', 'What is removed says a path.')
    return { op: verb.data, path: path == null ? null : plainPath(path), value }
  })
}

const verbs = z.enum(['add', 'replace', 'remove'])

/** The name of an attribute as it is compared. */
export const plainPath = (path: string): string =>
  path
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part : part.toLowerCase()))
    .join('')
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '')

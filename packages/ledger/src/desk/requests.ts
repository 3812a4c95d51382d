import { z } from 'zod'
import type { LedgerDesk } from './desk.ts'

/** What a desk may be asked over its socket, parsed before anything is done. */

const principal = z.string().min(1).max(500)
const text = z.string().min(1).max(2000)
const index = z.int().min(0)
const entries = z.tuple([index, index]).readonly()
const members = ['principal', 'operation', 'entity', 'key', 'outcome', 'address', 'field', 'replica', 'tenant'] as const
const member = z.string().min(1).max(500).exactOptional()
const instant = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  .exactOptional()

const query = z.strictObject({
  ...(Object.fromEntries(members.map((name) => [name, member])) as Record<(typeof members)[number], typeof member>),
  from: instant,
  until: instant,
})

const json = z.json()

export const deskRequests: { readonly [Verb in keyof LedgerDesk]: z.ZodType<Parameters<LedgerDesk[Verb]>[0]> } = {
  collect: z.strictObject({ file: z.string().min(1).max(4096) }),
  remark: z.strictObject({ principal, remark: json }),
  recordReading: z.strictObject({ principal, what: z.record(z.string(), json) }),
  recordChange: z.strictObject({ principal, change: text }),
  committed: z.strictObject({ values: z.record(z.string(), z.string().max(2000)) }),
  erase: z.strictObject({ principal, value: json }),
  hold: z.strictObject({
    principal,
    reason: text,
    what: z.strictObject({ query: query.exactOptional(), entries: entries.exactOptional() }),
  }),
  release: z.strictObject({ principal, id: z.string().min(1).max(100), reason: text }),
  retire: z.strictObject({ principal, isDryRun: z.boolean() }),
  keeping: z.strictObject({}),
  tellWitnesses: z.strictObject({}),
}

import { isLoopback } from '@charter/runtime/service'
import { z } from 'zod'
import { readNoteKey } from '../checkpoint/note.ts'
import { isOwnName } from '../disk/entry-line.ts'
import { keepMsOf } from './keep.ts'

/** What `ledger.yaml` may say, before the files it names are read. Every sentence says what to write instead. */

const missingOr =
  (sentence: string) =>
  ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'This is missing.' : sentence

const text = (most: number) =>
  z
    .string({ error: missingOr('Write a text.') })
    .min(1, 'Write something here.')
    .max(most, `Write ${most} characters at most.`)

export const name = text(200).regex(
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  'A name is made of letters, digits, dots, dashes and underscores.',
)

export const replicaName = name.refine(
  (of) => !isOwnName(of),
  'This name is the ledger’s own. Give the replica another.',
)

const instant = z
  .string('Write an instant in UTC, 2027-01-01T00:00:00Z.')
  .refine(
    (of) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(of) && !Number.isNaN(Date.parse(of)),
    'Write an instant in UTC, 2027-01-01T00:00:00Z.',
  )

/** Over the network in the clear only within this machine. */
const safeUrl = text(2048).refine(isSafeUrl, 'Write an https address (http on loopback only).')

function isSafeUrl(of: string): boolean {
  if (!URL.canParse(of)) return false
  const { protocol, hostname, username } = new URL(of)
  const isHere = isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isHere))
}

const reader = z.strictObject({
  token: z
    .string('Write the hash of the token: charter ledger reader add makes both.')
    .regex(/^sha256:[0-9a-f]{64}$/, 'Write sha256: and 64 hex digits. charter ledger reader add makes them.'),
  expires: instant,
})

const signIn = z.strictObject({
  issuer: text(2048),
  audience: text(2048),
  jwks: safeUrl,
  rolesClaim: text(200).default('roles'),
  role: text(200).default('auditor'),
})

const administrator = text(200)

const fileWitness = z.strictObject({ file: text(4096), administrator })

const s3Witness = z.strictObject({
  s3: z.strictObject({
    endpoint: safeUrl,
    bucket: text(63).regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is no name of a bucket.'),
    prefix: z
      .string('Write a text.')
      .regex(/^[A-Za-z0-9/._-]{0,200}$/, 'A prefix is made of letters, digits, / . _ and -.')
      .default(''),
    region: name,
    retainDays: z
      .int('Write a whole number of days.')
      .min(1, 'Objects are locked for a day at least.')
      .max(36_500, 'Write 36500 days at most.'),
  }),
  administrator,
})

const timeStampWitness = z.strictObject({
  timeStamp: z.strictObject({ url: safeUrl, certificate: text(4096), file: text(4096) }),
  administrator,
})

const noteKey = text(1000).refine((of) => readNoteKey(of) !== null, 'Write the key as it was given: name+id+base64.')

const ledgerWitness = z.strictObject({
  ledger: z.strictObject({
    url: safeUrl,
    key: noteKey,
  }),
  administrator,
})

const kinds = { file: fileWitness, s3: s3Witness, timeStamp: timeStampWitness, ledger: ledgerWitness } as const

/** By the member that names its kind, so that mistakes are told for that kind alone. */
const witness = z.unknown().transform((value, context) => {
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find(
    (each) => value !== null && typeof value === 'object' && each in value,
  )
  if (!kind) {
    context.addIssue('A witness is one of file, s3, timeStamp and ledger, with its administrator.')
    return z.NEVER
  }
  const read: z.ZodSafeParseResult<z.infer<(typeof kinds)[keyof typeof kinds]>> = kinds[kind].safeParse(value)
  if (read.success) return read.data
  for (const issue of read.error.issues)
    context.addIssue({ code: 'custom', message: messageOf(issue), path: [...issue.path] })
  return z.NEVER
})

/** Zod's own words, where they are for programmers. */
export const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys')
    return `There is no ${issue.keys.join(', ')} here. Take it out, or mend its spelling.`
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  return issue.message.startsWith('Invalid input') ? 'This is missing, or not of the right shape.' : issue.message
}

/** Members of a map, each bounded. */
const mapOf = <Value extends z.ZodType>(key: z.ZodType<string, string>, value: Value, most: number) =>
  z
    .record(key, value, 'Write a map of names.')
    .refine((map) => Object.keys(map).length <= most, `There are ${most} at most.`)

/** Of a ledger that was restored below what a witness saw. */
const after = z.strictObject({
  checkpoint: text(4096),
  restored: z.int('Write how many entries were restored.').min(0, 'Write how many entries were restored.'),
  reason: text(2000),
})

const bytes = (usual: number) =>
  z
    .int('Write a whole number of bytes.')
    .min(2 ** 20, 'A MiB at least: 1048576.')
    .default(usual)

const replicaBytes = z.strictObject({ minute: bytes(2 ** 27), day: bytes(2 ** 33) })

export const settingsShape = z.strictObject({
  ledger: z.literal(1, 'Write ledger: 1.'),
  origin: text(200).regex(/^[^\s+]+$/u, 'A name like clinic.example/ledger, without spaces and plus signs.'),
  administrator,
  replicas: mapOf(replicaName, text(4096), 10_000).default({}),
  readers: mapOf(name, reader, 10_000).default({}),
  signIn: signIn.optional(),
  personal: z
    .array(
      text(200).regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'Write a member of entries: principal, or origin.address.'),
      'Write a list of members.',
    )
    .max(50, 'There are 50 at most.')
    .default([]),
  keep: text(30)
    .refine((of) => keepMsOf(of) !== null, 'Write how long in years, months, weeks or days: P10Y, P90D.')
    .optional(),
  replicaBytes: replicaBytes.default({ minute: 2 ** 27, day: 2 ** 33 }),
  fullDisk: z.enum(['refuse', 'hold'], 'Write refuse or hold.').default('refuse'),
  after: after.optional(),
  witnesses: z.array(witness, 'Write a list of witnesses.').max(16, 'There are 16 at most.').default([]),
  witnessFor: z.array(noteKey, 'Write a list of keys, name+id+base64.').max(100, 'There are 100 at most.').default([]),
  witnessSeconds: z
    .int('Write a whole number of seconds.')
    .min(1, 'Write 1 to 60.')
    .max(60, 'Witnesses are told every 60 seconds at least. Write 1 to 60.')
    .default(30),
})

export type SettingsDocument = z.infer<typeof settingsShape>

import { accessDiagnostics } from './access-diagnostics.ts'
import { actionHint } from './action-synonyms.ts'
import { defaultHint } from './default-hint.ts'
import { keyHint } from './key-synonyms.ts'
import { didYouMean } from './near.ts'
import { error, information, warning } from './report.ts'
import { typeHint } from './type-synonyms.ts'

interface Named {
  readonly name: string
  readonly known?: readonly string[]
}

const near = ({ name, known }: Named): string | undefined => didYouMean(name, known ?? []) ?? listed(known ?? [])

/** The nearest name, and all there are: of lists that are closed. */
const chosen = ({ name, known = [] }: Named): string | undefined =>
  known.length === 0
    ? undefined
    : [didYouMean(name, known), `Known here: ${known.join(', ')}.`].filter((each) => each !== undefined).join(' ')

const listed = (known: readonly string[]): string | undefined =>
  known.length === 0 ? undefined : `Known here: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`

/** Every mistake this package finds in a charter, declared once. Each has a page `docs/diagnostics/<code>.md`. */
export const charterDiagnostics = {
  'no-document': error<{ file: string }>(
    ({ file }) => `There is no \`${file}\` among the files given.`,
    () => 'A charter is one file, or a folder with `charter.yaml` and `entities/<Name>.yaml`.',
  ),
  'yaml-syntax': error<{ what: string; hint: string }>(
    ({ what }) => `This is not valid YAML: ${what}.`,
    ({ hint }) => hint,
  ),
  'document-bounds': error<{ what: string; bound: string }>(
    ({ what, bound }) => `The document has ${what}; at most ${bound} is read.`,
    () => 'Split the API into several charters.',
  ),
  'duplicate-key': error<{ key: string }>(
    ({ key }) => `\`${key}\` is written twice here.`,
    () => 'Keep one of the two.',
  ),
  'unknown-version': error<{ found: string }>(
    ({ found }) => `\`charter: ${found}\` is a document version not read here.`,
    () => 'Write `charter: 1`.',
  ),
  'unknown-key': error<Named & { where: string }>(
    ({ name, where }) => `\`${name}\` means nothing in ${where}.`,
    (given) => keyHint(given.name, given.where) ?? didYouMean(given.name, given.known ?? []) ?? chosen(given),
  ),
  'misplaced-key': error<{ key: string; holder: string; isTooFar: boolean }>(
    ({ key, holder, isTooFar }) =>
      isTooFar
        ? `\`${key}\` stands in \`${holder}\`, where it means nothing.`
        : `\`${key}\` stands beside \`${holder}\`, and belongs in it.`,
    ({ key, holder, isTooFar }) =>
      isTooFar
        ? `Indent \`${key}\` by as many spaces as \`${holder}\`, so that it stands beside it.`
        : `Indent \`${key}\`, with all that is in it, by two spaces more than \`${holder}\`.`,
  ),
  'missing-key': error<{ key: string; where: string }>(
    ({ key, where }) => `${capital(where)} needs \`${key}\`.`,
    ({ key }) => `Add \`${key}:\`.`,
  ),
  'wrong-shape': error<{ expected: string; found: string; hint?: string | undefined }>(
    ({ expected, found }) => `Expected ${expected}, found ${found}.`,
    ({ hint }) => hint,
  ),
  'unknown-choice': error<Named & { what?: string }>(
    ({ name, what }) =>
      what === undefined
        ? `\`${name}\` is not one of the values that may stand here.`
        : `There is no ${what} \`${name}\`.`,
    chosen,
  ),
  'bad-name': error<{ name: string; rule: string; instead?: string | undefined }>(
    ({ name }) => `\`${name}\` cannot be a name here.`,
    ({ rule, instead }) => `A name is ${rule}${instead === undefined ? '' : `: \`${instead}\``}.`,
  ),
  'bad-range': error<{ text: string }>(
    ({ text }) => `\`${text}\` is not a range.`,
    () => 'Write `1..120`, `1..` or `..120`, whole numbers, the smaller first.',
  ),
  'unknown-type': error<Named & { entities?: readonly string[] }>(
    ({ name }) => `There is no type \`${name}\`.`,
    (given) => typeHint(given.name, given.known ?? [], given.entities) ?? chosen(given),
  ),
  'option-not-for-type': error<{ option: string; type: string; takes: readonly string[] }>(
    ({ option, type }) => `\`${option}\` means nothing for type ${type}.`,
    ({ takes, type }) => (takes.length ? `${type} takes ${takes.join(', ')}.` : `${type} takes no options of its own.`),
  ),
  'bad-bounds': error<{ what: string }>(({ what }) => what),
  'bad-enum': error<{ what: string }>(
    ({ what }) => what,
    () => 'Write `values: [first, second]`, each once.',
  ),
  'bad-pattern': error<{ pattern: string; why: string }>(
    ({ pattern, why }) => `The pattern \`${pattern}\` cannot be used: ${why}.`,
    () => 'Patterns are the part that RE2 and ECMAScript read alike; no look-around, no back-references.',
  ),
  'bad-default': error<{ default: string; type: string; values?: readonly string[] | undefined }>(
    ({ default: value, type }) => `The default \`${value}\` is not a value of type ${type}.`,
    ({ default: value, type, values }) => defaultHint(value, type, values),
  ),
  'endless-type': error<{ name: string }>(
    ({ name }) => `No value of type \`${name}\` could ever end: it always contains itself.`,
    () => 'Make one of its members optional, or put it in an array.',
  ),
  'name-clash': error<{ name: string; other: string }>(
    ({ name, other }) => `\`${name}\` is also the name of ${other}.`,
    () => 'Rename one of them; `was:` keeps the old name followed.',
  ),
  'unknown-entity': error<Named>(({ name }) => `There is no entity \`${name}\`.`, near),
  'unknown-field': error<Named & { entity: string }>(({ name, entity }) => `${entity} has no field \`${name}\`.`, near),
  'unknown-relation': error<Named & { entity: string }>(
    ({ name, entity }) => `${entity} has no relation \`${name}\`.`,
    near,
  ),
  'no-key': error<{ entity: string }>(
    ({ entity }) => `${entity} has no key, and is not read-only.`,
    () => 'Add `key: id`, or `readOnly: true`.',
  ),
  'bad-key': error<{ field: string; why: string }>(({ field, why }) => `\`${field}\` cannot be part of a key: ${why}.`),
  'relation-unclear': error<{ relation: string; why: string; hint: string }>(
    ({ relation, why }) => `It is not clear which rows \`${relation}\` means: ${why}.`,
    ({ hint }) => hint,
  ),
  'relation-mismatch': error<{ relation: string; why: string }>(
    ({ relation, why }) => `\`${relation}\` does not fit: ${why}.`,
  ),
  'bad-check': error<{ text: string; why: string }>(
    ({ text, why }) => `The rule \`${text}\` cannot be read: ${why}.`,
    ({ text }) =>
      /&&|\|\||!(?!=)|===|\b(?:resource|principal)\./.test(text)
        ? 'A rule names the fields of its row alone, and is joined with `and`, `or`, `not`: `endsAt > startsAt and dose > 0`.'
        : undefined,
  ),
  'unknown-source': error<Named>(({ name }) => `There is no source \`${name}\` under \`sources\`.`, near),
  'unknown-role': error<Named>(
    ({ name }) => `There is no role \`${name}\` under \`access.roles\`.`,
    (given) =>
      didYouMean(given.name, given.known ?? []) ??
      [
        listed(given.known ?? []),
        `Or add it: \`access: { roles: [${[...(given.known ?? []), given.name].join(', ')}] }\`.`.replace(
          /^Or a/,
          given.known?.length ? 'Or a' : 'A',
        ),
      ]
        .filter((each) => each !== undefined)
        .join(' '),
  ),
  'unknown-action': error<Named & { entity: string; isFree: boolean }>(
    ({ name, entity }) => `\`${name}\` is nothing that can be done with ${entity}.`,
    (given) =>
      given.isFree
        ? `\`${given.name}\` is an operation on no entity: a policy allows it, under \`policies\`.`
        : (didYouMean(given.name, given.known ?? []) ?? actionHint(given.name, given.known ?? []) ?? chosen(given)),
  ),
  'unknown-operation': error<Named>(({ name }) => `There is no operation \`${name}\`.`, near),
  'unknown-reveal': error<Named & { entity: string }>(
    ({ name, entity }) => `No field of ${entity} has \`reveal: ${name}\`.`,
    near,
  ),
  'mask-without-reveal': error<{ field: string }>(
    ({ field }) => `\`${field}\` has a mask, but nobody could see it unmasked.`,
    () => 'Add `reveal: <name>`, and that name under `reveal` of a role in `allow`.',
  ),
  'bad-mask': error<{ field: string; why: string }>(
    ({ field, why }) => `The mask of \`${field}\` does not fit: ${why}.`,
  ),
  'protect-not-here': error<{ field: string; protect: string; why: string; hint: string }>(
    ({ field, protect, why }) => `\`protect: ${protect}\` cannot be kept for \`${field}\`: ${why}.`,
    ({ hint }) => hint,
  ),
  'protect-search': error<{ field: string; why: string; hint: string }>(
    ({ field, why }) => `\`${field}\` cannot be searched or unique like this: ${why}.`,
    ({ hint }) => hint,
  ),
  'protect-in-check': error<{ field: string; check: string }>(
    ({ field, check }) => `The rule \`${check}\` reads \`${field}\`, whose value is protected.`,
    () => 'Leave the field out of the rule, or keep what the rule needs in a field of its own.',
  ),
  'security-code': error<{ field: string }>(
    ({ field }) => `\`${field}\` looks like a card security code, which may not be stored, protected or not.`,
    () =>
      'Hand it to the payment provider with the request and keep nothing of it (PCI DSS 4.0.1, requirement 3.3.1.2).',
  ),
  'tenancy-missing': error<{ entity: string; field: string }>(
    ({ entity, field }) => `${entity} has no \`${field}\`, which \`access.tenancy\` asks of every entity.`,
    ({ field }) =>
      `Add \`${field}: { type: text, length: 1..40, default: tenant }\`, or \`shared: true\` if all tenants see the same rows.`,
  ),
  'bad-membership': error<{ part: string; why: string }>(
    ({ part, why }) => `\`${part}\` cannot say who belongs where: ${why}.`,
    () => 'Write `membership: { entity: Member, roles: role, while: active }`.',
  ),
  'bad-person-claim': error<{ claim: string; why: string }>(
    ({ claim, why }) => `The claim \`${claim}\` cannot name the person: ${why}.`,
    ({ claim }) =>
      claim === 'sub'
        ? 'Leave `person` out, or name the claim by which every provider calls somebody alike: `person: { claim: employeeNumber }`.'
        : 'Name the claim by which every provider calls somebody alike: `person: { claim: employeeNumber }`.',
  ),
  'bad-member': error<{ name: string; why: string }>(
    ({ name, why }) => `\`principal.${name}\` cannot be of the member: ${why}.`,
    () =>
      'Write `principal: { team: { type: text, member: teamId } }`, where the row of `access.membership` has `teamId`.',
  ),
  'bad-soft-delete': error<{ field: string }>(
    ({ field }) => `\`softDelete: ${field}\` does not name an optional instant field of this entity.`,
    ({ field }) => `Add \`${field}: { type: instant, optional: true }\`.`,
  ),
  'bad-hooks': error<{ entity: string; why: string }>(
    ({ entity, why }) => `A hook of ${entity} would never run: ${why}.`,
    () => 'Leave it out of `hooks`, or give the entity what it runs for.',
  ),
  'bad-set': error<{ set: string; why: string }>(
    ({ set, why }) => `\`${set}\` is no set that conditions could ask of: ${why}.`,
    () => "A set follows relations to many rows: `leads: { of: members, where: role == 'lead' }`.",
  ),
  'bad-person': error<{ field: string; why: string }>(
    ({ field, why }) => `\`${field}\` cannot say which person a row stands for: ${why}.`,
    () => 'Name a field of text or uuid that holds the `principal.id` of somebody.',
  ),
  'bad-include': error<{ name: string; why: string }>(
    ({ name, why }) => `\`${name}\` cannot be included: ${why}.`,
    () => 'Name files beside or below: `include: [./shared/types.yaml]`, from where the line stands.',
  ),
  'include-conflict': error<{ name: string; other: string }>(
    ({ name, other }) => `\`${name}\` stands here and, differently, in ${other}.`,
    () => 'Keep one of the two, or make them equal: what two files say has to be the same.',
  ),
  'bad-internal': error<{ name: string; said: string }>(
    ({ name, said }) => `\`${name}\` is \`internal\`, and no client calls it: \`${said}\` has nothing to say of it.`,
    ({ said }) => `Leave it out of \`${said}\`, or drop \`internal: true\`.`,
  ),
  'bad-write-only': error<{ field: string; why: string }>(
    ({ field, why }) => `\`${field}\` cannot be \`writeOnly\`: ${why}.`,
    () => 'Take one of the two out.',
  ),
  'bad-states': error<{ field: string; why: string }>(
    ({ field, why }) => `\`${field}\` cannot have \`states\`: ${why}.`,
    () => 'States are a required enum: `status: { type: enum, values: [placed, paid], states: { moves: … } }`.',
  ),
  'unknown-state': error<Named & { field: string }>(
    ({ name, field }) => `\`${name}\` is no state of \`${field}\`.`,
    chosen,
  ),
  'bad-move': error<{ move: string; why: string }>(
    ({ move, why }) => `\`${move}\` cannot be a move: ${why}.`,
    () => 'A move is an operation on one row that leads to another state: `pay: { from: placed, to: paid }`.',
  ),
  'bad-period': error<{ said: string }>(
    ({ said }) => `\`${said}\` is no time.`,
    () => 'Write `1 hour`, `3 days` or `PT90M`, from a minute to 400 days; `at` is a time of the day in UTC: `02:30`.',
  ),
  'bad-job': error<{ job: string; why: string }>(
    ({ job, why }) => `\`${job}\` cannot be a job: ${why}.`,
    () => 'A job is an operation that goes on past its answer: `{ mode: job, input: { … }, result: text }`.',
  ),
  'bad-webhooks': error<{ why: string }>(
    ({ why }) => `There can be no webhooks: ${why}.`,
    () => 'Webhooks are `{ of: [Order], roles: [integrator] }`: whose rows, and who may subscribe.',
  ),
  'bad-file': error<{ field: string; why: string }>(
    ({ field, why }) => `\`${field}\` cannot be a file: ${why}.`,
    () => 'A file is a field of an entity: `{ type: file, max: 20 MiB, kinds: [application/pdf, image/*] }`.',
  ),
  'state-unreached': warning<{ name: string; field: string }>(
    ({ name, field }) => `No row ever comes to \`${name}\`: no move of \`${field}\` leads there.`,
    ({ name }) => `Add a move \`to: ${name}\`, or take the value out.`,
  ),
  'never-set': error<{ field: string }>(
    ({ field }) => `\`${field}\` is required, may not be written, and has no default: no row could be created.`,
    () =>
      'Give it a `default`, derive it in a hook (`hooks: [before]` of the entity), make it optional, or drop `readOnly`.',
  ),
  'never-first': error<{ names: readonly string[] }>(
    ({ names: [first = '', ...others] }) =>
      `No row of ${first} can be the first: it needs one of ${others.join(', which needs one of ')}.`,
    () => 'Make one of these relations `optional: true`: it is filled in afterwards.',
  ),
  'bad-sample': error<{ why: string }>(({ why }) => `This sample does not fit its entity: ${why}.`),
  'bad-origin': error<{ origin: string; why: string }>(
    ({ origin, why }) => `Pages of \`${origin}\` cannot be let in: ${why}.`,
    () => "Write origins as a browser sends them: `cors: { origins: ['https://app.example.org'] }`.",
  ),
  'bad-deprecation': error<{ why: string }>(
    ({ why }) => `This cannot be deprecated so: ${why}.`,
    () => 'Write `deprecated: { since: 2026-11-01, sunset: 2027-05-01 }`; `sunset` may be left out.',
  ),
  ...accessDiagnostics,
  'not-built-yet': warning<Named & { what: string }>(
    ({ what, name }) => `${what} \`${name}\` is declared, but not built yet: \`generate\` and \`run\` refuse it.`,
    ({ name, known }) => didYouMean(name, known ?? []) ?? (known?.length ? `Built: ${known.join(', ')}.` : undefined),
  ),
  'bad-route': error<{ name: string; why: string }>(
    ({ name, why }) => `The route \`${name}\` cannot be: ${why}.`,
    () =>
      'A route is `{ path: orders/:id/receipt, roles: [clerk] }`, with `verb`, `params`, `query`, `headers`, `body`, `answers`, `errors` and `rights` as they are needed.',
  ),
  'bad-cookies': error<{ why: string }>(
    ({ why }) => `Browsers cannot sign in by a cookie: ${why}.`,
    () =>
      'Write `access: { cookies: true }`, or `cookies: { name: shop, maxAge: PT8H }`, and serve REST, where sessions begin.',
  ),
  'route-for-nobody': error<{ name: string }>(
    ({ name }) => `Nobody may call the route \`${name}\`.`,
    () =>
      'Write `roles: [a-role]`; or a policy of its name; or `open: true`, so that nobody has to sign in and nobody is asked who they are.',
  ),
  'open-route': warning<{ name: string; rights: string }>(
    ({ name, rights }) =>
      `Anybody who reaches the service may call \`${name}\`: nobody has to sign in${rights === 'service' ? ', and its code reads and writes rows past every rule' : ''}.`,
    () =>
      'Let its code check what it is sent (a signature over the body, say), and give out nothing that is not for everybody; or write `roles` in the place of `open`.',
  ),
  'state-apart': information<{ source: string }>(
    ({ source }) =>
      `Writes to \`${source}\` and the record of them are in two databases: a crash between the two leaves an entry that reads \`unknown\`, and an answer lost with it may have to be looked up.`,
    () =>
      'Where the database may hold a schema for it, write `state: source` and start with `--allow-ddl`; or leave it so.',
  ),
  'at-rest-volume': information<{ what: string }>(
    ({ what }) =>
      `${what} would lie in a SQLite file, which nothing seals at rest: in production the service starts only where its volume is encrypted.`,
    () =>
      'Put it and `CHARTER_DATA` on an encrypted volume (LUKS, FileVault, BitLocker, a cloud’s encrypted disk) and set `CHARTER_VOLUME=encrypted`; or keep rows and state on a server.',
  ),
  'lock-unreadable': error<{ why: string }>(
    ({ why }) => `\`charter.lock\` cannot be read: ${why}.`,
    () =>
      'Restore it from version control, as `git checkout charter.lock` does: without it names and numbers that clients know are given anew. Never edit it by hand.',
  ),
  'rename-or-drop': warning<{ gone: string; come: string }>(
    ({ gone, come }) => `\`${gone}\` is gone and \`${come}\` is new: is that one renamed?`,
    ({ gone }) =>
      `If so, add \`was: ${gone.split('.').at(-1) ?? gone}\`; if not, accept the change into \`charter.lock\`.`,
  ),
} as const

/** Codes of this package's diagnostics. */
export type CharterDiagnosticCode = keyof typeof charterDiagnostics

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

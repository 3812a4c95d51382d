import type { Type } from '@charter/runtime'
import { type Charter, type Entity, type Field, isSealed } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atField } from './check-names.ts'
import { parseExpression, typesOf } from './expression.ts'
import { isOurs } from './ours.ts'
import { resolved } from './resolved.ts'

/** What `protect` and `search` can keep, and where: refused by name, never weakened in silence. */
export const checkProtection: CharterCheck = (charter, reporter) => {
  for (const entity of charter.entities) {
    for (const field of entity.fields) {
      if (isSecurityCode(field.name)) reporter.report('security-code', atField(entity, field), { field: field.name })
      else if (isSealed(field)) checkSealed(charter, entity, field, reporter)
      else if (field.search !== undefined)
        reporter.report('protect-search', atField(entity, field), {
          field: field.name,
          why: '`search` is for fields with `protect: encrypt` or `protect: tokenize`',
          hint: 'Leave `search` out: other fields are filtered by what their type allows.',
        })
    }
    checkGroups(entity, reporter)
    checkRules(entity, reporter)
  }
}

/** CVV, CVV2, CVC, CVC2, CID (with `card`), CAV2: sensitive authentication data (PCI DSS 4.0.1, 3.3.1). */
const isSecurityCode = (name: string): boolean =>
  /^(?:card)?(?:cvv|cvc|cav|csc)[2]?(?:code|number|value)?$|card(?:security|verification)(?:code|number|value)|^cardcid$|^securitycode$/.test(
    name.replaceAll(/[_-]/g, '').toLowerCase(),
  )

const checkSealed = (charter: Charter, entity: Entity, field: Field, reporter: CharterReporter): void => {
  const at = atField(entity, field)
  const place = placeRefusals.find((each) => each.applies(entity, field, charter))
  if (place)
    reporter.report('protect-not-here', at, {
      field: field.name,
      protect: field.protect ?? '',
      why: place.why,
      hint: place.hint,
    })
  const search = searchRefusals.find((each) => each.applies(entity, field, charter))
  if (search) reporter.report('protect-search', at, { field: field.name, why: search.why, hint: search.hint })
  if (field.protect === 'tokenize' && field.mask)
    reporter.report('bad-mask', at, { field: field.name, why: 'who may not see a tokenised value sees its token' })
}

interface Refusal {
  readonly why: string
  readonly hint: string
  applies(entity: Entity, field: Field, charter: Charter): boolean
}

const placeRefusals: readonly Refusal[] = [
  {
    applies: (entity, field) => entity.key.includes(field.name),
    why: 'rows are found by their key, and its text is in addresses and records',
    hint: 'Give the entity a key that says nothing, as `id: { type: uuid, default: generated }`.',
  },
  {
    applies: (entity, field, charter) => isPartOfRelation(charter, entity, field),
    why: 'a relation is followed by it',
    hint: 'Relate the entities over a key that says nothing.',
  },
  {
    applies: (entity, field, charter) => charter.access.tenancy?.field === field.name && !entity.isShared,
    why: 'it decides whose rows these are',
    hint: 'Leave the tenant unprotected; use a name for it that says nothing.',
  },
  {
    applies: (entity, field) => entity.softDelete === field.name,
    why: 'it says whether the row is there',
    hint: 'Leave it unprotected.',
  },
  {
    applies: (_, field) => field.default?.kind === 'database' || field.default?.kind === 'sequence',
    why: 'the database makes its value, and never sees what is protected',
    hint: 'Drop the default, or the protection.',
  },
  {
    applies: (entity, _, charter) => !isOurs(charter, entity),
    why: 'the database is not ours: it holds values in the clear, and others write them so',
    hint: 'Mask the field (`protect: mask` with `reveal`), or move the entity into a database of the service.',
  },
  {
    applies: (entity) =>
      entity.key.some((name) =>
        ['database', 'sequence'].includes(entity.fields.find((each) => each.name === name)?.default?.kind ?? ''),
      ),
    why: 'a ciphertext is bound to its row, whose key the database makes only when it stores the row',
    hint: 'Give the entity the key `id: { type: uuid, default: generated }`.',
  },
  {
    applies: (_, field, charter) => field.protect === 'tokenize' && resolvedKind(field.type, charter) !== 'text',
    why: 'a token is text, and stands where the value would',
    hint: 'Use `protect: encrypt`, or make the field text.',
  },
  {
    applies: (_, field, charter) => field.file === undefined && !sealable.has(resolvedKind(field.type, charter)),
    why: 'values of this type have no one text',
    hint: 'Protect fields of the simple types; keep the parts that need it in fields of their own.',
  },
]

/** Types whose values have exactly one text. */
const sealable: ReadonlySet<string> = new Set([
  'text',
  'int32',
  'int64',
  'decimal',
  'boolean',
  'date',
  'time',
  'dateTime',
  'instant',
  'duration',
  'uuid',
  'bytes',
  'enum',
] satisfies Type['kind'][])

const searchRefusals: readonly Refusal[] = [
  {
    applies: (_, field, charter) => field.search !== undefined && isLowCardinality(field.type, charter),
    why: 'it has so few values that whoever sees the index can tell them by counting',
    hint: 'Drop `search: equals`; a list can be filtered by another field.',
  },
  {
    applies: (_, field) =>
      field.search !== undefined && (field.type.kind === 'bytes' || field.type.kind === 'duration'),
    why: 'its type cannot be filtered',
    hint: 'Drop `search: equals`.',
  },
  {
    applies: (_, field) => field.isUnique && field.search === undefined,
    why: 'two ciphertexts of one value differ, so that nothing can tell whether it is there already',
    hint: 'Add `search: equals`, or drop `unique`.',
  },
]

/** Fewer values than this can be counted apart. A date of birth has some 40,000: the charter may choose that risk. */
const cardinalityMin = 10_000

const isLowCardinality = (type: Type, charter: Charter): boolean => {
  const of = resolved(charter, type)
  switch (of.kind) {
    case 'boolean':
    case 'enum':
      return true
    case 'int32':
      return of.min !== undefined && of.max !== undefined && of.max - of.min < cardinalityMin
    case 'int64':
      return of.min !== undefined && of.max !== undefined && BigInt(of.max) - BigInt(of.min) < BigInt(cardinalityMin)
    case 'decimal':
      return of.precision < 5
    case 'text':
      return of.lengthMax !== undefined && of.lengthMax < 3
    default:
      return false
  }
}

const resolvedKind = (type: Type, charter: Charter): string => resolved(charter, type).kind

const isPartOfRelation = (charter: Charter, entity: Entity, field: Field): boolean =>
  charter.entities.some((each) =>
    each.relations.some(
      (relation) =>
        (each.name === entity.name && relation.from.includes(field.name)) ||
        (!relation.through && relation.target === entity.name && relation.to.includes(field.name)) ||
        (relation.through?.entity === entity.name &&
          (relation.to.includes(field.name) || relation.through.from.includes(field.name))),
    ),
  )

const checkGroups = (entity: Entity, { report }: CharterReporter): void => {
  for (const { fields } of entity.unique)
    for (const field of entity.fields)
      if (fields.includes(field.name) && isSealed(field) && field.search === undefined && !field.isUnique)
        report('protect-search', atField(entity, field), {
          field: field.name,
          why: 'it is part of `unique`, and two ciphertexts of one value differ',
          hint: 'Add `search: equals`, or take it out of `unique`.',
        })
}

const checkRules = (entity: Entity, { report }: CharterReporter): void => {
  const types = typesOf(entity.fields)
  for (const { name, text, place } of entity.checks) {
    const read = parseExpression(text, types)
    if ('error' in read) continue
    for (const field of entity.fields)
      if (isSealed(field) && mentions(read, field.name))
        report(
          'protect-in-check',
          { place, path: `entities.${entity.name}.checks.${name}` },
          { field: field.name, check: text },
        )
  }
}

const mentions = (value: unknown, field: string): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if ('path' in value && Array.isArray(value.path)) return value.path[0] === field
  return Object.values(value).some((each) => mentions(each, field))
}

import type { Charter, Entity, Field } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import { atField } from './check-names.ts'
import { parseExpression, typesOf } from './expression.ts'
import { mentions } from './model.ts'

/** What a field that nobody is shown cannot be, and what would tell its value by trial. */
export const checkWriteOnly: CharterCheck = (charter, { report }) => {
  // What the service keeps with a row of its own is nobody's to write or to see.
  for (const entity of charter.entities)
    for (const field of entity.isBuiltIn ? [] : entity.fields.filter(({ isWriteOnly }) => isWriteOnly))
      for (const why of refusals(charter, entity, field))
        report('bad-write-only', atField(entity, field), { field: field.name, why })
}

const refusals = (charter: Charter, entity: Entity, field: Field): readonly string[] => {
  const { name } = field
  const refused: readonly (readonly [boolean, string])[] = [
    [field.isReadOnly || entity.isReadOnly, 'it is `readOnly`, so nobody could write it'],
    [field.reveal !== undefined && field.protect !== 'tokenize', '`reveal` says who sees it, and nobody does'],
    [field.mask !== undefined, '`mask` says how it is shown, and it never is'],
    [
      field.protect === 'tokenize',
      '`tokenize` gives who reads it a token in its place, and nobody reads it: `encrypt` keeps it from the database',
    ],
    [entity.key.includes(name), 'it is part of the key, which every answer tells'],
    [
      field.isUnique || entity.unique.some(({ fields }) => fields.includes(name)),
      '`unique` tells by trial which values there are',
    ],
    [field.states !== undefined, 'it has `states`, which clients are told of'],
    [
      field.default !== undefined && field.default.kind !== 'value',
      'its `default` is made, and nobody would learn what it is',
    ],
    [
      entity.softDelete === name || entity.person === name || charter.access.tenancy?.field === name,
      'the service itself goes by it',
    ],
    [isReferring(charter, entity, name), 'a relation goes along it, and who follows that is told it'],
    [isChecked(entity, name), 'a check speaks of it, which would tell it by trial'],
  ]
  return refused.flatMap(([is, why]) => (is ? [why] : []))
}

const isReferring = ({ entities }: Charter, entity: Entity, name: string): boolean =>
  entities.some((each) =>
    each.relations.some(
      ({ from, to, target, through }) =>
        (each === entity && from.includes(name)) ||
        (target === entity.name && to.includes(name)) ||
        (through?.entity === entity.name && [...through.from, ...through.to].includes(name)),
    ),
  )

const isChecked = ({ checks, fields }: Entity, name: string): boolean => {
  const types = typesOf(fields)
  return checks.some(({ text }) => {
    const read = parseExpression(text, types)
    return !('error' in read) && mentions(read, name)
  })
}

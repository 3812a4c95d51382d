import type { Charter, Entity, Field } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import { atField } from './check-names.ts'
import { isOurs, sourceOf, stateApart } from './ours.ts'
import { readCheck } from './read-check.ts'

/** `type: file`: where bytes can come in and be kept, and what says nothing of them. */
export const checkFiles: CharterCheck = (charter, { report }, { styles }) => {
  const carrying = styles.filter(({ carriesFiles }) => carriesFiles).map(({ name }) => name)
  for (const entity of charter.entities)
    for (const field of entity.fields.filter(({ file }) => file !== undefined))
      for (const why of refusals(charter, entity, field, carrying))
        report('bad-file', atField(entity, field), { field: field.name, why })
}

const refusals = (charter: Charter, entity: Entity, field: Field, carrying: readonly string[]): readonly string[] => {
  const { name } = field
  const apart = stateApart(charter, entity)
  const isCarried = carrying.length === 0 || carrying.some((style) => charter.serves.includes(style))
  const owner = charter.entities.find(({ relations }) =>
    relations.some(({ isOwned, target }) => isOwned && target === entity.name),
  )
  const refused: readonly (readonly [boolean, string])[] = [
    [!isCarried, `bytes are sent and read over ${carrying.join(' or ')}: add one of them to \`serves\``],
    [
      sourceOf(charter, entity)?.kind !== 'own',
      `the tables of the source \`${entity.source}\` are not ours: whoever else writes there could name the files of other rows, and copies or removes rows that nobody counts`,
    ],
    [isOurs(charter, entity) && apart !== null, apart ?? ''],
    [entity.key.length === 0, `${entity.name} has no key, and a file is found by its row's`],
    [
      owner !== undefined,
      `rows of ${entity.name} are written with those of ${owner?.name ?? ''}, which own them, and a file is sent to a row that is there`,
    ],
    [isAskedFor(charter, entity, name), 'a check asks of it, and a row is made before its file is sent'],
    [entity.key.includes(name), 'it is part of the key'],
    [field.default !== undefined, 'it has a `default`, and a row is made before its file is sent'],
    [field.isUnique || entity.unique.some(({ fields }) => fields.includes(name)), 'it is `unique`'],
    [field.isImmutable, 'it is `immutable`, and a row is made before its file is sent'],
    [field.isReadOnly, 'it is `readOnly`: leave that out, and grant `update` to whoever may send one'],
    [field.isWriteOnly === true, 'it is `writeOnly`, and nobody could read it'],
    [
      field.mask !== undefined && field.mask.kind !== 'hide',
      'of a file nothing can be shown in part: leave `mask` out',
    ],
  ]
  return refused.flatMap(([is, why]) => (is ? [why] : []))
}

/** Whether a check of the row's own speaks of the field. */
const isAskedFor = (charter: Charter, entity: Entity, field: string): boolean =>
  entity.checks.some(({ text }) => {
    const read = readCheck(charter, entity, text)
    return 'paths' in read && read.paths.some((path) => path.length === 1 && path[0] === field)
  })

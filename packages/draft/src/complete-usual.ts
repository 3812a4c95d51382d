import { withArticle } from '@charter/runtime'
import type { UsualField } from './lexicon/lexicon.ts'
import type { Options } from './options.ts'
import { note, type Outline, type OutlineEntity } from './outline.ts'
import { freeFieldName } from './outline-names.ts'
import { fileNamed } from './read/file-words.ts'
import { wordsOf } from './read/names.ts'
import { readField } from './read/read-field.ts'

const usualMax = 3

/** What things that the words say nothing of usually have, sparingly, each marked as assumed; and how what they say is classed. */
export const completeUsual = (outline: Outline, usual: ReadonlyMap<string, readonly UsualField[]>): void => {
  for (const entity of outline.entities.values()) {
    classify(entity, usual.get(entity.name) ?? [])
    if (entity.fields.size > 0) continue
    const usually = (usual.get(entity.name) ?? []).filter(({ isOptional }) => !isOptional)
    const fields = withFile(usually, entity.name).slice(0, usualMax)
    for (const field of fields) {
      const name = freeFieldName(entity, field.name)
      if (name === null || entity.relations.has(name)) continue
      entity.fields.set(name, optionsOf(field, entity.name))
      note(outline, `${entity.name}.${name}`, {
        assumed: `${withArticle(wordsOf(entity.name).join(' '))} usually has it; the words do not say`,
        confidence: 0.5,
      })
    }
  }
}

/** What the lexicon keeps elsewhere, by its address, the service keeps; what is known of a file comes with it. */
const withFile = (usual: readonly UsualField[], entity: string): readonly UsualField[] => {
  const isFile = fileNamed(wordsOf(entity).join(' ')) !== undefined
  const address = usual.find(({ name }) => /^(?:file|image|photo)Url$/.test(name) || (isFile && name === 'url'))
  if (!address) return usual
  const told = /^(?:fileName|contentType|mimeType|sizeBytes)$/
  return usual.flatMap((each) =>
    each === address ? [{ ...each, name: 'file', type: 'file' }] : told.test(each.name) ? [] : [each],
  )
}

/** A patient's birthday says more than a guest's. */
const classify = ({ fields }: OutlineEntity, usual: readonly UsualField[]): void => {
  for (const { name, class: of } of usual) {
    const said = fields.get(name)
    if (said && of !== null) fields.set(name, { ...said, class: of })
  }
}

/** As a field of this name would be read, where its type is the same; else the plain form of the type. */
const optionsOf = (field: UsualField, entity: string): Options => {
  const called = field.type === 'file' && fileNamed(wordsOf(entity).join(' '))
  const read = called || readField(wordsOf(field.name).join(' '), entity)?.options
  const plain: Options = read?.type === field.type && field.values === null ? read : plainOptions(field)
  return field.class === null ? plain : { ...plain, class: field.class }
}

const plainOptions = ({ type, values }: UsualField): Options => {
  if (values !== null) return { type: 'enum', values }
  if (type === 'text') return { type, length: '1..200' }
  if (type === 'decimal') return { type, precision: 12, scale: 2 }
  return type === 'list text' ? { type: 'array', items: 'text' } : { type }
}

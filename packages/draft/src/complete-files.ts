import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { Options } from './options.ts'
import { type Grant, isDenied, linesOf, note, type Outline, type OutlineEntity } from './outline.ts'
import { freeFieldName } from './outline-names.ts'
import { fileNamed } from './read/file-words.ts'
import { wordsOf } from './read/names.ts'

/** Things that are files by their names have one, what a file cannot be stays bytes, and who sends one may change its row. */
export const completeFiles = (outline: Outline): void => {
  for (const entity of outline.entities.values()) {
    giveFile(entity, outline)
    keepToBytes(entity)
    if (!hasFile(entity)) continue
    apartFromOwner(entity, outline)
    for (const [role, grant] of entity.allow) letSend(role, grant, entity, outline)
  }
}

const isFile = ({ type }: Options): boolean => type === 'file'
const hasFile = ({ fields }: OutlineEntity): boolean => [...fields.values()].some(isFile)
const plain = (name: string): string => wordsOf(name).join(' ')

const files = /^(?:photo|photograph|picture|pdf|attachment|cv|resume)$/

/** A photo with a caption has its picture too, unless an address says where that is. */
const giveFile = (entity: OutlineEntity, outline: Outline): void => {
  const thing = plain(entity.name)
  const isElsewhere = [...entity.fields.values()].some((each) => isFile(each) || each.format === 'uri')
  const options = files.test(wordsOf(entity.name).at(-1) ?? '') && !isElsewhere ? fileNamed(thing) : undefined
  const name = options && freeFieldName(entity, 'file')
  if (!options || !name) return
  if (ownersOf(entity, outline).length > 0) {
    const sentence = `Is ${withArticle(thing)} a file? Files are sent to rows that are there, and the words say that these are written with their whole: drafted without one.`
    outline.questions.push({ about: entity.name, sentence, choices: ['no', 'yes'] })
    return
  }
  entity.fields.set(name, options)
  const assumed = `${withArticle(thing)} is a file; the words do not say where it is kept`
  note(outline, `${entity.name}.${name}`, { assumed, confidence: 0.5 })
}

/** A row is made before its file is sent, and everybody who reads the row may know of it. */
const keepToBytes = ({ fields, unique, checks }: OutlineEntity): void => {
  const named = [...unique.flat(), ...[...checks.values()].flatMap((each) => String(each.rule ?? '').split(/\W+/))]
  for (const [name, { kinds: _kinds, max: _max, ...options }] of fields)
    if (isFile(options) && (named.includes(name) || refused.some((each) => options[each] !== undefined)))
      fields.set(name, { ...options, type: 'bytes', length: '..1048576' })
}

const refused = ['unique', 'immutable', 'readOnly', 'writeOnly', 'default']

/** What is written with its parent has no file: it is a row by itself. */
const apartFromOwner = (entity: OutlineEntity, outline: Outline): void => {
  for (const { owner, name, relation } of ownersOf(entity, outline)) {
    const { owned: _owned, ...kept } = relation
    owner.relations.set(name, kept)
    const [rows, whole] = [pluralNoun(plain(entity.name)), plain(owner.name)]
    const sentence = `Files are sent to rows that are there, so ${rows} are not written with their ${whole}, and not deleted with it. Is that right?`
    outline.questions.push({ about: owner.name, sentence, choices: [] })
  }
}

const ownersOf = ({ name: of }: OutlineEntity, { entities }: Outline) =>
  [...entities.values()].flatMap((owner) =>
    [...owner.relations].flatMap(([name, relation]) =>
      relation.many === of && relation.owned === true ? [{ owner, name, relation }] : [],
    ),
  )

/** To send a file is to update its row: who makes rows of their own, and no others, may do so. */
const letSend = (role: string, grant: Grant, entity: OutlineEntity, outline: Outline): void => {
  const lines = linesOf(grant)
  if (lines.some(({ actions }) => actions.has('update')) || isDenied(outline, role, entity.name, 'update')) return
  const making = lines.filter(({ actions }) => actions.has('create'))
  if (making.length === 0) return
  const own = making.filter(({ when }) => when !== undefined)
  for (const { actions } of own) actions.add('update')
  const rows = pluralNoun(plain(entity.name))
  const assumed = own.length > 0 ? 'Assumed: those that they make.' : 'Assumed: none, as nothing says whose they are.'
  const sentence = `Whoever sends a file updates its row. Which ${rows} may ${withArticle(plain(role))} update? ${assumed}`
  outline.questions.push({ about: entity.name, sentence, choices: [] })
}

import type { AnalysedEntity, AnalysedField, Analysis } from './analysis.ts'
import type { Options } from './options.ts'
import { emptyOutline, entityIn, note, type Outline } from './outline.ts'
import { addAccess } from './outline-access.ts'
import { freeFieldName } from './outline-names.ts'
import { addOperations } from './outline-operations.ts'
import { addRelations } from './outline-relations.ts'
import { addStatements } from './outline-statements.ts'
import { soundOptions } from './sound-options.ts'
import { sourceOf } from './source-of.ts'

/** The charter that an analysis comes to: names free, references to what is there, and a source for each part. */
export const outlineOf = (analysis: Analysis): Outline => {
  const outline = emptyOutline()
  const names = entityNames(analysis.entities)
  for (const entity of analysis.entities) addEntity(entity, names.get(entity.name), outline)
  addRelations(analysis.relations, names, outline)
  const operations = addOperations(analysis.operations, names, outline)
  addAccess(analysis, { entities: names, operations }, outline)
  addStatements(analysis.statements, outline)
  for (const { about, sentence, choices } of analysis.contradictions)
    outline.questions.push({ about, sentence, choices, isContradiction: true })
  return outline
}

/** Names of entities by those of the analysis. An id is never a thing of its own, and names that differ in case alone are one. */
const entityNames = (entities: readonly AnalysedEntity[]): ReadonlyMap<string, string> => {
  const first = new Map<string, string>()
  return new Map(
    entities.flatMap(({ name }) => {
      if (!/^[A-Z][A-Za-z0-9]{0,63}$/.test(name) || /^Ids?$/.test(name)) return []
      const given = /^Sqlite[A-Z]/.test(name) ? `Own${name}` : name
      const known = first.get(given.toLowerCase()) ?? given
      first.set(given.toLowerCase(), known)
      return [[name, known] as const]
    }),
  )
}

const addEntity = (analysed: AnalysedEntity, name: string | undefined, outline: Outline): void => {
  if (name === undefined) return
  const entity = entityIn(outline, name)
  note(outline, name, sourceOf(analysed))
  for (const field of analysed.fields) {
    const free = freeFieldName(entity, field.name)
    if (free === null) continue
    if (isSecurityCode.test(free)) {
      askAboutCode(name, field, outline)
      continue
    }
    entity.fields.set(free, optionsOf(field))
    note(outline, `${name}.${free}`, sourceOf(field))
  }
}

/** Card security codes may not be kept (PCI DSS 4.0.1, 3.3.1). */
const isSecurityCode =
  /^(?:card)?(?:cvv|cvc|cav|csc)2?(?:code|number|value)?$|card(?:security|verification)(?:code|number|value)|^cardcid$|^securitycode$/i

const askAboutCode = (entity: string, { quote = 'security code' }: AnalysedField, outline: Outline): void => {
  outline.questions.push({
    about: entity,
    sentence: `"${quote}" is left out: a card security code may not be kept. Is it handed to the payment provider?`,
    choices: [],
  })
}

const optionsOf = ({ options: given, optional, type }: AnalysedField): Options => {
  const options = soundOptions(given)
  const values = Array.isArray(options.values) ? [...new Set(options.values as readonly string[])] : []
  const isEmpty = type === 'enum' && values.length === 0
  const plain: Options = isEmpty
    ? { type: 'text', length: '1..200' }
    : values.length > 0
      ? { ...options, values }
      : options
  return optional && plain.default === undefined ? { ...plain, optional: true } : plain
}

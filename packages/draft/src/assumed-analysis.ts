import type { AnalysedEntity, AnalysedField, Analysis } from './analysis.ts'
import type { Options } from './options.ts'
import type { DraftProvenance, Outline, OutlineEntity } from './outline.ts'

/**
 * The analysis of words that describe nothing, with the entities and fields that were filled in, each marked as not
 * quoted. Where the words describe something, what they say is all there is.
 */
export const withAssumed = (analysis: Analysis, outline: Outline): Analysis => {
  if (analysis.entities.some(({ fields }) => fields.length > 0)) return analysis
  const known = new Map(analysis.entities.map((entity) => [entity.name, entity]))
  const entities = [...outline.entities.values()].flatMap((entity): readonly AnalysedEntity[] => {
    const assumed = outline.provenance.get(entity.name)
    const found = known.get(entity.name) ?? (isAssumed(assumed) ? unquoted(entity, assumed) : undefined)
    return found ? [{ ...found, fields: [...found.fields, ...fieldsOf(entity, outline)] }] : []
  })
  return { ...analysis, entities }
}

type Assumed = DraftProvenance & { readonly assumed: string }

const isAssumed = (from: DraftProvenance | undefined): from is Assumed =>
  from?.assumed !== undefined && from.quoted === undefined

const unquoted = ({ name }: OutlineEntity, { assumed, confidence }: Assumed): AnalysedEntity => ({
  name,
  aliases: [],
  fields: [],
  quoted: false,
  assumed,
  confidence,
})

const fieldsOf = ({ name, fields }: OutlineEntity, { provenance }: Outline): readonly AnalysedField[] =>
  [...fields].flatMap(([field, options]) => {
    const from = provenance.get(`${name}.${field}`)
    return isAssumed(from) ? [fieldOf(field, options, from)] : []
  })

const fieldOf = (name: string, options: Options, { assumed, confidence }: Assumed): AnalysedField => ({
  name,
  aliases: [],
  type: String(options.type),
  optional: options.optional === true,
  enum: options.type === 'enum' && Array.isArray(options.values) ? (options.values as readonly string[]) : null,
  class: typeof options.class === 'string' ? (options.class as AnalysedField['class']) : null,
  options,
  quoted: false,
  assumed,
  confidence,
})

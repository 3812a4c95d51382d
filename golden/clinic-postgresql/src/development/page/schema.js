import { h, prose } from './dom.js'

/** What a `$ref` of the document stands for; anything else is itself. */
export const resolve = (contract, value) => {
  const reference = value?.$ref
  if (!reference) return value
  const steps = reference.slice(2).split('/')
  return steps.reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], contract)
}

/** The example beside a media type's schema, or one inside the schema. */
export const exampleOf = (contract, { example, schema }) => example ?? resolve(contract, schema)?.example

/** The members of a schema as rows: name, type with its bounds, meaning. */
export const schemaTable = (contract, schema) => {
  const name = schema?.$ref?.split('/').at(-1)
  const resolved = resolve(contract, schema)
  const members = Object.entries(resolved?.properties ?? {})
  if (members.length === 0) return h('p', { class: 'quiet small' }, h('code', {}, name ?? typeText(contract, schema)))
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name ?? 'Members' },
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        members.map(([member, of]) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              h('code', {}, member),
              resolved.required?.includes(member) ? h('span', { class: 'need' }, ' required') : null,
            ),
            h('td', {}, h('span', { class: 'mono' }, typeText(contract, of))),
            h('td', { class: 'quiet' }, prose(of.description)),
          ),
        ),
      ),
    ),
  )
}

/** A type as a person would say it: `string 1..120`, `[Patient]`, `written | dispensed`. */
const typeText = (contract, schema) => {
  if (!schema || Object.keys(schema).length === 0) return 'any'
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.enum) return schema.enum.map((value) => (value === null ? 'null' : value)).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map((each) => typeText(contract, each)).join(' | ')
  if (schema.items) return `[${typeText(contract, schema.items)}]`
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return [type, schema.format, boundsOf(schema), schema.pattern ? `/${schema.pattern}/` : ''].filter(Boolean).join(' ')
}

const boundsOf = (schema) => {
  const low = schema.minLength ?? schema.minimum ?? schema.minItems
  const high = schema.maxLength ?? schema.maximum ?? schema.maxItems
  const isWholeRange = low === -2147483648 && high === 2147483647
  return isWholeRange || (low === undefined && high === undefined) ? '' : `${low ?? ''}..${high ?? ''}`
}

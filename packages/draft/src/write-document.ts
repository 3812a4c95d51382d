import { defaultLimits } from '@charter/runtime'
import { assumptionsOf } from './assumptions.ts'
import type { Option, Options } from './options.ts'
import { type Grant, linesOf, type Outline, type OutlineEntity } from './outline.ts'

/** The outline as a charter document. What was assumed has a comment that says so. */
export const writeDocument = (
  outline: Outline,
  { name, title, description }: { readonly name: string; readonly title: string; readonly description?: string },
): string => {
  const lines = [
    '# Drafted from words. What they do not say is marked "assumed"; see also `questions` at the end.',
    'charter: 1',
    `name: ${scalar(name)}`,
    `title: ${scalar(title)}`,
    'version: 1.0.0',
    ...(description === undefined ? [] : [`description: ${scalar(description)}`]),
    `serves: ${flow(outline.serves)}`,
    'sources: { main: { own: sqlite } }',
    'rest: { base: /api }',
    ...limitLines(outline),
    '',
    ...accessLines(outline),
    '',
    'entities:',
    ...[...outline.entities.values()].flatMap((entity) => [...entityLines(outline, entity), '']),
    ...operationLines(outline),
    ...routeLines(outline),
    ...questionLines(outline),
  ]
  return `${lines.join('\n').replace(/\n+$/, '')}\n`
}

/** The longest page is no shorter than the usual one. */
const limitLines = ({ pageSize }: Outline): readonly string[] => {
  if (pageSize === undefined) return []
  const longest = pageSize > defaultLimits.pageSizeMax ? `, pageSizeMax: ${pageSize}` : ''
  return [`limits: { pageSizeDefault: ${pageSize}${longest} }`]
}

const accessLines = (outline: Outline): readonly string[] => {
  const roles = [...outline.roles]
  const assumed = roles.filter((role) => outline.provenance.get(`access.roles.${role}`)?.assumed !== undefined)
  return [
    'access:',
    '  accepts: [jwt, api-key]',
    `  roles: ${flow(roles)}${assumed.length > 0 ? ` # assumed: ${assumed.join(', ')}` : ''}`,
    ...(outline.hasCookies ? ['  cookies: true'] : []),
    ...(outline.tenancy ? [`  tenancy: ${flow({ ...outline.tenancy })}`] : []),
    ...(outline.membership ? [`  membership: ${flow(outline.membership)}`] : []),
    ...(outline.principal.size > 0 ? ['  principal:'] : []),
    ...[...outline.principal].map(([name, options]) => `    ${name}: ${flow(options)}`),
  ]
}

const entityLines = (outline: Outline, entity: OutlineEntity): readonly string[] => {
  const comment = (path: string) => {
    const assumed = outline.provenance.get(path)?.assumed
    return assumed === undefined ? '' : ` # assumed: ${assumed.replace(/\s+/g, ' ')}`
  }
  const section = (title: string, entries: Iterable<readonly [string, Options]>, path = ''): readonly string[] => {
    const lines = [...entries].map(
      ([name, options]) => `      ${name}: ${flow(options)}${path ? comment(`${entity.name}.${name}`) : ''}`,
    )
    return lines.length > 0 ? [`    ${title}:`, ...lines] : []
  }
  const grants = [...entity.allow].flatMap(([role, grant]) => {
    const lines = linesOf(grant)
      .filter(({ actions }) => actions.size > 0)
      .map(grantLine)
    const text = lines.length > 1 ? `[${lines.join(', ')}]` : lines[0]
    return text === undefined ? [] : [`      ${role}: ${text}`]
  })
  return [
    `  ${entity.name}:${comment(entity.name)}`,
    ...(entity.description === undefined ? [] : [`    description: ${scalar(entity.description)}`]),
    '    key: id',
    ...(entity.isShared ? ['    shared: true'] : []),
    ...(entity.person === undefined ? [] : [`    person: ${entity.person}`]),
    ...(entity.rest ? [`    rest: ${flow(entity.rest)}`] : []),
    '    fields:',
    '      id: { type: uuid, default: generated }',
    ...section('fields', entity.fields, 'fields').slice(1),
    ...section('relations', entity.relations, 'relations'),
    ...(entity.unique.length > 0 ? [`    unique: [${entity.unique.map(flow).join(', ')}]`] : []),
    ...section('checks', entity.checks),
    ...section('sets', entity.sets),
    ...(grants.length > 0 ? ['    allow:', ...grants] : []),
  ]
}

const grantLine = ({ actions, when, reveal }: Grant): string =>
  flow({
    do: [...actions],
    ...(when !== undefined && { when }),
    ...(reveal.size > 0 && { reveal: [...reveal] }),
  })

const operationLines = (outline: Outline): readonly string[] => {
  if (outline.operations.size + outline.internal.size === 0) return []
  const lines = [...outline.operations].map(([name, { entity, description, input, errors }]) => {
    const options: Options = {
      description,
      entity,
      ...(Object.keys(input).length > 0 && { input }),
      result: entity,
      ...(errors.length > 0 && { errors }),
    }
    return `  ${name}: ${flow(options)}`
  })
  const internal = [...outline.internal].map(([name, options]) => `  ${name}: ${flow(options)}`)
  return ['operations:', ...lines, ...internal, '']
}

const routeLines = ({ routes }: Outline): readonly string[] =>
  routes.size === 0 ? [] : ['routes:', ...[...routes].map(([name, options]) => `  ${name}: ${flow(options)}`), '']

const questionLines = (outline: Outline): readonly string[] => {
  const assumptions = assumptionsOf(outline)
  if (outline.questions.length === 0 && assumptions.length === 0) return []
  return [
    'questions:',
    ...outline.questions.map(({ about, sentence, choices, isContradiction = false }) => {
      const question = flow({ kind: isContradiction ? 'contradiction' : 'question', about, sentence })
      const listed = choices.length > 0 ? `, choices: [${choices.map(text).join(', ')}] }` : ' }'
      return `  - ${question.slice(0, -' }'.length)}${listed}`
    }),
    ...assumptions.map(({ about, sentence }) => `  - ${flow({ kind: 'assumed', about, sentence })}`),
  ]
}

/** A value in YAML's flow style. */
const flow = (option: Option): string => {
  if (Array.isArray(option)) return `[${(option as readonly string[]).map(scalar).join(', ')}]`
  if (typeof option === 'object')
    return `{ ${Object.entries(option as Options)
      .map(([key, value]) => `${key}: ${flow(value)}`)
      .join(', ')} }`
  return typeof option === 'string' ? scalar(option) : String(option)
}

const plain =
  /^[A-Za-z][\w-]*(?:[ .][\w-]+)*(?: [=!<>]= [\w.]+)?(?: && [\w.]+ [=!<>]= [\w.]+)?\.?$|^\d*\.\.\d*$|^-?\d+(?:\.\d+)?$|^\d+ [KMG]iB$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** A text plain where YAML reads it back as that text, else in quotes. */
const scalar = (text: string): string => {
  if (plain.test(text) && !reserved.test(text)) return text
  const isOdd = /[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u.test(text)
  return isOdd ? JSON.stringify(text).replace(/[^ -~\u00a0-\u1fff]/g, escaped) : `'${text.replaceAll("'", "''")}'`
}

/** A text that stays one where it looks like a number. */
const text = (value: string): string => (/^-?[\d.]+$/.test(value) ? `'${value}'` : scalar(value))

const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`

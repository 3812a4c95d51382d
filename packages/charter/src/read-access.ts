import { defaultLimits, durationMicros, type LimitsModel, type SessionsModel } from '@charter/runtime'
import type { Access, CedarText, Membership, Question, Source } from './charter.ts'
import { given } from './given.ts'
import { readType } from './read-type.ts'
import type { Reader } from './reader.ts'
import { entriesAt, isTrueAt, member, type ScalarTree, type Tree, textAt, textOf, textsAt } from './tree.ts'

/** `access`, with what is left out filled in: JWT and API keys, no roles. */
export const readAccess = (root: Tree, reader: Reader): Access => {
  const tree = member(root, 'access')
  const field = textAt(member(tree, 'tenancy'), 'field')
  const claim = textAt(member(tree, 'tenancy'), 'claim')
  const rowSecurity = isTrueAt(member(tree, 'tenancy'), 'rowSecurity')
  const person = textAt(member(tree, 'person'), 'claim')
  return {
    accepts: member(tree, 'accepts') ? textsAt(tree, 'accepts') : ['jwt', 'api-key'],
    roles: textsAt(tree, 'roles'),
    principal: entriesAt(tree, 'principal').map(({ key: name, value }) => ({
      name,
      claim: textAt(value, 'claim') ?? name,
      type: readType(value, reader),
      isRequired: isTrueAt(value, 'required'),
      ...given({ member: textAt(value, 'member') }),
    })),
    mfa: textsAt(tree, 'mfa'),
    ...(field !== undefined && claim !== undefined
      ? { tenancy: { field, claim, ...(rowSecurity && { rowSecurity }) } }
      : {}),
    ...given({ person: person === undefined ? undefined : { claim: person } }),
    ...given({ cookies: readCookies(root, reader) }),
    ...given({ membership: readMembership(member(tree, 'membership')) }),
  }
}

/** `cookies: true`, or `{ name, maxAge }`. */
const readCookies = (root: Tree, reader: Reader): SessionsModel | undefined => {
  const access = member(root, 'access')
  const tree = member(access, 'cookies')
  if (!tree || (tree.kind === 'scalar' && tree.value !== true)) return undefined
  const maxAge = textAt(tree, 'maxAge') ?? usualMaxAge
  const micros = durationMicros(maxAge)
  const seconds = micros === undefined ? Number.NaN : Number(micros) / 1_000_000
  if (!(seconds >= 60 && seconds <= 30 * 86_400))
    reader.reporter.report('bad-cookies', member(tree, 'maxAge') ?? tree, {
      why: `\`maxAge: ${maxAge}\` is no time from a minute (PT1M) to thirty days (P30D)`,
    })
  return { name: textAt(tree, 'name') ?? textAt(root, 'name') ?? '', maxAgeSeconds: Math.floor(seconds) }
}

/** A working day: whoever comes back signs in anew. */
const usualMaxAge = 'PT8H'

const readMembership = (tree: Tree | undefined): Membership | undefined =>
  tree && {
    entity: textAt(tree, 'entity') ?? '',
    roles: (textAt(tree, 'roles') ?? '').split('.'),
    ...given({ while: textAt(tree, 'while'), signedIn: textAt(tree, 'signedIn') }),
  }

/** `sources`; without any, one SQLite database of our own. */
export const readSources = (root: Tree, reader: Reader): readonly Source[] => {
  const sources = entriesAt(root, 'sources').flatMap(({ key: name, value, place }): Source[] => {
    const own = textAt(value, 'own')
    const url = textAt(value, 'url')
    if ((own === undefined) === (url === undefined)) {
      reader.reporter.report('missing-key', value, {
        key: own === undefined ? 'own' : 'url',
        where: 'a source (either `own` or `url`)',
      })
      return []
    }
    if (own !== undefined) return [{ name, place, kind: 'own', database: own }]
    const environment = /^env\((\w+)\)$/.exec(url ?? '')?.[1]
    return [
      { name, place, kind: 'url', url: url ?? '', ...given({ environment, database: textAt(value, 'database') }) },
    ]
  })
  return sources.length ? sources : [{ name: 'main', place: root.place, kind: 'own', database: 'sqlite' }]
}

/** `limits` over the defaults; each a whole number of at least 1, the default page no longer than the longest, which costs what is taken. */
export const readLimits = (root: Tree, reader: Reader): LimitsModel => {
  const tree = member(root, 'limits')
  const written = entriesAt(root, 'limits').flatMap(({ key, value }) => {
    const number = value.kind === 'scalar' ? value.value : undefined
    const least = key === 'includeDepthMax' || key === 'includeCountMax' ? 0 : 1
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return [[key, number]]
    reader.reporter.report('bad-bounds', value, { what: `\`${key}\` is a whole number of at least ${least}.` })
    return []
  })
  const limits: LimitsModel = { ...defaultLimits, ...Object.fromEntries(written) }
  if (tree && limits.pageSizeDefault > limits.pageSizeMax) {
    const what = `\`pageSizeDefault\` ${limits.pageSizeDefault} is above \`pageSizeMax\` ${limits.pageSizeMax}.`
    reader.reporter.report('bad-bounds', tree, { what })
  }
  const dearest = 1 + limits.pageSizeMax
  if (tree && dearest > limits.costMax) {
    const what = `A page of \`pageSizeMax\` ${limits.pageSizeMax} costs ${dearest}, above \`costMax\` ${limits.costMax}: it would always be refused.`
    reader.reporter.report('bad-bounds', tree, { what })
  }
  return limits
}

/** `policies`: Cedar, in one text or several. */
export const readPolicies = (root: Tree, reader: Reader): readonly CedarText[] => {
  const tree = member(root, 'policies')
  const items = tree?.kind === 'list' ? tree.items : tree ? [tree] : []
  return items
    .filter((item): item is ScalarTree => item.kind === 'scalar' && typeof item.value === 'string')
    .map((item) => cedarText(item, reader))
}

const cedarText = (item: ScalarTree, reader: Reader): CedarText => ({ text: item.source, ...startOf(item, reader) })

/** Where a text begins: of a block scalar below its `|`, after the indent; of a quoted one after the quote. */
export const startOf = (item: ScalarTree, reader: Reader): Omit<CedarText, 'text'> => {
  const file = reader.textOfFile(item.place.file)
  const first = file[item.range[0]] ?? ''
  const isBlock = first === '|'
  const isQuoted = first === '"' || first === "'"
  const start = item.range[0] + (isQuoted ? 1 : 0)
  const isVerbatim = !item.source.includes('\n') && file.startsWith(item.source, start)
  if (!isBlock)
    return { place: { ...item.place, column: item.place.column + start - item.range[0] }, isBlock, isVerbatim }
  const indent = /^[^\n]*\n(?:[ \t]*\n)*( *)/.exec(file.slice(item.range[0]))?.[1]?.length ?? 0
  return { place: { ...item.place, line: item.place.line + 1, column: indent + 1 }, isBlock }
}

/** `questions`: what a draft left open. */
export const readQuestions = (root: Tree): readonly Question[] => {
  const tree = member(root, 'questions')
  const items = tree?.kind === 'list' ? tree.items : []
  return items.map((item) => ({
    kind: (textOf(member(item, 'kind')) ?? 'question') as Question['kind'],
    about: textAt(item, 'about') ?? '',
    sentence: textAt(item, 'sentence') ?? '',
    choices: textsAt(item, 'choices'),
  }))
}

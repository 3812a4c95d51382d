import type { Charter } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import type { CheckContext } from './check-context.ts'
import { placeOf } from './check-names.ts'
import { connectorOf } from './connector.ts'
import type { Location } from './report.ts'

/** Credentials that services can verify so far. */
const builtCredentials = ['jwt', 'oauth2', 'api-key', 'saml', 'gateway'] as const

/** What is declared and cannot be generated or run yet, by name; and names of what nobody means to build. */
export const checkBuilt: CharterCheck = (charter, reporter, context) => {
  for (const { names, path, ...list } of listsOf(charter, context))
    for (const [index, name] of names.entries())
      refuseUnbuilt(name, list, { place: placeOf(charter, `${path}.${index}`, path), path }, reporter)
  checkSources(charter, reporter, context)
  checkState(charter, reporter)
  for (const { name, mode, place } of [...charter.operations, ...charter.internal])
    if (mode === 'stream')
      reporter.report(
        'not-built-yet',
        { place, path: `operations.${name}.mode` },
        { what: 'The mode', name: mode, known: ['unary', 'job'] },
      )
}

/** A list of names of one kind that a charter may say. */
interface Known {
  /** As in "The style `grpc` is declared". */
  readonly what: string
  readonly known: readonly string[]
  /** Absent: whoever checks does not tell, so any name may be one of them. */
  readonly planned: readonly string[] | undefined
}

const listsOf = (charter: Charter, { styles, frameworks, planned }: CheckContext) => [
  {
    what: 'style',
    path: 'serves',
    names: charter.serves,
    known: styles.map((style) => style.name),
    planned: planned?.styles,
  },
  {
    what: 'framework',
    path: 'frameworks',
    names: charter.frameworks,
    known: frameworks ?? [],
    planned: planned?.frameworks,
  },
  {
    what: 'credential',
    path: 'access.accepts',
    names: charter.access.accepts,
    known: builtCredentials as readonly string[],
    planned: planned && [],
  },
]

const refuseUnbuilt = (
  name: string,
  { what, known, planned }: Known,
  at: Location,
  { report }: CharterReporter,
): void => {
  if (known.includes(name)) return
  if (planned === undefined || planned.includes(name)) report('not-built-yet', at, { what: `The ${what}`, name, known })
  else report('unknown-choice', at, { what, name, known: [...known, ...planned] })
}

/** What is weaker where writes to an attached database have their record elsewhere. */
const checkState = (charter: Charter, { report }: CharterReporter): void => {
  for (const source of charter.sources)
    if (source.kind === 'url' && charter.state !== 'source' && isWritten(charter, source.name))
      report('state-apart', { place: source.place, path: `sources.${source.name}` }, { source: source.name })
}

const isWritten = ({ entities }: Charter, source: string): boolean =>
  entities.some(
    (entity) =>
      entity.source === source &&
      !entity.isReadOnly &&
      entity.allow.some((allow) => allow.do.some((action) => /^(?:create|update|delete)$/.test(action))),
  )

const checkSources = (charter: Charter, reporter: CharterReporter, { connectors, planned }: CheckContext): void => {
  const { report } = reporter
  const list = {
    what: 'database',
    known: connectors.map((connector) => connector.name),
    planned: planned?.databases,
  }
  for (const source of charter.sources) {
    const at = { place: source.place, path: `sources.${source.name}` }
    if (connectorOf(source, connectors)) continue
    const isUntold = source.kind === 'url' && source.environment !== undefined && source.database === undefined
    if (isUntold) report('missing-key', at, { key: 'database', where: 'a source whose URL the environment holds' })
    else if (source.database !== undefined) {
      const member = `sources.${source.name}.${source.kind === 'own' ? 'own' : 'database'}`
      refuseUnbuilt(source.database, list, { ...at, place: placeOf(charter, member, at.path) }, reporter)
    } else if (source.kind === 'url') {
      // Never the whole URL, which may hold a password.
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(source.url)?.[1] ?? source.url
      refuseUnbuilt(scheme, list, { ...at, place: placeOf(charter, `sources.${source.name}.url`, at.path) }, reporter)
    }
  }
  const used = new Set(charter.entities.map((entity) => entity.source))
  const second = charter.sources.filter((source) => used.has(source.name))[1]
  if (second)
    report(
      'not-built-yet',
      { place: second.place, path: `sources.${second.name}` },
      { what: 'The second source', name: second.name },
    )
}

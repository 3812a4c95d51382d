import type { Charter, Place } from './charter.ts'
import type { CharterReporter, CheckContext, Checking } from './check.ts'
import { connectorOf } from './connector.ts'

/** Credentials that services can verify so far. */
const builtCredentials = ['jwt', 'oauth2', 'api-key', 'saml', 'gateway'] as const

/** What is declared and cannot be generated or run yet, by name. */
export const checkBuilt: Checking = (charter, reporter, context) => {
  for (const { names, known, what, path } of listsOf(charter, context))
    for (const name of names)
      if (!known.includes(name))
        reporter.report('not-built-yet', { place: placeOf(charter, path), path }, { what, name, known })
  checkSources(charter, reporter, context)
  checkState(charter, reporter)
  for (const { name, mode, place } of charter.operations)
    if (mode !== 'unary')
      reporter.report(
        'not-built-yet',
        { place, path: `operations.${name}.mode` },
        { what: 'The mode', name: mode, known: ['unary'] },
      )
}

const listsOf = (charter: Charter, context: CheckContext) => [
  { what: 'The style', path: 'serves', names: charter.serves, known: context.styles.map((style) => style.name) },
  { what: 'The framework', path: 'frameworks', names: charter.frameworks, known: context.frameworks ?? [] },
  {
    what: 'The credential',
    path: 'access.accepts',
    names: charter.access.accepts,
    known: builtCredentials as readonly string[],
  },
]

const placeOf = (charter: Charter, path: string): Place =>
  charter.places[path] ?? charter.places[''] ?? { file: 'charter.yaml', line: 1, column: 1 }

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

const checkSources = (charter: Charter, { report }: CharterReporter, { connectors }: CheckContext): void => {
  const known = connectors.map((connector) => connector.name)
  for (const source of charter.sources) {
    const at = { place: source.place, path: `sources.${source.name}` }
    if (connectorOf(source, connectors)) continue
    const isUntold = source.kind === 'url' && source.environment !== undefined && source.database === undefined
    if (isUntold) report('missing-key', at, { key: 'database', where: 'a source whose URL the environment holds' })
    else {
      const name = source.kind === 'own' ? source.database : (source.database ?? source.url)
      report('not-built-yet', at, { what: 'The database', name, known })
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

import type { Contrast, Prepared, RunningService } from '@charter/project'
import { shortPath } from '@charter/project/short-path'
import { nextRequest } from '@charter/project/start'
import { styles } from '@charter/styles'
import { called } from './called.ts'
import { writtenThere } from './commands/run.ts'
import { readInWords } from './read-in-words.ts'
import { contrastLines } from './say-contrast.ts'
import { aligned, type Terminal } from './terminal.ts'

const origins: Readonly<Record<Prepared['origin'], string>> = {
  drafted: 'drafted from words',
  introspected: 'read from the database',
  given: 'as its charter says',
  kept: 'kept as it was found',
}

/** Says what was made of what was given, where it runs, what it answers to whom, and what to do next. */
export const sayStarted = (
  terminal: Terminal,
  prepared: Prepared,
  { url, ownUrls, pageUrl = url }: Pick<RunningService, 'url' | 'ownUrls' | 'pageUrl'>,
  contrast: Contrast | null,
  taken: number | null,
): void => {
  const { style } = terminal
  const { loaded, derived, origin, losses, report } = prepared
  const { charter } = derived
  const folder = shortPath(prepared.folder)
  const assumed = charter.questions.filter(({ kind }) => kind === 'assumed')
  const open = charter.questions.filter(({ kind }) => kind !== 'assumed')
  const read = origin === 'drafted' ? readInWords(loaded.document.lock.provenance) : ''
  const last = charter.entities.at(-1)?.name ?? ''
  const next = nextRequest(derived, contrast)
  const facts: (readonly [string, string])[] = [
    ['charter', `${folder}/charter.yaml, ${origins[origin]}`],
    ...(read === '' ? [] : [['words', read] as const]),
    ['entities', entitiesText(prepared)],
    ['assumed', assumed[0] ? `${assumed.length}: ${assumed[0].sentence}${more(assumed.length)}` : 'nothing'],
    ['open', open[0] ? `${open.length}: ${open[0].sentence}${more(open.length)}` : 'no questions'],
    ...(losses[0]
      ? [['losses', `${losses.length}: ${losses[0].about}, ${losses[0].sentence}${more(losses.length)}`] as const]
      : []),
    ...report.merged.map((path) => ['merged', `${path}: your changes and what is generated now`] as const),
    ...report.kept.map((path) => [style.warn('kept'), `${path}: you changed it, so it was left alone`] as const),
    ...liveLines(prepared),
    ...(prepared.samples > 0 ? [['rows', `${prepared.samples} made up, as the database was new`] as const] : []),
    ['service', `${style.strong(pageUrl)}  open it in a browser${taken === null ? '' : `  (port ${taken} is taken)`}`],
    ...(charter.serves.length > 1 ? [['styles', stylesText(charter.serves, ownUrls)] as const] : []),
    ...contrastLines(terminal, contrast, url, (role) => `$(${called} token --role ${role} ${folder})`),
    ...(read === ''
      ? []
      : [
          [
            'wrong?',
            `${called} edit "remove ${last}" --charter ${folder}, or "Change this API in words" on the page`,
          ] as const,
        ]),
    [
      'next',
      [
        `${called} access ${folder}`,
        ...(next === null
          ? []
          : [`${called} explain "${next}" --as ${charter.access.roles.at(-1)} --charter ${folder}`]),
        `${called} verify ${folder}`,
      ].join(' · '),
    ],
  ]
  terminal.line()
  terminal.line(`${style.strong(loaded.charter?.title ?? charter.title)}  ${style.muted(charter.description ?? '')}`)
  for (const line of aligned(facts)) terminal.line(`  ${line}`)
  terminal.line('  Ctrl-C stops everything.')
}

/** The styles served, by their titles; of those that listen elsewhere it says where. */
const stylesText = (serves: readonly string[], ownUrls: Readonly<Record<string, string>>): string =>
  styles
    .filter(({ name }) => serves.includes(name))
    .map(({ name, title }) => (ownUrls[name] === undefined ? title : `${title} at ${ownUrls[name]}`))
    .join(', ')

/** A URL with its secret is kept nowhere: who runs the service again gives it again. */
const liveLines = ({ derived: { source } }: Prepared): readonly (readonly [string, string])[] => {
  if (source.kind !== 'url') return []
  const kept =
    source.environment === undefined
      ? ''
      : `, where ${source.environment} says; it is kept nowhere, so set it before the commands below`
  return [['live', `${writtenThere}${kept}`]]
}

const entitiesText = ({ derived: { charter } }: Prepared): string => {
  const shown = charter.entities.slice(0, 6).map(({ name, fields }) => `${name} (${fields.length} fields)`)
  return `${charter.entities.length}: ${shown.join(', ')}${charter.entities.length > shown.length ? ', …' : ''}`
}

const more = (count: number): string => (count > 1 ? ` … and ${count - 1} more on the page` : '')

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { requireSound } from '../check.ts'
import type { LoadedCharter } from '../load.ts'
import { ownedOn } from '../owned-copy.ts'
import { pageData } from '../page-data.ts'
import { entityFile, entityPage } from './entity-page.ts'
import { type Exchanges, exampleExchanges } from './example-exchanges.ts'
import { fileAnchor, fileTitle, surfacesOf } from './file-section.ts'
import { framed, type NavLink, type SitePage } from './frame.ts'
import { html } from './html.ts'
import { anchorOf, isForSomebody, operationSection } from './operation-section.ts'
import { overviewPage } from './overview-page.ts'
import { problemsPage } from './problems-page.ts'
import { searchIndex } from './search-index.ts'
import { headingOf } from './words.ts'

/**
 * The documentation of an API as a static site, by file name: nothing in it asks for anything elsewhere, and it is read as well from a
 * folder as from a server. Examples are calls really made, of the in-process service on sample rows. The same charter gives the same
 * bytes. Rejects with Refused.
 */
export const docsSite = async (loaded: LoadedCharter): Promise<Readonly<Record<string, string>>> => {
  const charter = ownedOn(requireSound(loaded), 'sqlite')
  const derived = derive(charter, connectors, loaded.document.lock)
  const page = pageData(derived, loaded)
  const exchanges = await exampleExchanges(derived, page)
  const told = { ...exchanges, files: surfacesOf(charter, derived.styles) }
  const pages: readonly SitePage[] = [
    overviewPage(charter, page),
    ...charter.entities.map((entity) => entityPage(charter, page, entity, told)),
    ...freePage(page, exchanges),
    problemsPage(charter, page, exchanges),
  ]
  const nav: readonly NavLink[] = pages.map(({ file, title }) => {
    const under = page.operations
      .filter(({ entity }) => (entity === null ? file === freeFile : entityFile(entity) === file))
      .filter((operation) => operation.entity === null || isForSomebody(page, operation))
      .map((operation) => ({ href: `#${anchorOf(operation)}`, text: operation.summary }))
      .concat(
        charter.entities
          .filter(({ name }) => entityFile(name) === file)
          .flatMap((entity) => entity.fields.filter((field) => field.file).map((field) => [entity, field] as const))
          .map(([entity, field]) => ({ href: `#${fileAnchor(field.name)}`, text: fileTitle(entity, field) })),
      )
    return { href: file, text: file === 'index.html' ? 'Overview' : title, ...(under.length > 0 && { under }) }
  })
  const frame = { title: charter.title, version: charter.version, styles: page.styles, nav }
  return {
    ...Object.fromEntries(pages.map((each) => [each.file, framed(frame, each)])),
    'search.js': searchIndex(charter, page),
    ...Object.fromEntries(assets.map((name) => [name, readFileSync(join(siteFolder, name), 'utf8')])),
  }
}

const assets = ['site.css', 'site.js', 'mark.svg'] as const

/** Where the site's own files lie. */
const siteFolder = join(dirname(createRequire(import.meta.url).resolve('@charter/project/package.json')), 'site')

const freeFile = 'operations.html'

/** Operations on no entity. */
const freePage = (page: ReturnType<typeof pageData>, { operations }: Exchanges): readonly SitePage[] => {
  const sections = page.operations.flatMap((operation, at) => {
    const told = operations[at]
    return operation.entity === null && told ? [operationSection(page, operation, told)] : []
  })
  return sections.length === 0
    ? []
    : [{ file: freeFile, title: headingOf('operations'), main: html`<h1>Operations on no entity</h1>${sections}` }]
}

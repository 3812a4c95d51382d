import type { Charter } from '@charter/charter'
import type { PageData } from '@charter/page'
import { entityFile } from './entity-page.ts'
import type { SitePage } from './frame.ts'
import { type Html, html, prose } from './html.ts'
import { isForSomebody } from './operation-section.ts'
import { conditionWords, headingOf } from './words.ts'

/** What the API is, what it is made of, how one signs in, and who may do what. */
export const overviewPage = (charter: Charter, page: PageData): SitePage => ({
  file: 'index.html',
  title: charter.title,
  main: html`<h1>${charter.title}</h1>
<p class="lead">${prose(charter.description ?? '')}</p>
<section id="reach"><h2>How to reach it</h2>
<p>One API in ${page.styles.length === 1 ? 'one style' : `${page.styles.length} styles`}: ${page.styles.map(({ title }) => title).join(', ')}. Every style has the same operations, the same rules and the same refusals.</p>
<p>Callers show who they are by ${charter.access.accepts.map((way) => ways[way] ?? way).join(', or ')}.${charter.access.principal.length > 0 ? html` Rules speak of these claims: ${charter.access.principal.map(({ claim }, at) => html`${at > 0 ? ', ' : ''}<code>${claim}</code>`)}.` : null}</p></section>
<section id="entities"><h2>What it keeps</h2><dl class="entities">${charter.entities.map(
    ({ name, description, fields }) =>
      html`<div><dt><a href="${entityFile(name)}">${headingOf(name)}</a></dt><dd>${prose(description ?? `${fields.length} fields.`)}</dd></div>`,
  )}</dl></section>
<section id="access"><h2>Who may do what</h2>
<p class="muted">Everything is denied unless a line of the charter allows it. <span class="ok">✓</span> may, <span class="when">◐</span> may under a condition, – may not. What is not listed nobody may do.</p>
${matrix(charter, page)}</section>`,
})

const ways: Readonly<Record<string, string>> = {
  jwt: 'a signed token (JWT)',
  oauth2: 'an OAuth 2.0 access token',
  'api-key': 'an API key',
  saml: 'a SAML 2.0 assertion',
  gateway: 'what a gateway asserts',
}

const matrix = (charter: Charter, page: PageData): Html => {
  const shown = page.operations.filter(
    (operation, at) => at === firstOf(page, operation.id) && isForSomebody(page, operation),
  )
  const groups = [...charter.entities.map(({ name }) => name as string | null), null].flatMap((entity) => {
    const operations = shown.filter((each) => each.entity === entity)
    return operations.length > 0 ? [{ entity, operations }] : []
  })
  return html`<div class="wide" tabindex="0" role="region" aria-label="Who may do what"><table class="matrix">
<thead><tr><th scope="col">Operation</th>${page.roles.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
${groups.map(
  ({
    entity,
    operations,
  }) => html`<tbody><tr class="group"><th scope="colgroup" colspan="${page.roles.length + 1}">${entity === null ? 'On no entity' : headingOf(entity)}</th></tr>
${operations.map(
  ({ id, summary }) =>
    html`<tr><th scope="row">${prose(summary)}</th>${page.roles.map(({ name }) => cellOf(page.access[name]?.[id] ?? 'no'))}</tr>`,
)}</tbody>`,
)}</table></div>`
}

/** Where an operation is that of its own entity, not a list below another's row. */
const firstOf = ({ operations }: PageData, id: string): number => {
  const own = operations.findIndex((each) => each.id === id && each.entity === id.split('.')[0])
  return own >= 0 ? own : operations.findIndex((each) => each.id === id)
}

const cellOf = (cell: string): Html => {
  if (cell === 'yes') return html`<td><span class="ok">✓<span class="hidden"> may</span></span></td>`
  if (cell === 'no') return html`<td><span class="muted">–<span class="hidden"> may not</span></span></td>`
  return html`<td><span class="when">◐</span> <span class="small">${conditionWords(cell).replace(/^only /, '')}</span></td>`
}

import { type Charter, type Entity, stateProse } from '@charter/charter'
import type { PageData } from '@charter/page'
import { stateDiagrams } from '../page/state-diagram.ts'
import { fieldTypeText } from '../page-data.ts'
import type { Exchanges } from './example-exchanges.ts'
import { type FileSurfaces, fileAnchor, fileSection } from './file-section.ts'
import type { SitePage } from './frame.ts'
import { type Html, html, prose } from './html.ts'
import { isForSomebody, operationSection } from './operation-section.ts'
import { stateFigure } from './state-figure.ts'
import { classWords, fieldWords, headingOf, protectionWords, wordsOf } from './words.ts'

/** `patient.html`; an entity that is called as a page of the site's own is told apart. */
export const entityFile = (name: string): string => {
  const words = name.includes('_') ? name.toLowerCase() : wordsOf(name).replaceAll(' ', '-')
  return `${words}${ownPages.includes(words) ? '.entity' : ''}.html`
}

const ownPages = ['index', 'operations', 'problems']

/** An entity: its fields, relations and rules in words, and its operations. */
export const entityPage = (
  charter: Charter,
  page: PageData,
  entity: Entity,
  { operations, files }: Exchanges & { readonly files: FileSurfaces },
): SitePage => ({
  file: entityFile(entity.name),
  title: headingOf(entity.name),
  main: html`<h1>${headingOf(entity.name)}</h1>
${entity.description === undefined ? null : html`<p class="lead">${prose(entity.description)}</p>`}
<section id="fields"><h2>Fields</h2>${fieldTable(charter, entity)}</section>
${stateDiagrams(entity, charter).map(stateFigure)}
${entity.relations.length > 0 ? relationList(entity) : null}
${ruleList(charter, entity)}
${page.operations.map((operation, at) => {
  const told = operations[at]
  return operation.entity === entity.name && told && isForSomebody(page, operation)
    ? operationSection(page, operation, told)
    : null
})}
${entity.fields.flatMap((field) => (field.file ? [fileSection(page, entity, field, files)] : []))}`,
})

const fieldTable = (charter: Charter, entity: Entity): Html => html`
<div class="wide" tabindex="0" role="region" aria-label="Fields of ${headingOf(entity.name)}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">What holds of it</th></tr></thead>
<tbody>${entity.fields.map((field) => {
  const protection = protectionWords(charter, entity, field)
  const personal = classWords(field)
  const said = stateProse(field, charter)
  return html`<tr id="${field.name}"><th scope="row"><code>${field.name}</code><span class="muted small">${field.isOptional ? 'optional' : field.default || field.isReadOnly ? '' : 'required'}</span></th>
<td><code>${fieldTypeText(field)}</code></td>
<td>${said === undefined ? null : html`<p>${prose(said)}</p>`}${personal === null ? null : html`<span class="tag">${personal}</span> `}${fieldWords(entity, field).join(' ')}${field.file ? html`<a href="#${fileAnchor(field.name)}">How it is sent and read</a>` : null}${protection === null ? null : html`<p class="protection">${protection}</p>`}</td></tr>`
})}</tbody></table></div>`

const relationList = (entity: Entity): Html =>
  html`<section id="relations"><h2>Relations</h2><ul>${entity.relations.map(
    ({ name, kind, target, isOwned, isOptional }) =>
      html`<li><code>${name}</code>: ${kind === 'one' ? (isOptional ? 'at most one' : 'one') : 'many'} <a href="${entityFile(target)}">${headingOf(target)}</a>${isOwned ? ', written and deleted with it' : ''}.</li>`,
  )}</ul></section>`

const ruleList = (charter: Charter, entity: Entity): Html | null => {
  const rules = [
    ...entity.checks.map(({ message, text }) => html`<li>${message} <code>${text}</code></li>`),
    ...entity.unique.map(({ fields }) => html`<li>No two have the same ${fields.map(wordsOf).join(' and ')}.</li>`),
    ...(entity.isReadOnly ? [html`<li>It can be read, and not written.</li>`] : []),
    ...(entity.isBuiltIn !== true && entity.hooks?.includes('before')
      ? [html`<li>Code of the service’s own looks at what is written, and may refuse it or derive fields.</li>`]
      : []),
    ...(entity.softDelete === undefined ? [] : [html`<li>What is deleted is hidden, and kept.</li>`]),
    ...(charter.access.tenancy && !entity.isShared
      ? [html`<li>Every row belongs to one ${wordsOf(charter.access.tenancy.field)}; nobody sees another’s.</li>`]
      : []),
    ...charter.access.mfa
      .filter((id) => id.startsWith(`${entity.name}.`))
      .map((id) => html`<li>To ${id.split('.')[1]} needs a stronger sign-in.</li>`),
  ]
  return rules.length === 0 ? null : html`<section id="rules"><h2>Rules</h2><ul>${rules}</ul></section>`
}

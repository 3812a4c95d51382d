import type { PageData, PageOperation } from '@charter/page'
import { type JsonObject, parseExact } from '@charter/runtime'
import { parse, print } from 'graphql'
import { codeBlock } from './code.ts'
import type { Exchange, OperationExchanges } from './example-exchanges.ts'
import { type Html, html, prose } from './html.ts'
import { conditionWords } from './words.ts'

/** Where an operation stands in its page: `list-patients`. */
export const anchorOf = ({ summary }: Pick<PageOperation, 'summary'>): string =>
  summary
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Whether any role may do it, under whatever condition. */
export const isForSomebody = ({ access }: PageData, { id }: PageOperation): boolean =>
  Object.values(access).some((cells) => (cells[id] ?? 'no') !== 'no')

/** An operation: what it does, who may, and its request and answer in every style. */
export const operationSection = (
  page: PageData,
  operation: PageOperation,
  { as, exchanges }: OperationExchanges,
): Html => html`
<section class="operation" id="${anchorOf(operation)}">
<h2>${prose(operation.summary)}</h2>
<p class="route"><code><b>${operation.method}</b> ${operation.path}</code></p>
${mayLines(page, operation)}
${as === null ? null : html`<p class="muted">Example, as ${as}:</p>`}
${exchangeGrid(page, operation.summary, exchanges)}
</section>`

/** Requests and answers, a column each style. */
export const exchangeGrid = (page: PageData, about: string, exchanges: readonly Exchange[]): Html =>
  html`<div class="exchanges">${exchanges.map((each) => exchangeOf(page, about, each))}</div>`

const exchangeOf = (page: PageData, about: string, { style, request, answer }: Exchange): Html => {
  const title = page.styles.find(({ name }) => name === style)?.title ?? style
  if (typeof request === 'string')
    return html`<article class="exchange" data-style="${style}"><h3>${title}</h3><p class="muted">${prose(request)}</p></article>`
  const headers = Object.entries(request.headers).filter(([name]) => name !== 'accept')
  return html`<article class="exchange" data-style="${style}"><h3>${title}</h3>
<p class="asked"><code><b>${request.method}</b> ${request.target}</code></p>
${headers.length > 0 ? html`<p class="headers">${headers.map(([name, value]) => html`<code>${name}: ${value}</code>`)}</p>` : null}
${request.body === null ? null : requestBlocks(`${about}: request over ${title}`, request.body)}
${
  answer === null
    ? null
    : html`<p class="status ${answer.isOk ? 'ok' : 'no'}">${answer.isOk ? '✓' : '✗'} ${answer.status}</p>
${answer.text.trim() === '' ? html`<p class="muted">No body.</p>` : codeBlock(`${about}: answer over ${title}`, answer.text)}`
}
</article>`
}

/** A document of GraphQL is read as one, with its variables below. */
const requestBlocks = (label: string, body: string): Html => {
  const document = documentIn(body)
  if (!document) return codeBlock(label, body)
  return html`${codeBlock(label, print(parse(document.query)))}${
    document.variables && Object.keys(document.variables).length > 0
      ? codeBlock(`${label}, its variables`, JSON.stringify(document.variables))
      : null
  }`
}

const documentIn = (body: string): { readonly query: string; readonly variables?: JsonObject } | null => {
  try {
    const read = parseExact(body) as { readonly query?: unknown; readonly variables?: JsonObject }
    return typeof read.query === 'string' && Object.keys(read).every((name) => name === 'query' || name === 'variables')
      ? { query: read.query, ...(read.variables && { variables: read.variables }) }
      : null
  } catch {
    return null
  }
}

/** Who may do what has an id, and under which condition. */
export const mayLines = ({ roles, access }: PageData, { id }: Pick<PageOperation, 'id'>): Html => {
  const cells = roles.map(({ name }) => ({ name, cell: access[name]?.[id] ?? 'no' }))
  return html`<ul class="may" aria-label="Who may">${cells
    .filter(({ cell }) => cell !== 'no')
    .map(
      ({ name, cell }) =>
        html`<li><span class="${cell === 'yes' ? 'ok' : 'when'}">${cell === 'yes' ? '✓' : '◐'} ${name}</span>${cell === 'yes' ? null : html` <span class="muted">${conditionWords(cell)}</span>`}</li>`,
    )}</ul>`
}

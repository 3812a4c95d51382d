import type { Charter } from '@charter/charter'
import type { PageData } from '@charter/page'
import { problemCodes } from '@charter/runtime'
import type { Exchanges } from './example-exchanges.ts'
import type { SitePage } from './frame.ts'
import { html, prose } from './html.ts'
import { exchangeGrid } from './operation-section.ts'

/** How each style tells that something cannot be done: the codes, and one refusal in all of them. */
export const problemsPage = (charter: Charter, page: PageData, { refusal }: Exchanges): SitePage => ({
  file: 'problems.html',
  title: 'Problems',
  main: html`<h1>Problems</h1>
<p class="lead">What cannot be done is told by a code, the same in every style, and a sentence. No problem tells of SQL, of a stack or of a secret.</p>
<section id="codes"><h2>Codes</h2><div class="wide" tabindex="0" role="region" aria-label="Codes"><table>
<thead><tr><th scope="col">Code</th><th scope="col">What it says</th></tr></thead>
<tbody>${Object.entries(problemCodes).map(
    ([code, sentence]) =>
      html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${prose(sentence)}</td></tr>`,
  )}</tbody></table></div></section>
<section id="carriers"><h2>What they come in</h2><ul>${page.styles.map(
    ({ title, refusal: carrier }) => html`<li><b>${title}</b>: ${carrier}</li>`,
  )}</ul></section>
${ownErrors(charter)}
${
  refusal
    ? html`<section id="refusal"><h2>One refusal, in every style</h2>
<p class="muted">${prose(refusal.operation.summary)}, as ${refusal.as}:</p>
${exchangeGrid(page, `${refusal.operation.summary}, refused`, refusal.exchanges)}</section>`
    : null
}`,
})

const ownErrors = ({ operations }: Charter) => {
  const own = operations.flatMap(({ name, errors }) => errors.map((error) => ({ name, error })))
  return own.length === 0
    ? null
    : html`<section id="own"><h2>Of this API’s own operations</h2><ul>${own.map(
        ({ name, error }) =>
          html`<li><code>${error}</code>: <code>${name}</code> ends so, as <code>operation-failed</code> with this reason.</li>`,
      )}</ul></section>`
}

import type { SignedIn } from '../accounts/signed-in.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

/** What a platform offers, until it has a console. `url`: where it is reached. */
export const homePage = ({ person, email }: Pick<SignedIn, 'person' | 'email'>, url: string): Page => ({
  title: 'Signed in',
  body: html`<p>You are <strong>${email === `${person}@localhost` ? 'the owner of this machine' : email}</strong>, known to organisations as <code>${person}</code>.</p>
      <p>Projects, releases, approvals and deployments are asked for over the API of this platform. Its contract is
        <a href="/openapi.json">/openapi.json</a>; GraphQL is at <code>/graphql</code>, and MCP at <code>/mcp</code>.</p>
      <p>From a terminal:</p>
      <pre>charter login ${url}
curl -H "Authorization: Bearer $(charter login ${url} --token)" ${url}/api/v1/projects</pre>
      <p><a href="/account">Your account</a>: sessions, password, second factors.</p>
      <p class="quiet">There is no console yet.</p>`,
})

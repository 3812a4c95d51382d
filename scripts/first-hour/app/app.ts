// A page that signs in at an identity provider (OAuth 2.0 authorization code with PKCE, RFC 7636) and shows what the API answers.
// It is copied beside the typed client of the project that is tried, and type-checked there.
import { createClient, orThrow } from './client.ts'

declare const settings: { readonly issuer: string; readonly service: string }

const clientId = 'app'
const redirect = `${location.origin}/`

interface Discovered {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
}

const main = async (): Promise<string> => {
  const discovered = (await (await fetch(`${settings.issuer}/.well-known/openid-configuration`)).json()) as Discovered
  const code = new URLSearchParams(location.search).get('code')
  if (code === null) {
    location.assign(await signInAt(discovered))
    return 'Signing in …'
  }
  const token = await tokenFor(discovered, code)
  const library = createClient({ url: settings.service, token: () => token })
  const made = await library.createBook({ body: { title: 'Notes on the Analytical Engine', pages: 66 } })
  if (!made.ok) return `${made.problem.code}: ${made.problem.detail}`
  const { items } = orThrow(await library.listBook({ filter: { pages: { ge: 60 } }, fields: ['title', 'pages'] }))
  const wrong = await library.createBook({ body: { title: '', pages: 0 } })
  const refused = wrong.ok ? 'nothing' : (wrong.problem.errors ?? []).map(({ path }) => path).join(' and ')
  return `${items.map(({ title, pages }) => `${title}, ${pages} pages`).join('; ')}. Refused of an empty book: ${refused}`
}

const signInAt = async ({ authorization_endpoint }: Discovered): Promise<string> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem('verifier', verifier)
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  const query = {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  return `${authorization_endpoint}?${new URLSearchParams(query)}`
}

const tokenFor = async ({ token_endpoint }: Discovered, code: string): Promise<string> => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirect,
    code,
    code_verifier: sessionStorage.getItem('verifier') ?? '',
  })
  const answer = (await (await fetch(token_endpoint, { method: 'POST', body })).json()) as { access_token: string }
  return answer.access_token
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const shown = document.querySelector('main')
const show = (text: string): void => {
  if (shown) shown.textContent = text
}
main().then(show, (error: unknown) => show(`failed: ${error}`))

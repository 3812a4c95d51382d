import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** How addresses of one kind of server are written. */
export interface AddressForm {
  /** `postgres`, `mariadb`. */
  readonly schemes: readonly string[]
  readonly port: number
}

/** Where a server is and how to speak to it, as a URL says. */
export interface Address {
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly tls: ConnectionOptions | false
  /** Speaks without TLS where the server has none (`sslmode=prefer`). */
  readonly mayBePlain: boolean
  readonly applicationName: string
  /** `-c name=value` as the URL has them. */
  readonly options: string
}

/** Throws a plain Error, whose message holds nothing of the URL, where it cannot be read. */
export const addressIn = (form: AddressForm, url: string): Address => {
  const parsed = parse(form, url)
  const query = parsed.searchParams
  const host = query.get('host') ?? (decodeURIComponent(parsed.hostname).replace(/^\[|\]$/g, '') || 'localhost')
  const mode = modeOf(query, host)
  return {
    host,
    port: Number(query.get('port') ?? (parsed.port || form.port)),
    user: text(parsed.username),
    password: text(parsed.password),
    database: text(parsed.pathname.slice(1)),
    tls: tlsOf(mode, query),
    mayBePlain: mode === 'prefer' || mode === 'allow',
    applicationName: query.get('application_name') ?? 'charter',
    options: query.get('options') ?? '',
  }
}

const parse = ({ schemes, port }: AddressForm, url: string): URL => {
  const scheme = `^(?:${schemes.join('|')}):`
  try {
    // The scheme decides how URL reads the rest: `http` knows hosts, ports and percent signs as libpq does.
    return new URL(
      url
        .replace(new RegExp(String.raw`${scheme}\/\/(?=\/|$|\?)`), 'http://localhost')
        .replace(new RegExp(scheme), 'http:'),
    )
  } catch {
    throw new Error(`The database URL cannot be read. Write it like ${schemes[0]}://user@host:${port}/database.`)
  }
}

const text = (encoded: string): string | undefined => (encoded === '' ? undefined : decodeURIComponent(encoded))

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

/** Without a word in the URL: a server on this machine is trusted, any other has to prove itself. */
const modeOf = (query: URLSearchParams, host: string): Mode => {
  const asked = query.get('sslmode') ?? (/^(?:true|1)$/.test(query.get('ssl') ?? '') ? 'verify-full' : null)
  if (asked === null) return isHere(host) ? 'disable' : 'verify-full'
  const mode = modes.find((each) => each === asked)
  if (!mode) throw new Error(`The database URL asks for an sslmode that is none of ${modes.join(', ')}.`)
  return mode
}

const isHere = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\./.test(host)

/** Modes as libpq has them (postgresql.org/docs/current/libpq-ssl.html); a root certificate makes `require` verify it. */
const tlsOf = (mode: Mode, query: URLSearchParams): ConnectionOptions | false => {
  if (mode === 'disable') return false
  const root = query.get('sslrootcert')
  const file = (name: string) => {
    const path = query.get(name)
    return path === null ? undefined : readFileSync(path, 'utf8')
  }
  const [ca, cert, key] = [root === 'system' ? undefined : file('sslrootcert'), file('sslcert'), file('sslkey')]
  const isVerified = mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && root !== null)
  return {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: isVerified,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    // The chain is proven, the name is not asked for.
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext, type SecureContextOptions } from 'node:tls'

/** How the service ends TLS itself. */
export interface TlsConfig {
  /** PEM files: the certificate with its chain, and its private key. */
  readonly certificateFile: string
  readonly keyFile: string
  /** 1.2 only as an exception that the start line records. */
  readonly versionMin: 'TLSv1.2' | 'TLSv1.3'
  /** Only suites, curves and signatures that FIPS 140-3 allows. */
  readonly crypto?: 'fips'
}

type Environment = Readonly<Record<string, string | undefined>>

/** `TLS_CERT` and `TLS_KEY` (files), `TLS_MIN_VERSION` (`1.3`, or `1.2` as an exception); null where neither file is given. */
export const readTls = (env: Environment, crypto?: TlsConfig['crypto']): TlsConfig | null => {
  const { TLS_CERT: certificateFile, TLS_KEY: keyFile } = env
  if (!certificateFile || !keyFile) return null
  return {
    certificateFile,
    keyFile,
    versionMin: env.TLS_MIN_VERSION === '1.2' ? 'TLSv1.2' : 'TLSv1.3',
    ...(crypto && { crypto }),
  }
}

/** What is wrong with the TLS settings, each with what to set. */
export const tlsMistakes = (env: Environment): readonly string[] => {
  const { TLS_CERT: certificate, TLS_KEY: key, TLS_MIN_VERSION: version } = env
  return [
    ...(Boolean(certificate) === Boolean(key) ? [] : ['TLS_CERT and TLS_KEY go together: set both, or neither.']),
    ...(version === undefined || version === '1.2' || version === '1.3'
      ? []
      : [`TLS_MIN_VERSION is "${version}": set it to 1.3, or to 1.2 as an exception.`]),
    ...Object.entries({ TLS_CERT: certificate, TLS_KEY: key }).flatMap(([name, file]) =>
      file && !isReadable(file) ? [`${name} names "${file}", which cannot be read.`] : [],
    ),
  ]
}

/** What is wrong with files that can be read, asked before the service listens; null where they are a certificate and its key. */
export const pairMistake = (config: TlsConfig): string | null => {
  try {
    createSecureContext(tlsOptions(config))
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `TLS_CERT and TLS_KEY cannot be used: they have to be a certificate and its key in PEM (${why}).`
  }
}

/** Whether a file that the environment names is there, and holds something. */
export const isReadable = (file: string): boolean => {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

/** TLS 1.3 as Node has it; for 1.2 only suites with forward secrecy and authenticated encryption (RFC 9325 section 4.2). */
const suites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
]

/** SP 800-52 revision 2 section 3.3: AES-GCM, P curves, ECDSA and RSA over SHA-2. */
const fips = {
  ciphers: suites.filter((suite) => !suite.includes('CHACHA20')).join(':'),
  ecdhCurve: 'P-256:P-384',
  sigalgs: ['ECDSA', 'RSA-PSS', 'RSA'].flatMap((name) => [`${name}+SHA256`, `${name}+SHA384`]).join(':'),
}

/** What an HTTPS server is made with. Throws when the files cannot be read. */
export const tlsOptions = ({ certificateFile, keyFile, versionMin, crypto }: TlsConfig): SecureContextOptions => ({
  cert: readFileSync(certificateFile),
  key: readFileSync(keyFile),
  minVersion: versionMin,
  honorCipherOrder: true,
  ...(crypto === 'fips' ? fips : { ciphers: suites.join(':') }),
})

const lookMs = 30_000

/**
 * Takes up a renewed certificate without a restart: connections that are open keep theirs. A pair that cannot be read is
 * told to `onFault`, and the one in use stays. Stops with the server.
 */
export const renewTls = (
  server: Server,
  config: TlsConfig,
  onFault: (error: unknown) => void,
  everyMs = lookMs,
): void => {
  let seen = stampOf(config)
  const timer = setInterval(() => {
    try {
      const now = stampOf(config)
      if (now === seen) return
      server.setSecureContext(tlsOptions(config))
      seen = now
    } catch (error) {
      onFault(error)
    }
  }, everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

const stampOf = ({ certificateFile, keyFile }: TlsConfig): string =>
  [certificateFile, keyFile].map((file) => statSync(file).mtimeMs).join()

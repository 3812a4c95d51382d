import { isPlainUrl, isSafeUrl } from '../../settings/addresses.ts'
import { isReadable } from '../../settings/tls.ts'

/** Where a replica sends its log. */
export interface ShipConfig {
  /** Of the ledger's server, without a slash at its end. */
  readonly url: string
  /** The ledger's name, which tokens are made for: `clinic.example/ledger`. */
  readonly origin: string
  /** PEM: the authorities that the ledger's certificate is trusted by, instead of the system's. */
  readonly caFile: string | null
  /** Bytes of the log that may wait for the ledger; past them, durable calls are refused. */
  readonly spoolBytesMax: number
}

type Environment = Readonly<Record<string, string | undefined>>

const spoolBytesDefault = 2 ** 30
const spoolBytesLeast = 2 ** 16

/** `LEDGER_URL`, `LEDGER_ORIGIN`, `LEDGER_CA`, `LEDGER_SPOOL_BYTES_MAX`; null without a URL. */
export const readShipping = (env: Environment): ShipConfig | null =>
  env.LEDGER_URL
    ? {
        url: env.LEDGER_URL.replace(/\/+$/, ''),
        origin: env.LEDGER_ORIGIN ?? '',
        caFile: env.LEDGER_CA || null,
        spoolBytesMax: spoolBytesOf(env),
      }
    : null

const spoolBytesOf = ({ LEDGER_SPOOL_BYTES_MAX: text }: Environment): number =>
  text === undefined ? spoolBytesDefault : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN

/** What is wrong with these settings, each with what to set. */
export const shipMistakes = (env: Environment): readonly string[] => {
  const { LEDGER_URL: url, LEDGER_ORIGIN: origin, LEDGER_CA: caFile } = env
  if (!url)
    return origin || caFile ? ['LEDGER_URL must say where the ledger of LEDGER_ORIGIN is, or leave both out.'] : []
  return [
    ...(isSafeUrl(url) && isPlainUrl(url)
      ? []
      : ['LEDGER_URL must be an https address (http only on loopback), with no user, query or fragment in it.']),
    ...(origin && /^[\x21-\x7e]{1,200}$/.test(origin)
      ? []
      : ['LEDGER_ORIGIN must be the name of the ledger at LEDGER_URL, as its checkpoints say: clinic.example/ledger.']),
    ...(!caFile || isReadable(caFile) ? [] : [`LEDGER_CA names "${caFile}", which cannot be read.`]),
    ...(spoolBytesOf(env) >= spoolBytesLeast
      ? []
      : [`LEDGER_SPOOL_BYTES_MAX must be a whole number of bytes, from ${spoolBytesLeast}.`]),
  ]
}

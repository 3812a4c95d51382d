import { runLedger } from '@charter/ledger/serve'
import { isLoopback } from '@charter/runtime/service'
import {
  type Asked,
  type CommandOption,
  defineCommand,
  EnvironmentFault,
  exitCodes,
  jsonOption,
  UsageError,
} from '../../command.ts'
import { stopAsked, untilAsked } from '../../until-stopped.ts'
import { printable, requireLedger } from './own-ledger.ts'

const text = (description: string, value: string): CommandOption => ({ type: 'string', value, description })

export const serve = defineCommand({
  name: 'ledger serve',
  summary: 'Serves a ledger: replicas send their logs to it, readers read, witnesses are told.',
  usage: '[<folder>] [--host <address>] [--port <number>] [--tls-cert <file> --tls-key <file>]',
  options: {
    host: text('Where to listen. Default: 127.0.0.1.', 'address'),
    port: text('On which port. Default: 8443.', 'number'),
    'tls-cert': text('The certificate with its chain, PEM.', 'file'),
    'tls-key': text('Its private key, PEM.', 'file'),
    'tls-min': text('1.3, or 1.2 as an exception.', 'version'),
    behind: text('tls-proxy: a proxy in front ends TLS, so plain HTTP may leave this machine.', 'what'),
    'take-over': { type: 'boolean', description: 'Do not wait for the lease of a writer that is gone.' },
    json: jsonOption,
  },
  examples: [
    'charter ledger serve ./ledger',
    'charter ledger serve ./ledger --host 0.0.0.0 --tls-cert ledger.pem --tls-key ledger.key',
  ],
  run: async (asked, terminal) => {
    const folder = asked.words[0] ?? '.'
    requireLedger(folder)
    const server = await runLedger({
      folder,
      ...listening(asked),
      takeOver: asked.flag('take-over'),
      onAlarm: ({ at, kind, sentence }) => terminal.note(`${at}  ${kind}  ${printable(sentence)}`),
      onBug: (error) => terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    }).catch(explained)
    const stopped = untilAsked(stopAsked())
    if (asked.flag('json')) terminal.json({ url: server.url, folder })
    else terminal.line(`The ledger in ${folder} is served at ${server.url}. Ctrl-C stops it.`)
    await stopped
    await server.close()
    return exitCodes.fine
  },
})

/** Throws a UsageError for what would send tokens and entries in the clear. */
const listening = (asked: Asked) => {
  const host = asked.text('host') ?? '127.0.0.1'
  const port = Number(asked.text('port') ?? 8443)
  const [certificateFile, keyFile, version, behind] = ['tls-cert', 'tls-key', 'tls-min', 'behind'].map((name) => asked.text(name)) // biome-ignore format: one line
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port takes a number from 0 to 65535.')
  if ((certificateFile === undefined) !== (keyFile === undefined))
    throw new UsageError('--tls-cert and --tls-key go together: give both, or neither.')
  if (version !== undefined && version !== '1.2' && version !== '1.3')
    throw new UsageError('--tls-min takes 1.3, or 1.2 as an exception.')
  if (behind !== undefined && behind !== 'tls-proxy') throw new UsageError('--behind takes tls-proxy.')
  if (!isLoopback(host) && certificateFile === undefined && behind === undefined)
    throw new UsageError(
      `${host} is not a loopback address, and plain HTTP stays on loopback. Give --tls-cert and --tls-key, or --behind tls-proxy where a proxy in front ends TLS.`,
    )
  const versionMin = version === '1.2' ? ('TLSv1.2' as const) : ('TLSv1.3' as const)
  const tls = certificateFile !== undefined && keyFile !== undefined ? { certificateFile, keyFile, versionMin } : null
  return { host, port, tls }
}

/** What the machine says of a port or a file. */
const explained = (error: unknown): never => {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof Error && code !== undefined && syscall !== undefined)
    throw new EnvironmentFault(`${error.message}. Choose another port or file, and run the same command again.`)
  throw error
}

import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import {
  type LedgerVerdict,
  notesIn,
  type VerifyOptions,
  verifyExport,
  verifyLedger,
  type Witness,
} from '@charter/ledger'
import { ledgerKey, openWitnesses, readSettings } from '@charter/ledger/settings'
import {
  type Asked,
  defineCommand,
  EnvironmentFault,
  type ExitCode,
  exitCodes,
  jsonOption,
  UsageError,
} from '../../command.ts'
import type { Terminal } from '../../terminal.ts'
import { keyGiven, keyOption, printable } from './own-ledger.ts'

export const verify = defineCommand({
  name: 'ledger verify',
  summary:
    'Checks a ledger, a copy of one, or an exported file: every entry, commit, tile and witness. Ends with 1 where something does not fit.',
  usage: '<folder or file> [--key <key>] [--witness <file>] [--checkpoint <file>]',
  options: {
    key: keyOption,
    witness: {
      type: 'string',
      multiple: true,
      value: 'file',
      description: 'Checkpoints that a witness keeps. Once for each.',
    },
    checkpoint: {
      type: 'string',
      multiple: true,
      value: 'file',
      description: 'A checkpoint that was seen elsewhere. Once for each.',
    },
    offline: { type: 'boolean', description: 'Do not ask the witnesses that ledger.yaml names.' },
    json: jsonOption,
  },
  examples: [
    'charter ledger verify ./ledger',
    'charter ledger verify ./copy --key "$KEY" --witness clinic.checkpoints',
    'charter ledger verify november.ndjson --key "$KEY"',
  ],
  run: async (asked, terminal) => {
    const place = asked.words[0] ?? '.'
    const found = await stat(place).catch(() => {
      throw new EnvironmentFault(`There is nothing at ${place}. Name a ledger’s folder, or a file that was exported.`)
    })
    return found.isDirectory() ? verifyFolder(place, asked, terminal) : verifyFile(place, asked, terminal)
  },
})

const verifyFolder = async (folder: string, asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const own = asked.flag('offline') ? [] : await ownWitnesses(folder, terminal)
  const given = await Promise.all(asked.texts('witness').map(witnessFile))
  const seen = await Promise.all(asked.texts('checkpoint').map(readText))
  const options: VerifyOptions = {
    witnesses: [...own, ...given],
    seen,
    ...(asked.text('key') !== undefined && { key: keyGiven(asked) }),
  }
  const verdict = await verifyLedger(folder, options)
  if (asked.flag('json')) terminal.json(verdict)
  else sayVerdict(verdict, terminal)
  return verdict.isWhole ? exitCodes.fine : exitCodes.findings
}

/** Those of the settings beside the ledger, where they can be read and asked; a copy has none, and needs none. */
const ownWitnesses = async (folder: string, terminal: Terminal): Promise<readonly Witness[]> => {
  const settings = await readSettings(folder).catch(() => null)
  if (!settings) return []
  const answering: Witness[] = []
  for (const witness of openWitnesses(settings, ledgerKey(settings))) {
    const fault = await witness.checkpoints().then(
      () => null,
      (error: Error) => error.message,
    )
    if (fault === null) answering.push(witness)
    else terminal.note(`The witness ${witness.name} was not asked: ${fault}`)
  }
  return answering
}

/** A witness's own file, brought by whoever verifies: that one knows whose it is. */
const witnessFile = async (file: string): Promise<Witness> => {
  const notes = notesIn(await readText(file))
  return {
    name: `file ${file}`,
    notIndependent: async () => null,
    record: () => Promise.reject(new Error('This file is read only.')),
    checkpoints: async () => notes,
  }
}

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new EnvironmentFault(`${file} cannot be read: ${error.message}`)
  })

const sayVerdict = (verdict: LedgerVerdict, { line, style }: Terminal): void => {
  // A copy is somebody else's: what it holds may be made to look like a verdict.
  const { isWhole, faults, size, checkpoints, root, origin, key, retired, unwitnessed, witnesses } = verdict
  for (const { where, sentence } of faults) line(`${style.seal('wrong')}  ${printable(`${where}  ${sentence}`)}`)
  line(
    isWhole
      ? `${style.good('whole')}  ${printable(origin)}: ${size} entries in ${checkpoints} commits, root ${root}`
      : `${style.seal('not whole')}  ${printable(origin)}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`,
  )
  for (const [from, until] of retired)
    line(`retired  entries ${from} to ${until - 1}, as a signed entry says; their hashes hold`)
  for (const { name, size: seen, notIndependent } of witnesses)
    line(`witness  ${name}: ${seen} entries${notIndependent === null ? '' : `; ${notIndependent}`}`)
  if (unwitnessed > 0)
    line(
      `${style.warn('unwitnessed')}  ${unwitnessed} entries at the end: no witness saw them, so who owns disk and key could still rewrite them`,
    )
  if (key === 'own')
    line(`${style.warn('own key')}  the ledger vouches for itself; bring its key from elsewhere with --key`)
}

const verifyFile = async (file: string, asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  if (asked.text('key') === undefined)
    throw new UsageError('A file proves itself to a key: give the ledger’s with --key.')
  const verdict = await verifyExport(linesOf(file), keyGiven(asked))
  if (asked.flag('json')) terminal.json(verdict)
  else {
    const { isWhole, entries, under, faults } = verdict
    for (const { line, sentence } of faults)
      terminal.line(`${terminal.style.seal('wrong')}  ${file}, line ${line}  ${sentence}`)
    const sizes =
      under === null
        ? ''
        : under[0] === under[1]
          ? `, in a ledger of ${under[0]}`
          : `, in ledgers of ${under.join(' to ')}`
    terminal.line(
      `${isWhole ? terminal.style.good('proven') : terminal.style.seal('not proven')}  ${entries} ${entries === 1 ? 'entry' : 'entries'}${sizes}`,
    )
  }
  return verdict.isWhole ? exitCodes.fine : exitCodes.findings
}

/** Lines as exported; one proof that was written over several lines is one. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const { size } = await stat(file)
  const whole = size <= 2 ** 22 ? await readText(file) : ''
  if (isOneDocument(whole)) yield whole
  else yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
}

const isOneDocument = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

import { resolve } from 'node:path'
import { connectors } from '@charter/connectors'
import { requireSound } from '@charter/project/check'
import { keysStatus, openServiceLog, rewrapServiceKeys, rotateServiceKeys } from '@charter/project/keys'
import { loadCharter } from '@charter/project/load'
import type { Json } from '@charter/runtime'
import { derive } from '@charter/service'
import { type Asked, defineCommand, exitCodes, jsonOption, UsageError } from '../command.ts'
import { aligned, type Terminal } from '../terminal.ts'
import { unreadable } from './ledger/own-ledger.ts'

export const keys = defineCommand({
  usage: 'status|rotate|rewrap|open [<folder>] [--offline] [--resume] [--from <provider>] [--log <file>]',
  wordsMax: 2,
  options: {
    offline: { type: 'boolean', description: 'rotate: no replica runs, so new keys are used at once.' },
    resume: { type: 'boolean', description: 'rotate: go on with a change that was begun.' },
    from: { type: 'string', value: 'provider', description: 'rewrap: the CHARTER_KEYS that wrapped them until now.' },
    log: {
      type: 'string',
      value: 'file',
      description: 'open: a log of the record that is sealed at rest; its lines are told.',
    },
    json: jsonOption,
  },
  examples: [
    'charter keys status ./clinic',
    'charter keys rotate ./clinic',
    'charter keys rotate --resume ./clinic',
    'CHARTER_KEYS=vault:transit/clinic@https://vault.example:8200 charter keys rewrap --from local ./clinic',
    'charter keys open --log state/audit/clinic-1.000003.log ./clinic',
  ],
  run: async (asked, terminal) => {
    const run = actions[asked.words[0] ?? '']
    if (!run) throw new UsageError('Say status, rotate, rewrap or open.')
    const loaded = await loadCharter(asked.words[1] ?? '.')
    const derived = derive(requireSound(loaded), connectors)
    await run(asked, terminal, { derived, folder: loaded.folder, env: process.env })
    return exitCodes.fine
  },
})

type Options = Parameters<typeof keysStatus>[0]

const status = async (asked: Asked, terminal: Terminal, options: Options): Promise<void> => {
  const found = await keysStatus(options)
  if (asked.flag('json')) return terminal.json(found)
  if (found.provider === null) return terminal.line('No keys: the service has not run here yet.')
  terminal.line(`wrapped by ${found.provider}`)
  const nowMs = Date.now()
  const lines = found.keys.map(({ id, purpose, provider, madeAtMs, activeFromMs, isRetired }) => [
    id,
    purpose,
    provider,
    new Date(madeAtMs).toISOString(),
    isRetired ? 'retired' : activeFromMs > nowMs ? `used from ${new Date(activeFromMs).toISOString()}` : 'in use',
  ])
  for (const line of aligned(lines)) terminal.line(line)
  if (found.isResealing) terminal.line('A change of keys is under way: charter keys rotate --resume goes on with it.')
}

const rotate = async (asked: Asked, terminal: Terminal, options: Options): Promise<void> => {
  const progress = terminal.progress('Making new keys')
  const done = await rotateServiceKeys({
    ...options,
    isOffline: asked.flag('offline'),
    isResumed: asked.flag('resume'),
    onStep: progress.update,
  }).finally(() => progress.done())
  if (asked.flag('json')) return terminal.json(done)
  terminal.line(`${done.rows} rows and ${done.tokens} tokens sealed anew; ${done.retired.length} keys retired.`)
  if (done.conflicts > 0)
    terminal.line(`${done.conflicts} rows share a unique value: mend them, then charter keys rotate --resume.`)
}

const rewrap = async (asked: Asked, terminal: Terminal, options: Options): Promise<void> => {
  const from = asked.text('from')
  const rewrapped = await rewrapServiceKeys({ ...options, ...(from !== undefined && { from }) })
  if (asked.flag('json')) terminal.json({ rewrapped })
  else terminal.line(`${rewrapped} keys wrapped anew.`)
}

const open = async (asked: Asked, terminal: Terminal, options: Options): Promise<void> => {
  const file = asked.text('log')
  if (file === undefined) throw new UsageError('Say which log: --log <file>.')
  const lines = await openServiceLog({ ...options, file: resolve(file) }).catch(unreadable(file))
  if (asked.flag('json')) return terminal.json(lines.map((line) => JSON.parse(line) as Json))
  for (const line of lines) terminal.line(line)
}

const actions: Readonly<Record<string, (asked: Asked, terminal: Terminal, options: Options) => Promise<void>>> = {
  status,
  rotate,
  rewrap,
  open,
}

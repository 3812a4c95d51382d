import type { LoadedCharter } from '@charter/project'
import type { ServiceCall } from '@charter/server'
import type { Deployed } from '@charter/server/program'
import { called } from '../called.ts'
import {
  type Asked,
  charterNamed,
  defineCommand,
  EnvironmentFault,
  exitCodes,
  jsonOption,
  UsageError,
} from '../command.ts'
import { type Expanding, expandFirst, expandHint } from '../expand-first.ts'
import { calledFolder, folderOption, platformPlace, platformRefusals, toOption } from '../platform-place.ts'
import { sayDeployed } from '../say-deployed.ts'
import { shellWord } from '../shell-word.ts'

export const deploy = defineCommand({
  usage: '[<file or folder>] [--environment <name> [--new]] [--migrate] [--reason <text>] [--to <address>] [--json]',
  options: {
    environment: { type: 'string', value: 'name', description: 'Where it is to answer. Default: local.' },
    new: { type: 'boolean', description: 'Make that environment also where one has a name like it.' },
    migrate: {
      type: 'boolean',
      description:
        'First bring the database that the service has on this machine to the charter (charter migrate), while the one before runs on.',
    },
    reason: {
      type: 'string',
      value: 'text',
      description: 'Why, for whoever lets it. Default: that it was asked for here.',
    },
    to: toOption,
    folder: folderOption,
    json: jsonOption,
  },
  examples: [
    'charter deploy',
    'charter deploy ./clinic --environment trial',
    'charter deploy ./clinic --migrate',
    'charter deploy --to https://charter.example.org --environment production',
  ],
  run: async (asked, terminal) => {
    const progress = terminal.progress('Reading the charter')
    const { deployCharter } = await import('@charter/server/program')
    const { name, title, text, loaded } = await charterText(charterNamed(asked))
    const { calls, isAlone } = await platformPlace(asked)
    if (asked.flag('migrate') && !isAlone)
      throw new UsageError(
        '--migrate is for the platform of this machine: elsewhere whoever operates the database migrates it.',
      )
    const environment = asked.text('environment') ?? 'local'
    const expanding = { calls, loaded, project: name, environment, folder: calledFolder(asked) }
    if (asked.flag('migrate')) await expandFirst(expanding, progress.update).catch(platformRefusals)
    const deployed = await deployCharter(calls, {
      project: { name, title },
      environment,
      isNew: asked.flag('new'),
      isAlone,
      text,
      reason: asked.text('reason') ?? 'Asked for on the command line.',
      onStep: progress.update,
    })
      .catch(isAlone ? withHint(expanding, asked) : platformRefusals)
      .finally(() => progress.done())
    const call = isAlone ? await localCall(expanding.folder, deployed) : null
    if (asked.flag('json')) terminal.json(asJson(deployed, call))
    else sayDeployed(terminal, { deployed, call, again: placeOptions(asked) })
    return exitCodes.fine
  },
})

/** How a command means the same platform. */
const placeOptions = (asked: Asked): string =>
  ['to', 'folder']
    .map((name) => (asked.text(name) === undefined ? '' : ` --${name} ${shellWord(asked.text(name) ?? '')}`))
    .join('')

/** A refusal says what to do about a database that is of the charter before. */
const withHint =
  (expanding: Expanding, asked: Asked) =>
  async (error: unknown): Promise<never> => {
    const { NotDeployed } = await import('@charter/server/program')
    const hint = error instanceof NotDeployed ? await expandHint(expanding) : null
    if (hint === null || !(error instanceof Error)) return platformRefusals(error)
    const again = `${called} deploy ${shellWord(asked.words[0] ?? '.')} --migrate${asked.text('environment') === undefined ? '' : ` --environment ${asked.text('environment')}`}${placeOptions(asked)}`
    throw new EnvironmentFault(`${error.message}\n${hint}\n  ${again}`)
  }

/** How a service of this machine is called; null where it waits to be let. */
const localCall = async (folder: string, deployed: Deployed): Promise<ServiceCall | null> => {
  if (deployed.state === 'waiting') return null
  const { serviceCall } = await import('@charter/server')
  return serviceCall(folder, deployed)
}

const asJson = (deployed: Deployed, call: ServiceCall | null) => {
  const made = deployed.made && { made: { environment: deployed.made.name, approvals: deployed.made.approvals } }
  return deployed.state === 'waiting'
    ? { ...deployed, ...made }
    : {
        state: deployed.state,
        deployment: deployed.deployment.id,
        address: deployed.deployment.address,
        listeners: deployed.deployment.listeners,
        version: deployed.version.number,
        digest: deployed.deployment.releaseDigest,
        ...made,
        ...(call && {
          docs: call.page ?? `${deployed.deployment.address}/`,
          openapi: `${deployed.deployment.address}/openapi.json`,
          tokens: call.tokens,
        }),
      }
}

/** The charter as one document, as a platform keeps it. Rejects with NoCharter. */
const charterText = async (
  path: string,
): Promise<{
  readonly name: string
  readonly title: string
  readonly text: string
  readonly loaded: LoadedCharter
}> => {
  const { loadCharter, requireSound } = await import('@charter/project')
  const { composedText } = await import('@charter/charter')
  const loaded = await loadCharter(path)
  const { name, title } = requireSound(loaded)
  const { files, root, tree } = loaded.document
  const isOne = Object.keys(files).every((file) => file === root || file === 'charter.lock')
  // Comments and layout stay where it is one file; of several one document is made, which says the same.
  return { name, title, loaded, text: isOne || !tree ? (files[root] ?? '') : composedText(tree) }
}

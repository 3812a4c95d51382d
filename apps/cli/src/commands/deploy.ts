import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'
import { folderOption, platformPlace, platformRefusals, toOption } from '../platform-place.ts'
import type { Terminal } from '../terminal.ts'

export const deploy = defineCommand({
  usage: '[<file or folder>] [--environment <name>] [--reason <text>] [--to <address>] [--json]',
  options: {
    environment: { type: 'string', value: 'name', description: 'Where it is to answer. Default: local.' },
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
    'charter deploy --to https://charter.example.org --environment production',
  ],
  run: async (asked, terminal) => {
    const progress = terminal.progress('Reading the charter')
    const { deployCharter } = await import('@charter/server/program')
    const { name, title, text } = await charterText(charterNamed(asked))
    const { calls, isAlone } = await platformPlace(asked)
    const deployed = await deployCharter(calls, {
      project: { name, title },
      environment: asked.text('environment') ?? 'local',
      isAlone,
      text,
      reason: asked.text('reason') ?? 'Asked for on the command line.',
      onStep: progress.update,
    })
      .catch(platformRefusals)
      .finally(() => progress.done())
    if (asked.flag('json')) terminal.json(asJson(deployed))
    else say(terminal, deployed)
    return exitCodes.fine
  },
})

type Deployed = Awaited<ReturnType<typeof import('@charter/server/program').deployCharter>>

const asJson = (deployed: Deployed) =>
  deployed.state === 'waiting'
    ? deployed
    : {
        state: deployed.state,
        deployment: deployed.deployment.id,
        address: deployed.deployment.address,
        listeners: deployed.deployment.listeners,
        version: deployed.version.number,
        digest: deployed.deployment.releaseDigest,
      }

const say = (terminal: Terminal, deployed: Deployed): void => {
  if (deployed.state === 'waiting') {
    terminal.line(`${deployed.sentence} Then the same command goes on.`)
    return
  }
  const { deployment, version } = deployed
  terminal.line(`Version ${version.number} answers at ${terminal.style.strong(deployment.address ?? '')}`)
  for (const { style, address } of deployment.listeners ?? []) terminal.line(`  ${style} at ${address}`)
  for (const change of deployment.changes) terminal.line(`  ${change}`)
}

/** The charter as one document, as a platform keeps it. Rejects with NoCharter. */
const charterText = async (path: string) => {
  const { loadCharter, requireSound } = await import('@charter/project')
  const { composedText } = await import('@charter/charter')
  const loaded = await loadCharter(path)
  const { name, title } = requireSound(loaded)
  const { files, root, tree } = loaded.document
  const isOne = Object.keys(files).every((file) => file === root || file === 'charter.lock')
  // Comments and layout stay where it is one file; of several one document is made, which says the same.
  return { name, title, text: isOne || !tree ? (files[root] ?? '') : composedText(tree) }
}

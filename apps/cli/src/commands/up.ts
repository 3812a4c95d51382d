import type { ExampleCall, Local } from '@charter/server'
import { defineCommand, EnvironmentFault, type ExitCode, exitCodes, jsonOption } from '../command.ts'
import { keepSmall, letGo } from '../keep-small.ts'
import { placeText } from '../place-text.ts'
import { folderOption, platformFolder } from '../platform-place.ts'
import { askedPorts, portOptions } from '../ports.ts'
import { sayUp } from '../say-up.ts'
import type { Terminal } from '../terminal.ts'
import { stopAsked, untilAsked } from '../until-stopped.ts'

export const up = defineCommand({
  usage: '[--folder <folder>] [--port <number>] [--host <address>] [--json]',
  wordsMax: 0,
  options: {
    folder: folderOption,
    ...portOptions,
    json: { ...jsonOption, description: 'Print one line when ready, and stay up.' },
  },
  examples: ['charter up', 'charter up --folder ./platform --port 9000', 'charter up --json'],
  run: async (asked, terminal) => {
    const stop = stopAsked()
    keepSmall(process.versions)
    const { host, port: wanted } = askedPorts(asked)
    const folder = platformFolder(asked)
    const progress = terminal.progress('Opening the platform')
    const { freePort } = await import('@charter/project/run')
    const { shortPath } = await import('@charter/project/short-path')
    const { exampleCall, FolderHeld, logOf, openLocal } = await import('@charter/server')
    const { NotDeployed } = await import('@charter/server/program')
    const port = await freePort(wanted, host)
    const local = await openLocal({ folder, host, port, env: process.env, onStep: progress.update })
      .catch((error: unknown) => {
        if (error instanceof FolderHeld) return null
        if (error instanceof NotDeployed) throw new EnvironmentFault(`The example does not answer: ${error.message}`)
        throw error
      })
      .finally(() => progress.done())
    if (!local) return sayOpen(folder, asked.flag('json'), terminal)
    const { platform, example } = local
    try {
      const call = example && (await exampleCall(folder, example))
      const link = await platform.people.makeLink()
      if (asked.flag('json'))
        process.stdout.write(
          `${JSON.stringify({ ...placesOf(local, link, folder), ...(call && answersOf(local, call)) })}\n`,
        )
      else
        sayUp(terminal, {
          local,
          call,
          link,
          folder: placeText(shortPath(folder)),
          log: example ? placeText(shortPath(logOf(folder, example.deployment.id))) : '',
          isUsual: asked.text('folder') === undefined,
          isTaken: port !== wanted,
        })
      await letGo()
      await untilAsked(stop)
    } finally {
      await platform.close()
    }
    return exitCodes.fine
  },
})

/** Says where the platform is that is open on the folder already: another one would answer beside it, of the same rows. */
const sayOpen = async (folder: string, isJson: boolean, terminal: Terminal): Promise<ExitCode> => {
  const { folderLink, platformOfFolder } = await import('@charter/server')
  const found = await platformOfFolder(folder)
  if (!found)
    throw new EnvironmentFault(`Another process is opening the platform of ${folder}. Run it again in a moment.`)
  const { url } = found
  const link = await folderLink({ folder, url, env: process.env })
  if (isJson)
    terminal.json({ isOpen: true, platform: url, api: `${url}/api/v1`, contract: `${url}/openapi.json`, link, folder })
  else {
    terminal.line(`The platform of ${placeText(folder)} is open already, at ${url}. Nothing was opened beside it.`)
    terminal.line(`Sign in at ${terminal.style.strong(link)} in a browser: once, within 15 minutes.`)
  }
  return exitCodes.fine
}

/** Where the platform is reached, and what of it. */
const placesOf = ({ platform, isolationMissing }: Local, link: string, folder: string) => ({
  platform: platform.url,
  console: platform.url,
  api: `${platform.url}/api/v1`,
  contract: `${platform.url}/openapi.json`,
  link,
  folder,
  ...(isolationMissing !== null && { isolation: isolationMissing }),
})

/** Of the example, what `charter start` says of a service. */
const answersOf = ({ example }: Local, { tokens, page, charter }: ExampleCall) => {
  const service = example?.deployment.address
  return { service, docs: page ?? `${service}/`, openapi: `${service}/openapi.json`, charter, tokens }
}

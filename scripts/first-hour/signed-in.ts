import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { appFile, appUrl, serveApp } from './app-server.ts'
import { folderOf, type Hour } from './hour.ts'
import type { Provider } from './provider.ts'

const workspace = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A browser app on another origin, written against the typed client, whose people sign in at a provider that is not ours. */
export const signedIn = async (hour: Hour, library: string, provider: Provider): Promise<void> => {
  const app = folderOf(hour, 'app')
  await hour.charter(library, 'client', '-o', app)
  copyFileSync(appFile, join(app, 'app.ts'))
  await hour.step('the app type-checks against the typed client', () => typeCheck(join(app, 'app.ts')))
  await hour.whileRunning(library, { JWT_ISSUER: provider.issuer }, async (service) => {
    for (const [person, expected] of [
      ['ada', 'Notes on the Analytical Engine, 66 pages'],
      ['bob', 'forbidden: '],
    ] as const)
      await hour.step(`${person} signs in at ${provider.name} in a browser, and the app asks the API`, async () => {
        const said = await saidTo(person, join(app, 'app.ts'), { provider, service })
        if (!said.startsWith(expected)) throw new Error(`The app says: ${said}`)
        return said
      })
  })
}

const typeCheck = (file: string): string => {
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'preserve',
    '--lib',
    'es2023,dom,dom.iterable',
  ]
  const { status, stdout } = spawnSync(
    join(workspace, 'node_modules/.bin/tsc'),
    [...options, '--allowImportingTsExtensions', '--ignoreConfig', file],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stdout)
  return `${readFileSync(join(dirname(file), 'client.ts'), 'utf8').split('\n').length} lines of client`
}

interface Asked {
  readonly provider: Provider
  readonly service: string
}

const saidTo = async (person: 'ada' | 'bob', script: string, { provider, service }: Asked): Promise<string> => {
  const server = await serveApp(script)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const page = await browser.newPage()
    await page.addInitScript(`globalThis.settings = ${JSON.stringify({ issuer: provider.issuer, service })}`)
    await page.goto(appUrl)
    await page.waitForURL(`${new URL(provider.issuer).origin}/**`)
    await provider.signIn(page, person)
    await page.waitForURL(`${appUrl}/**`)
    await page.waitForFunction('/\\S/.test(document.querySelector("main")?.textContent ?? "")')
    return (await page.locator('main').textContent()) ?? ''
  } finally {
    await browser.close()
    server.close()
  }
}

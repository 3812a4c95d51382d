import { createServer } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Where the browser app is served: another origin than the API and the provider. */
export const appPort = 18_710
export const appUrl = `http://localhost:${appPort}`

export interface AppServer {
  close(): void
}

/** Serves an app of one script, bundled, at `appUrl`. */
export const serveApp = async (script: string): Promise<AppServer> => {
  const build = await rolldown({ input: script, platform: 'browser' })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const [{ code }] = output
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Books</title><main></main><script type="module">${code.replaceAll('</script', '<\\/script')}</script>`
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  )
  await new Promise<void>((resolve) => server.listen(appPort, 'localhost', resolve))
  return { close: () => void server.close() }
}

/** The app's script, beside this file; a copy of it lies beside the client in the project that is tried. */
export const appFile = join(import.meta.dirname, 'app/app.ts')

import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Moto, another's stand-in for AWS; null where `moto_server` is not on the path. */
export const motoServer = (): string | null => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'moto_server')
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return null
}

export interface Moto {
  readonly endpoint: string
  close(): void
}

/** Starts it with one bucket. It checks no signatures. */
export const startMoto = async (program: string, bucket: string): Promise<Moto> => {
  const port = await freePort()
  const server = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => chunk.includes('Running on') && resolve())
    server.once('exit', () => reject(new Error('moto_server ended before it listened.')))
  })
  const endpoint = `http://127.0.0.1:${port}`
  const made = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`moto_server made no bucket: ${await made.text()}`)
  return { endpoint, close: () => void server.kill() }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

// Sends the logs of replicas, all at once, and says how long it took as one line of JSON.
import { createPrivateKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openShipper } from '@charter/runtime/service'

const [url = '', origin = '', folder = '', ...names] = process.argv.slice(2)

const shipperOf = async (replica: string) => {
  const file = join(folder, `${replica}.000001.log`)
  return openShipper({
    config: { url, origin, caFile: null, spoolBytesMax: 2 ** 40 },
    folder,
    replica,
    key: createPrivateKey(await readFile(join(folder, `${replica}.pem`))),
    log: { epoch: 1, file, bytes: (await stat(file)).size },
    nowMs: Date.now,
    onFault: (error) => {
      throw error
    },
  })
}

const start = performance.now()
const shippers = await Promise.all(names.map(shipperOf))
while (shippers.some(({ spool }) => spool.bytes > 0)) await wait(1)
const seconds = (performance.now() - start) / 1e3
for (const shipper of shippers) await shipper.close()
console.log(JSON.stringify({ seconds }))

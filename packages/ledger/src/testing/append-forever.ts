// A writer that appends until it is killed, and says on its output what was acknowledged: `npm test` kills it.
import { createPrivateKey } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openLedger } from '../writer/open-ledger.ts'
import { sourceJson } from './source-json.ts'

const [folder = '', pem = '', from = '1'] = process.argv.slice(2)
const ledger = await openLedger({
  folder,
  origin: 'clinic.example/ledger',
  key: createPrivateKey(pem),
  takeOver: true,
  limits: { segmentEntriesMax: 500, publishMs: 20 },
})
let sequence = Number(from)
const produce = async (): Promise<void> => {
  for (;;) {
    const own = sequence++
    await ledger.append({ replica: 'clinic-1', epoch: 1, sequence: own, entry: sourceJson(own) })
    // Synchronous: what is said was said before the kill.
    writeSync(1, `${own}\n`)
  }
}
await Promise.all(Array.from({ length: 16 }, produce))

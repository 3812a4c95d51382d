import { noteKeyText } from '../../checkpoint/note.ts'
import { hashText } from '../../merkle/hash.ts'
import { witnessStates } from '../../witness/witness-states.ts'
import { onRecord, type ReaderRoute } from './reader-use.ts'

const alarmsMax = 50

/** `GET /api/ledger`: what this ledger is, how far it is published, who witnesses it, and its alarms. */
export const stateRoute: ReaderRoute = (scope, use) => {
  const { parts, published, who } = use
  const { ledger, settings } = parts
  const witnessed = witnessStates({ ...parts, entries: () => ledger.size })
  scope.get('/api/ledger', async (request) => {
    const reading = await who(request)
    return onRecord(use, reading, 'state', {}, async () => {
      const reader = await published.reader()
      const { size, root } = reader.checkpoint
      return {
        origin: ledger.origin,
        vkey: noteKeyText(ledger.key),
        administrator: settings.administrator,
        checkpoint: { size, root: hashText(root), note: reader.note },
        entries: ledger.size,
        term: ledger.term,
        witnesses: await witnessed(reader),
        alarms: parts.alarms().slice(-alarmsMax),
        keepMs: settings.keepMs,
        personal: settings.personal,
        reader: { name: reading.principal, until: new Date(reading.untilMs).toISOString() },
      }
    })
  })
}

// A ledger's server that runs until it is killed, and says where it listens: `npm test` kills it.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { replicaRoutes } from '../serve/replica-routes.ts'
import { serveLedger } from '../serve/serve-ledger.ts'
import { openLedger } from '../writer/open-ledger.ts'
import { loopback } from './loopback.ts'

const [folder = '', pem = '', replica = '', replicaPem = '', port = '0'] = process.argv.slice(2)
const ledger = await openLedger({
  folder,
  origin: 'clinic.example/ledger',
  key: createPrivateKey(pem),
  takeOver: true,
  limits: { segmentEntriesMax: 1000, publishMs: 20 },
})
const { url } = await serveLedger(
  loopback({
    ledger,
    folder,
    settings: { replicas: new Map([[replica, createPublicKey(replicaPem)]]) },
    port: Number(port),
    routes: [replicaRoutes],
    onBug: (error) => console.error(error),
  }),
)
console.log(url)

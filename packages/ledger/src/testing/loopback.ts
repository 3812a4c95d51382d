import type { ServeLedgerOptions } from '../serve/serve-ledger.ts'

type Given = Pick<ServeLedgerOptions, 'ledger' | 'folder'> &
  Partial<Omit<ServeLedgerOptions, 'settings'>> & { readonly settings?: Partial<ServeLedgerOptions['settings']> }

/** Options to serve a ledger on any free port of this machine, to nobody and with no routes unless it is said. */
export const loopback = ({ settings, ...more }: Given): ServeLedgerOptions => ({
  settings: {
    administrator: 'operations',
    replicas: new Map(),
    readers: [],
    signIn: null,
    personal: [],
    keepMs: null,
    replicaBytes: { minute: 2 ** 30, day: 2 ** 40 },
    ...settings,
  },
  witnesses: [],
  alarms: () => [],
  nowMs: Date.now,
  host: '127.0.0.1',
  port: 0,
  tls: null,
  routes: [],
  onBug: (error) => {
    throw error
  },
  ...more,
})

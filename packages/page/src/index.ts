export { type EditDesk, type EditSession, remoteDesk } from './edit-desk.ts'
export * from './page-data.ts'
export { type DevelopmentOptions, registerDevelopment } from './register-development.ts'
export type { Relay, RelayedCall } from './relay.ts'

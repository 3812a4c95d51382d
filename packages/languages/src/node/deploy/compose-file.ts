import type { Emitting } from '../emitting.ts'
import { needsServer, portsOf, settingsOf } from './settings.ts'

/**
 * The image with what it needs on one machine: PostgreSQL where rows are there. Ports are this machine's alone, as what ends TLS is
 * somebody else's to choose.
 */
export const composeFile = (emitting: Emitting): string => `name: ${emitting.charter.name}

# CHARTER_SECRET and the others without a value are read from the environment, or from a file .env beside this one.
services:
  service:
    build: .
    environment:
      # Plain HTTP, on this machine alone: what stands before it ends TLS.
      CHARTER_BEHIND: tls-proxy
${settingsOf(emitting)
  .map(({ name, words }) => `      ${name}: \${${name}:?${words}}\n`)
  .join('')}${databaseOf(emitting)}    ports:
${portsOf(emitting)
  .map(({ port }) => `      - 127.0.0.1:${port}:${port}\n`)
  .join('')}    volumes:
      - data:/data
    read_only: true
    tmpfs:
      - /tmp
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    stop_grace_period: 30s
${needsServer(emitting) ? dependsOn : ''}${needsServer(emitting) ? server(emitting) : ''}
volumes:
  data:
${needsServer(emitting) ? '  rows:\n' : ''}`

const databaseOf = (emitting: Emitting): string =>
  needsServer(emitting)
    ? `      # Of a database that is there already, say its URL instead.
      DATABASE_URL: postgres://charter:\${POSTGRES_PASSWORD}@database:5432/${emitting.charter.name}
`
    : ''

const dependsOn = `    depends_on:
      database:
        condition: service_healthy
`

const server = ({ charter }: Emitting): string => `
  database:
    image: postgres:17
    environment:
      POSTGRES_DB: ${charter.name}
      POSTGRES_USER: charter
      # It stands in a URL: letters, digits, - and _ alone.
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?a password of letters and digits}
    volumes:
      - rows:/var/lib/postgresql/data
    healthcheck:
      test: [CMD, pg_isready, --username=charter, --dbname=${charter.name}]
      interval: 2s
      timeout: 5s
      retries: 30
`

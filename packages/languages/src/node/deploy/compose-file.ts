import type { EmitContext } from '../emit-context.ts'
import { lines, needsServer, portsOf, settingsOf } from './settings.ts'

/**
 * The image with what it needs on one machine: the server where rows are on one. Ports are this machine's alone, as what ends TLS is
 * somebody else's to choose.
 */
export const composeFile = (emitting: EmitContext): string => `name: ${emitting.charter.name}

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
${server(emitting)}
volumes:
  data:
${needsServer(emitting) ? '  rows:\n' : ''}`

const user = 'charter'

const databaseOf = ({ rows: { driver }, charter }: EmitContext): string =>
  driver.server === null
    ? ''
    : `      # Of a database that is there already, say its URL instead.
      DATABASE_URL: ${driver.server.scheme}://${user}:\${DATABASE_PASSWORD}@database:${driver.server.port}/${charter.name}
`

const dependsOn = `    depends_on:
      database:
        condition: service_healthy
`

const server = ({ rows: { driver }, charter }: EmitContext): string =>
  driver.server === null
    ? ''
    : `${dependsOn}
  database:
    image: ${driver.server.image}
    environment:
      # The password stands in a URL: letters, digits, - and _ alone.
${lines(driver.server.environment(charter.name, user, `\${DATABASE_PASSWORD:?a password of letters and digits}`), '      ')}    volumes:
      - rows:${driver.server.folder}
    healthcheck:
      test: [CMD, ${driver.server.health(charter.name, user).join(', ')}]
      interval: 2s
      timeout: 5s
      retries: 30
`

import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { loadCharter, pageData, requireSound } from '@charter/project'
import { developmentIssuer, signingKeyFile } from '@charter/runtime/service'
import { derive } from '@charter/service'
import { defineCommand, exitCodes, jsonOption, UsageError } from '../command.ts'

export const token = defineCommand({
  name: 'token',
  summary: 'A development token for a role, which only this service on this machine takes.',
  usage: '--role <role> [<folder>]',
  options: {
    role: { type: 'string', value: 'role', description: 'The role it carries.' },
    claim: { type: 'string', value: 'name=value', description: 'A claim to set instead of the sample’s.' },
    json: jsonOption,
  },
  examples: [
    'charter token --role clinician ./clinic',
    'curl -H "Authorization: Bearer $(charter token --role clinician ./clinic)" http://127.0.0.1:8080/api/patients',
  ],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(asked.words[0] ?? '.')
    const charter = requireSound(loaded)
    const roles = pageData(derive(charter, connectors), loaded.document).roles
    const role = roles.find(({ name }) => name === asked.text('role'))
    if (!role)
      throw new UsageError(`Say one of the charter’s roles with --role: ${roles.map(({ name }) => name).join(', ')}.`)
    const [claim, ...value] = asked.text('claim')?.split('=') ?? []
    const claims = claim === undefined ? role.claims : { ...role.claims, [claim]: value.join('=') }
    const { privateKey, publicKey } = await signingKeyFile(
      join(loaded.folder, '.charter', 'data', 'keys', 'development.pem'),
    )
    const text = await (await developmentIssuer(privateKey, publicKey, charter.name, Date.now)).token(
      [role.name],
      claims,
    )
    if (asked.flag('json')) terminal.json({ role: role.name, claims, token: text })
    else terminal.line(text)
    return exitCodes.fine
  },
})

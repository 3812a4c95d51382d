import { join } from 'node:path'
import { requireSound } from '@charter/project/check'
import { type Explanation, explain as explainRequest, NoRoute } from '@charter/project/explain'
import { loadCharter } from '@charter/project/load'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

export const explain = defineCommand({
  usage: '"<METHOD /path>" --as <role>… [--charter <file>]',
  options: {
    as: {
      type: 'string',
      multiple: true,
      value: 'role',
      description: 'A role of who asks; once for each that they hold together.',
    },
    charter: { type: 'string', value: 'file', description: 'The charter; default: this folder.' },
    json: jsonOption,
  },
  examples: [
    'charter explain "GET /api/patients" --as pharmacist --charter clinic',
    'charter explain "GET /api/patients?include=records&limit=5" --as clinician --charter clinic',
    'charter explain "GET /api/patients/:id" --as pharmacist --as auditor --charter clinic',
    'charter explain "PUT /api/prescriptions/:id" --as clinician --json',
  ],
  run: async (asked, terminal) => {
    const request = required(asked, 0, 'The request, like "GET /api/patients",')
    const loaded = await loadCharter(asked.text('charter') ?? '.')
    const charter = requireSound(loaded)
    const [role, ...more] = asked.texts('as')
    if (role === undefined || ![role, ...more].every((each) => charter.access.roles.includes(each)))
      throw new UsageError(`Say the charter’s roles with --as, once for each: ${charter.access.roles.join(', ')}.`)
    const explained = await explainRequest(charter, request, [role, ...more]).catch((error: unknown) => {
      throw error instanceof NoRoute ? new UsageError(error.message) : error
    })
    const atPath = <Rule extends { readonly file: string }>(rule: Rule) => ({
      ...rule,
      file: join(loaded.folder, rule.file),
    })
    const includes = explained.includes.map((each) => ({ ...each, rules: each.rules.map(atPath) }))
    const found = { ...explained, rules: explained.rules.map(atPath), includes }
    if (asked.flag('json')) terminal.json(found)
    else sayExplanation(terminal, found)
    return exitCodes.fine
  },
})

const sayExplanation = (
  terminal: Terminal,
  { isAllowed, sentence, rules, includes, sql, database, notes, masked, audit }: Explanation,
): void => {
  const { style } = terminal
  terminal.line(`${isAllowed ? style.good('allowed') : style.seal('refused')}  ${sentence}`)
  for (const { effect, text, file, line } of rules)
    terminal.line(`rule     ${style.muted(`${effect} ${file}:${line}`)}  ${text}`)
  for (const include of includes) {
    terminal.line(
      `include  ${include.path}: ${include.isAllowed ? style.good('allowed') : style.seal('refused')}  ${include.sentence}`,
    )
    for (const { effect, text, file, line } of include.rules)
      terminal.line(`rule     ${style.muted(`${effect} ${file}:${line}`)}  ${text}`)
  }
  for (const statement of sql) terminal.line(`sql      ${style.muted(`${database}:`)} ${statement}`)
  for (const note of notes) terminal.line(`note     ${note}`)
  for (const { field, why } of masked) terminal.line(`masked   ${field}  ${style.muted(why)}`)
  if (audit)
    terminal.line(
      `audit    ${audit.outcome} ${audit.operation} by ${audit.principal} (${audit.mode}), fields: ${audit.fields.join(', ') || 'none named'}${unmet(isAllowed, audit.outcome)}`,
    )
}

/** What is allowed under a condition may be refused of each example: the rows in the service are others. */
const unmet = (isAllowed: boolean, outcome: string): string =>
  isAllowed && (outcome === 'not-found' || outcome === 'forbidden')
    ? '; none of the example rows meets the condition'
    : ''

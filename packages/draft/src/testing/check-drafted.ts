import { type Charter, checkCharter, parseCharter } from '@charter/charter'
import { expect } from 'vitest'
import { draftCharter } from '../draft.ts'

/** A draft of words as a charter without a finding, for tests: the rights of a role on an entity, and what is asked. */
export const checkDrafted = (words: string) => {
  const draft = draftCharter(words)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draft.document })
  expect(diagnostics, draft.document).toEqual([])
  const findings = checkCharter(charter as Charter, {
    styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
    connectors: [{ name: 'sqlite', accepts: () => false, check: () => [] }],
  })
  expect(findings, draft.document).toEqual([])
  const rightsOf = (entity: string, role: string): readonly string[] | undefined =>
    charter?.entities
      .find(({ name }) => name === entity)
      ?.allow.filter((line) => line.role === role)
      .map(({ do: actions, when }) => `${actions.join(' ')} when ${when ?? 'any'}`)
  return {
    draft,
    document: draft.document,
    rightsOf,
    asked: draft.questions.map(({ sentence }) => sentence).join('\n'),
  }
}

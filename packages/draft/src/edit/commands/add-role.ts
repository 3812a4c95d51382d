import { hasFunctionWord } from '../../language/function-words.ts'
import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { isNoName } from '../no-name.ts'
import { slug } from '../reading.ts'
import { grantOrDeny } from './access.ts'

const patterns: readonly RegExp[] = [
  /^(?:add|create|introduce|make|we (?:also )?need|there is)\s+(?:also\s+)?(?:an?\s+|the\s+)?(?:new\s+)?role\s+(?:called\s+|named\s+|for\s+|of\s+)?(?:an?\s+|the\s+)?"?(?<name>[\w-]+(?:\s+[\w-]+)?)"?(?:\s*[,:]?\s+(?:who|that|which)\s+(?<may>.+))?$/i,
  /^(?:add|create|introduce|we (?:also )?need|there is)\s+(?:also\s+)?(?:an?\s+|the\s+)?(?:new\s+)?"?(?<name>[\w-]+(?:\s+[\w-]+)?)"?\s+role(?:\s*[,:]?\s+(?:who|that|which)\s+(?<may>.+))?$/i,
  /^(?:an?\s+|the\s+)?"?(?<name>[\w-]+(?:\s+[\w-]+)?)"?\s+(?:is|are)\s+(?:also\s+)?(?:an?\s+)?(?:new\s+)?roles?$/i,
]

/** `add a role auditor who may read everything`. */
export const addRole: Command = {
  example: 'add a role auditor who may read everything',
  run: (clause, desk) => {
    const groups = patterns.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
    if (groups?.name === undefined) return false
    const role = slug(groups.name)
    if (
      /^(?:an?|the|new)$|(?:^|-)(?:on|to|of|for|in|at|from|by)(?:-|$)/.test(role) ||
      isNoName(groups.name) ||
      hasFunctionWord(groups.name)
    )
      throw new Unclear(`What is the role called? Say it like "${addRole.example}".`)
    if (desk.charter.access.roles.includes(role)) throw new Unclear(`There is a role ${role} already.`)
    newRole(clause, desk, role)
    const may = groups.may
    if (may === undefined) {
      desk.ask('access.roles', `What may ${role} do? Assumed: nothing yet.`, [`${role} may see everything`])
      return true
    }
    if (grantOrDeny.run({ ...clause, text: `${role} ${may}` }, desk)) return true
    throw new Unclear(`What ${role} may do was not understood in "${may}". Say it like "${role} may read everything".`)
  },
}

export const newRole = (clause: Clause, desk: Desk, role: string): void => {
  desk.sheet.set(['access', 'roles'], [...desk.charter.access.roles, role])
  desk.did(clause, `access.roles.${role}`, `Added the role ${role}.`)
}

import { headerList } from './copy-request.js'
import { heard } from './gone.js'
import { opened } from './opened.js'

/** Sends a request of a style as a role: what came back, and how long that took. */
export const sendCall = async (style, request, role) => {
  const started = performance.now()
  try {
    const answer = await (style.listener === 'http' ? fetched(request, role) : relayed(style, request, role))
    heard(true)
    return { ...answer, milliseconds: performance.now() - started }
  } catch (error) {
    if (error instanceof TypeError) heard(false)
    return { fault: error.message, milliseconds: performance.now() - started }
  }
}

const fetched = async ({ method, target, headers, body }, role) => {
  const answer = await fetch(target, {
    method,
    headers: Object.fromEntries(headerList(headers, role)),
    ...(body === null ? {} : { body }),
  })
  return {
    isOk: answer.ok,
    status: `${answer.status} ${answer.statusText}`,
    headers: [...answer.headers],
    text: await answer.text(),
  }
}

/** A browser cannot speak the style: the service sends the call to the style's own port and tells what came back. */
const relayed = async ({ name }, { target, headers, body }, role) => {
  const answer = await fetch(`/_charter/relay/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...opened() },
    body: JSON.stringify({
      path: target,
      metadata: Object.fromEntries(headerList(headers, role)),
      message: body ?? '{}',
    }),
  })
  const told = await answer.json()
  if (!answer.ok) throw new Error(told.detail ?? `the relay answered ${answer.status}`)
  return {
    isOk: told.status.code === 0,
    status: `${told.status.code} ${told.status.name}`,
    headers: Object.entries(told.metadata ?? {}),
    text: JSON.stringify(told.status.code === 0 ? told.message : told.status),
    value: told.value,
  }
}

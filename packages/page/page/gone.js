const everyMs = 5000
const soonMs = 1000

/** Told whether the service answered: while it does not, that stands above every view, and it is asked again. */
export const heard = (isAnswering) => {
  const bar = document.querySelector('#gone')
  if (!bar || bar.hidden === isAnswering) return
  bar.hidden = isAnswering
  bar.textContent = isAnswering
    ? ''
    : '✕ The service does not answer. Look at the terminal it was started in; when it runs again, this goes away by itself.'
}

/** Asks for a small file now and then, as long as somebody looks: a service that is gone is said before it is needed. */
export const listen = () => {
  const ask = async () => {
    if (!document.hidden)
      await fetch('/_charter/mark.svg', { method: 'HEAD', cache: 'no-store' }).then(
        () => heard(true),
        () => heard(false),
      )
    setTimeout(ask, document.querySelector('#gone').hidden ? everyMs : soonMs)
  }
  setTimeout(ask, everyMs)
}

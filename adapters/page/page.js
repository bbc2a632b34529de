'use strict'
// What the page does without this script it does by forms; with it, without loading anew.
const log = document.getElementById('log')
const live = document.getElementById('live')
const box = document.getElementById('say')
const data = document.body.dataset

// roam makes of a board one stop of the tabulator, in which arrows lead on.
const roam = within => {
  for (const board of within.querySelectorAll('.board')) {
    const all = [...board.querySelectorAll('button')]
    const first = all.find(b => b.name === 'control') || all[0]
    for (const b of all) b.tabIndex = b === first ? 0 : -1
  }
}

// visit makes a square the one where the tabulator stops.
const visit = square => {
  for (const b of square.closest('table').querySelectorAll('button')) b.tabIndex = b === square ? 0 : -1
  square.focus()
}

const keyOf = b => b.dataset.key || b.textContent

// show puts a message in its place. Whoever was on one of its controls stays there.
const show = html => {
  const holder = document.createElement('template')
  holder.innerHTML = html
  const message = holder.content.querySelector('article')
  const old = document.getElementById(message.id)
  const below = innerHeight + scrollY > document.documentElement.scrollHeight - 160
  const at = old && old.contains(document.activeElement) ? document.activeElement : null
  roam(message)
  if (old) old.replaceWith(message)
  else log.append(message)
  if (at) {
    const again = [...message.querySelectorAll('button,select')].find(b => keyOf(b) === keyOf(at) && b.tagName === at.tagName)
    if (again && again.closest('table')) visit(again)
    else (again || message).focus()
  }
  if (below && !old) scrollTo(0, document.documentElement.scrollHeight)
  live.textContent = message.dataset.say
}

const events = new EventSource(data.events)
events.onmessage = e => show(e.data)
events.addEventListener('gone', e => document.getElementById(e.data)?.remove())

document.addEventListener('submit', e => {
  const form = e.target
  if (!('live' in form.dataset)) return
  e.preventDefault()
  const body = new URLSearchParams(new FormData(form, e.submitter))
  if (form.contains(box)) box.value = ''
  fetch(form.action, {method: 'POST', body, redirect: 'manual'}).then(r => {
    if (r.type !== 'opaqueredirect') location.reload()
  }, () => location.reload())
})

const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}
document.addEventListener('keydown', e => {
  const square = e.target.closest('.board button')
  const step = steps[e.key]
  if (!square || !step || e.ctrlKey || e.altKey || e.metaKey) return
  e.preventDefault()
  const cell = square.parentNode
  const to = square.closest('table').rows[cell.parentNode.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector('button')
  if (to) visit(to)
})

// As somebody types, what may follow is asked for; only the last answer counts.
let asked = 0
box?.addEventListener('input', async () => {
  const mine = ++asked
  const answer = await fetch(data.complete + '&typed=' + encodeURIComponent(box.value))
  const html = await answer.text()
  if (mine === asked && answer.ok) document.getElementById('choices').innerHTML = html
})

roam(log)
if (!location.hash) scrollTo(0, document.documentElement.scrollHeight)

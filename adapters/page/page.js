'use strict'
// Without this script, forms do the same and load the page again.
const log = document.getElementById('log')
const live = document.getElementById('live')
const box = document.getElementById('say')
const data = document.body.dataset
const still = matchMedia('(prefers-reduced-motion: reduce)')

// roam makes each board one tab stop. Arrow keys move on the board.
const roam = within => {
  for (const board of within.querySelectorAll('.board')) {
    const all = [...board.querySelectorAll('button')]
    const first = all.find(b => b.name === 'control') || all[0]
    for (const b of all) b.tabIndex = b === first ? 0 : -1
  }
}

const visit = square => {
  for (const b of square.closest('table').querySelectorAll('button')) b.tabIndex = b === square ? 0 : -1
  square.focus()
}

const keyOf = b => b.dataset.key || b.textContent

const squares = message => message?.querySelectorAll('.board button') || []
const colorOf = className => className.match(/^(b|w)/)?.[0]

// discs returns the color and the look of each disc, by square.
const discs = message => {
  const all = {}
  for (const b of squares(message)) if (colorOf(b.className)) all[b.dataset.key] = [colorOf(b.className), getComputedStyle(b, '::before').backgroundImage]
  return all
}

// The sound of a disc is off until the user turns it on. Browsers may refuse to remember that.
let loud = false
try { loud = localStorage.sound === 'on' } catch {}
let audio
const click = () => {
  if (!loud) return
  audio ||= new AudioContext()
  audio.resume()
  const tone = audio.createOscillator()
  const fade = audio.createGain()
  const end = audio.currentTime + .09
  tone.frequency.value = 900
  tone.frequency.exponentialRampToValueAtTime(220, end)
  fade.gain.value = .25
  fade.gain.exponentialRampToValueAtTime(.001, end)
  tone.connect(fade).connect(audio.destination)
  tone.start()
  tone.stop(end)
}

const flipTime = 150
const lastFlip = 150 // time until the last disc begins to flip

// flip shows how the discs of a message have changed: the nearer to the last move, the earlier. It
// returns how long that takes.
const flip = (message, before) => {
  const moved = message.querySelector('.bkl,.whl')
  if (!moved) return 0
  const far = b => Math.max(...[0, 1].map(i => Math.abs(b.dataset.key.charCodeAt(i) - moved.dataset.key.charCodeAt(i))))
  const flips = [...squares(message)].filter(b => before[b.dataset.key] && colorOf(b.className) && before[b.dataset.key][0] !== colorOf(b.className))
  if (flips.length) click()
  if (still.matches || document.hidden) return 0
  const most = Math.max(2, ...flips.map(far)) - 1
  for (const b of flips) {
    const backgroundImage = before[b.dataset.key][1]
    b.animate([{backgroundImage, transform: 'none'}, {backgroundImage, transform: 'scaleX(0)', offset: .5}, {transform: 'scaleX(0)', offset: .5}, {transform: 'none'}],
      {pseudoElement: '::before', duration: flipTime, delay: lastFlip * (far(b) - 1) / most, fill: 'backwards'})
  }
  if (before[moved.dataset.key] || !Object.keys(before).length) return 0
  moved.animate([{transform: 'scale(.5)', opacity: 0}, {}], {pseudoElement: '::before', duration: flipTime})
  return flipTime + lastFlip
}

// reveal scrolls to the end of a message, or to its beginning if it is taller than the window.
const reveal = message => message?.scrollIntoView({block: message.offsetHeight > log.clientHeight ? 'start' : 'end'})

const last = () => log.querySelector('article:last-of-type')

// show puts a message in its place. Focus stays on the same control.
const show = html => {
  const holder = document.createElement('template')
  holder.innerHTML = html
  const message = holder.content.querySelector('article,main')
  const old = document.getElementById(message.id)
  const at = old && old.contains(document.activeElement) ? document.activeElement : null
  const before = discs(old)
  const below = log && log.scrollTop + log.clientHeight > log.scrollHeight - 160
  roam(message)
  if (old) old.replaceWith(message)
  else log.lastElementChild.before(message)
  if (at) {
    const again = [...message.querySelectorAll('button,select,a')].find(b => keyOf(b) === keyOf(at) && b.tagName === at.tagName)
    if (again && again.closest('table')) visit(again)
    else (again || message).focus()
  }
  if (log && !old && (below || message.matches('.only'))) {
    reveal(message)
    for (const image of message.querySelectorAll('img')) image.onload = () => message === last() && reveal(message)
  }
  message.querySelector('.beside .only')?.scrollIntoView({block: 'nearest'})
  live.textContent = message.dataset.say
  return new Promise(done => setTimeout(done, flip(message, before)))
}

// Each change waits until the discs of the one before have flipped.
let shown = Promise.resolve()
const then = change => { shown = shown.then(change) }

if (data.events) {
  const events = new EventSource(data.events)
  events.onmessage = e => then(() => show(e.data))
  events.addEventListener('gone', e => then(() => document.getElementById(e.data)?.remove()))
}

document.addEventListener('submit', e => {
  const form = e.target
  if (!('live' in form.dataset)) return
  e.preventDefault()
  const body = new URLSearchParams(new FormData(form, e.submitter))
  if (data.live) return open(form.action, body)
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

// Completions follow the typing; only the answer to the last request counts.
let asked = 0
box?.addEventListener('input', async () => {
  const mine = ++asked
  const answer = await fetch(data.complete + '&typed=' + encodeURIComponent(box.value))
  const html = await answer.text()
  if (mine === asked && answer.ok) document.getElementById('choices').innerHTML = html
})

if (log) {
  roam(log)
  if (!location.hash) reveal(last())
}

// The page of a game shows other positions without loading anew.
const game = () => document.getElementById('game')
const way = sign => document.querySelector(`.steps [data-key=${sign}]`)
const kept = {} // earlier positions, which do not change
let presses = 0 // without an answer
let newest // version of the game
let names = '0' // changes of names in it

const follow = () => !presses && newest !== game().dataset.version && !way('last').href && open(location.pathname)

// open shows a position, or the answer to a press. A press that is repeated does nothing twice.
const open = async (address, body) => {
  const key = names + ' ' + game().dataset.version + address
  let html = !body && kept[key]
  if (body) presses++
  while (!html) {
    const answer = await fetch(address + (address.includes('?') ? '&' : '?') + 'part=1', body && {method: 'POST', body}).catch(() => {})
    if (answer?.redirected || answer?.status < 500 && !answer.ok) return location.reload()
    html = answer?.ok && await answer.text().catch(() => {})
    if (!html) await new Promise(done => setTimeout(done, 2000))
  }
  if (body) presses--
  else if (address.includes('ply=')) kept[key] = html
  history.replaceState(null, '', address)
  then(() => show(html).then(arrange()))
  then(() => Number(newest) > Number(game().dataset.version) && follow())
}

let playing
const play = on => {
  clearInterval(playing)
  playing = on && setInterval(() => way('on').href ? open(way('on').href) : play(false), 900)
  document.getElementById('play').ariaPressed = on
}

// arrange prepares a position that was just shown.
const arrange = () => {
  roam(game())
  const button = document.getElementById('play')
  button.hidden = false
  button.ariaPressed = !!playing
  button.onclick = () => playing ? play(false) : open(way('on').href || way('first').href).then(() => play(true))
  const sound = document.getElementById('sound')
  sound.hidden = false
  sound.ariaPressed = loud
  sound.onclick = () => {
    sound.ariaPressed = loud = !loud
    try { localStorage.sound = loud ? 'on' : 'off' } catch {}
    click()
  }
  const here = document.querySelector('[aria-current]')
  const list = document.querySelector('.moves')
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2
}

// stepAt returns the link to the move at a part of the curve's width.
const stepAt = part => {
  const all = document.querySelectorAll('.moves a')
  return all[Math.round(part * all.length) - 1] || way('first')
}

if (data.live) {
  arrange()
  let wait = 1000
  const listen = () => {
    const events = new EventSource(data.live)
    events.onmessage = e => {
      wait = 1000
      const before = names
      ;[newest, names] = e.data.split('.')
      then(names === before || way('last').href ? follow : () => open(location.pathname))
    }
    events.onerror = () => {
      if (events.readyState !== EventSource.CLOSED) return
      setTimeout(listen, wait = Math.min(2 * wait, 60000))
      fetch(location.pathname).then(answer => answer.status === 404 && location.reload(), () => {})
    }
  }
  listen()
  const step = (e, link) => {
    e.preventDefault()
    play(false)
    open(link.href)
  }
  document.addEventListener('click', e => {
    const curve = e.target.closest('.curve')
    const link = curve ? stepAt((e.clientX - curve.getBoundingClientRect().left) / curve.clientWidth) : e.target.closest('[data-step]')
    if (link?.href && !e.ctrlKey && !e.metaKey && !e.shiftKey && !e.button) step(e, link)
  })
  document.addEventListener('keydown', e => {
    const to = {ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last'}[e.key]
    if (to && way(to).href && !e.target.closest('.board') && !e.ctrlKey && !e.altKey && !e.metaKey) step(e, way(to))
  })
}

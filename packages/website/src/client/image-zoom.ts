// Pictures in the text open large, with the mouse and with the keyboard.
import type { Zoom } from 'medium-zoom'
import { imageZoom } from '../../../docs-search/src/site-constants.ts'

const pictures = '.markdown img:not(a img, [data-no-zoom])'

let zoom: Zoom | undefined
let waiting: ReturnType<typeof setTimeout> | undefined

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  void zoom?.toggle({ target: event.currentTarget as HTMLElement })
}

async function start(): Promise<void> {
  const images = [...document.querySelectorAll<HTMLImageElement>(pictures)]
  if (images.length === 0) return
  const { default: mediumZoom } = await import('medium-zoom')
  zoom ??= mediumZoom({
    scrollOffset: imageZoom.closeAtScrollPixels,
    background: 'var(--ifm-background-color)',
    margin: 24,
  })
  for (const image of images) {
    if (image.dataset['zoomable']) continue
    image.dataset['zoomable'] = 'true'
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.addEventListener('keydown', onKey)
    zoom.attach(image)
  }
}

export function onRouteDidUpdate(): void {
  clearTimeout(waiting)
  void zoom?.close()
  zoom?.detach()
  waiting = setTimeout(() => void start(), imageZoom.startMilliseconds)
}

import useBaseUrl from '@docusaurus/useBaseUrl'
import './picture.css'

interface Props {
  /** Of the files in static/img/console, without `-light.png`. */
  readonly name: string
  readonly alt: string
}

/** A picture of the console in the colours that the page has. npm run docs:pictures makes them. */
export function Picture({ name, alt }: Props) {
  const light = useBaseUrl(`/img/console/${name}-light.png`)
  const dark = useBaseUrl(`/img/console/${name}-dark.png`)
  const size = { width: 1280, height: 800 }
  return (
    <>
      <img className='picture-light' src={light} alt={alt} loading='lazy' {...size} />
      <img className='picture-dark' src={dark} alt={alt} loading='lazy' {...size} />
    </>
  )
}

import useBaseUrl from '@docusaurus/useBaseUrl'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import './picture.css'

interface Props {
  /** Of the files in static/img/console/<language>, without `-light.webp`. */
  readonly name: string
  readonly alt: string
}

/** A picture of the console in the language and the colours that the page has. npm run docs:pictures makes them. */
export function Picture({ name, alt }: Props) {
  const { currentLocale } = useDocusaurusContext().i18n
  const folder = useBaseUrl(`/img/console/${currentLocale}`)
  const size = { width: 1280, height: 800 }
  return (
    <>
      {(['light', 'dark'] as const).map((colours) => (
        <img
          key={colours}
          className={`picture-${colours}`}
          src={`${folder}/${name}-${colours}.webp`}
          alt={alt}
          loading='lazy'
          {...size}
        />
      ))}
    </>
  )
}

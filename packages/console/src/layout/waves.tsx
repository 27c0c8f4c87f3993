/** Two still lines of water at the foot of the page. */
export function Waves() {
  return (
    <svg className='waves' viewBox='0 0 1440 220' preserveAspectRatio='none' aria-hidden>
      <path d='M0 96c180-64 320-64 480-16s320 80 480 24 320-64 480-16v132H0z' opacity='.55' />
      <path d='M0 150c200-48 340-40 520 0s320 40 480 0 300-40 440-8v78H0z' />
    </svg>
  )
}

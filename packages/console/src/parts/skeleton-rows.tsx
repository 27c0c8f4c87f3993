import { Skeleton } from '@mantine/core'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

const rows = ['first', 'second', 'third', 'fourth']

/** The shape of a list that is coming. */
export function SkeletonRows() {
  const say = useText()
  return (
    <div className='card rounded' aria-busy='true'>
      <span className='unseen'>{say(usual.loading)}</span>
      {rows.map((row) => (
        <div key={row} className='skeleton-row'>
          <div className='grow'>
            <Skeleton height={14} width='38%' mb={8} />
            <Skeleton height={10} width='24%' />
          </div>
          <div className='grow wide-only'>
            <Skeleton height={12} width='60%' mb={8} />
            <Skeleton height={10} width='40%' />
          </div>
          <Skeleton height={26} width={70} />
        </div>
      ))}
    </div>
  )
}

import { Skeleton } from '@mantine/core'

const rows = ['first', 'second', 'third', 'fourth']

/** The shape of what is coming. */
export function DeviceSkeletons() {
  return (
    <div aria-busy='true'>
      <span className='unseen'>Loading the devices</span>
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
          <div className='grow'>
            <Skeleton height={30} />
          </div>
        </div>
      ))}
    </div>
  )
}

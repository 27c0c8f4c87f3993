import { Button, Stack, Title } from '@mantine/core'
import type { CertificateAuthority } from '@sshore/contract'
import { IconCertificate, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../language/use-text.ts'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { isToCome } from '../../parts/listed.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useTableState } from '../../router/table-state.ts'
import { Authorities } from './authorities.tsx'
import { AuthorityForm } from './authority-form.tsx'
import { CertificateForm } from './certificate-form.tsx'
import { certificateSearch, certificatesPerPage, useAuthorities, useCertificates } from './certificates.ts'
import { IssuedCertificates } from './issued-certificates.tsx'
import { words } from './words.ts'

type Work = 'issue' | 'authority' | CertificateAuthority

export function CertificatesPage() {
  const say = useText()
  const { state, goToPage } = useTableState(certificateSearch)
  const [work, setWork] = useState<Work>()
  const authorities = useAuthorities()
  const certificates = useCertificates(state)
  const { data, error, refetch } = certificates
  const close = () => setWork(undefined)
  const signing = authorities.data?.find((authority) => authority.signing)
  const edited = typeof work === 'object' ? work : undefined
  const trouble = authorities.error ?? error
  const retry = () => void Promise.all([authorities.refetch(), refetch()])
  return (
    <Stack gap='lg'>
      <PageHead
        title={say(words.title)}
        text={say(words.text)}
        action={
          signing && (
            <Button leftSection={<IconCertificate size={16} aria-hidden />} onClick={() => setWork('issue')}>
              {say(words.issue)}
            </Button>
          )
        }
      />
      {trouble && <Trouble title={say(words.notLoaded)} error={trouble} onRetry={retry} />}
      <Panel
        title={say(words.authorities)}
        action={
          <GuardedButton
            size='xs'
            variant={signing ? 'default' : 'filled'}
            refusal={useRefusal('certificate-authority:create')}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setWork('authority')}
          >
            {say(words.addAuthority)}
          </GuardedButton>
        }
      >
        {authorities.data ? <Authorities authorities={authorities.data} onEdit={setWork} /> : <SkeletonRows />}
      </Panel>
      <Title order={2}>{say(words.issued)}</Title>
      {isToCome(certificates) ? <SkeletonRows /> : data && <IssuedCertificates certificates={data.rows} />}
      <Pager of={certificates} page={state.page} perPage={certificatesPerPage} onPage={goToPage} />
      <SidePanel opened={work === 'issue'} title={say(words.issue)} onClose={close}>
        <CertificateForm suggested={signing?.member_principals ?? []} onDone={close} />
      </SidePanel>
      <SidePanel
        opened={work === 'authority' || edited !== undefined}
        title={say(edited ? words.editAuthority : words.addAuthority)}
        onClose={close}
      >
        <AuthorityForm key={edited?.fingerprint} of={edited} onDone={close} />
      </SidePanel>
    </Stack>
  )
}

import type { Link } from '@sshore/link'

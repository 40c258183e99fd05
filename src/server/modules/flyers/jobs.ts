import type { JobModule } from '../../platform/module.ts'
import { deleteExpiredFiles } from './disk-cache.ts'

export const flyerJobs = ({ pictures }: { pictures: { shareFolder: string } }): JobModule => ({
  jobs: {
    delete_expired_share_pictures: {
      run: () => deleteExpiredFiles(pictures.shareFolder),
      schedule: '43 * * * *',
    },
  },
})

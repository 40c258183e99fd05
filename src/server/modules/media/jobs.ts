import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { deleteUnusedPictures } from './cleanup.ts'
import type { PictureStorage } from './storage.ts'

type Options = { database: Database; pictures: PictureStorage }

export const mediaJobs = ({ database, pictures }: Options): JobModule => ({
  jobs: {
    delete_unused_pictures: {
      run: () => deleteUnusedPictures({ database, ...pictures }),
      schedule: '37 * * * *',
    },
  },
})

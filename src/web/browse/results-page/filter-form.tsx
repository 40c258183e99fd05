import { maxSearchTextLength } from '../../../shared/limits.ts'
import { toParameters } from '../../../shared/listing-fields/parameters.ts'
import { t } from '../../../shared/translate.ts'
import { GetForm } from '../../framework/router/get-form.tsx'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { type ListPage, withoutPlace } from '../filtered-list/list-page.ts'
import { listSections } from '../filtered-list/list-view.tsx'
import { FilterSelects } from '../filters/filter-selects.tsx'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { useFilterChoices } from '../filters/use-filter-choices.ts'

export const filterFormId = 'filters'

type FilterFormProps = {
  page: ListPage
  /** Whether the field in the header searches the same lists: where both are in view, one is enough. */
  searchedAbove?: boolean
}

/** Works without scripts. With scripts, dependent selects update at once and empty fields stay out of the URL. */
export function FilterForm({ page, searchedAbove = false }: FilterFormProps) {
  const { loaded, to } = page
  const { kind, form, filterCount } = loaded
  const { taxonomy, choices, change } = useFilterChoices(form)
  const active = Object.entries(form.taxonomy).filter(
    ([name, value]) => name !== 'searchtext' && value,
  ).length

  const search = (
    <SearchField
      label={t('Search by title')}
      name="searchtext"
      maxLength={maxSearchTextLength}
      placeholder={kind === 'service' ? t('Haircut, tutoring…') : t('Market, concert…')}
      value={taxonomy.searchtext}
      onChange={(event) => change('searchtext', event.target.value)}
    />
  )

  return (
    <GetForm
      id={filterFormId}
      to={(_, all) => to(withoutPlace(page, toParameters(all)))}
      // On phones, open filters would cover the results.
      onSubmit={(form) => form.querySelector('details')?.removeAttribute('open')}
      className="list-controls lg:space-y-4 lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-5 lg:pb-0 lg:shadow-sheet"
    >
      {searchedAbove ? <div className="lg:hidden">{search}</div> : search}
      <FilterSheet
        active={active + filterCount}
        buttonClass="justify-center rounded-full border border-edge bg-surface hover:bg-sunken"
      >
        <div className="filter-panel space-y-4 md:max-lg:mt-3 md:max-lg:rounded-lg md:max-lg:border md:max-lg:border-line md:max-lg:bg-surface md:max-lg:p-4 md:max-lg:shadow-sheet">
          <FilterSelects
            names={['category', 'subcategory', 'country', 'state', 'city']}
            taxonomy={taxonomy}
            choices={choices}
            change={change}
          />
          <LazySection section={listSections} props={{ section: 'fields', ...page }} />
          <div className="filter-apply lg:sticky lg:bottom-0 lg:z-10 lg:-mx-5 lg:rounded-b-lg lg:border-t lg:border-line lg:bg-surface lg:px-5 lg:py-4">
            <Button type="submit" className="w-full">
              {t('Apply Filter')}
            </Button>
          </div>
        </div>
      </FilterSheet>
    </GetForm>
  )
}

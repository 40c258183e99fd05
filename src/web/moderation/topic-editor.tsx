/** The form that adds or changes a category or a subcategory. It works without scripts, too. */

import { type ChangeEvent, useRef, useState } from 'react'
import type { TopicForAdmin } from '../../shared/contract/topics.ts'
import type { CallRequest } from '../../shared/contract.ts'
import { maxNameLength, topicLimits } from '../../shared/limits.ts'
import { type ListingField, plainField, toChoices } from '../../shared/listing-fields/field.ts'
import { localName } from '../../shared/local-names.ts'
import { iconName, topicIcons } from '../../shared/topics/icons.ts'
import { plainTopic } from '../../shared/topics/topic.ts'
import { readTopicForm } from '../../shared/topics/topic-form.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { NamedIcon } from '../listing/category-icon.tsx'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { setValue } from '../ui/forms/set-value.ts'
import { FieldError, TextAreaField, useDescription } from '../ui/forms/text-field.tsx'
import { EntryEditor } from './entry-forms.tsx'
import { NameFields } from './name-fields.tsx'

const properties = (): ListingField[] => [
  {
    ...plainField,
    key: 'name',
    type: 'text',
    label: t('Name'),
    kinds: [],
    required: true,
    max: maxNameLength,
  },
  {
    ...plainField,
    key: 'kinds',
    type: 'choices',
    label: t('Which ads it is for'),
    kinds: [],
    required: true,
    choices: toChoices({ service: t('Services'), event: t('Events') }),
    help: t('Ads that are there already stay.'),
  },
  {
    ...plainField,
    key: 'synonyms',
    type: 'long-text',
    label: t('What people call it'),
    kinds: [],
    max: topicLimits.synonyms,
    help: t(
      'Searches for these phrases find it: dog walker, walk my dog, dog jogging ~0.7. A number from 0 to 1 says how well a phrase fits. Those that came with the site stay.',
    ),
  },
]

type TopicEditorProps = {
  /** Null for a new one. */
  current: TopicForAdmin | null
  /** The category of a subcategory. */
  parent: TopicForAdmin | undefined
}

export function TopicEditor({ current, parent }: TopicEditorProps) {
  const { api } = useBackend()
  // What is typed stays when another admin changes the topic.
  const [start] = useState(current)
  const topic = start ?? { ...plainTopic, kinds: parent?.kinds ?? plainTopic.kinds, name: '' }
  const kind = parent
    ? t('A subcategory of {category}', { category: localName(parent.name) })
    : t('A category')
  const addTitle = parent ? t('Add a subcategory') : t('Add a category')
  const addButton = parent ? t('Add subcategory') : t('Add category')
  return (
    <EntryEditor
      title={start ? t('Edit “{name}”', { name: localName(start.name) }) : addTitle}
      note={start?.retired ? t('{topic}, retired: nobody can choose it for a new ad', { topic: kind }) : kind}
      action={start ? `${paths.adminCategories()}/${start.id}` : paths.adminCategories()}
      hidden={{ version: start?.version, parent: parent?.id }}
      properties={properties()}
      textOf={(key) => String(topic[key as 'name' | 'kinds' | 'synonyms'])}
      submit={start ? t('Save') : addButton}
      list={paths.admin({ tab: 'categories', field: parent?.id })}
      more={{
        name: <NameFields label={t('Name')} name="names" names={topic.names} maxLength={maxNameLength} />,
      }}
      onSave={(texts) => {
        const body = readTopicForm(texts) as CallRequest<'addTopic'>['body']
        return start
          ? api.changeTopic({ params: { id: start.id }, body: { ...body, version: start.version } })
          : api.addTopic({ body })
      }}
    >
      {!parent && <Icons chosen={topic.icon} name={topic.name} />}
      {!parent && <Drawing text={topic.drawing} />}
    </EntryEditor>
  )
}

function Icons({ chosen, name }: { chosen: string; name: string }) {
  const { id, error } = useDescription('icon')
  const choice = (icon: string, label: string) => (
    <label key={icon} title={label} className="cursor-pointer rounded-md p-1 has-checked:outline-2">
      <input
        type="radio"
        name="icon"
        value={icon}
        defaultChecked={icon === chosen}
        className="peer sr-only"
      />
      <span className="sr-only">{label}</span>
      <span className="block rounded-md peer-focus-visible:outline-3">
        <NamedIcon icon={icon} name={name} />
      </span>
    </label>
  )
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 text-sm font-semibold">{t('Icon')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choice('', t('Chosen by the name'))}
        {topicIcons.map((icon) => choice(icon, iconName(icon)))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

/** A text, so that it can also be pasted, and be sent without scripts. */
function Drawing({ text }: { text: string }) {
  const area = useRef<HTMLDivElement>(null)
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const field = area.current?.querySelector('textarea')
    const content = await target.files?.[0]?.text()
    target.value = ''
    if (!field || content === undefined) return
    setValue(field, content)
  }
  return (
    <Disclosure
      initiallyOpen={text !== ''}
      summary={<span className="text-sm font-semibold">{t('Your own drawing')}</span>}
    >
      <div ref={area} className="space-y-3">
        <label className="needs-script block text-sm">
          <span className="mb-1.5 block font-semibold">{t('SVG file')}</span>
          <input type="file" accept=".svg,image/svg+xml" onChange={(event) => void read(event)} />
        </label>
        <TextAreaField
          label={t('SVG text')}
          name="drawing"
          optional
          defaultValue={text}
          rows={4}
          spellCheck={false}
          hint={t(
            'Shown instead of the icon, in the color of the site where it has no colors. Up to {max} KB. Scripts and links to other files are removed.',
            { max: topicLimits.drawing / 1024 },
          )}
        />
      </div>
    </Disclosure>
  )
}

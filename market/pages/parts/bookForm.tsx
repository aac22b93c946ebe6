import type { Problem, Values } from '@portico/kit/http/forms'
import { Choice, Field, problemAt, TextArea } from '@portico/kit/pages/field'
import type { Draft } from '../../books/draftStore.ts'
import { keepField } from '../../books/formPictures.ts'
import { CONDITIONS } from '../../books/rules.ts'
import { LIMITS } from '../../limits.ts'

/** What a seller says about a book. */
interface BookFieldsProps {
  values: Values
  problem: Problem | undefined
  /** What copies were sold for lately, beside the price. */
  soldFor?: string | undefined
}

export function BookFields({ values, problem, soldFor }: BookFieldsProps) {
  return (
    <>
      <Field name="name" label="Title" value={values.name} problem={problem} maxlength={300} />
      <Field name="author" label="Author" value={values.author} problem={problem} required={false} maxlength={200} />
      <div class="columns">
        <Field
          name="course"
          label="Course"
          value={values.course}
          problem={problem}
          placeholder="MTH 161"
          maxlength={40}
        />
        <Field
          name="edition"
          label="Edition"
          value={values.edition ?? '1'}
          problem={problem}
          type="number"
          min="0"
          max="900"
          hint="0 if it has none"
        />
      </div>
      <div class="columns">
        <Field
          name="price"
          label="Price in dollars"
          value={values.price}
          problem={problem}
          inputmode="decimal"
          placeholder="25.00"
          hint={soldFor}
        />
        <Choice
          name="condition"
          label="Condition"
          value={values.condition}
          problem={problem}
          options={conditions(values.condition)}
        />
      </div>
      <Field
        name="ISBN"
        label="ISBN"
        value={values.ISBN}
        problem={problem}
        required={false}
        maxlength={40}
        hint="With or without hyphens; on the back cover"
      />
      <TextArea
        name="comments"
        label="Comments"
        value={values.comments}
        problem={problem}
        maxlength={2000}
        hint="Highlighting, notes, access codes …"
      />
    </>
  )
}

function conditions(current: string | undefined) {
  const own = current && !CONDITIONS.some(known => known === current) ? [current] : []
  return [...CONDITIONS, ...own].map(value => ({ value, text: value }))
}

/** Pictures that came with a form that was refused: kept, unless unticked. */
export function KeptPictures({ drafts }: { drafts: readonly Draft[] }) {
  if (drafts.length === 0) return null
  return (
    <fieldset class="kept">
      <legend>Pictures you have added</legend>
      <ul class="thumbs large">
        {drafts.map(({ picture, name }) => (
          <li>
            <img src={`/market/pictures/${picture}/small`} alt="" />
            <label class="check">
              <input type="checkbox" name={keepField(picture)} value="true" checked />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

export function PictureField({ left, problem }: { left: number; problem: Problem | undefined }) {
  const message = problemAt(problem, 'pictures')
  return (
    <div class="field">
      {left > 0 && (
        <>
          <label for="f-pictures">
            Pictures<span class="optional"> optional, up to {left}</span>
          </label>
          <input
            id="f-pictures"
            type="file"
            name="pictures"
            accept="image/jpeg,image/png,image/webp,image/gif"
            multiple
            data-most-bytes={LIMITS.pictureBytes}
            data-most-files={left}
            aria-describedby={message === undefined ? 'h-pictures' : 'e-pictures h-pictures'}
            aria-invalid={message === undefined ? undefined : 'true'}
          />
          <p class="hint" id="h-pictures">
            Up to {LIMITS.pictureBytes / 1e6} MB each. Place and time of the photo are removed.
          </p>
        </>
      )}
      {message !== undefined && (
        <p class="wrong" id={left > 0 ? 'e-pictures' : 'f-pictures'}>
          {message}
        </p>
      )}
    </div>
  )
}

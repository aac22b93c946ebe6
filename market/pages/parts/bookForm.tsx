import type { Problem, Values } from '@portico/kit/http/forms'
import { Choice, Field, TextArea } from '@portico/kit/pages/field'
import { CONDITIONS } from '../../books/rules.ts'

/** What a seller says about a book. */
export function BookFields({ values, problem }: { values: Values; problem: Problem | undefined }) {
  return (
    <>
      <Field name="name" label="Title" value={values.name} problem={problem} maxlength={300} />
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

export function PictureField({ left, problem }: { left: number; problem: Problem | undefined }) {
  const wrong = problem?.field === 'pictures'
  return (
    <div class="field">
      <label for="f-pictures">
        Pictures<span class="optional"> optional, up to {left}</span>
      </label>
      <input
        id="f-pictures"
        type="file"
        name="pictures"
        accept="image/jpeg,image/png,image/webp,image/gif"
        multiple
        aria-describedby={wrong ? 'e-pictures h-pictures' : 'h-pictures'}
        aria-invalid={wrong ? 'true' : undefined}
      />
      <p class="hint" id="h-pictures">
        Place and time of the photo are removed.
      </p>
      {wrong && (
        <p class="wrong" id="e-pictures">
          {problem?.message}
        </p>
      )}
    </div>
  )
}

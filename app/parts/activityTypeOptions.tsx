import { typeChoices, useActivityTypes } from '../store/activityTypes.ts'

/** The company's types of activities, and the chosen one where that is switched off by now. */
export function ActivityTypeOptions({ chosen }: { chosen?: string | undefined }) {
  useActivityTypes()
  return (
    <>
      {typeChoices(chosen).map(({ key, name }) => (
        <option key={key} value={key} selected={key === chosen}>
          {name}
        </option>
      ))}
    </>
  )
}

/** When somebody can be reminded, in minutes before. */
const CHOICES = [0, 5, 10, 15, 30, 60, 120, 1440]

/** Options of a select for minutes before an activity, with one that was chosen elsewhere. */
export function ReminderOptions({ chosen }: { chosen: number | null }) {
  const minutes = [...new Set([...CHOICES, ...(chosen !== null && chosen >= 0 ? [chosen] : [])])].sort((a, b) => a - b)
  return (
    <>
      {minutes.map(each => (
        <option key={each} value={each} selected={each === chosen}>
          {wordsOf(each)}
        </option>
      ))}
    </>
  )
}

function wordsOf(minutes: number): string {
  if (minutes === 0) return 'When it begins'
  if (minutes === 1440) return 'A day before'
  if (minutes % 60 === 0) return minutes === 60 ? 'An hour before' : `${minutes / 60} hours before`
  return `${minutes} minutes before`
}

import { keyTable } from '../shell/keys.ts'
import { keyName } from '../shell/keyTable.tsx'
import { THEMES, theme } from '../shell/theme.ts'

const NAMES = { system: 'As the system says', light: 'Light', dark: 'Dark' }

/** What is kept in this browser. */
export function Appearance() {
  return (
    <section class="settings-list" aria-label="Appearance and keys">
      <header class="settings-head">
        <h1>Appearance and keys</h1>
      </header>
      <fieldset class="choices" data-setting="theme">
        <legend>Theme of this browser</legend>
        {THEMES.map(each => (
          <label key={each} class="check">
            <input type="radio" name="theme" checked={theme.value === each} onChange={() => (theme.value = each)} />
            {NAMES[each]}
          </label>
        ))}
      </fieldset>
      <section data-setting="keys" aria-label="Keys">
        <h2>Keys</h2>
        <p class="soft">These work here; ? lists those of the screen you are on.</p>
        <dl class="key-table">
          {keyTable.value
            .flatMap(group => group.bindings)
            .map(({ keys, text }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keyName(keys)}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
      </section>
    </section>
  )
}

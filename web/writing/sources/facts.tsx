/** Short facts in one or more lines, separated by dots. No line starts or ends with a dot. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <div className="overflow-x-clip">
      <ul className="-ms-3 flex flex-wrap text-13 text-ink-soft">
        {facts.map((fact) => (
          <li
            key={fact}
            className="relative ps-3 wrap-anywhere before:absolute before:start-0 before:w-3 before:text-center before:content-['·'/'']"
          >
            {fact}
          </li>
        ))}
      </ul>
    </div>
  )
}

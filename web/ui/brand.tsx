import mark from './frog/mark.svg'

/** The name is always in Latin letters, because in Arabic script it reads as a word for poultry. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <img src={mark} alt="" width={32} height={25} className="block" />
      <span className="text-20 font-title tracking-[-0.018em]">Frogy</span>
    </span>
  )
}

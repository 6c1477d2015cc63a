import mark from './frog/mark.svg'

/**
 * The name is always in Latin letters, because in Arabic script it reads as a word for poultry.
 * @param isCompact whether phones show the mark only, because other things need the space
 */
export function Brand({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <img src={mark} alt="" width={32} height={25} className="block" />
      <span className={`text-20 font-title tracking-[-0.018em] ${isCompact ? 'max-sm:hidden' : ''}`}>Frogy</span>
    </span>
  )
}

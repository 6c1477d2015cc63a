import { createElement, type ComponentType, type SVGProps } from 'react'

export type LucideIcon = ComponentType<SVGProps<SVGSVGElement> & { size?: number }>

type Shape = [tag: string, attributes: Record<string, string>]

/** Renders an icon as Lucide does. Hidden from screen readers, unless it has a name. */
export function lucideIcon(names: string, shapes: Shape[]): LucideIcon {
  const ownClasses = ['lucide', ...names.split(' ').map((name) => `lucide-${name}`)].join(' ')
  return function Icon({ size = 24, strokeWidth = 2, className, ...rest }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${ownClasses} ${className}` : ownClasses,
        'aria-hidden': rest['aria-label'] || rest.role ? undefined : 'true',
        ...rest,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}

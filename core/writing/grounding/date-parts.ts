export interface DateParts {
  day?: number
  /** The month: "1" to "12", or "h1" to "h12" for Islamic months. */
  month?: string
  year?: number
  quarter?: number
  /** First or second half of a year: 1 or 2. */
  half?: number
  /** Day of the week; 0 is Sunday. */
  weekday?: number
  /** The number of the weekday in its month: 3 for the third Saturday of July. */
  nth?: number
  /** Time of day in minutes after midnight. */
  time?: number
  /** Minutes after 12:00 on a clock with twelve hours. Used instead of `time` if the text does not say a.m. or p.m. */
  dial?: number
  season?: string
  century?: number
  /** The last of several centuries: 5 for "between the second and fifth centuries". */
  lastCentury?: number
  /** The first year of a decade: 1960, or 60 if the text does not name the century. */
  decade?: number
  /** A relative date: last year, next week, yesterday. */
  relative?: string
}

/** A date and the place of the token after it. */
export interface ReadDate {
  parts: DateParts
  isMiddle?: boolean
  next: number
}
